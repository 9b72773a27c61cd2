"""Traces of the SQL that a store executes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.storage.sqlite_connection import SqliteDatabase
from engine.storage.store import Store


def database_of(store: object) -> SqliteDatabase:
    """Return the database of a store in a file or in memory."""
    assert isinstance(store, Store)
    database = store.database
    assert isinstance(database, SqliteDatabase)
    return database


@contextmanager
def executed_statements(store: object) -> Iterator[list[str]]:
    """Collect the statements executed in the block, except those that set busy timeouts."""
    statements: list[str] = []

    def note(statement: str) -> None:
        if not statement.startswith("PRAGMA busy_timeout"):
            statements.append(statement)

    database_of(store).set_trace_callback(note)
    yield statements
    database_of(store).set_trace_callback(None)
