"""The lobby as both interfaces, the screen and line mode, use it: signing up, the tables, joining,
creating and leaving tables. Methods raise GuildhallError, and the interfaces show the errors."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from attrs import define, field, frozen

from engine.bots import offered
from engine.core.players import Person
from engine.errors import GuildhallError, NoSuchTable, NotAllowed
from engine.games import entry
from engine.i18n.text import Text, words
from engine.lobby.bans import KEPT_OUT
from engine.lobby.presence import watching
from engine.lobby.waiting_table import JOIN_CLOSED, WaitingTable
from engine.storage.records import Record
from screens.lobby.guest import MAX_GUESSES, Registration
from screens.lobby.member import Member
from screens.lobby.table_cards import (
    MAX_OWN_MATCHES,
    LobbyTables,
    free_seats,
    left_match,
    match_with_free_seat,
    most_urgent_first,
    open_waiting_table,
    own_match,
    own_waiting_table,
    watched_match,
)

MAX_OPEN: Final = 20
"""Maximum number of open tables that are loaded."""

MAX_WATCHED: Final = 10
"""Maximum number of matches to watch that are loaded."""

MAX_PLAYERS_ONLINE: Final = 300
"""Maximum number of players online that are loaded."""

_NEW_PLAYER: Final = Person(0, "")
"""Placeholder for all players who have not registered yet."""

TOO_MANY_GUESSES: Final = words("Too many wrong codes. Ask this server's admin for a valid code.")


@frozen
class AtWaitingTable:
    """Result of a lobby action: the player is at a waiting table."""

    table: WaitingTable


@frozen
class AtMatch:
    """Result of a lobby action: the player is at a match, in `seats` (none for a spectator)."""

    record: Record
    seats: frozenset[int]


@define(eq=False)
class SignUp:
    """Registration of a new player, or of another key of a registered player."""

    member: Member
    _guesses: int = field(default=0, init=False)

    @property
    def is_open(self) -> bool:
        """Whether new players can register."""
        return self.member.guest.registration is not Registration.CLOSED

    def linked_table_text(self) -> Text | None:
        """Return a text with the host and the game of the waiting table to which the player's link
        or command leads; None if there is no such table, or if it can be joined by invitation only.
        All new players share one limit on wrong table codes."""
        match self.member.guest.words:
            case ("join", code):
                with suppress(GuildhallError):
                    table = self.member.waiting_tables.get(
                        self.member.codes.find(code, _NEW_PLAYER)
                    )
                    if table.open != JOIN_CLOSED:
                        return words(
                            "Register to join {host}'s table: {game}.",
                            host=table.host_name,
                            game=entry(table.game).names,
                        )
        return None

    def accepts(self, invitation: str) -> bool:
        """Return whether the invite code `invitation` is valid, or none is needed."""
        guest = self.member.guest
        return not guest.needs_invite_code or self.member.people.is_invite_code(invitation)

    def register(self, name: str) -> Person:
        guest = self.member.guest
        return self.member.people.register(name, guest.fingerprint, by_browser=guest.by_browser)

    def redeem(self, code: str) -> Person:
        """Add the key of this connection to the player to whom the one-time code `code` belongs,
        and return the player. Raises NotAllowed if the code is wrong or has expired, or if the key
        cannot be added."""
        return self.member.people.redeem(code, self.member.guest.fingerprint)

    def count_guess(self) -> bool:
        """Count a wrong code. Return whether `MAX_GUESSES` has been reached."""
        self._guesses += 1
        return self._guesses >= MAX_GUESSES


@define(eq=False)
class Lobby:
    """Lobby of a registered player: the tables, and what the player can do with them."""

    member: Member

    # ------------------------------------------------------------------ players online

    def identify(self) -> Person | None:
        """Return the player to whom the guest's key belongs; None for an unknown key. Raises
        NotAllowed for a banned player."""
        person = self.member.people.by_key(self.member.guest.fingerprint)
        if person is not None and person.banned:
            raise NotAllowed(KEPT_OUT)
        return person

    def check_player(self) -> None:
        """Reload the player. Raises NoSuchPerson if the player has been deleted, NotAllowed if
        banned."""
        self.member.reload_person()
        if self.member.person.banned:
            raise NotAllowed(KEPT_OUT)

    # ------------------------------------------------------------------ tables

    def tables(self, now: datetime, *, spectators: bool = True) -> LobbyTables:
        """Load the player's own tables, the tables that the player can join, come back to or watch,
        and the names of the players online. Long lists are cut at a maximum. `spectators` says
        whether to count the spectators of each match."""
        person, store, waiting_tables = (
            self.member.person,
            self.member.store,
            self.member.waiting_tables,
        )

        def spectators_of(record: Record) -> int:
            return watching(store, record.id) if spectators else 0

        with store.read_transaction():
            matches = store.records(person=person.id, over=False, limit=MAX_OWN_MATCHES)
            watchable = store.watchable(MAX_WATCHED)
            deadlines = self.member.deadlines.of(
                [one.id for one in (*matches, *watchable)], person.id
            )
            own = [
                own_match(one, person, now, spectators_of(one), deadlines.get(one.id))
                for one in matches
            ]
            tables = waiting_tables.of(person)
            new = self.member.unread_counts([table.id for table in tables])
            own += [own_waiting_table(table, person, now, new[table.id]) for table in tables]
            known = {table.id for table in tables}
            open_ = [
                table for table in waiting_tables.open_tables(MAX_OPEN) if table.id not in known
            ]
            left_matches = [store.record(id) for id in self.member.seat_ownership.left_by(person)]
            own += [left_match(one, now, by_bot=self._is_replaced(one.id)) for one in left_matches]
            listed = {one.id for one in (*matches, *left_matches)}
            watched = [one for one in watchable if one.id not in listed]
            free = [one for one in watched if free_seats(one)]
            return LobbyTables(
                tuple(most_urgent_first(own)),
                (
                    *(open_waiting_table(one, now) for one in open_ if one.free),
                    *(match_with_free_seat(one, now, spectators_of(one)) for one in free),
                ),
                tuple(
                    watched_match(one, now, spectators_of(one), deadlines.get(one.id))
                    for one in watched
                ),
                tuple(self._names_online()),
            )

    def _is_replaced(self, id: str) -> bool:
        """Return whether a bot has a seat that the player had in a match."""
        former = (
            one for one in self.member.seat_ownership.of(id) if one.former == self.member.person.id
        )
        return any(not one.is_free for one in former)

    def _names_online(self) -> list[str]:
        """Return the names of the players online, the player's own first."""
        person = self.member.person
        others = [
            one.name for one in self.member.people.online(MAX_PLAYERS_ONLINE) if one.id != person.id
        ]
        return [person.name, *sorted(others, key=str.casefold)]

    # ------------------------------------------------------------------ joining

    def join_table(self, id: str, code: str | None = None) -> AtWaitingTable:
        """Join a waiting table, which may require its join code `code`. Raises NoSuchTable if its
        match has started or the table has been closed."""
        return AtWaitingTable(self.member.waiting_tables.join(id, self.member.person, code=code))

    def join(self, code: str) -> AtWaitingTable | AtMatch:
        """Join the table with the join code `code`. If its match has already started, go to the
        match (see `resume`)."""
        id = self.member.codes.find(code, self.member.person)
        try:
            return self.join_table(id, code)
        except NoSuchTable:
            return self.resume(id)

    def resume(self, id: str) -> AtMatch:
        """Go to the match `id` in the player's own seats, or as a spectator if the player has none.
        Raises NoSuchMatch, and NotAllowed if the player has no seat and may not watch."""
        record = self.member.store.record(id)
        seats = self.member.own_seats(record)
        return AtMatch(record, seats) if seats else self.watch(id)

    def watch(self, id: str) -> AtMatch:
        """Go to the match `id` as a spectator. Raises NotAllowed if the player may not watch it."""
        id = id.strip().lower()
        if not self.member.seat_ownership.may_watch(id, self.member.person):
            raise NotAllowed("There is no game {id} that you can watch.", id=id)
        return AtMatch(self.member.store.record(id), frozenset())

    def come_back(self, id: str) -> AtMatch:
        """Give the player back those former seats that nobody else has taken, and go to the match.
        Raises NotAllowed if there are none."""
        self.member.seat_ownership.come_back(id, self.member.person)
        return self.resume(id)

    def take_seat(self, id: str) -> AtMatch:
        """Take the first free seat of a match. Raises NotAllowed if there is none or the player may
        not take it."""
        free = free_seats(self.member.store.record(id))
        if not free:
            raise NotAllowed("This table is full.")
        self.member.seat_ownership.take(id, free[0], self.member.person)
        return self.resume(id)

    # ------------------------------------------------------------------ creating, leaving

    def create(self, game: str, seats: Sequence[int | str | None]) -> AtWaitingTable | AtMatch:
        """Create a table. `seats` has for each seat a person's id, a bot's player string, or None
        for anyone. The match starts at once if nobody has to join."""
        table = self.member.waiting_tables.create(self.member.person, game, seats=seats)
        return AtWaitingTable(table) if table.free else self.start(table.id)

    def start(self, id: str) -> AtMatch:
        """Start the match of a waiting table."""
        return self.resume(self.member.waiting_tables.start(id, self.member.person))

    def leave_waiting(self, id: str) -> None:
        """Leave a waiting table, or decline its invitation."""
        tables, person = self.member.waiting_tables, self.member.person
        seated = tables.get(id).slot_of(person.id) is not None
        (tables.leave if seated else tables.decline)(id, person)

    def successors(self) -> list[tuple[str | None, Text]]:
        """Return (player string, title) pairs for those who can take over a seat: each bot, and
        finally anyone, with None instead of a player string."""
        bots = [(f"bot:{name}", title) for name, title in offered().items()]
        return [*bots, (None, words("anyone"))]

    def leave_match(self, id: str, successor: str | None) -> None:
        """Give up the player's seats in a match. `successor` is the player string of the bot that
        takes over, or None to leave the seats to anyone."""
        self.member.seat_ownership.leave(id, self.member.person, successor)
