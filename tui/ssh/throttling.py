"""Rate limiting of those who connect: packets of one connection, and the
key exchanges of all (fair queueing).

Nothing here ends a connection that a person could have. What comes too fast waits; of those who
wait for a key exchange each address has its turn after the others, however many it has waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Final, Protocol

from attrs import define, field

from tui.ssh.limits import MINUTE, Limits, Meter, Meters, Monotonic

SPARE: Final = 0.003
"""Seconds from one key exchange to the next, among those that wait."""
MADE_UP_FOR: Final = 50
"""How many may follow each other at once where the door had no time for them before. Whatever else
it has to do comes between any two."""

MORE_PACKETS: Final = 0.1
"""Seconds for which a connection is not read that has sent too many packets."""

MOST_HELD: Final = 16 * 1024
"""Bytes that a connection may send while it waits for its key exchange."""


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
    """Whose key exchange is next. So many a second each address has at once, and so have all
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
        """Whose turn is next; those of the same address come after all others."""
        address = next(iter(self._queues))
        queue = self._queues.pop(address)
        who = queue.popleft()
        if queue:
            self._queues[address] = queue
        return who

    def _look_again(self, soon: float = SPARE) -> None:
        if self._queues and self._next is None:
            self._next = self.timers.call_later(soon, self._serve)


class PacketThrottle:
    """Holds back the packets of one connection of asyncssh. It hangs itself in where a packet is
    taken from what has come, and so it sees each, whatever it is."""

    def __init__(
        self,
        conn: Any,
        exchanges: KeyExchangeQueue,
        gets_on: Callable[[], None],
        cut: Callable[[str], None],
    ) -> None:
        self._conn = conn
        self._exchanges = exchanges
        self._gets_on = gets_on
        self._cut = cut
        limits, clock = exchanges.limits, exchanges.clock
        self._packets = Meter(limits.early_packets, limits.early_packets_a_second, clock)
        self._again = Meter(limits.exchanges_again, limits.exchanges_again / MINUTE, clock)
        self._timer: asyncio.TimerHandle | None = None
        self._paused = False
        self._waits = False
        self._has_turn = False
        self._address: Hashable = None
        self._take: Callable[[], bool] = self._conn._recv_packet
        vars(conn)["_recv_packet"] = self._receive

    def set_address(self, address: Hashable) -> None:
        """Take note of who it is that asks for key exchanges."""
        self._address = address

    def has_logged_in(self) -> None:
        """Allow as many packets as sessions have."""
        limits = self._exchanges.limits
        self._packets = Meter(limits.packets, limits.packets_a_second, self._exchanges.clock)

    @property
    def is_overfull(self) -> bool:
        """Whether too much has come while a key exchange is waited for."""
        return self._waits and len(self._conn._inpbuf) > MOST_HELD

    def go_on(self) -> None:
        """The turn of a key exchange has come."""
        self._has_turn = True
        self._release()

    def end(self) -> None:
        """The connection is gone."""
        self._exchanges.forget(self, self._address)
        if self._timer is not None:
            self._timer.cancel()

    def _receive(self) -> bool:
        """Take the next packet, if it is there and may be taken now."""
        if self._waits or self._paused or not self._is_whole():
            return False
        if self._conn._kex is not None:
            if not self._may_exchange():
                return False
        elif not self._packets.consume():
            self._pause()
            return False
        self._has_turn = False
        self._gets_on()
        return self._take()

    def _is_whole(self) -> bool:
        conn = self._conn
        rest = 4 + conn._pktlen + conn._recv_macsize - conn._recv_blocksize
        return bool(len(conn._inpbuf) >= rest)

    def _may_exchange(self) -> bool:
        """Whether it is the turn of this connection to have its keys computed."""
        if self._has_turn:
            return True
        if not self._again.consume():
            self._cut("it wants new keys all the time")
            return False
        self._waits = not self._exchanges.ask(self, self._address)
        return not self._waits

    def _pause(self) -> None:
        self._paused = True
        self._conn._transport.pause_reading()
        self._timer = self._exchanges.timers.call_later(MORE_PACKETS, self._read_on)

    def _read_on(self) -> None:
        self._timer = None
        self._paused = False
        self._release()

    def _release(self) -> None:
        """Go on with what has come, unless the connection has been ended meanwhile."""
        self._waits = False
        if self._conn._transport is not None:
            self._conn._transport.resume_reading()
            self._conn._recv_data()
