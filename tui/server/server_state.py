"""State that all front ends share: who is connected, the limits, and the server's status."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Protocol

from attrs import define, field

from engine.errors import GuildhallError
from engine.i18n.text import Text, words
from engine.lobby.bans import KEPT_OUT
from screens.lobby.guest import Registration
from tui.server.admission import Admissions
from tui.server.authentication import KeyRegistry, KeyStanding, may_enter
from tui.server.client_session import ClientSession
from tui.server.control_socket import Answer
from tui.server.key_exchange_queue import KeyExchangeQueue
from tui.server.limits import BoundedQueue, Limits, Meters, Tally
from tui.server.rejection_log import Rejection, RejectionLog
from tui.server.session_pool import SessionPool
from tui.server.store_probe import LOST_AFTER, StoreProbe
from tui.server.trusted_networks import Network
from tui.user_paths import UserPaths

DEPARTURES_DELAY: Final = 0.05
"""Seconds during which ends of sessions are collected before subscribers are notified of them."""
POLL_INTERVAL: Final = 0.02
"""Seconds between checks whether the last client has disconnected."""

LOGGED_CHARACTERS: Final = 16
"""Number of characters of a fingerprint shown in the log."""

REFUSAL_TEXTS: Final = {
    KeyStanding.UNKNOWN: words(
        "This server is not accepting new players, and does not know this key."
    ),
    KeyStanding.BANNED: KEPT_OUT,
}
"""Reasons for the refusal of keys, by the standing of the key."""

SERVER_CLOSES: Final = words("The server is shutting down. Your games are safe. Come back later.")
"""Message to players when the whole server closes."""

MACHINE_CLOSES: Final = words(
    "This machine is shutting down. Your games are safe. Connect again to continue."
)
"""Message to players when only this machine closes."""

LOOKUP_FAILED: Final = words(
    "The server cannot look up your key right now. The key itself is fine. Please try again in a "
    "minute."
)
TOO_MANY_NEWCOMERS: Final = words("Too many new players at once. Please try again in a minute.")
TOO_MANY_LOGINS: Final = words("Too many connections. Please try again in a minute.")

_log = logging.getLogger("guildhall.door")


class ClientConnection(Hashable, Protocol):
    """The part of a connection that the server needs, whatever the protocol."""

    address: str
    fingerprint: str

    @property
    def has_session(self) -> bool:
        """Whether a session was started on the connection."""

    def abort(self) -> None:
        """Close the connection at once."""

    def close_after_output(self) -> None:
        """Close the connection once everything has been sent."""


@define(eq=False)
class ServerState:
    """State of the running server: its connections, sessions and limits."""

    paths: UserPaths
    registry: KeyRegistry
    session_pool: SessionPool
    registration: Registration
    limits: Limits
    connect_command: str
    page: str | None = None
    """Address of the web page for players; None if there is none."""
    balancers: Collection[Network] = ()
    """Networks of load balancers and proxies that are trusted to name a client's address."""
    opened: datetime = field(factory=lambda: datetime.now(UTC))
    sessions: set[ClientSession] = field(factory=set)
    connections: set[ClientConnection] = field(factory=set)
    closing: bool = False
    farewell: Text = SERVER_CLOSES
    refusals: RejectionLog = field(factory=RejectionLog)
    store_probe: StoreProbe = field(init=False)
    exchanges: KeyExchangeQueue = field(init=False)
    unauthenticated: BoundedQueue[ClientConnection] = field(init=False)
    idle: BoundedQueue[ClientConnection] = field(init=False)
    idle_of_keys: BoundedQueue[ClientConnection] = field(init=False)
    refused_connections: Tally = field(init=False)
    admissions: Admissions = field(init=False)
    newcomer_rate: Meters = field(init=False)
    login_rate: Meters = field(init=False)
    _numbers: Iterator[int] = field(factory=lambda: itertools.count(1))
    _departures_timer: asyncio.TimerHandle | None = None

    def __attrs_post_init__(self) -> None:
        limits = self.limits
        self.store_probe = StoreProbe(self.registry.ping)
        self.unauthenticated = BoundedQueue(limits.unauthenticated, limits.unauthenticated)
        self.idle = BoundedQueue(limits.idle_per_address, limits.idle)
        self.idle_of_keys = BoundedQueue(limits.idle_per_key, limits.idle)
        self.exchanges = KeyExchangeQueue(limits)
        self.refused_connections = Tally(limits.idle_per_address, limits.idle)
        self.admissions = Admissions(limits, self.registry)
        self.newcomer_rate = Meters(limits.newcomers_per_minute)
        self.login_rate = Meters(limits.logins_per_minute)

    def next_number(self) -> int:
        return next(self._numbers)

    def open(self) -> None:
        """Start checking whether the store can be reached."""
        self.store_probe.open()

    async def close(self, *, is_open_elsewhere: bool = False) -> None:
        """End all sessions and restore their terminals. This takes at most `stop_seconds`, plus
        `farewell_seconds` for clients to disconnect. With `is_open_elsewhere`, players are told to
        connect again."""
        self.closing = True
        self.farewell = MACHINE_CLOSES if is_open_elsewhere else SERVER_CLOSES
        self.store_probe.close()
        for session in self.sessions:
            session.ask_to_end()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.stop_seconds):
                while self.sessions:
                    await asyncio.wait([session.over for session in self.sessions])
        for session in list(self.sessions):
            session.kill()
        await self._disconnect_clients()
        self.session_pool.close()
        await asyncio.sleep(0.1)

    async def _disconnect_clients(self) -> None:
        """Close the connections without a session, and then the others, after giving them time to
        disconnect by themselves, because a client that is cut off may not show the last output."""
        for connection in list(self.connections):
            if not connection.has_session:
                connection.close_after_output()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.farewell_seconds):
                while self.connections:
                    await asyncio.sleep(POLL_INTERVAL)
        for connection in list(self.connections):
            connection.close_after_output()

    def add_unauthenticated(self, connection: ClientConnection) -> None:
        """Add a connection that has not logged in. If there are too many, the longest inactive one
        of the addresses with the most connections is closed."""
        evicted = self.unauthenticated.add(connection, connection.address)
        if evicted is not None:
            self.refusals.note(Rejection.CROWDED_OUT)
            evicted.abort()

    async def look_up(self, fingerprint: str) -> KeyStanding | None:
        """Return the standing of a key. If the store cannot be reached, log that and return
        None."""
        try:
            return await self.registry.look_up(fingerprint)
        except GuildhallError as error:
            _log.error("players cannot be looked up: %s", error)
            return None

    def refuse_key(
        self,
        connection: ClientConnection,
        fingerprint: str,
        standing: KeyStanding,
        *,
        counted: bool = False,
    ) -> Rejection | None:
        """Return the reason why a key may not log in; None if it may. With a known key, the
        connection is from now on counted apart from others of its address. Any other key counts as
        an attempt from the address, unless the connection has already been `counted`."""
        if standing is KeyStanding.KNOWN:
            self.unauthenticated.renew(connection, (connection.address, fingerprint))
        elif not counted and not self.newcomer_rate.consume(connection.address):
            return self.refusals.note(Rejection.NEWCOMERS_TOO_OFTEN)
        return None if may_enter(standing, self.registration) else Rejection.SHUT_OUT

    def refuse_login(self, fingerprint: str, standing: KeyStanding) -> Rejection | None:
        """Return the reason why a person with a valid signature may not log in now; None if they
        may."""
        if standing is not KeyStanding.KNOWN or self.login_rate.consume(fingerprint):
            return None
        return self.refusals.note(Rejection.TOO_OFTEN)

    @property
    def readiness(self) -> Mapping[str, bool]:
        """The results of the health check: `ready` is whether sessions can be started, and `store
        reached` whether the store can be reached."""
        return {
            "ready": self.session_pool.pid is not None,
            "store reached": not self.store_probe.is_lost,
        }

    def add_idle(self, connection: ClientConnection) -> None:
        """Add a connection that has logged in but has no session. If there are too many, the oldest
        one of the same address or key is closed, or else the oldest one of the addresses or keys
        that have the most."""
        for evicted in (
            self.idle.add(connection, connection.address),
            self.idle_of_keys.add(connection, connection.fingerprint),
        ):
            if evicted is not None:
                self.refusals.note(Rejection.IDLE)
                evicted.abort()

    def forget(self, connection: ClientConnection) -> None:
        """Stop counting a connection as waiting, because it has a session or is gone."""
        for queue in (self.unauthenticated, self.idle, self.idle_of_keys):
            queue.remove(connection)

    def language_of(self, fingerprint: str, otherwise: str) -> str:
        """Return the language that a key's owner has set (English if none), or `otherwise` if the
        key has no owner or the store fails."""
        try:
            return self.registry.language(fingerprint) or otherwise
        except GuildhallError:
            return otherwise

    def publish_departures_soon(self) -> None:
        """After `DEPARTURES_DELAY` seconds, notify the subscribers of tables and of the lobby about
        sessions that have ended without unsubscribing. Several ends are combined into one
        notification. If the server is closing, do nothing."""
        if self._departures_timer is None and not self.closing:
            loop = asyncio.get_running_loop()
            self._departures_timer = loop.call_later(DEPARTURES_DELAY, self._publish_departures)

    def _publish_departures(self) -> None:
        self._departures_timer = None
        if not self.closing:
            self.registry.publish_departures()

    def announce(self, text: str) -> int:
        """Show a message in every session that can show it. Return the number of these sessions."""
        return sum(session.announce(text) for session in self.sessions)

    async def status(self) -> Answer:
        """Return the status of the server as JSON values, with the name None for all players if the
        store cannot be reached. New players who now have a name are moved to seats for registered
        players."""
        names = await self._names()
        if names is not None:
            self.admissions.settle_named({key for key, name in names.items() if name is not None})
        sessions = sorted(self.sessions, key=lambda session: session.number)
        return {
            "open since": self.opened.isoformat(timespec="seconds"),
            "sessions": len(self.sessions),
            "seats": self.admissions.known.total,
            "most seats": self.admissions.known.most,
            "newcomers' seats": self.admissions.new.total,
            "most newcomers' seats": self.admissions.new.most,
            "connections": len(self.connections),
            "not logged in": len(self.unauthenticated),
            "most not logged in": self.unauthenticated.most,
            "without a session": len(self.idle),
            "most without a session": self.idle.most,
            "refused": {str(why.value): n for why, n in self.refusals.counts.items()},
            "newcomers": self.registration.value,
            "zygote": self.session_pool.pid,
            "reloads": self.session_pool.reloads,
            "store reached": names is not None,
            "visits": [
                session.status((names or {}).get(session.fingerprint)) for session in sessions
            ],
        }

    async def _names(self) -> Mapping[str, str | None] | None:
        """Return the names of the people who have sessions by the fingerprints of their keys, with
        None for a key without an owner. Return None if the store cannot be reached."""
        if self.store_probe.is_lost:
            return None
        try:
            async with asyncio.timeout(LOST_AFTER):
                return await self.registry.names({session.fingerprint for session in self.sessions})
        except (GuildhallError, TimeoutError):
            return None
