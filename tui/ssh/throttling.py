"""Rate limiting of a connection's packets. Packets that come too fast are delayed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Final

from tui.server.key_exchange_queue import KeyExchangeQueue
from tui.server.limits import MINUTE, Meter

PAUSE_SECONDS: Final = 0.1
"""Seconds during which a connection that has sent too many packets is not read."""

MAX_HELD: Final = 16 * 1024
"""Maximum number of bytes that a connection may send while it waits for its key exchange."""


class PacketThrottle:
    """Throttle that delays packets of an asyncssh connection. It hooks into the method that
    receives a packet, so it sees every packet of any type."""

    def __init__(
        self,
        conn: Any,
        exchanges: KeyExchangeQueue,
        on_progress: Callable[[], None],
        cut: Callable[[str], None],
    ) -> None:
        self._conn = conn
        self._exchanges = exchanges
        self._on_progress = on_progress
        self._cut = cut
        limits, clock = exchanges.limits, exchanges.clock
        self._packets = Meter(limits.early_packets, limits.early_packets_per_second, clock)
        self._rekeying = Meter(limits.exchanges_again, limits.exchanges_again / MINUTE, clock)
        self._timer: asyncio.TimerHandle | None = None
        self._paused = False
        self._waits = False
        self._has_turn = False
        self._address: Hashable = None
        self._receive_packet: Callable[[], bool] = self._conn._recv_packet
        vars(conn)["_recv_packet"] = self._receive

    def set_address(self, address: Hashable) -> None:
        """Set the address whose share of key exchanges is used."""
        self._address = address

    def has_logged_in(self) -> None:
        """Apply the limits for connections that have logged in."""
        limits = self._exchanges.limits
        self._packets = Meter(limits.packets, limits.packets_per_second, self._exchanges.clock)

    @property
    def is_overfull(self) -> bool:
        """Whether too many bytes have arrived during the wait for a key exchange."""
        return self._waits and len(self._conn._inpbuf) > MAX_HELD

    def start_exchange(self) -> None:
        """Start the key exchange, because it is this connection's turn."""
        self._has_turn = True
        self._release()

    def end(self) -> None:
        """Leave the queue of key exchanges, and cancel the timer."""
        self._exchanges.forget(self, self._address)
        if self._timer is not None:
            self._timer.cancel()

    def _receive(self) -> bool:
        """Receive the next packet, if it is complete and allowed now. Return whether to try the
        next one."""
        if self._waits or self._paused or not self._is_whole():
            return False
        if self._conn._kex is not None:
            if not self._may_exchange():
                return False
        elif not self._packets.consume():
            self._pause()
            return False
        self._has_turn = False
        self._on_progress()
        return self._receive_packet()

    def _is_whole(self) -> bool:
        conn = self._conn
        rest = 4 + conn._pktlen + conn._recv_macsize - conn._recv_blocksize
        return bool(len(conn._inpbuf) >= rest)

    def _may_exchange(self) -> bool:
        """Return whether the connection may compute its keys now. If not, it is queued, or closed
        if it wants new keys too often."""
        if self._has_turn:
            return True
        if not self._rekeying.consume():
            self._cut("it wants new keys all the time")
            return False
        self._waits = not self._exchanges.ask(self, self._address)
        return not self._waits

    def _pause(self) -> None:
        self._paused = True
        self._conn._transport.pause_reading()
        self._timer = self._exchanges.timers.call_later(PAUSE_SECONDS, self._resume_reading)

    def _resume_reading(self) -> None:
        self._timer = None
        self._paused = False
        self._release()

    def _release(self) -> None:
        """Continue with the buffered input, unless the connection has been closed."""
        self._waits = False
        if self._conn._transport is not None:
            self._conn._transport.resume_reading()
            self._conn._recv_data()
