"""Everything that a store holds, moved into another one, of whichever kind (migration of data):
whole, or not at all.

What was written is read again before it is kept: count and digest of the rows of each table are to
be those of the rows that were read.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from attrs import frozen

from engine.errors import BadStore
from engine.i18n.text import words
from engine.storage import schema
from engine.storage.database import Database
from engine.storage.sql_store import SqlStore

_OF_A_MATCH: Final = ("event", "line")
"""The tables that are read match by match: nobody has all of their rows in memory."""

_SPACE: Final = 2**256


@frozen
class _Part:
    """Some rows of a table, and what their columns are called."""

    table: str
    names: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def digest(self) -> int:
        """What the rows add up to, in whatever order they come."""
        texts = (repr(tuple(row)).encode("utf-8", "surrogateescape") for row in self.rows)
        return sum(int.from_bytes(hashlib.sha256(text).digest(), "big") for text in texts)


class _Sums:
    """How many rows the tables have, and what they add up to."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))

    def add(self, part: _Part) -> None:
        """Count the rows of a part too."""
        count, digest = self.found[part.table]
        self.found[part.table] = count + len(part.rows), (digest + part.digest()) % _SPACE


def copy_store(source: SqlStore, target: SqlStore, tell: Callable[[int, int], None]) -> int:
    """Copy everything out of a store into an empty one; the number of matches. Nobody else can
    write into either of them meanwhile. `tell` is given how much is done, and of how much.

    Raises BadStore, and the target is as empty as before.
    """
    with _held(source) as old, target.writing() as new:
        _check_empty(new, target)
        matches = [id for (id,) in old.execute("SELECT id FROM match").fetchall()]
        steps = 2 * len(list(_parts(matches)))
        read, written = _Sums(), _Sums()
        for done, part in enumerate(_read(old, matches), 1):
            read.add(part)
            _write(new, part)
            tell(done, steps)
        for done, part in enumerate(_read(new, matches), steps // 2 + 1):
            written.add(part)
            tell(done, steps)
        if read.found != written.found:
            raise BadStore(
                words(
                    "What was written to {store} does not match what was read, so nothing "
                    "was saved there.",
                    store=target.called,
                )
            )
        new.number_on(old.numbers())
    return len(matches)


def _held(store: SqlStore) -> AbstractContextManager[Database]:
    """A transaction that reads, while nobody else writes where anybody can."""
    return store.writing() if store.only_read is None else store.reading()


def _check_empty(base: Database, store: SqlStore) -> None:
    """Raises BadStore if anything is kept there."""
    for table in schema.tables():
        if base.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:
            raise BadStore(
                words(
                    "{store} is not empty. You can move everything only into an empty database.",
                    store=store.called,
                )
            )


def _parts(matches: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """The tables, each behind those that it refers to, and of which match; None for all."""
    for table in schema.tables():
        for match in matches if table in _OF_A_MATCH else (None,):
            yield table, match


def _read(base: Database, matches: Sequence[str]) -> Iterator[_Part]:
    for table, match in _parts(matches):
        names = sorted(base.columns(table))
        where, values = ("", ()) if match is None else (" WHERE match = ?", (match,))
        rows = base.execute(f"SELECT {', '.join(names)} FROM {table}{where}", values).fetchall()
        yield _Part(table, names, rows)


def _write(base: Database, part: _Part) -> None:
    names, marks = ", ".join(part.names), ", ".join("?" * len(part.names))
    if part.rows:
        base.executemany(f"INSERT INTO {part.table} ({names}) VALUES ({marks})", part.rows)
