"""Rows about matches of people: whose seats they are (ownership), for whom they wait, and how
people have ended them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from engine import clock
from engine.core.early_end import AGREED, CONCEDED, Ending
from engine.storage.database import Connection
from engine.storage.sql_statements import Stored, insert

OWNERS: Final = (
    "(SELECT group_concat(seat || ':' || coalesce(person || '', ''), ',')"
    " FROM owner WHERE owner.match = match.id)"
)
"""The seats of a match and their owners, as one text in no order; null for a match without
owners."""

ENDING: Final = (
    "(SELECT kind || ' ' || seat || ' ' || at FROM ending WHERE ending.match = match.id)"
)
"""How people have ended a match, as one text; null where they have not."""


def owners_of(column: Stored, seats: int) -> tuple[int | None, ...]:
    """The owners that a column `OWNERS` tells, in the order of the seats; empty for a match without
    owners."""
    if not isinstance(column, str):
        return ()
    pairs = (one.partition(":") for one in column.split(","))
    known = {seat: int(person) for seat, _, person in pairs if person.isdecimal()}
    return tuple(known.get(str(seat)) for seat in range(seats))


def seats_of(base: Connection, id: str, person: int) -> frozenset[int]:
    """The seats of a match that somebody has."""
    rows = base.execute("SELECT seat FROM owner WHERE match = ? AND person = ?", (id, person))
    return frozenset(seat for (seat,) in rows)


def note_awaited(
    base: Connection,
    id: str,
    owing: Collection[int],
    now: str,
    moved: Collection[int] = (),
) -> None:
    """Keep for whom a match waits, given the seats that owe a decision; who was waited for before
    is so since then, and has a move's time anew if one of their seats has `moved`. It waits for
    nobody's sake where it has no owners."""
    owners = base.execute("SELECT seat, person FROM owner WHERE match = ?", (id,)).fetchall()
    if not owners:
        return
    due = {person for seat, person in owners if seat in owing and person is not None}
    rows = base.execute("SELECT person FROM awaited WHERE match = ?", (id,)).fetchall()
    before = {person for (person,) in rows}
    for person in before - due:
        base.execute("DELETE FROM awaited WHERE match = ? AND person = ?", (id, person))
    for person in {person for seat, person in owners if seat in moved} & due & before:
        base.execute(
            "UPDATE awaited SET moved = ?, tries = 0, again = '',"
            " told = CASE WHEN told > 1 THEN 1 ELSE told END WHERE match = ? AND person = ?",
            (now, id, person),
        )
    for person in due - before:
        fresh: dict[str, Stored] = {"since": now, "tries": 0, "again": "", "told": 0}
        insert(base, "awaited", match=id, person=person, **fresh)


def answers_beforehand(base: Connection, id: str) -> bool:
    """Whether somebody has answered something at a match beforehand."""
    row = base.execute("SELECT 1 FROM beforehand WHERE match = ?", (id,)).fetchone()
    return row is not None


def owing_of(column: Stored) -> tuple[int, ...]:
    """The seats that a column `owing` names; none where it cannot be read."""
    try:
        found = json.loads(str(column))
    except (ValueError, RecursionError):
        return ()
    return tuple(one for one in found if type(one) is int) if isinstance(found, list) else ()


def ending_of(column: Stored) -> Ending | None:
    """The ending that a column `ENDING` tells; an unreadable one is an agreement long ago."""
    if column is None:
        return None
    try:
        kind, seat, at = str(column).split(" ")
        return Ending(CONCEDED if kind == CONCEDED else AGREED, int(seat), clock.known(at))
    except ValueError:
        return Ending(AGREED, -1, clock.LONG_AGO)


def note_ending(base: Connection, id: str, ending: Ending) -> None:
    """Write down how a match was ended; nothing is asked at its table any more."""
    at = clock.written(ending.when)
    insert(base, "ending", match=id, kind=ending.kind, seat=ending.seat, at=at)
    ask_no_more(base, id)


def ask_no_more(base: Connection, id: str) -> None:
    """Whatever the table of a match was asked is decided, or others sit there by now."""
    base.execute("DELETE FROM proposal WHERE match = ?", (id,))


def lapse(base: Connection, id: str) -> None:
    """A match has gone on: what was asked about it as it stood is asked no more."""
    base.execute("DELETE FROM proposal WHERE match = ? AND kind <> 'give'", (id,))
