"""The registered player behind a guest, and access to the server's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress

from attrs import define, field

from engine.core.players import Person
from engine.errors import GuildhallError, NotAllowed
from engine.lobby.chat import Chat, ChatLine
from engine.lobby.deadlines import Deadlines
from engine.lobby.join_codes import JoinCodes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.notifications import Notifications
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.records import Record
from engine.storage.store import Store
from screens.lobby.guest import Guest, may_see_all
from screens.preferences import Preferences, written


@define(eq=False)
class Member:
    """A player who has connected with a key, and the server's data about this player. Methods that
    use the database may raise BadStore."""

    guest: Guest
    open_store: Callable[[], Store]
    last_read: dict[str | None, int] = field(factory=dict)
    """Number of the last chat line that the player has read, by the id of the waiting table (None
    for the lobby)."""

    _person: Person | None = field(default=None, init=False)

    @property
    def store(self) -> Store:
        return self.open_store()

    @property
    def people(self) -> Users:
        return Users(self.store)

    @property
    def waiting_tables(self) -> WaitingTables:
        return WaitingTables(self.store)

    @property
    def codes(self) -> JoinCodes:
        return JoinCodes(self.store)

    @property
    def seat_ownership(self) -> SeatOwnership:
        return SeatOwnership(self.store)

    @property
    def deadlines(self) -> Deadlines:
        return Deadlines(self.store)

    @property
    def notices(self) -> Notifications:
        return Notifications(self.store)

    @property
    def chat(self) -> Chat:
        return Chat(self.store)

    def unread(self, lines: Iterable[ChatLine], table: str | None) -> list[ChatLine]:
        """Return those of `lines` that others have written and the player has not read. `lines` is
        the chat of the waiting table `table`, or of the lobby if `table` is None."""
        since = self.last_read.get(table, 0)
        return [line for line in lines if line.number > since and line.person != self.person.id]

    def unread_in_lobby(self, lines: Sequence[ChatLine]) -> list[ChatLine]:
        """Return those of `lines`, the chat of the lobby, that others have written and the player
        has not read. All lines at the first call count as read."""
        self.last_read.setdefault(None, lines[-1].number if lines else 0)
        return self.unread(lines, None)

    def unread_counts(self, tables: Collection[str]) -> Counter[str]:
        """Return the number of other players' unread chat lines at each waiting table. `tables` and
        the keys of the result are ids of tables."""
        numbers = self.chat.numbers_by_others(tables, self.person)
        return Counter(table for table, number in numbers if number > self.last_read.get(table, 0))

    def toggle_mute(self, name: str) -> tuple[str, bool]:
        """Mute or unmute a player. Return the player's name and whether they are now muted. Raises
        NoSuchPerson, or NotAllowed for the player's own name."""
        other = self.people.named(name)
        if other.id == self.person.id:
            raise NotAllowed("You cannot mute yourself.")
        muted = other.id not in self.chat.muted(self.person)
        self.chat.mute(self.person, other.id, muted)
        return other.name, muted

    @property
    def person(self) -> Person:
        """The registered player. Only available once the player has been admitted."""
        assert self._person is not None, "nobody was admitted yet"
        return self._person

    @property
    def is_admitted(self) -> bool:
        """Whether the player has been identified."""
        return self._person is not None

    @property
    def is_admin(self) -> bool:
        """Whether the player has been admitted and is an admin."""
        return self._person is not None and self._person.admin

    def admit(self, person: Person) -> None:
        """Record `person` as the registered player behind the guest."""
        self._person = person

    def reload_person(self) -> None:
        """Reload the player's name and permissions. Raises NoSuchPerson."""
        self._person = self.people.get(self.person.id)

    def take_key_offer(self) -> bool:
        """Return whether to offer a second key now. The result is True only once, for a new player
        whose only key is kept by a browser. If the database is busy or fails, return False."""
        with suppress(GuildhallError):
            return self.guest.by_browser and self.people.take_key_offer(self.person)
        return False

    def save_preferences(self, preferences: Preferences) -> None:
        if self._person is not None:
            self.people.save_settings(self._person, written(preferences))

    def own_seats(self, record: Record) -> frozenset[int]:
        return frozenset(
            seat for seat, owner in enumerate(record.owners) if owner == self.person.id
        )

    def may_replay(self, record: Record) -> bool:
        """Return whether the player has a seat in the match and may see all its secrets."""
        seats, people = self.own_seats(record), record.header.people
        return bool(seats) and may_see_all(seats, people, over=record.summary.over)
