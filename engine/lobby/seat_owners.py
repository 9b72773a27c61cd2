"""The owners of seats in matches: leaving a seat, coming back to it, taking over another seat, and
conceding.

Matches without owners are played locally. Nobody can leave or join them.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from engine.core.players import CONCEDED, PERSON, Ending, Person, bot_name, checked_bot, ended
from engine.core.score_sheet import Standing
from engine.errors import NotAllowed
from engine.lobby.bans import check_not_banned
from engine.lobby.match_terms import MatchTerms, terms_of
from engine.match.match import Match
from engine.storage.database import Connection
from engine.storage.pubsub import topics_of
from engine.storage.records import HANDED_OVER, Record, seats_of, withdraw_proposal
from engine.storage.sql_statements import update
from engine.storage.store import Store, StoreUser

PLAYS_ON: Final = "bot:medium"
"""The default bot for the seats of people who concede, are banned, miss a deadline or are
outvoted."""


@frozen
class SeatOwner:
    """The owner of a seat.

    `person` is the id of the owner, and None for free seats and bots. In that case, the person with
    the id `former`, if any, may come back. `player` and `name` are those of the seat in the header.
    """

    seat: int
    name: str
    player: str
    person: int | None
    former: int | None

    @property
    def is_free(self) -> bool:
        """Whether neither a person nor a bot plays the seat."""
        return self.person is None and bot_name(self.player) is None

    @property
    def may_be_taken(self) -> bool:
        """Whether someone may take over the seat, because it is free or a bot plays it for a person
        who may come back."""
        return self.person is None and (self.is_free or self.former is not None)


class SeatOwnership(StoreUser):
    """The seat owners of a server's matches.

    Every call may raise BadStore or NoSuchMatch. Calls that change something may raise NotAllowed
    with the reason, or Ended for a match that is over.
    """

    # ------------------------------------------------------------------ queries

    def of(self, id: str) -> tuple[SeatOwner, ...]:
        """Return the owners of a match's seats, in seat order. A match played locally has none."""
        return self.store.query(lambda connection: _owners(connection, self.store.record(id)))

    def seats_of(self, id: str, person: Person) -> frozenset[int]:
        """Return the seats of a match that a person owns. In a match played locally, there are
        none."""
        return self.store.query(lambda connection: seats_of(connection, id, person.id))

    def terms(self, id: str) -> MatchTerms | None:
        """Return the terms of a match; None if the match has no owners."""
        return self.store.query(lambda connection: terms_of(connection, id))

    def may_watch(self, id: str, person: Person) -> bool:
        """Whether a person may watch a match. If the host allows it, everyone may; otherwise only
        people who own a seat or may come back to one. Nobody may watch a match that is played
        locally."""
        terms = self.terms(id)
        if terms is None:
            return False
        return terms.watch or any(
            person.id in (owner.person, owner.former) for owner in self.of(id)
        )

    def left_by(self, person: Person, limit: int = 100) -> list[str]:
        """Return the ids of the running matches to which a person may come back: the `limit` most
        recently played ones, latest first."""
        rows = self.store.rows(
            "SELECT DISTINCT match.id, match.changed FROM owner"
            " JOIN match ON match.id = owner.match"
            " WHERE owner.former = ? AND owner.person IS NULL AND match.over = 0"
            " ORDER BY match.changed DESC LIMIT ?",
            (person.id, limit),
        )
        return [str(id) for id, _ in rows]

    # ------------------------------------------------------------------ leaving and coming back

    def leave(self, id: str, person: Person, bot: str | None = None) -> None:
        """Give up a person's seats to `bot` (such as `medium`) or, if it is None, to anyone. The
        person may come back until someone else takes the seat. Raises BadSetup for an unknown
        bot."""
        player = PERSON if bot is None else f"bot:{checked_bot(bot)}"
        with self.store.write_transaction() as connection:
            record = self._running(id)
            for seat in sorted(own_seats(connection, id, person)):
                hand_over(self.store, connection, id, seat, player)
            self._publish(record)

    def come_back(self, id: str, person: Person) -> frozenset[int]:
        """Give back to a person all former seats that nobody else has taken, and return the numbers
        of these seats. An open proposal is withdrawn. Raises NotAllowed if there are no such seats
        or the person is banned."""
        with self.store.write_transaction() as connection:
            check_not_banned(connection, person)
            record = self._running(id)
            won = [
                seat
                for seat in range(len(record.header.seats))
                if connection.execute(
                    "UPDATE owner SET person = former, former = NULL"
                    " WHERE match = ? AND seat = ? AND person IS NULL AND former = ?",
                    (id, seat, person.id),
                ).rowcount
            ]
            if not won:
                raise NotAllowed("Someone else has taken your seat.")
            for seat in won:
                self.store.set_player(id, seat, PERSON, person.name)
            withdraw_proposal(connection, id)
            self._publish(record, person.id)
        return frozenset(won)

    def take(self, id: str, seat: int, person: Person, *, code: str | None = None) -> None:
        """Take over a seat that is free, or that a bot plays for a person who may come back.

        The match must be open to spectators, or `code` must be its join code. If two people try at
        the same time, only one of them gets the seat. Nobody can take a second seat. The match no
        longer counts for ratings, and an open proposal is withdrawn.
        """
        with self.store.write_transaction() as connection:
            check_not_banned(connection, person)
            record = self._running(id)
            terms = terms_of(connection, id)
            if terms is None or not 0 <= seat < len(record.header.seats):
                raise NotAllowed("There is no such seat at this table.")
            if not terms.watch and (code or "").strip().upper() != terms.code:
                raise NotAllowed("You need this table's code to join.")
            if person.id in record.owners:
                raise NotAllowed("You already have a seat in this game.")
            if not _owners(connection, record)[seat].may_be_taken or not _claim(
                connection, id, seat, person
            ):
                raise NotAllowed("{name} is already in that seat.", name=record.header.names[seat])
            self.store.set_player(id, seat, PERSON, person.name)
            update(connection, "match", id, unrated=HANDED_OVER)
            withdraw_proposal(connection, id)
            self._publish(record, person.id)

    def fill(self, id: str, seat: int, by: Person, bot: str) -> None:
        """Let `bot` (such as `medium`) play a free seat. The person `by` must own a seat of the
        match. Raises BadSetup for an unknown bot."""
        player = f"bot:{checked_bot(bot)}"
        with self.store.write_transaction() as connection:
            record = self._running(id)
            if by.id not in record.owners:
                raise _not_seated()
            owned = _owners(connection, record)
            if not 0 <= seat < len(owned) or not owned[seat].is_free:
                raise NotAllowed("That seat is taken.")
            self.store.set_player(id, seat, player)
            self._publish(record)

    # ------------------------------------------------------------------ conceding

    def concede(self, id: str, person: Person) -> None:
        """Concede a match.

        With more than two seats and other people, a bot plays the person's seats from now on, and
        the person cannot come back. Otherwise the match ends, and the person's lowest seat is last
        (see `conceded`); with two seats, the other seat wins.
        """
        with self.store.write_transaction() as connection:
            record = self._running(id)
            seats = own_seats(connection, id, person)
            if len(record.header.seats) > 2 and others_at(record, person):
                for seat in seats:
                    hand_over(self.store, connection, id, seat, PLAYS_ON)
                connection.execute(
                    "UPDATE owner SET former = NULL WHERE match = ? AND former = ?", (id, person.id)
                )
            else:
                ending = Ending(CONCEDED, min(seats), self.store.clock())
                result = current_standings(self.store.load(id))
                self.store.end(id, ending, conceded(result, ending.seat))
            self._publish(record)

    # ------------------------------------------------------------------ helpers

    def _running(self, id: str) -> Record:
        record = self.store.record(id)
        if record.summary.over:
            raise ended(id)
        return record

    def _publish(self, record: Record, *others: int) -> None:
        self.store.publish(*topics_of([record.id], (*record.owners, *others)))


