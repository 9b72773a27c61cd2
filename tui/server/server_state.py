"""State that all front ends share: who is connected, the limits, and the server's status."""

from __future__ import annotations

import asyncio
import itertools
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
from tui.server.authentication import KeyRegistry, KeyStanding
from tui.server.client_session import ClientSession
from tui.server.control_socket import Answer
from tui.server.key_exchange_queue import KeyExchangeQueue
from tui.server.limits import Crowd, Limits, Meters, Tally
from tui.server.rejection_log import Rejection, RejectionLog
from tui.server.session_pool import SessionPool
from tui.server.store_probe import LOST_AFTER, StoreProbe
from tui.server.trusted_networks import Network
from tui.user_paths import UserPaths

GATHERED: Final = 0.05
"""Seconds for which the ends of sessions are gathered."""
SOON: Final = 0.02
"""Seconds between two looks whether the last client has hung up."""

SHORT: Final = 16
"""How much of a fingerprint stands in the log."""

REFUSALS: Final = {
    KeyStanding.UNKNOWN: words(
        "This server is not accepting new players, and does not know this key."
    ),
    KeyStanding.BANNED: KEPT_OUT,
}
"""Why a key of that standing is refused, where it is."""

CLOSES: Final = words("The server is shutting down. Your games are safe: come back later.")
MOVES: Final = words(
    "This machine is shutting down. Your games are safe. Connect again to continue."
)
"""Messages to people when the server closes: all of it, or one of its machines."""

LOOKUP_FAILED: Final = words(
    "The server cannot look up your key right now; the key itself is fine. Please try again "
    "in a minute."
)
TOO_MANY_NEWCOMERS: Final = words("Too many new players at once; please try again in a minute.")
TOO_MANY_LOGINS: Final = words("Too many connections; please try again in a minute.")


class ClientConnection(Hashable, Protocol):
    """A connection as the server needs it, whatever protocol it speaks."""

    address: str
    fingerprint: str

    @property
    def has_visit(self) -> bool:
        """Whether a session was begun here, however it stands."""

    def abort(self) -> None:
        """End it at once."""

    def leave(self) -> None:
        """End it in good order."""


