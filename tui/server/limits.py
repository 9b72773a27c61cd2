"""Rate limits and other limits of a server and its clients, and the counters that enforce them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final, Generic, TypeVar

from attrs import Factory, define, field, frozen

Monotonic = Callable[[], float]
One = TypeVar("One", bound=Hashable)

MINUTE: Final = 60.0

IPV6_PREFIX: Final = 56
"""Number of bits of an IPv6 address that identify a household."""

MAX_METERS: Final = 4096
"""Number of meters at which full meters are deleted."""


@frozen
class Limits:
    """Limits of a server and its clients, in seconds, bytes and counts."""

    login_seconds: float = 20.0
    """Maximum time for a login. For a browser, the TLS handshake, the opening of the WebSocket and
    the login may each take this time."""
    idle_connection_seconds: float = 40.0
    """Maximum time that a connection may stay without a session after the login."""
    alive_seconds: float = 30.0
    """Time without data after which an SSH client is asked for a sign of life, and the time between
    further requests. After the third request without a response, the client is disconnected. A
    browser is asked at this interval, and disconnected if it does not respond for twice this
    time."""
    stall_seconds: float = 20.0
    """Maximum time during which a client may accept no output. A connection is also closed after
    this time if the client does not close it at the end of the session."""
    stop_seconds: float = 3.0
    """Maximum time that sessions may take to end when the server closes."""
    farewell_seconds: float = 2.0
    """Maximum time that a stopping server waits for clients to disconnect by themselves, so that
    they can show all output."""
    kill_seconds: float = 5.0
    """Maximum time that a session may take to end once its client is gone, or once it has been
    asked to end because a new player loses the seat."""
    answer_seconds: float = 4.0
    """Maximum time that the fork server may take to start a session before it is replaced. This
    time is doubled after each failure."""
    seat_seconds: float = 20.0
    """Maximum time that a client may wait for a session."""

    unauthenticated: int = 300
    """Maximum number of connections that have not logged in."""
    idle_per_key: int = 4
    """Maximum number of connections per key that have logged in but have no session."""
    idle_per_address: int = 8
    """Maximum number of connections per address that have logged in but have no session. The same
    number applies to connections that are being refused."""
    idle: int = 100
    """Maximum number of connections that have logged in but have no session. The same number
    applies to connections that are being refused."""
    exchanges: int = 20
    """Maximum number of key exchanges per address that are served at once. The others wait."""
    exchanges_per_second: int = 5
    """Maximum number of key exchanges per address and second. The others wait."""
    all_exchanges: int = 100
    """Maximum number of key exchanges per second, for all addresses together. The others wait."""
    exchanges_again: int = 6
    """Maximum number of key exchanges per connection and minute."""
    keys: int = 6
    """Maximum number of keys that a connection may offer."""
    sessions_per_key: int = 3
    """Maximum number of sessions per known key."""
    sessions: int = 300
    """Maximum number of sessions of known keys."""
    nameless: int = 20
    """Maximum number of sessions of unknown keys, which have seats of their own."""
    nameless_per_address: int = 4
    """Maximum number of sessions of unknown keys per address, once half of their seats are in
    use."""
    sure_seconds: float = 20.0
    """Minimum time before a new player can lose the seat to somebody else."""
    name_seconds: float = 180.0
    """Maximum time that a new player may take to choose a name."""
    idle_nameless_seconds: float = 90.0
    """Maximum time that a new player may be idle."""

    pages_per_minute: int = 120
    """Maximum number of requests per minute and address to the web server, except for WebSockets
    and health checks."""

    workers: int = 2
    """Number of worker processes for bots, hints and reviews."""

    newcomers_per_minute: int = 10
    """Maximum number of login attempts per minute and address with unknown or refused keys."""
    logins_per_minute: int = 30
    """Maximum number of logins per minute and known key."""

    typed: int = 64 * 1024
    """Maximum number of bytes of input that a client may send at once."""
    typed_per_second: int = 8 * 1024
    """Maximum number of bytes of input that a client may send per second."""
    strokes: int = 200
    """Maximum number of keys that are passed on at once. Further keys are delayed."""
    strokes_per_second: int = 60
    """Maximum number of keys per second that are passed on."""
    hasty_seconds: float = 1.0
    """Maximum total delay of a session's keys within a few minutes. If more would be needed, the
    session's priority is lowered."""
    sent: int = 128 * 1024
    """Maximum number of bytes of any kind that a connection may send at once."""
    sent_per_second: int = 32 * 1024
    """Maximum number of bytes of any kind that a connection may send per second."""
    early_packets: int = 40
    """Maximum number of packets before the login that are handled at once. Further packets are
    delayed. A browser that sends more messages is cut off."""
    early_packets_per_second: int = 2
    """Maximum number of packets per second that are handled before the login."""
    packets: int = 1000
    """Maximum number of packets after the login that are handled at once. Further packets are
    delayed. A browser that sends more messages is cut off."""
    packets_per_second: int = 200
    """Maximum number of packets per second that are handled after the login."""


