"""The output of a command, and a finished match, for tests of the command line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from attrs import evolve

from engine.core.event import Event
from engine.storage.records import Summary
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played

Guildhall = Callable[..., "CommandResult"]


class CommandResult:
    """The output of a command, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def add_rated(store: SqliteStore, id: str) -> list[Event]:
    """Add a finished match of Anna and a bot, with an event every three seconds, and return its
    events."""
    match = played("middle_ages", 2, "rated")
    header = evolve(match.header, seats=(("Anna", "person"), ("Greedy", "bot:greedy")))
    start = datetime(2026, 5, 9, tzinfo=UTC)
    log = [evolve(one, at=start + timedelta(seconds=3 * one.number)) for one in match.log]
    store.add(id, header, log, Summary.of(match))
    return log
