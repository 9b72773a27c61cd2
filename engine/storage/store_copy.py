"""Copying a store into another one of any kind, completely or not at all.

The copy is read back before it is committed. The row counts and the digests of all tables must
match.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from attrs import frozen

from engine.errors import BadStore
from engine.storage import schema
from engine.storage.database import Database
from engine.storage.store import Store

_OF_A_MATCH: Final = ("event", "line")
"""Tables that are read match by match, which limits the use of memory."""

_SPACE: Final = 2**256


@frozen
class _Part:
    """Some rows of a table, with the names of their columns."""

    table: str
    names: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def digest(self) -> int:
        """Return the sum of the hashes of the rows. It does not depend on their order."""
        texts = (repr(tuple(row)).encode("utf-8", "surrogateescape") for row in self.rows)
        return sum(int.from_bytes(hashlib.sha256(text).digest(), "big") for text in texts)


class _Sums:
    """Row counts and digests of tables."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))

    def add(self, part: _Part) -> None:
        count, digest = self.found[part.table]
        self.found[part.table] = count + len(part.rows), (digest + part.digest()) % _SPACE


def copy_store(source: Store, target: Store, report_progress: Callable[[int, int], None]) -> int:
    """Copy `source` into `target`, which must be empty, and return the number of matches. During
    the copy, both stores are locked against other writers, except for a read-only `source`.

    `report_progress` is called with the number of steps done and the total number of steps. Raises
    BadStore; `target` is then unchanged.
    """
    with _locked(source) as old, target.write_transaction() as new:
        _check_empty(new, target)
        matches = [id for (id,) in old.execute("SELECT id FROM match").fetchall()]
        steps = 2 * len(list(_parts(matches)))
        read, written = _Sums(), _Sums()
        for done, part in enumerate(_read(old, matches), 1):
            read.add(part)
            _write(new, part)
            report_progress(done, steps)
        for done, part in enumerate(_read(new, matches), steps // 2 + 1):
            written.add(part)
            report_progress(done, steps)
        if read.found != written.found:
            raise BadStore(
                "What was written to {store} does not match what was read, so nothing "
                "was saved there.",
                store=target.display_name,
            )
        new.continue_numbering(old.numbers())
    return len(matches)


def _locked(store: Store) -> AbstractContextManager[Database]:
    """Open a transaction for reading. It holds the write lock unless the store is read-only."""
    return store.write_transaction() if store.only_read is None else store.read_transaction()


def _check_empty(database: Database, store: Store) -> None:
    """Raise BadStore unless the store is empty."""
    for table in schema.tables():
        if database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:
            raise BadStore(
                "{store} is not empty. You can only move the data to an empty database.",
                store=store.display_name,
            )


def _parts(matches: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Yield the (table, match) pairs to copy one by one. Each table comes after the tables to which
    it refers. The match is None for a whole table."""
    for table in schema.tables():
        for match in matches if table in _OF_A_MATCH else (None,):
            yield table, match


def _read(database: Database, matches: Sequence[str]) -> Iterator[_Part]:
    for table, match in _parts(matches):
        names = sorted(database.columns(table))
        where, values = ("", ()) if match is None else (" WHERE match = ?", (match,))
        rows = database.execute(f"SELECT {', '.join(names)} FROM {table}{where}", values).fetchall()
        yield _Part(table, names, rows)


def _write(database: Database, part: _Part) -> None:
    names, marks = ", ".join(part.names), ", ".join("?" * len(part.names))
    if part.rows:
        database.executemany(f"INSERT INTO {part.table} ({names}) VALUES ({marks})", part.rows)
