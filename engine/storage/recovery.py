"""Recovery of a damaged store: the readable rows of its main tables are copied into a new store.

The events of each match are recovered up to the first gap, because without the missing event the
later ones have no meaning.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from attrs import frozen

from engine.errors import BadSave, BadStore, GuildhallError
from engine.files import taking_the_place_of
from engine.storage import match_file, schema, sqlite_connection
from engine.storage.records import Summary, parse_events
from engine.storage.rolling_backups import backups_of
from engine.storage.sql_statements import update
from engine.storage.sqlite_pages import Row, Value, rows_in

Values = tuple[Value, ...]

RowsByTable = Mapping[str, Sequence[Values]]
"""The values of the rows of each table, by the table's name."""

_WORD: Final = (str,)
_NUMBER: Final = (int,)
_MAYBE_WORD: Final = (str, type(None))
_MAYBE_NUMBER: Final = (int, type(None))


@frozen
class _Table:
    """A table whose rows are recovered.

    A row belongs to the table if its values have the right `types` and it passes the test `is_one`,
    which rows of other tables with the same types fail. Its rows have rowids if `is_numbered`. Rows
    from older programs may lack up to `grown` values at the end.
    """

    name: str
    types: Sequence[tuple[type, ...]]
    is_numbered: bool = False
    grown: int = 0
    is_one: Callable[[Values], bool] = lambda values: True

    def fits(self, row: Row) -> bool:
        values = row.values
        return (
            self.is_numbered == (row.number is not None)
            and len(self.types) - self.grown <= len(values) <= len(self.types)
            and all(map(isinstance, values, self.types))
            and self.is_one(values)
        )


def _begins(at: int, start: str) -> Callable[[Values], bool]:
    return lambda values: str(values[at]).startswith(start)


_MATCH: Final = _Table(
    "match",
    [_WORD, _WORD, _NUMBER, *[_WORD] * 3, *[_NUMBER] * 5, _WORD, _WORD, _WORD],
    grown=2,
    is_one=_begins(3, "{"),
)
_EVENT: Final = _Table(
    "event", [_WORD, _NUMBER, _WORD, _MAYBE_WORD], grown=1, is_one=_begins(2, "{")
)
_OWNER: Final = _Table("owner", [_WORD, _NUMBER, _MAYBE_NUMBER, _MAYBE_NUMBER])
_PERSON: Final = _Table(
    "person", [_MAYBE_NUMBER, _WORD, _WORD, _NUMBER, _NUMBER, *[_WORD] * 3], is_numbered=True
)
_OTHERS: Final = (
    _Table("best", [*[_WORD] * 5, _NUMBER, _WORD]),
    _Table("key", [_WORD, _NUMBER, _WORD, _WORD], is_one=_begins(0, "SHA256:")),
    _Table("house", [_WORD, _WORD], is_one=_begins(0, "invitation")),
    _Table("hosted", [_WORD, _MAYBE_NUMBER, _WORD, *[_NUMBER] * 2, _WORD, *[_NUMBER] * 2], grown=2),
    _Table("ending", [_WORD, _WORD, _NUMBER, _WORD]),
    _Table("note", [_WORD, _NUMBER, _WORD, _WORD], is_one=_begins(2, "2")),
    _Table("line", [_WORD, _NUMBER, _NUMBER, _WORD, _WORD]),
    _Table("muted", [_NUMBER, _NUMBER]),
)
_TABLES: Final = (_PERSON, _MATCH, _EVENT, _OWNER, *_OTHERS)
"""The tables to recover. Other tables, such as those of waiting tables, proposals, reviews and
notifications, are not recovered."""

_OF_MATCHES: Final = ("match", "event", "owner", "best", "hosted", "ending")


@frozen
class RecoveredMatch:
    """A match with the number of events that were `recovered`, and the number that it should have
    (`expected`)."""

    id: str
    recovered: int
    expected: int


@frozen
class Recovery:
    """The result of a recovery: the recovered matches, and the number of recovered people.
    `without_header` maps the ids of matches whose headers are lost to the numbers of their events,
    which are not recovered."""

    matches: Sequence[RecoveredMatch]
    without_header: Mapping[str, int]
    people: int

    @property
    def missing(self) -> Sequence[RecoveredMatch]:
        return [match for match in self.matches if match.recovered < match.expected]


def recover_into(source: Path, target: Path, *, force: bool = False) -> Recovery:
    """Copy the readable rows of the store in the file `source` into the new file `target`, which
    only its owner can read.

    Either the whole file is created, or nothing is. Missing parts of a match are taken from the
    newest backup of the store, if there is one. If no match is readable, all rows of the backup are
    added. Raises CannotWrite, AlreadyThere for an existing file unless `force` (and always for
    `source` itself), and BadStore if there is no file `source` or it cannot be opened.
    """
    if not source.is_file():
        raise BadStore("There is no database in {file} yet.", file=str(source))
    place = match_file.checked_target(target, force=force, never=source)
    with sqlite_connection.translated_errors(str(source)):
        rows = list(rows_in(source))
        backed_up = [row for backup in backups_of(source)[:1] for row in rows_in(backup)]
    with match_file.writing_to(target), taking_the_place_of(place) as temporary:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            sqlite_connection.translated_errors(str(target)),
            closing(sqlite_connection.to_write(temporary)) as connection,
        ):
            connection.execute("BEGIN IMMEDIATE")
            without_header = recover(rows, connection, backed_up)
            ids = connection.execute("SELECT id FROM match ORDER BY id").fetchall()
            matches = [_cut_at_gap(connection, id) for (id,) in ids]
            (people,) = connection.execute("SELECT count(*) FROM person").fetchone()
            connection.execute("COMMIT")
    return Recovery(matches, without_header, people)


