"""The hosts on which a house is open at the moment (cluster membership).

In a database several may be; each lets itself be seen from time to time (heartbeat), and one that
has not been for a while (lease) is gone, whatever became of it. All times are the store's. In a
file there is one alone, that of who opened the house last, whether it is open still or not.

Whoever wants something of a host rings `topic_of_host`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.storage.base import Base
from engine.storage.sql import insert, keep_word, kept_word
from engine.storage.store import Store

BEAT: Final = timedelta(seconds=5)
"""After how long a host lets itself be seen again."""

LEASE: Final = timedelta(seconds=20)
"""Who was not seen for so long is gone."""

_KEY: Final = "host key"


@frozen
class Host:
    """A host on which the house is open. `place` is where its bells hang (`Store.place_of_bells`),
    `version` that of its program; times are UTC."""

    id: str
    place: str
    name: str
    version: str
    begun: datetime
    seen: datetime


class Hosts:
    """The hosts of a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def here(self) -> list[Host]:
        """The hosts that are here, who came first first."""
        since = self._lately if self.store.is_shared else ""
        with self.store.reading() as base:
            rows = base.execute(f"{_HOST} WHERE seen > ? ORDER BY begun, id", (since,)).fetchall()
        return [_host(row) for row in rows]

    def come(self, id: str, name: str, version: str) -> Host:
        """Be a host of the house from now on."""
        now = self.store.clock()
        host = Host(id, self.store.place_of_bells(), name, version, now, now)
        self.beat(host)
        return host

    def beat(self, host: Host) -> list[str]:
        """Let a host be seen, and forget those that are gone: the topics to which people listened
        there."""
        with self.store.writing() as base:
            seen = clock.written(self.store.clock())
            row = base.execute("UPDATE host SET seen = ? WHERE id = ?", (seen, host.id))
            if not row.rowcount:
                begun = clock.written(host.begun)
                known = {"place": host.place, "name": host.name, "version": host.version}
                insert(base, "host", id=host.id, **known, begun=begun, seen=seen)
            if not self.store.is_shared:
                return _forget(base, "id <> ?", host.id)
            return _forget(base, "seen <= ? AND id <> ?", self._lately, host.id)

    def leave(self, host: Host) -> list[str]:
        """Be a host no more: the topics to which people listened there."""
        with self.store.writing() as base:
            return _forget(base, "id = ?", host.id)

    def house_key(self) -> str | None:
        """The fingerprint of the key that every host shows; None where none has shown one yet."""
        with self.store.reading() as base:
            return kept_word(base, _KEY)

    def show_key(self, fingerprint: str, *, anew: bool = False) -> str:
        """Show a key of that fingerprint: which one the house has is said by whoever shows one
        first, and by who wants another to hold from now on (`anew`)."""
        with self.store.writing() as base:
            known = kept_word(base, _KEY)
            if known is None or anew:
                keep_word(base, _KEY, known := fingerprint)
            return known

    @property
    def _lately(self) -> str:
        """Who was seen last at that time, or earlier, is gone."""
        return clock.written(self.store.clock() - LEASE)


_HOST: Final = "SELECT id, place, name, version, begun, seen FROM host"


def _host(row: tuple[str, str, str, str, str, str]) -> Host:
    id, place, name, version, begun, seen = row
    return Host(id, place, name, version, clock.known(begun), clock.known(seen))


def _forget(base: Base, where: str, *values: str) -> list[str]:
    """Forget hosts; the topics to which people listened there."""
    heard = base.execute(
        f"SELECT DISTINCT topic FROM ear JOIN host ON host.id = ear.host WHERE {where}", values
    ).fetchall()
    base.execute(f"DELETE FROM host WHERE {where}", values)
    return sorted(str(topic) for (topic,) in heard)
