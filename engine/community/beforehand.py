"""What people have answered before they are asked (standing answers), so that their table need not
wait: a game names the decisions that can be answered so, and how. Nobody else is told of it."""

from __future__ import annotations

from engine.community.seating import own_seats
from engine.core.event import Value
from engine.core.game import load
from engine.core.players import Person
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.storage.owned import owing_of
from engine.storage.session import Session
from engine.storage.sql import insert
from engine.storage.store import Store
from engine.storage.topics import BOTS, topic_of_person


class Beforehand:
    """The standing answers of a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, id: str, person: Person) -> frozenset[str]:
        """The steps of a match that somebody has answered beforehand."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT DISTINCT step FROM beforehand WHERE match = ? AND person = ?",
                (id, person.id),
            )
            return frozenset(str(step) for (step,) in rows)

    def answer(self, id: str, person: Person, step: str, gives: bool) -> None:
        """Answer all decisions of a step at a match beforehand, till one's own turn, or no more.

        Raises NoSuchMatch, and NotAllowed for who does not sit there, for a step that cannot be
        answered so, and in one's own turn.
        """
        with self.store.writing() as base:
            seats = own_seats(base, id, person)
            base.execute(
                "DELETE FROM beforehand WHERE match = ? AND person = ? AND step = ?",
                (id, person.id, step),
            )
            if gives:
                record = self.store.record(id)
                if step not in load(record.header.game).beforehand or record.summary.over:
                    raise NotAllowed(words("That cannot be answered beforehand."))
                if record.summary.active in seats:
                    raise NotAllowed(
                        words("It is your own turn: nobody asks you for anything yet.")
                    )
                for seat in seats:
                    insert(base, "beforehand", match=id, seat=seat, step=step, person=person.id)
            self.store.ring(BOTS, topic_of_person(person.id))

    def due(self) -> list[tuple[str, int]]:
        """The matches and seats at which something is asked of somebody who has answered something
        there beforehand, and who still sits there."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT DISTINCT beforehand.match, beforehand.seat, match.owing FROM beforehand"
                " JOIN match ON match.id = beforehand.match"
                " JOIN owner ON owner.match = beforehand.match AND owner.seat = beforehand.seat"
                " WHERE owner.person = beforehand.person AND match.over = 0"
                " ORDER BY beforehand.match, beforehand.seat"
            ).fetchall()
        return [(str(id), seat) for id, seat, owing in rows if seat in owing_of(owing)]

    def pick(self, session: Session, seat: int) -> Value | None:
        """What was answered beforehand to what a seat is asked now; None if nothing was."""
        known = session.match.game.beforehand
        steps = [one.decision.name for one in session.match.owed() if one.seat == seat]
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT step FROM beforehand WHERE match = ? AND seat = ?", (session.id, seat)
            ).fetchall()
        given = {str(step) for (step,) in rows}
        return next((known[step].pick for step in steps if step in given and step in known), None)

    def end(self, id: str, seat: int) -> None:
        """What was answered beforehand for a seat counts no more."""
        with self.store.writing() as base:
            base.execute("DELETE FROM beforehand WHERE match = ? AND seat = ?", (id, seat))