@define
class Meter:
    """Token bucket that holds up to `most` tokens, is full at first, and is refilled with `rate`
    tokens per second of `clock`."""

    most: float
    rate: float
    clock: Monotonic = field(default=time.monotonic, repr=False)
    _level: float = field(init=False)
    _at: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._level = self.most
        self._at = self.clock()

    def consume(self, amount: float = 1) -> bool:
        """Take `amount` tokens. If there are fewer, take nothing and return False."""
        self._flow()
        if amount > self._level:
            return False
        self._level -= amount
        return True

    @property
    def level(self) -> float:
        """Number of tokens in the bucket."""
        self._flow()
        return self._level

    @property
    def full(self) -> bool:
        return self.level >= self.most

    def _flow(self) -> None:
        now = self.clock()
        self._level = min(self.most, self._level + (now - self._at) * self.rate)
        self._at = now


@define
class Meters:
    """A token bucket per key, which holds up to `most` tokens and is refilled with `per_minute`
    tokens per minute (by default, `most`)."""

    most: int
    per_minute: int = field(default=Factory(lambda self: self.most, takes_self=True), kw_only=True)
    clock: Monotonic = field(default=time.monotonic, repr=False)
    meters: dict[Hashable, Meter] = field(factory=dict, init=False, repr=False)

    def consume(self, key: Hashable) -> bool:
        """Take one token from the bucket of `key`. Return False if it is empty."""
        if len(self.meters) >= MAX_METERS:
            self.meters = {old: one for old, one in self.meters.items() if not one.full}
        meter = self.meters.get(key)
        if meter is None:
            meter = Meter(self.most, self.per_minute / MINUTE, self.clock)
            self.meters[key] = meter
        return meter.consume()


@define
class Tally:
    """Counter that never exceeds `most_each` per key, and `most` in total."""

    most_each: int
    most: int
    _counts: Counter[Hashable] = field(factory=Counter, init=False)

    @property
    def total(self) -> int:
        """Sum of the counts of all keys."""
        return self._counts.total()

    def add(self, key: Hashable) -> bool:
        """Count one more for `key`. At a limit, count nothing and return False."""
        if self.full or self.count(key) >= self.most_each:
            return False
        self._counts[key] += 1
        return True

    @property
    def full(self) -> bool:
        """Whether the total limit is reached."""
        return self.total >= self.most

    def count(self, key: Hashable) -> int:
        return self._counts[key]

    def remove(self, key: Hashable) -> None:
        """Count one less for `key`."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


@define
class BoundedQueue(Generic[One]):
    """Set of waiting connections, at most `most` in total and `most_each` per owner, in order of
    their last activity. A connection can always be added, but if there are then too many, another
    one is removed."""

    most_each: int
    most: int
    _waiting: dict[One, Hashable] = field(factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, connection: One, whose: Hashable) -> One | None:
        """Add `connection`, counted for the owner `whose`. Return the connection that had to be
        removed to make room, or None. That is the longest inactive one of `whose` if `whose` is at
        the limit, or else the longest inactive one of the owners who have the most."""
        evicted = self._to_evict(whose)
        if evicted is not None:
            self.remove(evicted)
        self._waiting[connection] = whose
        return evicted

    def _to_evict(self, whose: Hashable) -> One | None:
        counts = Counter(self._waiting.values())
        if counts[whose] >= self.most_each:
            many = {whose}
        elif counts.total() >= self.most:
            most = max(counts.values())
            many = {each for each, count in counts.items() if count == most}
        else:
            return None
        return next(one for one, each in self._waiting.items() if each in many)

    def renew(self, connection: One, whose: Hashable | None = None) -> None:
        """Move `connection`, if it is waiting, to the end of the order. If `whose` is given, count
        `connection` for this owner from now on."""
        if connection in self._waiting:
            before = self._waiting.pop(connection)
            self._waiting[connection] = before if whose is None else whose

    def remove(self, connection: One) -> None:
        self._waiting.pop(connection, None)


def client_network(address: str) -> str:
    """Return the address by which a client is counted: an IPv4 address, or the /56 network of an
    IPv6 address, because a household can use all addresses of such a network. An invalid address is
    returned unchanged."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv4Address):
        return str(ip)
    mapped = ip.ipv4_mapped
    return str(mapped or IPv6Network((ip, IPV6_PREFIX), strict=False))
