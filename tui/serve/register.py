"""Whether somebody may come in, by the key alone (authentication)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
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
    """The people of the house, as the door looks them up; it has the store open for itself. One
    that others share is open twice: nobody at the door waits while somebody who knocks is looked up
    in a thread."""

    def __init__(self, places: Places) -> None:
        self._store = open_store(places)
        self._for_knocks = open_store(places) if self._store.is_shared else None
        self._thread = ThreadPoolExecutor(1, "register")
        self.people = People(self._store)
        self.hosts = Hosts(self._store)

    def standing(self, fingerprint: str) -> KeyStanding:
        """What is known of a key; raises BadStore."""
        return _standing(self.people, fingerprint)

    async def look_up(self, fingerprint: str) -> KeyStanding:
        """The same of a key with which somebody knocks, however long a database takes."""
        if self._for_knocks is None:
            return self.standing(fingerprint)
        loop, people = asyncio.get_running_loop(), People(self._for_knocks)
        return await loop.run_in_executor(self._thread, _standing, people, fingerprint)

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
        self._thread.shutdown()
        if self._for_knocks is not None:
            self._for_knocks.close()
        self._store.close()


def _standing(people: People, fingerprint: str) -> KeyStanding:
    person = people.by_key(fingerprint)
    if person is None:
        return KeyStanding.EXPECTED if people.awaits_key() else KeyStanding.UNKNOWN
    return KeyStanding.BANNED if person.banned else KeyStanding.KNOWN


def may_enter(standing: KeyStanding, newcomers: Newcomers) -> bool:
    """Whether a key of that standing opens the door."""
    if standing is KeyStanding.UNKNOWN:
        return newcomers is not Newcomers.NOBODY
    return standing in (KeyStanding.KNOWN, KeyStanding.EXPECTED)
