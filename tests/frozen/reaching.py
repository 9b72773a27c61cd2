"""Access to the program for these tests: its command line, its input and its output."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

import guildhall_games
from screens.key_map import BY_ID

DATA: Final = Path(__file__).parent / "data"

GOLDEN: Final = Path(__file__).parents[1] / "golden"

GAMES: Final = ("middle_ages", "era", "troyes", "catan", "knights", "deus")

VARIABLES: Final = ("GUILDHALL_HOME", "GUILDHALL_STORE", "LANGUAGE", "SSH_ORIGINAL_COMMAND", "TERM")
"""The variables that would let a run depend on whose computer it is."""


def command_ids() -> set[str]:
    """The ids of commands by which people give them keys of their own."""
    return set(BY_ID)


@frozen
class CommandResult:
    """The output of a command, its complaints, and its exit code."""

    code: int
    bytes: bytes
    err: str

    @property
    def out(self) -> str:
        """The output as text."""
        return self.bytes.decode()

    @property
    def json(self) -> Any:
        """The output as a program reads it."""
        return json.loads(self.bytes)


def guildhall(
    home: Path | None,
    *arguments: object,
    typed: str = "",
    environment: Mapping[str, str] | None = None,
) -> CommandResult:
    """Run a command of the program with a folder of its own, and type these lines."""
    own = {} if home is None else {"GUILDHALL_HOME": str(home)}
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with _standing_in(own | dict(environment or {})), _typing(typed), _redirected(out, err):
        sys.argv = ["guildhall", *map(str, arguments)]
        code = guildhall_games.main()
    printed, complained = (stream.buffer.getvalue() for stream in (out, err))
    assert b"Traceback" not in complained, complained.decode()
    return CommandResult(code, printed, complained.decode())


@contextmanager
def _standing_in(variables: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    for name in VARIABLES:
        os.environ.pop(name, None)
    os.environ.update({"LC_ALL": "C.UTF-8", "COLUMNS": "100", **variables})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _typing(typed: str) -> Iterator[None]:
    """Let the standard input be a file that holds what is typed."""
    before = os.dup(0)
    with tempfile.TemporaryFile() as file:
        file.write(typed.encode())
        file.seek(0)
        os.dup2(file.fileno(), 0)
        try:
            yield
        finally:
            os.dup2(before, 0)
            os.close(before)


@contextmanager
def _redirected(out: io.TextIOWrapper, err: io.TextIOWrapper) -> Iterator[None]:
    before = sys.argv, sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        yield
    finally:
        sys.argv, sys.stdout, sys.stderr = before


def recorded(name: str) -> Any:
    """A record that is one value of JSON."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def recorded_lines(name: str) -> list[Any]:
    """Return the values of a record in JSON Lines."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def without_words(value: Any) -> Any:
    """Return a value of the bot protocol without its sentences: the title of a game, and the text
    of a simultaneous choice that is revealed."""
    if isinstance(value, list):
        return [without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    wordy = {"title", "revealed" if value.get("is") == "Together" else "title"}
    return {key: "" if key in wordy else without_words(one) for key, one in value.items()}


def all_logs() -> list[Path]:
    """Return all saved games here and among the golden games, except those of the toy."""
    return sorted([*DATA.glob("logs/*.jsonl"), *GOLDEN.glob("*/*.jsonl")])
