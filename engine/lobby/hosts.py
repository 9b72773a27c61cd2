"""The machines that currently run a server (cluster membership), and commands to them.

If the database is PostgreSQL, a server can have several machines. Each machine sends heartbeats. A
machine that has not been seen for the duration of a lease counts as gone. All times come from the
store's clock. With a SQLite file, there is at most one machine: the last one that started the
server, unless it has unregistered. It is still listed if it has crashed.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.storage.database import Connection
from engine.storage.pubsub import (
    LOBBY_TOPIC,
    SUBSCRIBERS_TOPIC,
    table_topic_of,
    topic_of_host,
    topic_of_host_commands,
)
from engine.storage.schema import HOST_LEASE
from engine.storage.sql_statements import insert, server_value, set_server_value
from engine.storage.store import StoreUser

HEARTBEAT_INTERVAL: Final = timedelta(seconds=5)

_KEY: Final = "host key"


NO_SUBSCRIBERS: Final[Mapping[str, int]] = {}


@frozen
class Host:
    """A machine that runs the server. `place` is the id of its message bus (`SocketBus.place`), and
    `version` the version of its program. Times are in UTC."""

    id: str
    place: str
    name: str
    version: str
    started: datetime
    seen: datetime


class Hosts(StoreUser):
    """The machines that run a server. Every call may raise BadStore."""

    def running(self) -> list[Host]:
        """Return the machines that count as running, in the order in which they started."""
        since = self._lease_start if self.store.is_shared else ""
        rows = self.store.rows(f"{_HOST_QUERY} WHERE seen > ? ORDER BY begun, id", (since,))
        return [_host(row) for row in rows]

    def register(self, id: str, name: str, version: str) -> Host:
        """Register this process as a machine of the server, with the id `id`, and return the
        machine."""
        now = self.store.clock()
        host = Host(id, self.store.bus.place, name, version, now, now)
        self.send_heartbeat(host)
        return host

    def send_heartbeat(self, host: Host, counts: Mapping[str, int] = NO_SUBSCRIBERS) -> None:
        """Send a heartbeat with the number of subscribers per topic (`counts`), which replaces the
        earlier numbers. Remove machines that are gone; with a SQLite file, remove all other
        machines.

        Each heartbeat also publishes a topic of the machine itself, with which the machine checks
        whether it would receive messages from others.
        """
        with self.store.write_transaction(host.id) as connection:
            seen = self.now
            row = connection.execute("UPDATE host SET seen = ? WHERE id = ?", (seen, host.id))
            if not row.rowcount:
                started = clock.written(host.started)
                details = {"place": host.place, "name": host.name, "version": host.version}
                insert(connection, "host", id=host.id, **details, begun=started, seen=seen)
            changed = _save_counts(connection, host.id, counts)
            if not self.store.is_shared:
                changed += _forget(connection, "id <> ?", host.id)
            else:
                changed += _forget(connection, "seen <= ? AND id <> ?", self._lease_start, host.id)
            self._publish(changed)
            self.store.publish(topic_of_host(host.id))

    def unregister(self, host: Host) -> None:
        """Unregister a machine and its subscribers."""
        with self.store.write_transaction(host.id) as connection:
            self._publish(_forget(connection, "id = ?", host.id))

    def subscribers_elsewhere(self, host: Host) -> Mapping[str, int]:
        """Return the number of subscribers per topic on other running machines. Machines that share
        a message bus with `host` are left out."""
        rows = self.store.rows(
            "SELECT topic, number, place, host.id FROM ear JOIN host ON host.id = ear.host"
            " WHERE place <> ? AND seen > ? ORDER BY begun, host.id",
            (host.place, self._lease_start),
        )
        # Machines that share a message bus report the same subscribers: use the oldest machine.
        first = {place: id for _, _, place, id in reversed(rows)}
        counts: Counter[str] = Counter()
        for topic, number, place, id in rows:
            if first[place] == id:
                counts[topic] += number
        return counts

    def _publish(self, topics: Sequence[str]) -> None:
        """Publish that the subscribers of `topics` have changed. This informs other machines, and
        screens that show the subscribers."""
        if topics:
            tables = sorted(set(filter(None, map(table_topic_of, topics))))
            self.store.publish(SUBSCRIBERS_TOPIC, LOBBY_TOPIC, *tables)

    def host_key_fingerprint(self) -> str | None:
        """Return the fingerprint of the host key that all machines must use; None if none is
        recorded."""
        return self.store.query(lambda connection: server_value(connection, _KEY))

    def record_host_key(self, fingerprint: str, *, replace: bool = False) -> str:
        """Record the fingerprint of the host key if none is recorded yet, or if `replace`. Return
        the fingerprint that is now recorded."""
        with self.store.write_transaction() as connection:
            recorded = server_value(connection, _KEY)
            if recorded is None or replace:
                set_server_value(connection, _KEY, recorded := fingerprint)
            return recorded

    @property
    def _lease_start(self) -> str:
        """Time since which a machine must have been seen to count as running."""
        return clock.written(self.store.clock() - HOST_LEASE)


_HOST_QUERY: Final = "SELECT id, place, name, version, begun, seen FROM host"


def _host(row: tuple[str, str, str, str, str, str]) -> Host:
    id, place, name, version, started, seen = row
    return Host(id, place, name, version, clock.known(started), clock.known(seen))


def _save_counts(connection: Connection, host: str, counts: Mapping[str, int]) -> list[str]:
    """Save `counts`, the number of subscribers per topic on the machine with the id `host`. Return
    the topics whose numbers have changed."""
    rows = connection.execute("SELECT topic, number FROM ear WHERE host = ?", (host,)).fetchall()
    before: dict[str, int] = dict(rows)
    changed = [topic for topic in {**before, **counts} if before.get(topic) != counts.get(topic)]
    for topic in changed:
        connection.execute("DELETE FROM ear WHERE host = ? AND topic = ?", (host, topic))
        if topic in counts:
            insert(connection, "ear", host=host, topic=topic, number=counts[topic])
    return changed


def _forget(connection: Connection, where: str, *values: str) -> list[str]:
    """Delete the machines that the SQL clause `where` selects, and return the topics that had
    subscribers on them."""
    topics = connection.execute(
        f"SELECT DISTINCT topic FROM ear JOIN host ON host.id = ear.host WHERE {where}", values
    ).fetchall()
    connection.execute(f"DELETE FROM host WHERE {where}", values)
    return sorted(str(topic) for (topic,) in topics)


COMMAND_LIFETIME: Final = timedelta(minutes=15)
"""Age after which a command is deleted, because nobody is waiting for its answer any longer."""


@frozen
class HostCommand:
    """A command to a machine. Only the sender and the machine interpret the text `request`."""

    id: str
    request: str


class HostCommands(StoreUser):
    """The commands to the machines of a server. Every call may raise BadStore."""

    def ask(self, host: str, request: str) -> str:
        """Send a command to the machine with the id `host`, and return the id of the command."""
        id, now = secrets.token_hex(8), self.store.clock()
        with self.store.write_transaction(host) as connection:
            connection.execute(
                "DELETE FROM errand WHERE asked < ?", (clock.written(now - COMMAND_LIFETIME),)
            )
            insert(
                connection, "errand", id=id, host=host, request=request, asked=clock.written(now)
            )
            self.store.publish(topic_of_host_commands(host))
        return id

    def due(self, host: str) -> Sequence[HostCommand]:
        """Return the commands that the machine with the id `host` has not answered, oldest
        first."""
        rows = self.store.rows(
            "SELECT id, request FROM errand WHERE host = ? AND answer IS NULL ORDER BY asked, id",
            (host,),
        )
        return [HostCommand(*row) for row in rows]

    def answer(self, id: str, answer: str) -> None:
        """Answer a command, if it has not been deleted."""
        with self.store.write_transaction(id) as connection:
            connection.execute("UPDATE errand SET answer = ? WHERE id = ?", (answer, id))

    def answers(self, ids: Collection[str]) -> Mapping[str, str | None]:
        """Return the answers by command id; None for a command that has not been answered yet.
        Deleted commands, and commands to machines that are gone, are left out."""
        with self.store.read_transaction() as connection:
            rows = [
                connection.execute("SELECT id, answer FROM errand WHERE id = ?", (id,)).fetchone()
                for id in ids
            ]
        return dict(row for row in rows if row is not None)

    def forget(self, ids: Collection[str]) -> None:
        """Delete the commands `ids`, whose answers are no longer needed."""
        with self.store.write_transaction() as connection:
            connection.executemany("DELETE FROM errand WHERE id = ?", [(id,) for id in ids])
