"""Proposals to the players of a match on different terminals, and votes on them.

Undoing beyond a barrier and ending a match early need a yes from everyone. A majority of the others
can give away a seat with a pending decision if its player has been absent for long or has missed
the deadline. Bots and free seats have no vote. The last yes that is needed executes the proposal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from attrs import evolve, frozen

from engine import clock
from engine.core.event import PICK_EVENT
from engine.core.players import AGREED, PERSON, Ending, Person, checked_bot, ended
from engine.errors import Conflict, NotAllowed
from engine.lobby.deadlines import late_at
from engine.lobby.seat_owners import current_standings, hand_over, own_seats
from engine.lobby.waiting_table import sound_days
from engine.match.match import MAX_SEATS
from engine.storage.database import Connection
from engine.storage.pubsub import topics_of
from engine.storage.records import Record, Summary, seats_of, withdraw_proposal
from engine.storage.sql_statements import insert
from engine.storage.store import StoreUser

PROPOSE_REWIND: Final = "rewind"
PROPOSE_END: Final = "end"
PROPOSE_SEAT: Final = "give"

PROPOSAL_OPEN: Final = "open"
PROPOSAL_EXECUTED: Final = "done"
PROPOSAL_DECLINED: Final = "declined"
PROPOSAL_GONE: Final = "gone"
"""The possible results of a vote: the proposal is still open, has been executed or has been
declined, or the vote had no effect (gone), because the proposal was already closed or the person
had no vote left."""

_PROPOSAL_QUERY: Final = (
    "SELECT proposal.match, proposal.kind, proposal.seat, number, proposal.events, player, made,"
    " (SELECT group_concat(person || '', ',') FROM answer"
    "  WHERE answer.match = proposal.match AND yes = 1),"
    " (SELECT group_concat(person || '', ',') FROM answer"
    "  WHERE answer.match = proposal.match AND yes = 0)"
    " FROM proposal"
)


@frozen
class Proposal:
    """A proposal to the players of a match. `seat` is the lowest seat of the player who made it;
    `made` is in UTC.

    `kind` is one of `PROPOSE_REWIND` (undo everything after event `number`), `PROPOSE_END` (end the
    match as it is) and `PROPOSE_SEAT` (give the seat `number` to `player`). `events` is the length
    of the log when the proposal was made. `people` are the ids of those who have a vote; `yes` and
    `no` are the ids of those who have voted for and against it.
    """

    match: str
    kind: str
    seat: int
    number: int
    events: int
    player: str
    made: datetime
    people: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]

    @property
    def needed(self) -> int:
        everybody = len(self.people)
        return everybody // 2 + 1 if self.kind == PROPOSE_SEAT else everybody

    @property
    def is_agreed(self) -> bool:
        return len(self.yes) >= self.needed

    @property
    def is_declined(self) -> bool:
        """Whether there are so many no votes that the proposal can no longer be accepted."""
        return len(self.people) - len(self.no) < self.needed

    def asks(self, person: Person) -> bool:
        """Whether a person has a vote and has not voted yet."""
        return person.id in self.people and person.id not in (*self.yes, *self.no)

    def is_same(self, other: Proposal) -> bool:
        """Whether `other` is the same proposal. `player`, `people` and the votes are not
        compared."""
        mine, yours = (
            evolve(proposal, player="", people=(), yes=(), no=()) for proposal in (self, other)
        )
        return mine == yours


class Proposals(StoreUser):
    """The proposals of a server.

    Every call may raise BadStore. `propose`, `answer` and `withdraw` may raise NotAllowed with the
    reason, NoSuchMatch, or Ended for a match that is over.
    """

    # ------------------------------------------------------------------ queries

    def open_one(self, id: str) -> Proposal | None:
        """Return the open proposal of a match; None if there is none."""
        return self.store.query(lambda connection: self._open_one(connection, id))

    def of(self, person: Person) -> list[Proposal]:
        """Return the open proposals in all matches on which a person has a vote but has not voted
        yet, oldest first."""
        with self.store.read_transaction() as connection:
            ids = connection.execute(
                "SELECT proposal.match FROM owner CROSS JOIN proposal"
                " ON proposal.match = owner.match WHERE owner.person = ? ORDER BY made",
                (person.id,),
            ).fetchall()
            proposals = [self._open_one(connection, id) for (id,) in ids]
        return [
            proposal for proposal in proposals if proposal is not None and proposal.asks(person)
        ]

    def to_give(self, id: str) -> list[int]:
        """Return the seats of a match that can be given away now. Their players have pending
        decisions, and have been absent for long enough or have missed the deadline. Raises
        NoSuchMatch."""
        with self.store.read_transaction() as connection:
            return _seats_to_give(connection, self.store.record(id), self.store.clock())

    # ------------------------------------------------------------------ proposing and voting

    def propose(
        self,
        id: str,
        person: Person,
        kind: str,
        *,
        number: int = 0,
        player: str = PERSON,
        events: int | None = None,
    ) -> str:
        """Make a proposal of a `kind` (see `Proposal`) with the person's own yes, and return the
        result of this vote. If nobody else has a vote, the proposal is executed at once. Raises
        NotAllowed if another proposal is open.

        `number` is the event after which everything is undone, or the seat that is given to
        `player`: a bot, or `PERSON` for anyone. A match that has ended by its rules can still be
        rewound. `events` is the length of the log as the person has seen it (None to skip the
        check). Raises Conflict if the log has a different length by now.
        """
        if player != PERSON:
            player = f"bot:{checked_bot(player)}"
        with self.store.write_transaction() as connection:
            record = self.store.record(id)
            if record.ending is not None or (record.summary.over and kind != PROPOSE_REWIND):
                raise ended(id)
            if events is not None and record.events != events:
                raise Conflict(
                    "The game has moved on in the meantime. Please check it and try again."
                )
            own = own_seats(connection, id, person)
            self._check(connection, record, kind, number, own)
            self._check_no_other(connection, record)
            withdraw_proposal(connection, id)
            insert(
                connection,
                "proposal",
                match=id,
                kind=kind,
                seat=min(own),
                number=number,
                events=record.events,
                player=player,
                made=self.now,
            )
            outcome = self._vote(connection, record, person, yes=True)
            self._publish(record)
        return outcome

    def answer(self, proposal: Proposal, person: Person, yes: bool) -> str:
        """Vote for a proposal if `yes`, otherwise against it, and return the result of the vote,
        which is `PROPOSAL_GONE` if it had no effect. If two people give the last vote at the same
        time, the proposal is executed only once."""
        with self.store.write_transaction() as connection:
            now = self._open_one(connection, proposal.match)
            if now is None or not now.is_same(proposal) or not now.asks(person):
                return PROPOSAL_GONE
            record = self.store.record(proposal.match)
            outcome = self._vote(connection, record, person, yes=yes)
            self._publish(record)
        return outcome

    def withdraw(self, id: str, person: Person) -> None:
        """Withdraw the open proposal of a match; do nothing if there is none. Raises NotAllowed if
        another person made it."""
        with self.store.write_transaction() as connection:
            now = self._open_one(connection, id)
            if now is None:
                return
            if now.seat not in seats_of(connection, id, person.id):
                raise NotAllowed("Only the player who made the proposal can withdraw it.")
            withdraw_proposal(connection, id)
            self._publish(self.store.record(id))

    # ------------------------------------------------------------------ helpers

    def _check(
        self, connection: Connection, record: Record, kind: str, number: int, own: Collection[int]
    ) -> None:
        """Raise NotAllowed unless the person who owns the seats `own` may make a proposal of this
        `kind` with this `number` (see `Proposal`)."""
        if kind == PROPOSE_REWIND:
            line = self.store.load(record.id).line
            if number < 0 or not any(
                event.kind == PICK_EVENT and event.number > number for event in line
            ):
                raise NotAllowed("No moves have been made since then.")
        elif kind == PROPOSE_SEAT:
            if number in own:
                raise NotAllowed("That is your own seat.")
            if number not in _seats_to_give(connection, record, self.store.clock()):
                raise NotAllowed(
                    "You cannot give that seat to someone else yet. Its player has not been "
                    "away long enough and still has time left."
                )
        elif kind != PROPOSE_END:
            raise NotAllowed("You cannot propose that.")

    def _check_no_other(self, connection: Connection, record: Record) -> None:
        now = self._open_one(connection, record.id)
        if now is not None:
            name = record.header.names[now.seat]
            raise NotAllowed("{name} has already made a proposal.", name=name)

    def _vote(self, connection: Connection, record: Record, person: Person, *, yes: bool) -> str:
        insert(connection, "answer", match=record.id, person=person.id, yes=yes)
        now = self._open_one(connection, record.id)
        assert now is not None
        if now.is_agreed:
            withdraw_proposal(connection, record.id)
            self._execute(connection, now)
            return PROPOSAL_EXECUTED
        if now.is_declined:
            withdraw_proposal(connection, record.id)
            return PROPOSAL_DECLINED
        return PROPOSAL_OPEN

    def _execute(self, connection: Connection, agreed: Proposal) -> None:
        id = agreed.match
        if agreed.kind == PROPOSE_SEAT:
            hand_over(self.store, connection, id, agreed.number, agreed.player)
            return
        match = self.store.load(id)
        if agreed.kind == PROPOSE_END:
            self.store.end(id, Ending(AGREED, -1, self.store.clock()), current_standings(match))
        else:
            self.store.append(id, match.rewind(agreed.seat, agreed.number), Summary.of(match))

    def _open_one(self, connection: Connection, id: str) -> Proposal | None:
        row = connection.execute(f"{_PROPOSAL_QUERY} WHERE proposal.match = ?", (id,)).fetchone()
        return None if row is None or not _is_sound(row) else _proposal(connection, row)

    def _publish(self, record: Record) -> None:
        self.store.publish(*topics_of([record.id], record.owners))


def _is_sound(row: Any) -> bool:
    """Whether a row, which may be damaged, is a valid proposal."""
    _, kind, seat, number, events, player, *_ = row
    numbers = all(type(value) is int and value >= 0 for value in (seat, number, events))
    return (
        numbers
        and kind in (PROPOSE_REWIND, PROPOSE_END, PROPOSE_SEAT)
        and isinstance(player, str)
        and seat < MAX_SEATS
    )


def _proposal(connection: Connection, row: Any) -> Proposal:
    id, kind, seat, number, events, player, made, yes, no = row
    owners = connection.execute(
        "SELECT person FROM owner WHERE match = ? AND person IS NOT NULL"
        " AND (? <> 'give' OR seat <> ?) ORDER BY seat",
        (id, kind, number),
    )
    people = tuple(dict.fromkeys(person for (person,) in owners))
    votes = [tuple(voter for voter in _numbers(column) if voter in people) for column in (yes, no)]
    return Proposal(id, kind, seat, number, events, player, clock.known(made), people, *votes)


def _numbers(column: str | int | None) -> Sequence[int]:
    return sorted(int(number) for number in str(column).split(",") if number.isdecimal())


def _seats_to_give(connection: Connection, record: Record, now: datetime) -> list[int]:
    """Return the seats with pending decisions whose owners have missed the deadline, or have been
    absent for the table's number of days while nothing changed in the match."""
    late = late_at(connection, record.id, now)
    rows = connection.execute(
        "SELECT owner.seat, owner.person, person.seen, hosted.days FROM owner"
        " JOIN person ON person.id = owner.person JOIN hosted ON hosted.match = owner.match"
        " WHERE owner.match = ? ORDER BY owner.seat",
        (record.id,),
    )
    return [
        seat
        for seat, person, seen, days in rows
        if seat in record.summary.owing
        and (
            person in late
            or now - max(clock.known(seen), record.changed) >= timedelta(days=sound_days(days))
        )
    ]
