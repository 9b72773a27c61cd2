"""The hosts on which a house is open at the moment (cluster membership).

In a database several may be; each lets itself be seen from time to time (heartbeat), and one that
has not been for a while (lease) is gone, whatever became of it. All times are the store's. In a
file there is one alone, that of who opened the house last, whether it is open still or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.storage.database import Connection
from engine.storage.schema import LEASE
from engine.storage.sql_statements import insert, keep_word, kept_word
from engine.storage.store import Store
from engine.storage.topics import EARS, LOBBY, table_of, topic_of_host

BEAT: Final = timedelta(seconds=5)
"""After how long a host lets itself be seen again."""

_KEY: Final = "host key"


NOBODY: Final[Mapping[str, int]] = {}


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

    def beat(self, host: Host, ears: Mapping[str, int] = NOBODY) -> None:
        """Let a host be seen, and who listens there to which topic; forget those that are gone. Its
        own topic is rung at each beat, so that it hears whether it would hear the others."""
        with self.store.writing(host.id) as base:
            seen = clock.written(self.store.clock())
            row = base.execute("UPDATE host SET seen = ? WHERE id = ?", (seen, host.id))
            if not row.rowcount:
                begun = clock.written(host.begun)
                known = {"place": host.place, "name": host.name, "version": host.version}
                insert(base, "host", id=host.id, **known, begun=begun, seen=seen)
            changed = _keep_ears(base, host.id, ears)
            if not self.store.is_shared:
                changed += _forget(base, "id <> ?", host.id)
            else:
                changed += _forget(base, "seen <= ? AND id <> ?", self._lately, host.id)
            self._ring(changed)
            self.store.publish(topic_of_host(host.id))

    def leave(self, host: Host) -> None:
        """Be a host no more, and whoever listened there."""
        with self.store.writing(host.id) as base:
            self._ring(_forget(base, "id = ?", host.id))

    def elsewhere(self, host: Host) -> Mapping[str, int]:
        """How many listen to which topic on the other hosts; those who hang their bells at the same
        place are no others."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT topic, number, place, host.id FROM ear JOIN host ON host.id = ear.host"
                " WHERE place <> ? AND seen > ? ORDER BY begun, host.id",
                (host.place, self._lately),
            ).fetchall()
        first = {place: id for _, _, place, id in reversed(rows)}
        found: Counter[str] = Counter()
        for topic, number, place, id in rows:
            if first[place] == id:
                found[topic] += number
        return found

    def _ring(self, topics: Sequence[str]) -> None:
        """Who listens to topics has changed: let the hosts look, then those who see it."""
        if topics:
            self.store.publish(EARS, LOBBY, *sorted(set(filter(None, map(table_of, topics)))))

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


def _keep_ears(base: Connection, host: str, ears: Mapping[str, int]) -> list[str]:
    """Keep how many listen on a host to which topic; the topics of which that is new."""
    rows = base.execute("SELECT topic, number FROM ear WHERE host = ?", (host,)).fetchall()
    before: dict[str, int] = dict(rows)
    changed = [one for one in {**before, **ears} if before.get(one) != ears.get(one)]
    for topic in changed:
        base.execute("DELETE FROM ear WHERE host = ? AND topic = ?", (host, topic))
        if topic in ears:
            insert(base, "ear", host=host, topic=topic, number=ears[topic])
    return changed


def _forget(base: Connection, where: str, *values: str) -> list[str]:
    """Forget hosts; the topics to which people listened there."""
    heard = base.execute(
        f"SELECT DISTINCT topic FROM ear JOIN host ON host.id = ear.host WHERE {where}", values
    ).fetchall()
    base.execute(f"DELETE FROM host WHERE {where}", values)
    return sorted(str(topic) for (topic,) in heard)