def recover(
    rows: Iterable[Row], connection: sqlite3.Connection, backed_up: Iterable[Row] = ()
) -> Mapping[str, int]:
    """Create the tables of an empty database, and insert `rows`, the rows of a store in any order.

    Missing rows of matches are taken from `backed_up`, the rows of a backup. If `rows` has no rows
    of matches, all rows of the backup are added. Return the number of events of each match whose
    header is lost, by id. Raises sqlite3.Error.
    """
    schema.migrate(connection)
    by_table = _completed(_by_table(rows), _by_table(backed_up))
    connection.execute("PRAGMA foreign_keys = ON")
    for table in (_PERSON, _MATCH):
        _insert(connection, table.name, by_table[table.name])
    connection.execute(schema.FOLD_NAMES)
    seat_counts = _seat_counts(connection)
    events = [values for values in by_table[_EVENT.name] if values[0] in seat_counts]
    _insert(connection, _EVENT.name, events)
    for table in _OTHERS:
        _insert(connection, table.name, by_table[table.name])
    _seat(connection, by_table[_OWNER.name], seat_counts)
    ids = (str(values[0]) for values in by_table[_EVENT.name] if values[0] not in seat_counts)
    return Counter(ids)


def _by_table(rows: Iterable[Row]) -> RowsByTable:
    """Return the rows by the tables to which they belong. Rows that fit no table are left out."""
    by_table: dict[str, list[Values]] = {table.name: [] for table in _TABLES}
    for row in rows:
        table = next((table for table in _TABLES if table.fits(row)), None)
        if table is _PERSON:
            by_table[table.name].append((row.number, *row.values[1:]))
        elif table is not None:
            by_table[table.name].append(row.values)
    return by_table


def _completed(recovered: RowsByTable, backed_up: RowsByTable) -> RowsByTable:
    """Return the recovered rows, followed by the rows of a backup for the same matches.

    A log only grows, so events with equal numbers are equal. Other matches may have been deleted
    since the backup, so all rows of the backup are added only if no match was recovered at all.
    """
    known = {values[0] for name in (_MATCH.name, _EVENT.name) for values in recovered[name]}
    more = backed_up
    if known:
        of_known = {name: backed_up[name] for name in _OF_MATCHES}
        more = {
            name: [values for values in rows if values[0] in known]
            for name, rows in of_known.items()
        }
    return {name: [*rows, *more.get(name, ())] for name, rows in recovered.items()}


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Values]) -> None:
    """Insert rows. Skip duplicates, and rows that refer to lost rows."""
    columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    for values in rows:
        marks = ", ".join("?" * len(values))
        names = ", ".join(columns[: len(values)])
        try:
            connection.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", values)
        except sqlite3.IntegrityError:
            continue


def _seat_counts(connection: sqlite3.Connection) -> Mapping[Value, int]:
    """Return the number of seats of each match by id. It is 0 if the header is unreadable."""
    return {id: _seats(line) for id, line in connection.execute("SELECT id, header FROM match")}


def _seats(line: str) -> int:
    try:
        return len(match_file.parse_header(line).seats)
    except BadSave:
        return 0


def _seat(
    connection: sqlite3.Connection, owners: Sequence[Values], seat_counts: Mapping[Value, int]
) -> None:
    """Restore the owners of seats. A seat whose owner is lost becomes free; if it were left out,
    the seats after it would be shifted."""
    people = {number for (number,) in connection.execute("SELECT id FROM person")}
    owner_of_seat = {(id, seat): (person, former) for id, seat, person, former in owners}
    for id in {id for id, _ in owner_of_seat if id in seat_counts}:
        for seat in range(seat_counts[id]):
            whose = [
                person if person in people else None
                for person in owner_of_seat.get((id, seat), (None, None))
            ]
            _insert(connection, _OWNER.name, [(id, seat, *whose)])


def _cut_at_gap(connection: sqlite3.Connection, id: Value) -> RecoveredMatch:
    """Delete the events of a match from the first gap on, and return how many events are left and
    how many were expected. If any are missing, also delete the early end of the match, and
    recompute its summary."""
    (expected,) = connection.execute("SELECT events FROM match WHERE id = ?", (id,)).fetchone()
    rows = connection.execute("SELECT number FROM event WHERE match = ? ORDER BY number", (id,))
    numbers = [number for (number,) in rows]
    recovered = next((at for at, number in enumerate(numbers) if number != at + 1), len(numbers))
    if not recovered == expected == len(numbers):
        connection.execute("DELETE FROM event WHERE match = ? AND number > ?", (id, recovered))
        connection.execute("DELETE FROM ending WHERE match = ?", (id,))
        update(connection, "match", id, events=recovered, over=0)
        _update_summary(connection, id)
    return RecoveredMatch(str(id), recovered, max(expected, recovered))


def _update_summary(connection: sqlite3.Connection, id: Value) -> None:
    """Recompute the summary of a match from its remaining events, if they can be read."""
    (line,) = connection.execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
    rows = connection.execute("SELECT body, at FROM event WHERE match = ? ORDER BY number", (id,))
    try:
        header = match_file.parse_header(line)
        events = parse_events(rows.fetchall(), header, str(id))
        match = match_file.load_match(header, events, str(id))
    except GuildhallError:
        return
    update(connection, "match", id, **Summary.of(match).columns)
