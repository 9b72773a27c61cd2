"""Limits of a client (rate limits), and the counters that enforce them."""

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

LINE: Final = 56
"""Number of bits of an IPv6 address that tell one line from others."""

MOST_METERS: Final = 4096
"""How many meters are kept; the ones that are full again are forgotten when there are more."""


@frozen
class Limits:
    """Limits of clients, in seconds, bytes, and counts."""

    login_seconds: float = 20.0
    """How long a connection may take to log in."""
    idle_connection_seconds: float = 40.0
    """How long a connection may stay without a session."""
    alive_seconds: float = 30.0
    """After how long a silence a client is asked whether it is there; at the third time that it
    does not answer it is gone."""
    stall_seconds: float = 20.0
    """How long a terminal may take nothing of what it is sent."""
    stop_seconds: float = 3.0
    """How long sessions have to end when the house closes."""
    farewell_seconds: float = 2.0
    """How long clients have then to show what they were sent last, and to hang up."""
    kill_seconds: float = 5.0
    """How long a session has to end when its terminal is gone."""
    answer_seconds: float = 4.0
    """How long the zygote may take to begin a session until another one is made in its place."""
    seat_seconds: float = 20.0
    """How long a visitor waits for a session."""

    strangers: int = 300
    """Connections that have not logged in."""
    idle_a_key: int = 4
    idle_an_address: int = 8
    idle: int = 100
    """Connections that have logged in and have no session: of one key, of one address, and all;
    the same for those that are only told why they are not let in."""
    exchanges: int = 20
    exchanges_a_second: int = 5
    """Key exchanges that one address has at once, and a second; others of it wait."""
    all_exchanges: int = 100
    """Key exchanges that all addresses together have a second before any of them waits."""
    exchanges_again: int = 6
    """Key exchanges of one connection, a minute."""
    keys: int = 6
    """Keys that a connection may offer."""
    sessions_a_key: int = 3
    sessions: int = 300
    nameless: int = 20
    """Sessions of keys that nobody knows, which take none of the others'."""
    nameless_an_address: int = 4
    """Those of one address, once half of all are taken."""
    sure_seconds: float = 20.0
    """Seconds for which a newcomer has the seat, whoever else comes."""
    name_seconds: float = 180.0
    """How long a newcomer may take to choose a name."""
    idle_nameless_seconds: float = 90.0
    """How long a newcomer may type nothing."""

    pages_a_minute: int = 120
    """Requests of one address for the page of the web server and what belongs to it."""

    workers: int = 2
    """Processes that think at the same time: for bots, hints and reviews of all."""

    newcomers_a_minute: int = 10
    """Logins by unknown or refused keys from one address."""
    logins_a_minute: int = 30
    """Logins by one known key."""

    typed: int = 64 * 1024
    """Bytes that may be typed at once, and a second."""
    typed_a_second: int = 8 * 1024
    strokes: int = 200
    """Keys that may be typed at once, and a second; what is more waits."""
    strokes_a_second: int = 60
    hasty_seconds: float = 1.0
    """How long keys may wait within some minutes until the session has to wait for all others."""
    sent: int = 128 * 1024
    """Bytes that a connection may send at once, and a second; whatever they are."""
    sent_a_second: int = 32 * 1024
    early_packets: int = 40
    early_packets_a_second: int = 2
    packets: int = 1000
    packets_a_second: int = 200
    """Packets of a connection before it has logged in, and after that: at once, and a second; what
    is more waits."""


@define
class Meter:
    """A measure that runs empty when more is taken than flows in: `most` at once, `rate` a second.

    `clock` tells seconds.
    """

    most: float
    rate: float
    clock: Monotonic = field(default=time.monotonic, repr=False)
    _level: float = field(init=False)
    _at: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._level = self.most
        self._at = self.clock()

    def consume(self, amount: float = 1) -> bool:
        """Take so much; False, and nothing taken, if there is not so much left."""
        self._flow()
        if amount > self._level:
            return False
        self._level -= amount
        return True

    @property
    def level(self) -> float:
        """Return how much is left."""
        self._flow()
        return self._level

    @property
    def full(self) -> bool:
        """Whether it holds as much as in the beginning."""
        return self.level >= self.most

    def _flow(self) -> None:
        now = self.clock()
        self._level = min(self.most, self._level + (now - self._at) * self.rate)
        self._at = now


@define
class Meters:
    """A meter for each of many: so many at once, and as many a minute unless told otherwise."""

    most: int
    a_minute: int = field(default=Factory(lambda self: self.most, takes_self=True), kw_only=True)
    clock: Monotonic = field(default=time.monotonic, repr=False)
    _meters: dict[Hashable, Meter] = field(factory=dict, init=False, repr=False)

    def consume(self, who: Hashable) -> bool:
        """Take one of somebody's; False if there is none left."""
        if len(self._meters) >= MOST_METERS:
            self._meters = {key: one for key, one in self._meters.items() if not one.full}
        meter = self._meters.get(who)
        if meter is None:
            meter = Meter(self.most, self.a_minute / MINUTE, self.clock)
            self._meters[who] = meter
        return meter.consume()


@define
class Tally:
    """Counts per key and altogether, never above the limits."""

    most_each: int
    most: int
    _counts: Counter[Hashable] = field(factory=Counter, init=False)

    @property
    def total(self) -> int:
        """Return the total."""
        return self._counts.total()

    def add(self, who: Hashable) -> bool:
        """Count one more of them; False, and none counted, if there are as many as may be."""
        if self.full or self.full_for(who):
            return False
        self._counts[who] += 1
        return True

    @property
    def full(self) -> bool:
        """Whether there is no room for anybody."""
        return self.total >= self.most

    def full_for(self, who: Hashable) -> bool:
        """Whether there are as many of these as there may be."""
        return self.count(who) >= self.most_each

    def count(self, who: Hashable) -> int:
        """Number of these."""
        return self._counts[who]

    def remove(self, who: Hashable) -> None:
        """Count one less of them."""
        self._counts[who] -= 1
        if self._counts[who] <= 0:
            del self._counts[who]


@define
class Crowd(Generic[One]):
    """Those who wait, in the order in which they came or last got on, never more than allowed:
    there is room for one more always, and somebody else goes for it."""

    most_each: int
    most: int
    _waiting: dict[One, Hashable] = field(factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, one: One, whose: Hashable) -> One | None:
        """Let one more wait; who has to go for it. Of those who belong together and are as many as
        may be it is the oldest; where all are, the oldest of those of whom the most wait."""
        goes = self._who_goes(whose)
        if goes is not None:
            self.remove(goes)
        self._waiting[one] = whose
        return goes

    def _who_goes(self, whose: Hashable) -> One | None:
        counts = Counter(self._waiting.values())
        if counts[whose] >= self.most_each:
            many = {whose}
        elif counts.total() >= self.most:
            most = max(counts.values())
            many = {each for each, count in counts.items() if count == most}
        else:
            return None
        return next(one for one, each in self._waiting.items() if each in many)

    def renew(self, one: One, whose: Hashable | None = None) -> None:
        """One who waits gets on, and is as if just come; they belong to others from now on, if that
        is told."""
        if one in self._waiting:
            before = self._waiting.pop(one)
            self._waiting[one] = before if whose is None else whose

    def remove(self, one: One) -> None:
        """One waits no more, if they still did."""
        self._waiting.pop(one, None)


def household(address: str) -> str:
    """Return the address to count by: that of IPv4, or the network of an IPv6 address (/56), which
    a single line has for itself with any number of addresses."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    mapped = known.ipv4_mapped
    return str(mapped or IPv6Network((known, LINE), strict=False))
