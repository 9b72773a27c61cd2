"""A store that keeps its matches as long as it lives, without a file."""

from __future__ import annotations

from functools import cache
from typing import Final
from weakref import finalize

from engine.storage import schema, sqlite_connection
from engine.storage.pubsub import InProcessBus
from engine.storage.sql_store import SqlStore

_NOWHERE: Final = ":memory:"


@cache
def _empty() -> sqlite_connection.SqliteDatabase:
    """The tables of today with nothing in them: to copy them takes a hundredth of the time that it
    takes to make them."""
    base = sqlite_connection.in_memory()
    schema.migrate(base)
    return base


class MemoryStore(SqlStore):
    """Keeps matches as long as somebody has the store; its bells ring within this program."""

    def __init__(self) -> None:
        self.called = _NOWHERE
        base = sqlite_connection.in_memory()
        _empty().backup(base)
        base.execute("PRAGMA foreign_keys = ON")
        self.hold(base, InProcessBus())
        finalize(self, base.close)
