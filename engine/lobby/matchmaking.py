"""Matchmaking: waiting tables, their hosts and players, and how tables become matches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from attrs import asdict

from engine import clock, games
from engine.core.chance import Dice, new_seed
from engine.core.component_data import Data
from engine.core.players import PERSON, Person, checked_bot
from engine.errors import Conflict, NotAllowed
from engine.i18n.text import words
from engine.lobby.bans import check_not_banned
from engine.lobby.chat import chat_before_match, copy_to_match
from engine.lobby.erasure import leave_table
from engine.lobby.join_codes import free_code, normalized_code
from engine.lobby.match_terms import TableForm, form_of, save_terms
from engine.lobby.waiting_table import (
    JOIN_CLOSED,
    JOIN_OPEN,
    JOIN_RULES,
    JOIN_WITH_CODE,
    MAX_DAYS,
    NO_TIME_LIMIT,
    TIME_LIMITS,
    UNSEEN_DAYS,
    TableSlot,
    WaitingTable,
    replace_slots,
    table_of,
    tables_where,
)
from engine.match.match import Match
from engine.storage.database import Connection
from engine.storage.pubsub import topics_of
from engine.storage.records import Summary, draw_id, note_awaited, owing_of, unused
from engine.storage.sql_statements import Stored, insert, update
from engine.storage.store import StoreUser

MAX_TABLES: Final = 20
"""Maximum number of waiting tables that a person can host."""

MAX_MATCHES: Final = 200
"""Maximum number of running matches of a person. Also the maximum number of matches hosted by a
person that can start within 24 hours."""

HOST_AWAY: Final = 120.0
"""Seconds that the host must have been away before another player at the table may start."""

_DAY: Final = timedelta(days=1)

_TAKEN_QUERY: Final = (
    "SELECT 1 FROM gathering WHERE id = ? UNION ALL SELECT 1 FROM match WHERE id = ?"
)

_HOSTS_ONLY: Final = words("Only the host of the table can do that.")
_NO_SUCH_SEAT: Final = words("There is no such seat at this table.")


class WaitingTables(StoreUser):
    """The waiting tables of a server.

    Every call may raise BadStore. Calls for one table raise NoSuchTable if the table is no longer
    waiting. Calls that change a table may raise NotAllowed with the reason.
    """

    # ------------------------------------------------------------------ queries

    def get(self, id: str) -> WaitingTable:
        return self.store.query(lambda connection: table_of(connection, id))

    def open_tables(self, limit: int = 50) -> list[WaitingTable]:
        """Return the tables that anyone may join, newest first, at most `limit`."""
        return self._all("WHERE open = ? ORDER BY made DESC LIMIT ?", JOIN_OPEN, limit)

    def all(self) -> list[WaitingTable]:
        """Return all waiting tables, newest first."""
        return self._all("ORDER BY made DESC")

    def of(self, person: Person) -> list[WaitingTable]:
        """Return the tables that a person hosts, has joined or is invited to, newest first."""
        return self._all(
            "WHERE gathering.id IN (SELECT id FROM gathering WHERE host = ?"
            " UNION SELECT gathering FROM place WHERE person = ?"
            " UNION SELECT gathering FROM place WHERE meant = ?) ORDER BY made DESC",
            *(person.id, person.id, person.id),
        )

    # ------------------------------------------------------------------ creating tables

    def create(
        self,
        host: Person,
        game_id: str,
        options: Mapping[str, str] | None = None,
        seats: Sequence[int | str | None] = (),
        *,
        data: Data | None = None,
        open: str = JOIN_OPEN,
        watch: bool = True,
        ordered: bool = False,
        days: int = UNSEEN_DAYS,
        hours: int = NO_TIME_LIMIT,
        steps_in: bool = False,
        again: str | None = None,
    ) -> WaitingTable:
        """Create a table.

        Each seat in `seats` is a bot (`bot:medium`), None for anyone, or the id of the person for
        whom it is reserved. If the host's own id is among them, the host takes that seat
        immediately. `data` is the custom component data. `open` is one of `JOIN_RULES`. With
        `ordered`, the order of the seats is not random. `again` is the id of the previous match if
        the table is for a rematch. For the other terms, see `TableForm`. Raises UnknownGame, and
        BadSetup for an unknown bot and for seats or options that the game does not allow.
        """
        options = games.load(game_id).check(len(seats), options or {})
        if not 1 <= days <= MAX_DAYS or open not in JOIN_RULES or hours not in TIME_LIMITS:
            raise NotAllowed("There is no such table.")
        now = self.now
        with self.store.write_transaction() as connection:
            check_not_banned(connection, host)
            _check_tables(connection, host)
            id = unused(
                draw_id, lambda id: connection.execute(_TAKEN_QUERY, (id, id)).fetchone() is None
            )
            insert(
                connection,
                "gathering",
                id=id,
                game=game_id,
                options=json.dumps(options),
                data=json.dumps(dict(data or {})),
                host=host.id,
                code=free_code(connection),
                open=open,
                watch=watch,
                ordered=ordered,
                days=days,
                hours=hours,
                steps_in=steps_in and hours != NO_TIME_LIMIT,
                created=now,
                again=again,
            )
            for seat, who in enumerate(seats):
                insert(
                    connection, "place", gathering=id, seat=seat, **_seat_columns(who, host, now)
                )
            made = table_of(connection, id)
            self._publish(made)
        return made

    def play_again(self, match: str, person: Person) -> WaitingTable:
        """Join the table for a rematch of a match. The first player to do so creates the table,
        with the same terms, options and custom component data, and seats reserved for all the
        players. Raises NoSuchMatch, and NotAllowed for people who do not own a seat of the
        match."""
        with self.store.write_transaction() as connection:
            record = self.store.record(match)
            if person.id not in record.owners:
                raise NotAllowed(
                    "You did not play in this game. Create a table in the lobby instead."
                )
            tables = tables_where(connection, "WHERE again = ?", match)
            if tables:
                return self._take_seat(connection, tables[0], person, None)
            header = record.header
            seats = [
                owner if player == PERSON else player
                for owner, (_, player) in zip(record.owners, header.seats, strict=True)
            ]
            form = form_of(connection, match)
            return self.create(
                person,
                header.game,
                header.options,
                seats,
                data=header.data,
                open=JOIN_CLOSED,
                again=match,
                **asdict(form),
            )

    # ------------------------------------------------------------------ changes by the host

    def assign_seat(self, id: str, by: Person, seat: int, who: int | str | None) -> WaitingTable:
        """Assign a seat to a bot, reserve it for a person (an id), or free it for anyone (None). A
        person who is already in the seat is removed. Raises BadSetup for an unknown bot. Only the
        host may do this."""
        bot = f"bot:{checked_bot(who)}" if isinstance(who, str) else None
        reserved_for = who if isinstance(who, int) else None
        with self._changing(id, by) as (connection, before):
            _check_not_own(before, by, seat)
            if reserved_for is not None and reserved_for in before.people:
                raise NotAllowed("That player is already at the table.")
            connection.execute(
                "UPDATE place SET meant = NULL WHERE gathering = ? AND meant = ?",
                (id, reserved_for),
            )
            connection.execute(
                "UPDATE place SET person = NULL, since = NULL, meant = ?, bot = ?"
                " WHERE gathering = ? AND seat = ?",
                (reserved_for, bot, id, seat),
            )
            return table_of(connection, id)

    def set_who_may_join(self, id: str, by: Person, open: str) -> WaitingTable:
        """Set who may join (`open`, one of `JOIN_RULES`). Players who are already at the table
        stay. Only the host may do this."""
        if open not in JOIN_RULES:
            raise NotAllowed("There is no such table.")
        with self._changing(id, by) as (connection, _):
            update(connection, "gathering", id, open=open)
            return table_of(connection, id)

    def add_seat(self, id: str, by: Person) -> WaitingTable:
        """Add a free seat. Raises BadSetup if the game does not allow another seat. Only the host
        may do this."""
        with self._changing(id, by) as (connection, before):
            seats = len(before.slots)
            games.load(before.game).check(seats + 1, before.options)
            insert(connection, "place", gathering=id, seat=seats)
            return table_of(connection, id)

    def drop_seat(self, id: str, by: Person, seat: int) -> WaitingTable:
        """Remove a seat, and the person in it. Raises BadSetup if the game needs the seat. Only the
        host may do this."""
        with self._changing(id, by) as (connection, before):
            _check_not_own(before, by, seat)
            left = [slot for slot in before.slots if slot.seat != seat]
            games.load(before.game).check(len(left), before.options)
            replace_slots(connection, id, left)
            return table_of(connection, id)

    def reorder(self, id: str, by: Person, seats: Sequence[int]) -> WaitingTable:
        """Reorder the seats. `seats` lists their old numbers in the new order, which replaces the
        random order. Only the host may do this."""
        with self._changing(id, by) as (connection, before):
            if sorted(seats) != list(range(len(before.slots))):
                raise NotAllowed(_NO_SUCH_SEAT)
            replace_slots(connection, id, [before.slots[old] for old in seats])
            update(connection, "gathering", id, ordered=True)
            return table_of(connection, id)

    def draw_order(self, id: str, by: Person) -> WaitingTable:
        """Make the order of the seats random when the match starts. Only the host may do this."""
        with self._changing(id, by) as (connection, _):
            update(connection, "gathering", id, ordered=False)
            return table_of(connection, id)

    @contextmanager
    def _changing(self, id: str, by: Person) -> Iterator[tuple[Connection, WaitingTable]]:
        """Open a transaction in which the host changes a table, and yield its connection and the
        table as it was before. People who are at the table before or after the change are
        notified."""
        with self.store.write_transaction() as connection:
            before = _hosted_by(connection, id, by)
            yield connection, before
            self._publish(before, table_of(connection, id))

    # ------------------------------------------------------------------ joining and leaving

    def join(
        self, id: str, person: Person, seat: int | None = None, *, code: str | None = None
    ) -> WaitingTable:
        """Join a table at `seat` or, if it is None, at the seat reserved for the person or else at
        the first free seat. `code` is the join code, which some tables require.

        A player who is already at the table moves to `seat`, or stays if it is None. If two people
        choose the same seat at the same time, one of them gets it.
        """
        with self.store.write_transaction() as connection:
            before = table_of(connection, id)
            _check_may_join(before, person, code)
            return self._take_seat(connection, before, person, seat)

    def _take_seat(
        self, connection: Connection, before: WaitingTable, person: Person, seat: int | None
    ) -> WaitingTable:
        check_not_banned(connection, person)
        here = before.slot_of(person.id)
        if here is not None and seat in (None, here.seat):
            return before
        connection.execute(
            "UPDATE place SET person = NULL, since = NULL WHERE gathering = ? AND person = ?",
            (before.id, person.id),
        )
        claim = connection.execute(
            "UPDATE place SET person = :person, since = :now"
            " WHERE gathering = :table AND seat ="
            " (SELECT seat FROM place WHERE gathering = :table AND person IS NULL"
            "  AND bot IS NULL AND (meant IS NULL OR meant = :person)"
            "  AND (:seat IS NULL OR seat = :seat)"
            "  ORDER BY meant IS NULL, seat LIMIT 1)",
            {
                "table": before.id,
                "person": person.id,
                "now": self.now,
                "seat": seat,
            },
        )
        if not claim.rowcount:
            raise _no_seat(before, seat)
        after = table_of(connection, before.id)
        self._publish(after)
        return after

    def leave(self, id: str, person: Person) -> None:
        """Leave a table. If the host leaves, the player who joined first becomes the host, or the
        table is deleted if nobody is left at it."""
        with self.store.write_transaction() as connection:
            before = table_of(connection, id)
            leave_table(connection, id, person.id)
            self._publish(before)

    def decline(self, id: str, person: Person) -> None:
        """Decline an invitation to a table. The reserved seat becomes free for anyone."""
        with self.store.write_transaction() as connection:
            before = table_of(connection, id)
            connection.execute(
                "UPDATE place SET meant = NULL WHERE gathering = ? AND meant = ?", (id, person.id)
            )
            self._publish(before)

    def drop(self, id: str, by: Person) -> None:
        """Delete a table. Only its host and admins may do so."""
        with self.store.write_transaction() as connection:
            before = table_of(connection, id)
            if by.id != before.host and not by.admin:
                raise NotAllowed(_HOSTS_ONLY)
            connection.execute("DELETE FROM gathering WHERE id = ?", (id,))
            self._publish(before)

    # ------------------------------------------------------------------ starting

    def start(self, id: str, by: Person, *, host_away: float = 0.0) -> str:
        """Start the match of a table, and return the id of the match, which is also the id of the
        table.

        Only the host may do so, or any player at the table if the host has been away for
        `HOST_AWAY` seconds. `host_away` is the time in seconds for which the host has been away.
        Free seats are dropped. Raises BadSetup if too few seats are left, and Conflict if the table
        changes at the same time.
        """
        before = self.get(id)
        _check_may_start(before, by, host_away)
        slots = [slot for slot in before.slots if not slot.is_free]
        games.entry(before.game).check_seats(len(slots))
        if not before.ordered:
            slots = Dice.fresh().shuffle(slots)
        match = Match.begin(
            before.game,
            _seats(slots),
            seed=new_seed(),
            options=before.options,
            data=before.data,
            clock=self.store.clock,
        )
        with self.store.write_transaction() as connection:
            if table_of(connection, id) != before:
                raise Conflict(
                    "The table has changed in the meantime. Please check it and try again."
                )
            for person in before.people:
                _check_matches(connection, person, self.store.clock())
            chat = chat_before_match(connection, id)
            connection.execute("DELETE FROM gathering WHERE id = ?", (id,))
            if not self.store.add(id, match.header, match.log, Summary.of(match)):
                raise AssertionError("a table's id belongs to it alone")
            copy_to_match(connection, id, chat)
            now = self.store.clock()
            form = TableForm(before.watch, before.days, before.hours, before.steps_in)
            save_terms(connection, id, before.host, before.code, form, now)
            _give_seats(connection, id, [slot.person for slot in slots], now)
            self._publish(before)
        return id

    def branch(self, match: Match, count: int, by: Person) -> str:
        """Start a private match that continues `match` after the first `count` events of its line
        of play, and return the new id. `by` owns all seats that people play. Raises NotAllowed if
        `by` has too many matches."""
        now = self.store.clock()
        with self.store.write_transaction() as connection:
            _check_matches(connection, by.id, now)
            id = self.store.branch(match, count)
            save_terms(connection, id, by.id, free_code(connection), TableForm(watch=False), now)
            players = [player for _, player in match.header.seats]
            owners = [by.id if player == PERSON else None for player in players]
            _give_seats(connection, id, owners, now)
        return id

    # ------------------------------------------------------------------ helpers

    def _all(self, where: str, *values: str | int) -> list[WaitingTable]:
        return self.store.query(lambda connection: tables_where(connection, where, *values))

    def _publish(self, *tables: WaitingTable) -> None:
        people = {person for table in tables for person in (*table.people, table.host)}
        reserved_for = {slot.reserved_for for table in tables for slot in table.slots}
        self.store.publish(*topics_of([table.id for table in tables], people | reserved_for))


def _hosted_by(connection: Connection, id: str, by: Person) -> WaitingTable:
    table = table_of(connection, id)
    if table.host != by.id:
        raise NotAllowed(_HOSTS_ONLY)
    return table


def _check_not_own(table: WaitingTable, by: Person, seat: int) -> None:
    if not 0 <= seat < len(table.slots):
        raise NotAllowed(_NO_SUCH_SEAT)
    if table.slots[seat].person == by.id:
        raise NotAllowed("That is your own seat. Take another one first.")


def _seat_columns(who: int | str | None, host: Person, now: str) -> dict[str, Stored]:
    """Return the database columns for a seat of a new table: the host, with the time when the seat
    was taken; the person for whom the seat is reserved (None for anyone); or the bot. Raises
    BadSetup for an unknown bot."""
    if isinstance(who, str):
        return {"bot": f"bot:{checked_bot(who)}"}
    return {"person": who, "since": now} if who == host.id else {"meant": who}


def _check_tables(connection: Connection, host: Person) -> None:
    row = connection.execute("SELECT count(*) FROM gathering WHERE host = ?", (host.id,)).fetchone()
    if row[0] >= MAX_TABLES:
        raise NotAllowed(
            "You already have {most} tables waiting. Start or close one first.", most=MAX_TABLES
        )


def _check_may_join(table: WaitingTable, person: Person, code: str | None) -> None:
    knows = person.id in (table.host, *table.people) or table.waits_for(person.id)
    if table.open == JOIN_WITH_CODE and not knows and normalized_code(code or "") != table.code:
        raise NotAllowed("You need this table's code to join.")
    if table.open == JOIN_CLOSED and not knows:
        raise NotAllowed("This table is reserved for other players.")


def _no_seat(table: WaitingTable, seat: int | None) -> NotAllowed:
    if seat is None:
        return NotAllowed("This table is full.")
    if not 0 <= seat < len(table.slots):
        return NotAllowed(_NO_SUCH_SEAT)
    slot = table.slots[seat]
    if slot.is_free:
        return NotAllowed("That seat is reserved for {name}.", name=slot.name)
    return NotAllowed("{name} is already in that seat.", name=slot.name)


def _check_may_start(table: WaitingTable, by: Person, host_away: float) -> None:
    if by.id == table.host:
        return
    if table.slot_of(by.id) is None:
        raise NotAllowed("Only players at the table can start the game.")
    if host_away < HOST_AWAY:
        raise NotAllowed(
            "{host} starts the game. You can start it once {host} has been away for "
            "{minutes} minutes.",
            host=table.host_name,
            minutes=round(HOST_AWAY / 60),
        )


def _check_matches(connection: Connection, person: int, now: datetime) -> None:
    (going,) = connection.execute(
        "SELECT count(*) FROM owner JOIN match ON match.id = owner.match"
        " WHERE owner.person = ? AND match.over = 0",
        (person,),
    ).fetchone()
    (today,) = connection.execute(
        "SELECT count(*) FROM hosted WHERE host = ? AND begun > ?",
        (person, clock.written(now - _DAY)),
    ).fetchone()
    if max(going, today) < MAX_MATCHES:
        return
    (name,) = connection.execute("SELECT name FROM person WHERE id = ?", (person,)).fetchone()
    if going >= MAX_MATCHES:
        raise NotAllowed(
            "{name} already has {most} unfinished games. Finish some of them first.",
            name=name,
            most=MAX_MATCHES,
        )
    raise NotAllowed(
        "{name} has already started {most} games in the last 24 hours. Try again later.",
        name=name,
        most=MAX_MATCHES,
    )


def _seats(slots: Sequence[TableSlot]) -> list[tuple[str, str]]:
    """Return the (name, player) pairs of the seats of a match. The second and further bots of the
    same kind have a number in their names."""
    seats: list[tuple[str, str]] = []
    for slot in slots:
        same = sum(player == slot.bot for _, player in seats) + 1
        name = slot.name if slot.bot is None or same == 1 else f"{slot.name} {same}"
        seats.append((name, slot.bot or PERSON))
    return seats


def _give_seats(
    connection: Connection, id: str, people: Sequence[int | None], now: datetime
) -> None:
    for seat, person in enumerate(people):
        insert(connection, "owner", match=id, seat=seat, person=person)
    (owing,) = connection.execute("SELECT owing FROM match WHERE id = ?", (id,)).fetchone()
    note_awaited(connection, id, owing_of(owing), now)
