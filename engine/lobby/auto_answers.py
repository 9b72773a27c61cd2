"""Auto-answers: answers that players give in advance, so that a table does not have to wait for
them.

Each game declares the decisions that can be answered in this way. Auto-answers are private.
"""

from __future__ import annotations

from attrs import frozen

from engine.core.event import Value
from engine.core.players import Person
from engine.core.state import State
from engine.errors import NotAllowed
from engine.games import load
from engine.lobby.seat_owners import own_seats
from engine.match.decision_request import DecisionRequest
from engine.storage.pubsub import BOTS_TOPIC, topic_of_person
from engine.storage.records import owing_of
from engine.storage.session import Session
from engine.storage.sql_statements import insert
from engine.storage.store import StoreUser


@frozen
class DueAnswers:
    """A seat with a pending decision, and the names of its auto-answers (`given`). `events` is
    the length of the log."""

    match: str
    seat: int
    events: int
    given: frozenset[str]

    def pick(self, session: Session, request: DecisionRequest[State]) -> Value | None:
        """Return the pick with which an auto-answer answers `request`. Return None if there is
        no auto-answer to the decision, or if the answer leaves the choice to the person."""
        available, decision = session.match.game.auto_answers, request.decision
        answers = [available[name] for name in sorted(self.given) if name in available]
        mine = (answer for answer in answers if decision.name in answer.steps)
        return next((answer.pick_for(request.view, decision) for answer in mine), None)


class AutoAnswers(StoreUser):
    """The auto-answers of a server. Every call may raise BadStore."""

    def of(self, id: str, person: Person) -> frozenset[str]:
        sql = "SELECT DISTINCT known FROM beforehand WHERE match = ? AND person = ?"
        return frozenset(str(name) for (name,) in self.store.rows(sql, (id, person.id)))

    def set_answer(self, id: str, person: Person, name: str, gives: bool) -> None:
        """Give (`gives`) or withdraw the auto-answer `name`, which the game declares. It lasts
        until the person's own turn, and replaces other answers to the same decisions.

        Raises NotAllowed for people without a seat and, if `gives`, for an unknown answer, for a
        match that is over, and during the person's own turn.
        """
        with self.store.write_transaction() as connection:
            seats = own_seats(connection, id, person)
            record = self.store.record(id)
            available = load(record.header.game).auto_answers
            ends = [name]
            if gives:
                if name not in available or record.summary.over:
                    raise NotAllowed("You cannot auto-answer that question.")
                if record.summary.active in seats:
                    raise NotAllowed("It is your own turn, so there is nothing to auto-answer yet.")
                steps = available[name].steps
                ends = [
                    other for other, known_answer in available.items() if known_answer.steps & steps
                ]
            for other in ends:
                connection.execute(
                    "DELETE FROM beforehand WHERE match = ? AND person = ? AND known = ?",
                    (id, person.id, other),
                )
            if gives:
                for seat in seats:
                    insert(
                        connection, "beforehand", match=id, seat=seat, known=name, person=person.id
                    )
            self.store.publish(BOTS_TOPIC, topic_of_person(person.id))

    def due(self) -> list[DueAnswers]:
        """Return the seats with pending decisions whose owners have given auto-answers."""
        rows = self.store.rows(
            "SELECT beforehand.match, beforehand.seat, match.owing, match.events, known"
            " FROM beforehand"
            " JOIN match ON match.id = beforehand.match"
            " JOIN owner ON owner.match = beforehand.match AND owner.seat = beforehand.seat"
            " WHERE owner.person = beforehand.person AND match.over = 0"
            " ORDER BY beforehand.match, beforehand.seat"
        )
        given: dict[tuple[str, int, int], set[str]] = {}
        for match, seat, owing, events, name in rows:
            if seat in owing_of(owing):
                given.setdefault((str(match), seat, events), set()).add(str(name))
        return [DueAnswers(*where, frozenset(names)) for where, names in given.items()]

    def end(self, due: DueAnswers) -> None:
        """Delete all auto-answers of the seat of `due`."""
        with self.store.write_transaction() as connection:
            connection.execute(
                "DELETE FROM beforehand WHERE match = ? AND seat = ?", (due.match, due.seat)
            )
