"""Whether somebody may come in, by the key alone (authentication)."""

from __future__ import annotations

from enum import Enum, auto

from engine.community.hosts import Hosts
from engine.community.people import People
from engine.storage.bells import Watch
from engine.storage.topics import LOBBY, table_of
from screens.guests.guest import Newcomers
from screens.preferences import Preferences, read_over
from tui.places import Places
from tui.stores import open_store


class KeyStanding(Enum):
    """What the house knows of a key."""

    KNOWN = auto()
    UNKNOWN = auto()
    EXPECTED = auto()
    """Unknown, while somebody has a word with which another key comes in."""
    BANNED = auto()


class Register:
    """The people of the house, as the door looks them up; it has the store open for itself."""

    def __init__(self, places: Places) -> None:
        self._store = open_store(places)
        self.people = People(self._store)
        self.hosts = Hosts(self._store)

    def standing(self, fingerprint: str) -> KeyStanding:
        """What is known of a key; raises BadStore."""
        person = self.people.by_key(fingerprint)
        if person is None:
            return KeyStanding.EXPECTED if self.people.awaits_key() else KeyStanding.UNKNOWN
        return KeyStanding.BANNED if person.banned else KeyStanding.KNOWN

    def name(self, fingerprint: str) -> str | None:
        """What the owner of a key is called; None for nobody. Raises BadStore."""
        person = self.people.by_key(fingerprint)
        return None if person is None else person.name

    def language(self, fingerprint: str) -> str | None:
        """The language that the owner of a key has set; None for nobody. Raises BadStore."""
        person = self.people.by_key(fingerprint)
        if person is None:
            return None
        return read_over(Preferences(), self.people.settings(person)).language

    def invitation(self) -> str:
        """The word with which newcomers come in; raises BadStore."""
        return self.people.invitation()

    def tell_who_is_gone(self) -> None:
        """Let those look who can see that a program is gone which could not say so itself: the
        others at its tables, and everybody in the lobby."""
        swept = self._store.sweep()
        tables = sorted(set(filter(None, map(table_of, swept))))
        self._store.ring(*tables, *([LOBBY] if swept else []))

    def watch(self, topic: str) -> Watch:
        """What is rung when something has changed."""
        return self._store.watch(topic)

    def close(self) -> None:
        """Give the store back."""
        self._store.close()


def may_enter(standing: KeyStanding, newcomers: Newcomers) -> bool:
    """Whether a key of that standing opens the door."""
    if standing is KeyStanding.UNKNOWN:
        return newcomers is not Newcomers.NOBODY
    return standing in (KeyStanding.KNOWN, KeyStanding.EXPECTED)
