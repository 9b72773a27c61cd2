"""Private notes of players at a table: nobody else reads them, and no saved game has them."""

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
"""Maximum length of a person's note at a table, in characters."""


class Notes:
    """The private notes on a server. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, id: str, person: Person) -> str:
        """Return a person's note at the table of a match; empty if there is none."""
        with self.store.reading() as base:
            row = base.execute(
                "SELECT text FROM note WHERE match = ? AND person = ?", (id, person.id)
            ).fetchone()
        return "" if row is None else from_the_left(tidied(str(row[0])))[:MOST_NOTED]

    def save(self, id: str, person: Person, text: str) -> None:
        """Replace a person's note; an empty text deletes it.

        Raises NotAllowed for people without a seat, and for a text that is too long.
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
