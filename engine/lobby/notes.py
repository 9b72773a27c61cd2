"""What people note for themselves at a table (private notes): nobody else reads it, and it is in no
saved game."""

from __future__ import annotations

from typing import Final

from engine import clock
from engine.core.players import Person
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.lobby.chat import check_direction, from_the_left, tidied
from engine.lobby.seat_owners import own_seats
from engine.storage.sql_statements import insert
from engine.storage.store import Store

MOST_NOTED: Final = 600
"""How many letters somebody may note at one table."""


class Notes:
    """What is noted in a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, id: str, person: Person) -> str:
        """What somebody has noted at the table of a match; empty if nothing."""
        with self.store.reading() as base:
            row = base.execute(
                "SELECT text FROM note WHERE match = ? AND person = ?", (id, person.id)
            ).fetchone()
        return "" if row is None else from_the_left(tidied(str(row[0])))[:MOST_NOTED]

    def save(self, id: str, person: Person, text: str) -> None:
        """Keep that in place of what somebody had noted there; an empty text forgets it.

        Raises NotAllowed for who does not sit there, and for what is too long.
        """
        check_direction(text)
        tidy = tidied(text)
        if len(tidy) > MOST_NOTED:
            raise NotAllowed(words("A note can have up to {most} characters.", most=MOST_NOTED))
        with self.store.writing() as base:
            own_seats(base, id, person)
            base.execute("DELETE FROM note WHERE match = ? AND person = ?", (id, person.id))
            if tidy:
                at = clock.written(self.store.clock())
                insert(base, "note", match=id, person=person.id, at=at, text=tidy)
