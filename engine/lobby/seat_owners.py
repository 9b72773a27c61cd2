"""Whose seats those of a match are (ownership): leaving one, coming back, sitting down in
somebody's place.

A match that belongs to nobody in particular (one kept by a program for the people at its own
keyboard) has no owners, and nobody can leave it or sit down at it.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from engine.core.early_end import CONCEDED, Ending, ended
from engine.core.players import PERSON, Person, bot_name, seated_bot
from engine.core.score_sheet import Standing
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.lobby.bans import check_not_banned
from engine.lobby.match_terms import MatchTerms, terms_of
from engine.match.match import Match
from engine.storage.database import Connection
from engine.storage.match_owners import ask_no_more, seats_of
from engine.storage.sql_statements import update
from engine.storage.store import HANDED_OVER, Record, Store
from engine.storage.topics import topics_of

PLAYS_ON: Final = "bot:medium"
"""Who plays for somebody who has given up a match of more than two."""


@frozen
class SeatOwner:
    """Whose a seat is: `person`'s, or free or a bot's; then `former` may come back to it. `player`
    is what the header says of who plays it, under the name `name`."""

    seat: int
    name: str
    player: str
    person: int | None
    former: int | None

    @property
    def is_free(self) -> bool:
        """Whether somebody is missing there."""
        return self.person is None and bot_name(self.player) is None

    @property
    def may_be_taken(self) -> bool:
        """Whether another person may sit down: nobody has it, or a bot plays it for somebody."""
        return self.person is None and (self.is_free or self.former is not None)


class SeatOwnership:
    """The seats of the matches of a house. Every call may raise BadStore and NoSuchMatch; those
    that change something raise NotAllowed with the reason, and Ended for a match that is over."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ------------------------------------------------------------------ looking

    def of(self, id: str) -> tuple[SeatOwner, ...]:
        """Whose the seats of a match are; empty for a match without owners."""
        with self.store.reading() as base:
            return _owned(base, self.store.record(id))

    def seats_of(self, id: str, person: Person) -> frozenset[int]:
        """The seats of a match that somebody has; none of a match without owners."""
        with self.store.reading() as base:
            return seats_of(base, id, person.id)

    def hosted(self, id: str) -> MatchTerms | None:
        """How a match came about; None if it has no owners."""
        with self.store.reading() as base:
            return terms_of(base, id)

    def may_watch(self, id: str, person: Person) -> bool:
        """Whether somebody may look at a match: who has, or had, a seat there, and anybody where
        the host lets people watch."""
        hosted = self.hosted(id)
        if hosted is None:
            return False
        return hosted.watch or any(person.id in (one.person, one.former) for one in self.of(id))

    def left_by(self, person: Person, limit: int = 100) -> list[str]:
        """The matches that go on to which somebody may come back, the one that was played last
        first."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT DISTINCT match.id, match.changed FROM owner"
                " JOIN match ON match.id = owner.match"
                " WHERE owner.former = ? AND owner.person IS NULL AND match.over = 0"
                " ORDER BY match.changed DESC LIMIT ?",
                (person.id, limit),
            ).fetchall()
        return [str(id) for id, _ in rows]

    # ------------------------------------------------------------------ leaving and coming

    def leave(self, id: str, person: Person, bot: str | None = None) -> None:
        """Give up one's seats: to a bot (`bot:medium`), or to whoever comes (None). One may come
        back until somebody else has sat down."""
        player = PERSON if bot is None else f"bot:{seated_bot(bot)}"
        with self.store.writing() as base:
            record = self._going_on(id)
            for seat in sorted(own_seats(base, id, person)):
                hand_over(self.store, base, id, seat, player)
            self._ring(record)

    def come_back(self, id: str, person: Person) -> frozenset[int]:
        """Sit down again where one sat, if nobody else has since; the seats."""
        with self.store.writing() as base:
            check_not_banned(base, person)
            record = self._going_on(id)
            won = [
                seat
                for seat in range(len(record.header.seats))
                if base.execute(
                    "UPDATE owner SET person = former, former = NULL"
                    " WHERE match = ? AND seat = ? AND person IS NULL AND former = ?",
                    (id, seat, person.id),
                ).rowcount
            ]
            if not won:
                raise NotAllowed(words("Someone else has taken your seat."))
            for seat in won:
                self.store.give_seat(id, seat, PERSON, person.name)
            ask_no_more(base, id)
            self._ring(record, person.id)
        return frozenset(won)

    def take(self, id: str, seat: int, person: Person, *, code: str | None = None) -> None:
        """Sit down in the place of somebody who has left, at a match that anybody may watch or
        whose code one knows; of two who want to, one does. Nobody has two seats that way."""
        with self.store.writing() as base:
            check_not_banned(base, person)
            record = self._going_on(id)
            hosted = terms_of(base, id)
            if hosted is None or not 0 <= seat < len(record.header.seats):
                raise NotAllowed(words("There is no such seat at this table."))
            if not hosted.watch and (code or "").strip().upper() != hosted.code:
                raise NotAllowed(words("You need this table's code to join."))
            if person.id in record.owners:
                raise NotAllowed(words("You already have a seat in this game."))
            if not _owned(base, record)[seat].may_be_taken or not _claim(base, id, seat, person):
                raise NotAllowed(
                    words("{name} is already in that seat.", name=record.header.names[seat])
                )
            self.store.give_seat(id, seat, PERSON, person.name)
            update(base, "match", id, unrated=HANDED_OVER)
            ask_no_more(base, id)
            self._ring(record, person.id)

    def fill(self, id: str, seat: int, by: Person, bot: str) -> None:
        """Let a bot play a seat that is free; anybody who sits at the match may say so."""
        player = f"bot:{seated_bot(bot)}"
        with self.store.writing() as base:
            record = self._going_on(id)
            if by.id not in record.owners:
                raise _not_seated()
            owned = _owned(base, record)
            if not 0 <= seat < len(owned) or not owned[seat].is_free:
                raise NotAllowed(words("That seat is taken."))
            self.store.give_seat(id, seat, player)
            self._ring(record)

    # ------------------------------------------------------------------ giving up

    def concede(self, id: str, person: Person) -> None:
        """Give up a match for good. Of two, the other has won; where more people play, a bot plays
        on, and one may not come back. Where nobody else plays, that is the end."""
        with self.store.writing() as base:
            record = self._going_on(id)
            seats = own_seats(base, id, person)
            if len(record.header.seats) > 2 and others_at(record, person):
                for seat in seats:
                    hand_over(self.store, base, id, seat, PLAYS_ON)
                base.execute(
                    "UPDATE owner SET former = NULL WHERE match = ? AND former = ?", (id, person.id)
                )
            else:
                ending = Ending(CONCEDED, min(seats), self.store.clock())
                result = as_it_stands(self.store.load(id))
                self.store.end(id, ending, conceded(result, ending.seat))
            self._ring(record)

    # ------------------------------------------------------------------ within

    def _going_on(self, id: str) -> Record:
        record = self.store.record(id)
        if record.summary.over:
            raise ended(id)
        return record

    def _ring(self, record: Record, *others: int) -> None:
        self.store.publish(*topics_of([record.id], (*record.owners, *others)))


def own_seats(base: Connection, id: str, person: Person) -> frozenset[int]:
    """The seats of a match that somebody has; raises NotAllowed if that is none."""
    seats = seats_of(base, id, person.id)
    if not seats:
        raise _not_seated()
    return seats


def hand_over(store: Store, base: Connection, id: str, seat: int, player: str) -> None:
    """Let a bot, or whoever comes, play the seat of somebody, who may come back to it. What the
    table was asked is asked no more: others have a say now."""
    base.execute(
        "UPDATE owner SET former = person, person = NULL"
        " WHERE match = ? AND seat = ? AND person IS NOT NULL",
        (id, seat),
    )
    store.give_seat(id, seat, player)
    ask_no_more(base, id)


def as_it_stands(match: Match) -> tuple[Standing, ...]:
    """The result of a match if it ended now, with all that is hidden counted."""
    return tuple(match.game.standings(match.state))


def conceded(result: tuple[Standing, ...], loser: int) -> tuple[Standing, ...]:
    """The result of a match that somebody has given up: last, whatever the totals; the others are
    placed as they stand. Who was alone keeps the first place."""
    others = sorted((one for one in result if one.seat != loser), key=lambda one: one.place)
    last = [evolve(one, place=len(result)) for one in result if one.seat == loser]
    placed = [
        evolve(one, place=1 + sum(other.place < one.place for other in others)) for one in others
    ]
    return (*placed, *last)


def others_at(record: Record, person: Person) -> set[int]:
    """The other people who have a seat at a match."""
    return {owner for owner in record.owners if owner not in (None, person.id)}


def _owned(base: Connection, record: Record) -> tuple[SeatOwner, ...]:
    rows = base.execute(
        "SELECT seat, person, former FROM owner WHERE match = ? ORDER BY seat", (record.id,)
    ).fetchall()
    return tuple(
        SeatOwner(seat, name, player, person, former)
        for (name, player), (seat, person, former) in zip(record.header.seats, rows, strict=False)
    )


def _claim(base: Connection, id: str, seat: int, person: Person) -> bool:
    claim = base.execute(
        "UPDATE owner SET person = ?, former = NULL"
        " WHERE match = ? AND seat = ? AND person IS NULL",
        (person.id, id, seat),
    )
    return claim.rowcount == 1


def _not_seated() -> NotAllowed:
    return NotAllowed(words("You have no seat in this game."))
