"""Connection of this machine to the server's other machines: a thread with a store of its own, so
that the event loop does not wait for a database.

With a file store, there are no other machines. With a shared store, the thread shows this machine
and its subscribers to the others, publishes the others' topics here, and shows their subscribers
here. After a lost connection, every topic is published once, because notifications may have been
missed.
"""

from __future__ import annotations

import logging
import secrets
import select
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from time import monotonic
from typing import Final

from attrs import define, field

from engine.errors import Busy, GuildhallError
from engine.lobby.hosts import HEARTBEAT_INTERVAL, Host, Hosts
from engine.storage.database import NotifyListener
from engine.storage.pubsub import (
    LOBBY_TOPIC,
    SUBSCRIBERS_TOPIC,
    SocketBus,
    Subscription,
    is_presence_topic,
    table_topic_of,
)
from engine.storage.remote_subscribers import RemoteSubscribers
from engine.storage.store import Store
from tui.user_paths import UserPaths
from tui.user_store import open_store
from tui.version import known_version

CLOSE_TIMEOUT: Final = 2.0
"""Maximum number of seconds for which closing waits for the database."""

COALESCE_SECONDS: Final = 0.25
"""Maximum number of seconds for which changes of the local subscribers are collected before they
are announced."""

RETRY_DELAY: Final = 0.1
"""Seconds until a lost connection is opened again, doubled after each failure up to the interval
between heartbeats."""

_HEARTBEAT_SECONDS: Final = HEARTBEAT_INTERVAL.total_seconds()

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class PubsubBridge:
    """Connection of this machine to the server's other machines, which know this machine by
    `id`."""

    paths: UserPaths
    id: str = field(factory=lambda: secrets.token_hex(4))
    _closing: threading.Event = field(factory=threading.Event)
    _thread: threading.Thread | None = None
    _remote_subscribers: RemoteSubscribers | None = None
    ends: tuple[socket.socket, socket.socket] = field(factory=socket.socketpair)

    def open(self) -> None:
        """Join the server's machines as soon as the store can be written."""
        self._thread = threading.Thread(target=self._run, name="exchange", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the server's machines."""
        self._closing.set()
        self.ends[1].close()
        if self._thread is None:
            self.ends[0].close()
        else:
            self._thread.join(CLOSE_TIMEOUT)

    def _run(self) -> None:
        """Stay connected until the bridge is closed, reconnecting after failures."""
        last_error, pause = "", RETRY_DELAY
        while not self._closing.is_set():
            began = monotonic()
            try:
                with closing(open_store(self.paths)) as store:
                    self._join_machines(store)
            except GuildhallError as error:
                if last_error != (last_error := str(error)):
                    _log.error("the connection to the other machines is lost: %s", last_error)
            pause = (
                RETRY_DELAY
                if monotonic() - began > _HEARTBEAT_SECONDS
                else min(2 * pause, _HEARTBEAT_SECONDS)
            )
            self._closing.wait(pause)
        if self._remote_subscribers is not None:
            self._remote_subscribers.close()
        self.ends[0].close()

    def _join_machines(self, store: Store) -> None:
        """Register this machine, wait until the bridge is closed, and unregister the machine. With
        a shared store, relay topics while waiting. Raises GuildhallError."""
        hosts = Hosts(store)
        host = hosts.register(self.id, socket.gethostname(), known_version())
        listener = store.listen()
        if listener is None or not isinstance(store.bus, SocketBus):
            self._closing.wait()
        else:
            with closing(listener), closing(store.subscribe(LOBBY_TOPIC)) as lobby:
                self._remote_subscribers = self._remote_subscribers or RemoteSubscribers(store.bus)
                _Relay(hosts, host, store.bus, self._remote_subscribers, listener, lobby).run(
                    self.ends[0]
                )
        with suppress(GuildhallError):
            hosts.unregister(host)


@define(eq=False)
class _Relay:
    """Relay of topics and numbers of subscribers between machines."""

    hosts: Hosts
    host: Host
    bus: SocketBus
    remote_subscribers: RemoteSubscribers
    listener: NotifyListener
    lobby: Subscription
    _announced: Mapping[str, int] = field(factory=dict)
    _received: int = -1

    def run(self, end: socket.socket) -> None:
        """Run until `end` is readable. Raises Busy if the connection is lost, and BadStore."""
        poll = select.poll()
        for source in (self.listener, self.lobby, end):
            if source.fileno() >= 0:
                poll.register(source, select.POLLIN)
        self.bus.publish_all()
        self._send_heartbeat()
        due, has_changed = monotonic() + _HEARTBEAT_SECONDS, False
        while True:
            wait = COALESCE_SECONDS if has_changed else max(0.0, due - monotonic())
            ready = {number for number, _ in poll.poll(1000 * wait)}
            if end.fileno() in ready:
                return
            self._publish_here(self.listener.take_topics())
            if monotonic() >= due:
                self._check_connection()
            if monotonic() >= due or (has_changed and self._announced != self._subscriber_counts()):
                self._send_heartbeat()
                due = monotonic() + _HEARTBEAT_SECONDS
            has_changed = self.lobby.fileno() in ready
            self.lobby.clear()

    def _publish_here(self, topics: Sequence[str]) -> None:
        """Publish on this machine the `topics` of other machines. First update who is online on
        those machines, if that has changed."""
        if SUBSCRIBERS_TOPIC in topics:
            self._mirror_other_machines()
        for topic in topics:
            self.bus.publish(topic)

    def _send_heartbeat(self) -> None:
        """Save this machine's heartbeat and numbers of subscribers in the store, and update what
        this machine knows about subscribers on other machines. Raises BadStore."""
        self._received, self._announced = self.listener.received_count, self._subscriber_counts()
        self.hosts.send_heartbeat(self.host, self._announced)
        self._mirror_other_machines()

    def _check_connection(self) -> None:
        """Raise Busy if no notification has arrived since the last heartbeat, although a
        heartbeat also notifies its own machine."""
        if self.listener.received_count == self._received:
            raise Busy(
                "messages from other machines do not arrive here. The server needs a "
                "direct connection to the database, not one from a pool."
            )

    def _subscriber_counts(self) -> Mapping[str, int]:
        """Return the number of subscribers on this machine to each topic that shows who is
        online."""
        subscribers = self.bus.listeners().items()
        return {topic: number for topic, number in subscribers if is_presence_topic(topic)}

    def _mirror_other_machines(self) -> None:
        """Make subscribers on other machines known on this machine, and notify the tables and the
        lobby of changes."""
        changed = self.remote_subscribers.show(self.hosts.subscribers_elsewhere(self.host))
        tables = set(filter(None, map(table_topic_of, changed)))
        for topic in (*sorted(tables), *([LOBBY_TOPIC] if changed else [])):
            self.bus.publish(topic)