def own_seats(connection: Connection, id: str, person: Person) -> frozenset[int]:
    """Return the seats of a match that a person owns. Raises NotAllowed if there are none."""
    seats = seats_of(connection, id, person.id)
    if not seats:
        raise _not_seated()
    return seats


def hand_over(store: Store, connection: Connection, id: str, seat: int, player: str) -> None:
    """Give a person's seat to `player`, which is a bot (`bot:medium`), or `PERSON` for anyone who
    takes it over. The owner may come back. An open proposal is withdrawn, because the votes now
    belong to other people."""
    connection.execute(
        "UPDATE owner SET former = person, person = NULL"
        " WHERE match = ? AND seat = ? AND person IS NOT NULL",
        (id, seat),
    )
    store.set_player(id, seat, player)
    withdraw_proposal(connection, id)


def current_standings(match: Match) -> tuple[Standing, ...]:
    """Return the result that the match would have if it ended now. Hidden values count, too."""
    return tuple(match.game.standings(match.state))


def conceded(result: tuple[Standing, ...], loser: int) -> tuple[Standing, ...]:
    """Return the result of a match that the seat `loser` has conceded, given its standings
    `result`. That seat is last, whatever the totals, and the others keep their order. A solo player
    remains first."""
    others = sorted(
        (standing for standing in result if standing.seat != loser),
        key=lambda standing: standing.place,
    )
    last = [evolve(standing, place=len(result)) for standing in result if standing.seat == loser]
    placed = [
        evolve(standing, place=1 + sum(other.place < standing.place for other in others))
        for standing in others
    ]
    return (*placed, *last)


def others_at(record: Record, person: Person) -> set[int]:
    """Return the ids of the other people who own seats of a match."""
    return {owner for owner in record.owners if owner not in (None, person.id)}


def _owners(connection: Connection, record: Record) -> tuple[SeatOwner, ...]:
    rows = connection.execute(
        "SELECT seat, person, former FROM owner WHERE match = ? ORDER BY seat", (record.id,)
    ).fetchall()
    return tuple(
        SeatOwner(seat, name, player, person, former)
        for (name, player), (seat, person, former) in zip(record.header.seats, rows, strict=False)
    )


def _claim(connection: Connection, id: str, seat: int, person: Person) -> bool:
    claim = connection.execute(
        "UPDATE owner SET person = ?, former = NULL"
        " WHERE match = ? AND seat = ? AND person IS NULL",
        (person.id, id, seat),
    )
    return claim.rowcount == 1


def _not_seated() -> NotAllowed:
    return NotAllowed("You have no seat in this game.")
