"""Rate limiting of the packets of one connection: what comes too fast waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Final

from tui.server.key_exchange_queue import KeyExchangeQueue
from tui.server.limits import MINUTE, Meter

MORE_PACKETS: Final = 0.1
"""Seconds for which a connection is not read that has sent too many packets."""

MOST_HELD: Final = 16 * 1024
"""Bytes that a connection may send while it waits for its key exchange."""


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
