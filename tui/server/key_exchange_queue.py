"""Fair queueing of key exchanges, for SSH and TLS.

The queue only delays connections and never closes one, because any connection may belong to a
person. Addresses that are waiting take turns, however many connections each of them has.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Final, Protocol

from attrs import define, field

from tui.server.limits import MINUTE, Limits, Meter, Meters, Monotonic

QUEUE_INTERVAL: Final = 0.003
"""Seconds between queued key exchanges."""
MAX_OVERDUE: Final = 50
"""Maximum number of queued key exchanges that are served without the pause `QUEUE_INTERVAL`, after
the event loop was late or the queue was empty. The event loop still does other work between
them."""


class WaitingConnection(Protocol):
    """A connection that is waiting for its turn."""

    def start_exchange(self) -> None:
        """Start the key exchange, because it is this connection's turn."""


class Timers(Protocol):
    """The part of an event loop that the queue needs."""

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any
    ) -> asyncio.TimerHandle:
        """Call `callback` after `delay` seconds."""


@define(eq=False)
class KeyExchangeQueue:
    """Queue of key exchanges. A limited number per second, per address and in total, is served at
    once. The others wait. Addresses take turns, and the connections of an address are served in
    order of arrival."""

    limits: Limits
    timers: Timers = field(factory=asyncio.get_running_loop)
    clock: Monotonic = time.monotonic
    _of_each: Meters = field(init=False)
    _of_all: Meter = field(init=False)
    _queues: dict[Hashable, deque[WaitingConnection]] = field(factory=dict, init=False)
    rate_meter: Meter = field(init=False)
    _next: asyncio.TimerHandle | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        limits = self.limits
        per_minute = round(limits.exchanges_per_second * MINUTE)
        self._of_each = Meters(limits.exchanges, self.clock, per_minute=per_minute)
        self._of_all = Meter(limits.all_exchanges, limits.all_exchanges, self.clock)
        self.rate_meter = Meter(MAX_OVERDUE, 1 / QUEUE_INTERVAL, self.clock)

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def ask(self, connection: WaitingConnection, address: Hashable) -> bool:
        """Return whether a connection may proceed at once. If not, it is queued, and its
        `start_exchange` is called later."""
        if self._of_each.consume(address) and self._of_all.consume():
            return True
        self._queues.setdefault(address, deque()).append(connection)
        self._serve_later()
        return False

    def forget(self, connection: WaitingConnection, address: Hashable) -> None:
        """Remove a connection from the queue of its address, if it is waiting there."""
        queue = self._queues.get(address)
        if queue is not None and connection in queue:
            queue.remove(connection)
            if not queue:
                del self._queues[address]

    def _serve(self) -> None:
        """Serve the next connection, if the rate allows."""
        self._next = None
        late = False
        if self._queues and self.rate_meter.consume():
            late = self.rate_meter.level >= 1
            self._pop().start_exchange()
        self._serve_later(0.0 if late else QUEUE_INTERVAL)

    def _pop(self) -> WaitingConnection:
        """Remove and return the next connection. If its address has other connections waiting, the
        address goes to the end of the order."""
        address = next(iter(self._queues))
        queue = self._queues.pop(address)
        who = queue.popleft()
        if queue:
            self._queues[address] = queue
        return who

    def _serve_later(self, soon: float = QUEUE_INTERVAL) -> None:
        if self._queues and self._next is None:
            self._next = self.timers.call_later(soon, self._serve)