@define(eq=False)
class ServerState:
    """The server as it is running: who is connected, and what they are held to."""

    places: UserPaths
    register: KeyRegistry
    session_pool: SessionPool
    registration: Registration
    limits: Limits
    connect_command: str
    page: str | None = None
    """The address of the page by which players connect with a browser."""
    balancers: Collection[Network] = ()
    """The networks of balancers and web servers in front, which name the client's address."""
    opened: datetime = field(factory=lambda: datetime.now(UTC))
    visits: set[ClientSession] = field(factory=set)
    connections: set[ClientConnection] = field(factory=set)
    closing: bool = False
    farewell: Text = CLOSES
    refusals: RejectionLog = field(factory=RejectionLog)
    reach: StoreProbe = field(init=False)
    exchanges: KeyExchangeQueue = field(init=False)
    strangers: Crowd[ClientConnection] = field(init=False)
    idle: Crowd[ClientConnection] = field(init=False)
    idle_of_keys: Crowd[ClientConnection] = field(init=False)
    turned_away: Tally = field(init=False)
    admissions: Admissions = field(init=False)
    newcomer_rate: Meters = field(init=False)
    login_rate: Meters = field(init=False)
    _numbers: Iterator[int] = field(factory=lambda: itertools.count(1))
    _looking: asyncio.TimerHandle | None = None

    def __attrs_post_init__(self) -> None:
        limits = self.limits
        self.reach = StoreProbe(self.register.reach)
        self.strangers = Crowd(limits.strangers, limits.strangers)
        self.idle = Crowd(limits.idle_an_address, limits.idle)
        self.idle_of_keys = Crowd(limits.idle_a_key, limits.idle)
        self.exchanges = KeyExchangeQueue(limits)
        self.turned_away = Tally(limits.idle_an_address, limits.idle)
        self.admissions = Admissions(limits, self.register)
        self.newcomer_rate = Meters(limits.newcomers_a_minute)
        self.login_rate = Meters(limits.logins_a_minute)

    def next_number(self) -> int:
        """A number that no session has had yet."""
        return next(self._numbers)

    def open(self) -> None:
        """Look from now on whether the store is reached."""
        self.reach.open()

    async def close(self, *, is_open_elsewhere: bool = False) -> None:
        """Send everybody home, each terminal as it was found; takes `stop_seconds` at most, and as
        many more as clients have to hang up. Where another host is open, they can go on there."""
        self.closing = True
        self.farewell = MOVES if is_open_elsewhere else CLOSES
        self.reach.close()
        for visit in self.visits:
            visit.send_home()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.stop_seconds):
                while self.visits:
                    await asyncio.wait([visit.over for visit in self.visits])
        for visit in list(self.visits):
            visit.end_by_force()
        await self._see_off()
        self.session_pool.close()
        await asyncio.sleep(0.1)

    async def _see_off(self) -> None:
        """Let those hang up themselves whose sessions are over: a client whose connection is ended
        before that need not show what it was sent last."""
        for connection in list(self.connections):
            if not connection.has_visit:
                connection.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.farewell_seconds):
                while self.connections:
                    await asyncio.sleep(SOON)
        for connection in list(self.connections):
            connection.leave()

    def welcome(self, stranger: ClientConnection) -> None:
        """Let somebody wait who has not logged in; who waits longest may have to go for it."""
        goes = self.strangers.add(stranger, stranger.address)
        if goes is not None:
            self.refusals.note(Rejection.CROWDED_OUT)
            goes.abort()

    def let_idle(self, connection: ClientConnection) -> None:
        """Let a connection be without a session that has logged in; who has been so longest, of
        the same key or address first, may have to go for it."""
        for goes in (
            self.idle.add(connection, connection.address),
            self.idle_of_keys.add(connection, connection.fingerprint),
        ):
            if goes is not None:
                self.refusals.note(Rejection.IDLE)
                goes.abort()

    def forget(self, connection: ClientConnection) -> None:
        """A connection is gone, or is of use: it waits no more."""
        for crowd in (self.strangers, self.idle, self.idle_of_keys):
            crowd.remove(connection)

    def language_of(self, fingerprint: str, otherwise: str) -> str:
        """The language that the owner of a key has set; where nobody has, or nobody can tell,
        another."""
        try:
            return self.register.language(fingerprint) or otherwise
        except GuildhallError:
            return otherwise

    def look_who_is_gone(self) -> None:
        """A session has ended without a word: soon tell those who can see it, once for many."""
        if self._looking is None and not self.closing:
            loop = asyncio.get_running_loop()
            self._looking = loop.call_later(GATHERED, self._tell_who_is_gone)

    def _tell_who_is_gone(self) -> None:
        self._looking = None
        if not self.closing:
            self.register.tell_who_is_gone()

    def say(self, text: str) -> int:
        """Say something on everybody's screen; how many could be told."""
        return sum(visit.say(text) for visit in self.visits)

    async def status(self) -> Answer:
        """Status of the server in plain values; without names where the store is not reached."""
        names = await self._names()
        if names is not None:
            self.admissions.settle_named({key for key, name in names.items() if name is not None})
        visits = sorted(self.visits, key=lambda visit: visit.number)
        return {
            "open since": self.opened.isoformat(timespec="seconds"),
            "sessions": len(self.visits),
            "seats": self.admissions.known.total,
            "most seats": self.admissions.known.most,
            "newcomers' seats": self.admissions.new.total,
            "most newcomers' seats": self.admissions.new.most,
            "connections": len(self.connections),
            "not logged in": len(self.strangers),
            "most not logged in": self.strangers.most,
            "without a session": len(self.idle),
            "most without a session": self.idle.most,
            "refused": {str(why.value): n for why, n in self.refusals.counts.items()},
            "newcomers": self.registration.value,
            "zygote": self.session_pool.pid,
            "reloads": self.session_pool.reloads,
            "store reached": names is not None,
            "visits": [visit.status((names or {}).get(visit.fingerprint)) for visit in visits],
        }

    async def _names(self) -> Mapping[str, str | None] | None:
        """Names of the people who are here, by their keys; None where nobody can look it up."""
        if self.reach.is_lost:
            return None
        try:
            async with asyncio.timeout(LOST_AFTER):
                return await self.register.names({visit.fingerprint for visit in self.visits})
        except (GuildhallError, TimeoutError):
            return None
