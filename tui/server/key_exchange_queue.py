"""The key exchanges of all who connect, by SSH or TLS (fair queueing).

Nothing here ends a connection that a person could have. Of those who wait for a key exchange each
address has its turn after the others, however many it has waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Final, Protocol

from attrs import define, field

from tui.server.limits import MINUTE, Limits, Meter, Meters, Monotonic

SPARE: Final = 0.003
"""Seconds from one key exchange to the next, among those that wait."""
MADE_UP_FOR: Final = 50
"""How many may follow each other at once where the door had no time for them before. Whatever else
it has to do comes between any two."""


class WaitingConnection(Protocol):
    """A connection that waits for its turn."""

    def go_on(self) -> None:
        """Its turn has come."""


class Timers(Protocol):
    """Methods of an event loop that are needed here."""

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any
    ) -> asyncio.TimerHandle:
        """Call something in so many seconds."""


@define(eq=False)
class KeyExchangeQueue:
    """A queue of key exchanges. So many a second each address has at once, and so have all
    together. The others wait: the addresses in turn, and in each whoever came first."""

    limits: Limits
    timers: Timers = field(factory=asyncio.get_running_loop)
    clock: Monotonic = time.monotonic
    _of_each: Meters = field(init=False)
    _of_all: Meter = field(init=False)
    _queues: dict[Hashable, deque[WaitingConnection]] = field(factory=dict, init=False)
    _turns: Meter = field(init=False)
    _next: asyncio.TimerHandle | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        limits = self.limits
        a_minute = round(limits.exchanges_a_second * MINUTE)
        self._of_each = Meters(limits.exchanges, self.clock, a_minute=a_minute)
        self._of_all = Meter(limits.all_exchanges, limits.all_exchanges, self.clock)
        self._turns = Meter(MADE_UP_FOR, 1 / SPARE, self.clock)

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def ask(self, who: WaitingConnection, address: Hashable) -> bool:
        """Whether it is the turn of somebody from that address now; if not, they wait, and are
        told."""
        if self._of_each.consume(address) and self._of_all.consume():
            return True
        self._queues.setdefault(address, deque()).append(who)
        self._look_again()
        return False

    def forget(self, who: WaitingConnection, address: Hashable) -> None:
        """Somebody waits no more, if they did."""
        queue = self._queues.get(address)
        if queue is not None and who in queue:
            queue.remove(who)
            if not queue:
                del self._queues[address]

    def _serve(self) -> None:
        """Give somebody a turn, if there may be one by now."""
        self._next = None
        late = False
        if self._queues and self._turns.consume():
            late = self._turns.level >= 1
            self._pop().go_on()
        self._look_again(0.0 if late else SPARE)

    def _pop(self) -> WaitingConnection:
        """Return whose turn is next; those of the same address come after all others."""
        address = next(iter(self._queues))
        queue = self._queues.pop(address)
        who = queue.popleft()
        if queue:
            self._queues[address] = queue
        return who

    def _look_again(self, soon: float = SPARE) -> None:
        if self._queues and self._next is None:
            self._next = self.timers.call_later(soon, self._serve)
