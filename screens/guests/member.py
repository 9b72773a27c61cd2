"""Who a guest is, as the registers of the house know them: nobody, till they are admitted."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from engine.community.codes import Codes
from engine.community.gatherings import Gatherings
from engine.community.people import People
from engine.community.seating import Seating
from engine.core.players import Person
from engine.play.sight import people_of
from engine.storage.store import Record, Store
from screens.guests.guest import Guest, may_see_all
from screens.preferences import Preferences, written


@define(eq=False)
class Member:
    """Somebody who comes with a key, and what the house keeps of them. All may raise BadStore."""

    guest: Guest
    open_store: Callable[[], Store]
    _person: Person | None = field(default=None, init=False)

    @property
    def store(self) -> Store:
        """The store of the house."""
        return self.open_store()

    @property
    def people(self) -> People:
        """The people of this house."""
        return People(self.store)

    @property
    def gatherings(self) -> Gatherings:
        """The tables that wait."""
        return Gatherings(self.store)

    @property
    def codes(self) -> Codes:
        """The tables by their codes."""
        return Codes(self.store)

    @property
    def seating(self) -> Seating:
        """The seats of the matches."""
        return Seating(self.store)

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

    def keep(self, preferences: Preferences) -> None:
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
        seats, people = self.own_seats(record), people_of(record.header)
        return bool(seats) and may_see_all(seats, people, over=record.summary.over)
