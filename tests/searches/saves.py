"""Saved games with errors: a message each, never a wrong position."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from engine.errors import BadSave, GuildhallError
from engine.storage import match_file
from tests.searches.searching import any_match, apart, check, file_of, played_on, use_match

MUTANTS = 40
"""Number of changes per round to one match."""

DEEP: Any = 1
for _ in range(400):
    DEEP = [DEEP]
WILD: list[Any] = [
    *(None, True, -1, 0, 1, 10**9, 10**40, 1.5, "", "x" * 5000, "\x1b[31m", "{0}", [], [[]], {}),
    *({"a": {"a": []}}, [1, [2, [3]]], "ready", "done", ["lift", "A1"], DEEP),
]


def search(rng: Random, folder: Path) -> None:
    """Write, change and read a match, many times."""
    match = any_match(rng)
    whole = [f"{line}\n" for line in file_of(match).decode().splitlines()[:-1]]
    other = [f"{line}\n" for line in file_of(any_match(rng)).decode().splitlines()[:-1]]
    for _ in range(MUTANTS):
        lines = list(whole)
        for change in rng.choices(CHANGES, k=rng.randrange(1, 6)):
            change(lines, other, rng)
        content = _ended(lines, right=rng.random() < 0.8)
        _read(content, rng)
        if rng.random() < 0.05:
            _ask_the_program(content, folder, rng)


def _read(content: bytes, rng: Random) -> None:
    """Read a file: it is refused with a reason, or is a match that survives writing and reading,
    and can be continued."""
    try:
        match = match_file.load_match(*match_file.read(io.BytesIO(content), "x"), "x")
    except BadSave as error:
        if error.good is not None:
            use_match(error.good)
        return
    except GuildhallError:
        return
    use_match(match)
    again = match_file.load_match(*match_file.read(io.BytesIO(file_of(match)), "x"), "x")
    assert again.log == match.log
    assert again.state == match.state
    if match.header.seed is not None:
        played_on(match, rng, 8)


def _ask_the_program(content: bytes, folder: Path, rng: Random) -> None:
    file = folder / "game.jsonl"
    file.write_bytes(content)
    home = ["--home", str(folder / "home"), "--lang", rng.choice(["en", "ru"])]
    for words in (
        ["import", str(file), *rng.choice([[], ["--partial"]])],
        ["show", str(file), *rng.choice([[], ["--log"], ["--board"], ["--at", "3"]])],
    ):
        check(apart([*words, *home], folder), words)


def _ended(lines: list[str], *, right: bool) -> bytes:
    """Return the lines as a whole file, with a right or a wrong checksum."""
    body = "".join(lines).encode("utf-8", "replace")
    total = blake2b(body, digest_size=8).hexdigest() if right else "0123456789abcdef"
    return body + json.dumps({"end": len(lines) - 1, "sum": total}).encode() + b"\n"


# ---------------------------------------------------------------------- what is changed


def _another_value(lines: list[str], other: list[str], rng: Random) -> None:
    fields = _fields(lines, at := rng.randrange(len(lines)))
    fields[rng.choice([*fields, "extra"])] = rng.choice(WILD)
    lines[at] = json.dumps(fields) + "\n"


def _an_inner_value(lines: list[str], other: list[str], rng: Random) -> None:
    fields = _fields(lines, at := rng.randrange(len(lines)))
    lists = [value for value in fields.values() if isinstance(value, list) and value]
    if lists:
        inner = rng.choice(lists)
        inner[rng.randrange(len(inner))] = rng.choice(WILD)
        lines[at] = json.dumps(fields) + "\n"


def _a_number(lines: list[str], other: list[str], rng: Random) -> None:
    fields = _fields(lines, at := rng.randrange(1, len(lines)) if len(lines) > 1 else 0)
    for key, value in fields.items():
        if type(value) is int and rng.random() < 0.5:
            fields[key] = value + rng.choice([-1, 1, 7, 10**12])
    lines[at] = json.dumps(fields) + "\n"


def _a_line_elsewhere(lines: list[str], other: list[str], rng: Random) -> None:
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)


def _a_line_of_another(lines: list[str], other: list[str], rng: Random) -> None:
    lines[rng.randrange(len(lines))] = rng.choice([*lines, *other])


def _remove_lines(lines: list[str], other: list[str], rng: Random) -> None:
    at = rng.randrange(len(lines))
    del lines[at : at + rng.randrange(1, 9)]
    if not lines:
        lines.append("{}\n")


def _a_letter(lines: list[str], other: list[str], rng: Random) -> None:
    at = rng.randrange(len(lines))
    line, place = lines[at], rng.randrange(len(lines[at]))
    lines[at] = line[:place] + rng.choice('[]{}",:0719aZ\\\n') + line[place + 1 :]


def _fields(lines: list[str], at: int) -> dict[str, Any]:
    try:
        fields = json.loads(lines[at])
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


CHANGES: list[Callable[[list[str], list[str], Random], None]] = [
    _another_value,
    _an_inner_value,
    _a_number,
    _a_line_elsewhere,
    _a_line_of_another,
    _remove_lines,
    _a_letter,
]
