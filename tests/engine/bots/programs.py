"""Bot programs for tests: those in `docs/bots.md`, and some with errors."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import engine
from engine.core import players

PAGE: Final = Path(engine.__file__).parents[1] / "docs" / "bots.md"

_HEAD: Final = f"""#!{sys.executable}
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    if "guildhall" in said:
        say(name="test", protocol=1)
"""


def of_the_page(language: str) -> str:
    """Return the program in a language from `docs/bots.md`."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, language
    return found[1]


def program(folder: Path, source: str) -> Path:
    """Write a program that can be started."""
    path = folder / f"bot{len(list(folder.iterdir()))}"
    path.write_text(source, encoding="utf-8")
    path.chmod(0o755)
    return path


def python(folder: Path, at_an_ask: str, *, at_the_end: str = "pass") -> Path:
    """Write a program that greets, runs `at_an_ask` at each question, and `at_the_end` after the
    match."""
    body = "".join(f"        {line}\n" for line in at_an_ask.splitlines())
    end = f'    elif "over" in said:\n        {at_the_end}\n'
    return program(folder, f'{_HEAD}    elif "ask" in said:\n{body}{end}')


@contextmanager
def admitted(named: Mapping[str, Path]) -> Iterator[None]:
    """Register these programs as bots in the block."""
    before = dict(players.BOT_PROGRAMS)
    for name, path in named.items():
        players.admit_program(name, path)
    try:
        yield
    finally:
        players.BOT_PROGRAMS.clear()
        players.BOT_PROGRAMS.update(before)
