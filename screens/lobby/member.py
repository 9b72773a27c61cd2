"""Who a guest is, as the registers of the house know them: nobody, till they are admitted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from attrs import define, field

from engine.core.players import Person
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.lobby.chat import Chat, ChatLine
from engine.lobby.deadlines import Deadlines
from engine.lobby.join_codes import JoinCodes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.notifications import Notifications
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.store import Record, Store
from screens.lobby.guest import Guest, may_see_all
from screens.preferences import Preferences, written


@define(eq=False)
class Member:
    """Somebody who comes with a key, and what the house keeps of them. All may raise BadStore."""

    guest: Guest
    open_store: Callable[[], Store]
    heard: dict[str | None, int] = field(factory=dict)
    """Up to which line one has read what is said at a table that waits, or in the lobby (None)."""

    _person: Person | None = field(default=None, init=False)

    @property
    def store(self) -> Store:
        """The store of the house."""
        return self.open_store()

    @property
    def people(self) -> Users:
        """The people of this house."""
        return Users(self.store)

    @property
    def gatherings(self) -> WaitingTables:
        """The tables that wait."""
        return WaitingTables(self.store)

    @property
    def codes(self) -> JoinCodes:
        """The tables by their codes."""
        return JoinCodes(self.store)

    @property
    def seating(self) -> SeatOwnership:
        """The seats of the matches."""
        return SeatOwnership(self.store)

    @property
    def deadlines(self) -> Deadlines:
        """Until when the matches wait for a move."""
        return Deadlines(self.store)

    @property
    def notices(self) -> Notifications:
        """Who is told elsewhere what waits for them."""
        return Notifications(self.store)

    @property
    def talk(self) -> Chat:
        """What is said here."""
        return Chat(self.store)

    def new_of(self, said: Iterable[ChatLine], table: str | None) -> list[ChatLine]:
        """Which lines of those that were said at a table, or in the lobby, are others' and new."""
        since = self.heard.get(table, 0)
        return [line for line in said if line.number > since and line.person != self.person.id]

    def hear_lobby(self, said: Sequence[ChatLine]) -> list[ChatLine]:
        """The new lines of others in the lobby, of all that were said there; what was said before
        somebody came is not new."""
        self.heard.setdefault(None, said[-1].number if said else 0)
        return self.new_of(said, None)

    def new_at(self, tables: Collection[str]) -> Counter[str]:
        """How many such lines there are at each of these tables that wait."""
        said = self.talk.said_by_others(tables, self.person)
        return Counter(table for table, number in said if number > self.heard.get(table, 0))

    def turn_mute(self, name: str) -> tuple[str, bool]:
        """Hear somebody no more, or again: who that is, and whether they are muted now; raises
        NoSuchPerson, and NotAllowed for oneself."""
        other = self.people.named(name)
        if other.id == self.person.id:
            raise NotAllowed(words("You cannot mute yourself."))
        muted = other.id not in self.talk.muted(self.person)
        self.talk.mute(self.person, other.id, muted)
        return other.name, muted

    @property
    def person(self) -> Person:
        """Who plays here; known once somebody was admitted."""
        assert self._person is not None, "nobody was admitted yet"
        return self._person

    @property
    def is_admitted(self) -> bool:
        """Whether it is known who plays here."""
        return self._person is not None

    def admit(self, person: Person) -> None:
        """Know from now on who it is."""
        self._person = person

    def know_again(self) -> None:
        """Find out anew what the person is called and may do; raises NoSuchPerson."""
        self._person = self.people.get(self.person.id)

    def save_preferences(self, preferences: Preferences) -> None:
        """Keep the settings with the person."""
        if self._person is not None:
            self.people.keep_settings(self._person, written(preferences))

    def own_seats(self, record: Record) -> frozenset[int]:
        """The seats of a match that are this person's."""
        return frozenset(
            seat for seat, owner in enumerate(record.owners) if owner == self.person.id
        )

    def may_replay(self, record: Record) -> bool:
        """Whether a match is the person's own and holds no secrets of others any more."""
        seats, people = self.own_seats(record), record.header.people
        return bool(seats) and may_see_all(seats, people, over=record.summary.over)
