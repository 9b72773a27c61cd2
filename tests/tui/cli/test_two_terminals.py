"""Two people on one machine at separate terminals: `guildhall resume ID --as NAME`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.wire import Terminal

PROGRAM = [sys.executable, "-m", "tui", "resume"]
SIZE = (120, 40)
PATIENCE = 120.0
"""Seconds to wait for an output."""


class Person:
    """A person at a terminal, and the text on it."""

    def __init__(self, home: Path, id: str, *arguments: str) -> None:
        self.terminal = Terminal([*PROGRAM, id, *arguments, "--home", str(home)], size=SIZE)
        self.screen = pyte.Screen(*SIZE)
        self.stream = pyte.ByteStream(self.screen)
        self.received = b""

    def __enter__(self) -> Person:
        self.terminal.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.terminal.__exit__(*error)

    def settled_text(self) -> str:
        """Return the terminal's text once no more output arrives."""
        data = self.terminal.read(quiet=0.05, patience=0.15)
        self.received += data
        self.stream.feed(data)
        return "\n".join(self.screen.display)

    def wait_for_text(self, *what: str) -> str:
        """Wait until the terminal shows all of the texts."""
        return self.wait_until(lambda shown: all(one in shown for one in what), " and ".join(what))

    def wait_until(self, is_so: Callable[[str], bool], what: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not is_so(shown := self.settled_text()):
            assert time.monotonic() < deadline, f"{what} has not appeared:\n{shown}"
        return shown

    def type(self, keys: str) -> None:
        self.terminal.type(keys)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "games.sqlite3")


def person_asked(store: SqliteStore, id: str) -> int:
    """Return the seat to move, once the bot that the programs move has moved."""
    deadline = time.monotonic() + PATIENCE
    while (seat := store.load(id).pending()[0].seat) == 2:
        assert time.monotonic() < deadline, "the bot does not move"
        time.sleep(0.05)
    return seat


def test_two_terminals_follow_each_other_and_a_third_watches(
    tmp_path: Path, store: SqliteStore
) -> None:
    seats = [("Anna", "person"), ("Boris", "person"), ("Clara", "bot:random")]
    id = Session.begin(store, "middle_ages", seats, seed="7").id
    with (
        Person(tmp_path, id, "--as", "Anna") as anna,
        Person(tmp_path, id, "--as", "Boris") as boris,
        Person(tmp_path, id, "--watch") as look_on,
    ):
        here = "● Anna  ● Boris  ■ Clara  1 watching"
        shown = {one: one.wait_for_text(here) for one in (anna, boris, look_on)}
        assert "has been choosing since" in shown[look_on]
        people = {0: ("Anna", anna), 1: ("Boris", boris)}
        for _ in range(8):
            name, asked = people[person_asked(store, id)]
            for one in (anna, boris, look_on):
                one.wait_for_text(
                    f"{name}: " if one is asked else f"{name} has been choosing since"
                )
            length = len(store.since(id, 0))

            def chosen(length: int = length) -> bool:
                return len(store.since(id, 0)) > length

            for _ in range(100):
                if chosen():
                    break
                asked.type("\r")
                time.sleep(0.2)
                asked.settled_text()
            asked.wait_until(lambda _: chosen(), "a choice")
        boris.type("q")
        anna.wait_for_text("○ Boris")
        look_on.wait_for_text("○ Boris")
