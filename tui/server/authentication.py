"""Lookup of players by their keys, and the decision whether the owner of a key may log in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from functools import partial
from typing import TypeVar

from engine.lobby.hosts import Host, Hosts
from engine.lobby.users import Users
from engine.storage.pubsub import LOBBY_TOPIC, Subscription, table_topic_of
from screens.lobby.guest import Registration
from screens.preferences import Preferences, read_over
from tui.user_paths import UserPaths
from tui.user_store import open_store

T = TypeVar("T")


class KeyStanding(Enum):
    """Result of looking up a key: whether its owner is registered, unknown or banned."""

    KNOWN = auto()
    UNKNOWN = auto()
    EXPECTED = auto()
    """The key is unknown, but a player has a valid one-time code, with which it could be added."""
    BANNED = auto()


class KeyRegistry:
    """Queries about registered players and machines, with a store of its own. A shared store is
    opened twice, so that slow queries can run in a thread. The constructor raises BadStore."""

    def __init__(self, paths: UserPaths) -> None:
        self._store = open_store(paths)
        self._beside = open_store(paths) if self._store.is_shared else None
        self._thread = ThreadPoolExecutor(1, "register")
        self.people = Users(self._store)
        self.hosts = Hosts(self._store)

    async def look_up(self, fingerprint: str) -> KeyStanding:
        """Return the standing of a key. A query of a shared store does not block the event loop.
        Raises BadStore."""
        return await self._query(partial(_standing, fingerprint))

    async def names(self, fingerprints: Collection[str]) -> Mapping[str, str | None]:
        """Return the name of each key's owner, or None for a key without an owner, by fingerprint.
        A query of a shared store does not block the event loop. Raises BadStore."""
        return await self._query(partial(_names, fingerprints))

    async def ping(self) -> None:
        """Return once a shared store has answered; with a file store, at once. Raises BadStore."""
        if self._beside is not None:
            await self._query(Users.ping)

    async def other_hosts(self, id: str) -> Sequence[Host]:
        """Return the running machines of the server except the one with the id `id`; with a file
        store, there are none. Raises BadStore."""
        if self._beside is None:
            return ()
        here = await self._query(lambda people: Hosts(people.store).running())
        return [host for host in here if host.id != id]

    async def _query(self, find: Callable[[Users], T]) -> T:
        """Run the query `find`, in a thread if the store is shared, and return its result."""
        if self._beside is None:
            return find(self.people)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, find, Users(self._beside))

    def name(self, fingerprint: str) -> str | None:
        """Return the name of a key's owner, or None if the key has no owner. Raises BadStore."""
        return _name(fingerprint, self.people)

    def is_admin(self, fingerprint: str) -> bool:
        """Return whether a key belongs to an admin. Raises BadStore."""
        person = self.people.by_key(fingerprint)
        return person is not None and person.admin

    def language(self, fingerprint: str) -> str | None:
        """Return the language that a key's owner has set, English if the owner has set none, or
        None if the key has no owner. Raises BadStore."""
        person = self.people.by_key(fingerprint)
        if person is None:
            return None
        return read_over(Preferences(), self.people.settings(person)).language

    def invite_code(self) -> str:
        """Return the invite code for new players, which is created if the store has none yet.
        Raises BadStore."""
        return self.people.invite_code()

    def publish_departures(self) -> None:
        """Notify the subscribers of tables and of the lobby if programs have died without
        unsubscribing from them."""
        swept = self._store.bus.sweep()
        tables = sorted(set(filter(None, map(table_topic_of, swept))))
        self._store.publish(*tables, *([LOBBY_TOPIC] if swept else []))

    def subscribe(self, topic: str) -> Subscription:
        return self._store.subscribe(topic)

    def close(self) -> None:
        """Close the stores, and end the thread."""
        self._thread.shutdown()
        if self._beside is not None:
            self._beside.close()
        self._store.close()


def _name(fingerprint: str, users: Users) -> str | None:
    person = users.by_key(fingerprint)
    return None if person is None else person.name


def _names(fingerprints: Collection[str], users: Users) -> Mapping[str, str | None]:
    with users.store.read_transaction():
        return {fingerprint: _name(fingerprint, users) for fingerprint in fingerprints}


def _standing(fingerprint: str, users: Users) -> KeyStanding:
    person = users.by_key(fingerprint)
    if person is None:
        return KeyStanding.EXPECTED if users.awaits_key() else KeyStanding.UNKNOWN
    return KeyStanding.BANNED if person.banned else KeyStanding.KNOWN


def may_enter(standing: KeyStanding, registration: Registration) -> bool:
    """Return whether a key with the given `standing` may log in. `registration` determines who may
    register."""
    if standing is KeyStanding.UNKNOWN:
        return registration is not Registration.CLOSED
    return standing in (KeyStanding.KNOWN, KeyStanding.EXPECTED)
