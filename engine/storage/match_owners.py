"""SQL for matches of registered people: owners of seats, people for whom a match is waiting, and
early ends."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from typing import Final

from engine import clock
from engine.core.players import AGREED, CONCEDED, Ending
from engine.storage.database import Connection
from engine.storage.sql_statements import Stored, insert

OWNERS: Final = (
    "(SELECT group_concat(seat || ':' || coalesce(person || '', ''), ',')"
    " FROM owner WHERE owner.match = match.id)"
)
"""SQL for the seats of a match and their owners, as a single text in any order. It is null for a
match without owners."""

ENDING: Final = (
    "(SELECT kind || ' ' || seat || ' ' || at FROM ending WHERE ending.match = match.id)"
)
"""SQL for the early end of a match, as a single text. It is null if there is none."""


def owners_of(column: Stored, seats: int) -> tuple[int | None, ...]:
    """Parse a column `OWNERS`, and return the owners in seat order, with None for a seat without an
    owner. For a match without owners, return nothing."""
    if not isinstance(column, str):
        return ()
    pairs = (pair.partition(":") for pair in column.split(","))
    known = {seat: int(person) for seat, _, person in pairs if person.isdecimal()}
    return tuple(known.get(str(seat)) for seat in range(seats))


def seats_of(base: Connection, id: str, person: int) -> frozenset[int]:
    rows = base.execute("SELECT seat FROM owner WHERE match = ? AND person = ?", (id, person))
    return frozenset(seat for (seat,) in rows)


def note_awaited(
    base: Connection,
    id: str,
    owing: Collection[int],
    now: datetime,
    moved: Collection[int] = (),
) -> None:
    """Update the people for whom a match is waiting, given the seats with pending decisions
    (`owing`).

    If the match was already waiting for a person, the start time does not change, but the person
    gets a new time limit if one of their seats has `moved`. A match without owners waits for
    nobody.
    """
    owners = base.execute("SELECT seat, person FROM owner WHERE match = ?", (id,)).fetchall()
    if not owners:
        return
    time = clock.written(now)
    due = {person for seat, person in owners if seat in owing and person is not None}
    rows = base.execute("SELECT person FROM awaited WHERE match = ?", (id,)).fetchall()
    before = {person for (person,) in rows}
    for person in before - due:
        base.execute("DELETE FROM awaited WHERE match = ? AND person = ?", (id, person))
    for person in {person for seat, person in owners if seat in moved} & due & before:
        base.execute(
            "UPDATE awaited SET moved = ?, tries = 0, again = '',"
            " told = CASE WHEN told > 1 THEN 1 ELSE told END WHERE match = ? AND person = ?",
            (time, id, person),
        )
    for person in due - before:
        fresh: dict[str, Stored] = {"since": time, "tries": 0, "again": "", "told": 0}
        insert(base, "awaited", match=id, person=person, **fresh)


def answers_beforehand(base: Connection, id: str) -> bool:
    row = base.execute("SELECT 1 FROM beforehand WHERE match = ?", (id,)).fetchone()
    return row is not None


def owing_of(column: Stored) -> tuple[int, ...]:
    """Parse a column `owing`, and return the seats with pending decisions. If it cannot be parsed,
    return nothing."""
    try:
        seats = json.loads(str(column))
    except (ValueError, RecursionError):
        return ()
    return tuple(seat for seat in seats if type(seat) is int) if isinstance(seats, list) else ()


def ending_of(column: Stored) -> Ending | None:
    """Parse a column `ENDING`. Return None if it is NULL. An unreadable value is treated as an
    agreement made long ago."""
    if column is None:
        return None
    try:
        kind, seat, at = str(column).split(" ")
        return Ending(CONCEDED if kind == CONCEDED else AGREED, int(seat), clock.known(at))
    except ValueError:
        return Ending(AGREED, -1, clock.LONG_AGO)


def note_ending(base: Connection, id: str, ending: Ending) -> None:
    """Record the early end of a match, and withdraw its open proposal."""
    at = clock.written(ending.when)
    insert(base, "ending", match=id, kind=ending.kind, seat=ending.seat, at=at)
    withdraw_proposal(base, id)


def withdraw_proposal(base: Connection, id: str) -> None:
    """Withdraw the open proposal of a match, because it has been decided or the seats have new
    owners."""
    base.execute("DELETE FROM proposal WHERE match = ?", (id,))


def withdraw_stale_proposal(base: Connection, id: str) -> None:
    base.execute("DELETE FROM proposal WHERE match = ? AND kind <> 'give'", (id,))
