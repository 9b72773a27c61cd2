"""Proxy between a client's channel and a session: bytes in both directions, within limits.

Input is counted here, because SSH does not limit it (the client chooses the size of the window).
Output is read only while the client accepts it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import termios
from contextlib import suppress
from fcntl import ioctl
from typing import Final, Protocol

from tui.server.identity import clean_size
from tui.server.keystrokes import Keystrokes
from tui.server.limits import Limits, Meter

CHUNK: Final = 4096
BATCH_INTERVAL: Final = 0.015
"""Seconds between batches of delayed keys. Several small batches disturb other sessions less than
one large batch."""
DELAY_SHARE: Final = 0.01
"""Seconds by which a session's allowance for delayed keys (`hasty_seconds`) grows per second."""
RESIZE_INTERVAL: Final = 0.05
"""Seconds during which resize events are combined into one."""

MAX_BUFFERED: Final = 256 * 1024
"""Approximate maximum number of bytes of an ended session's output that are still sent."""

END_OF_INPUT: Final = b""

MAIN_SCREEN: Final = b"\x1b[?1049l"
"""Sequence that leaves the alternate screen. It is near the end of a session's output."""


class ByteSink(Protocol):
    """The sending half of a client's channel."""

    def write(self, data: bytes) -> None:
        """Send `data`. Buffer the bytes that the client does not accept yet."""


class ProxyOwner(Protocol):
    """The part of a client session that a proxy needs."""

    def cut(self, why: str) -> None:
        """Close the connection of a client that misbehaves, for the reason `why`."""

    def repaint(self) -> None:
        """Repaint the session's screen, because the session does not notice that the window was
        resized and is back at its old size."""

    def lower_priority(self) -> None:
        """Lower the session's priority, because the client types too fast. Called for every batch
        of keys after which some still wait, once the allowance for delayed keys is used up."""


class ChannelProxy:
    """Proxy that carries bytes between a channel and a descriptor. It owns the descriptor, which is
    the master of a pseudo-terminal, or a socket."""

    def __init__(
        self,
        descriptor: int,
        channel: ByteSink,
        limits: Limits,
        owner: ProxyOwner,
    ) -> None:
        self._descriptor = descriptor
        self._channel = channel
        self._owner = owner
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._typed = Meter(limits.typed, limits.typed_per_second)
        self._strokes = Keystrokes(Meter(limits.strokes, limits.strokes_per_second))
        self._delay_allowance = Meter(limits.hasty_seconds, DELAY_SHARE)
        self._keys_timer: asyncio.TimerHandle | None = None
        self._unwritten = bytearray()
        self._input_ends = False
        self._tail = b""
        self._pause_reasons: set[str] = set()
        self._stall_timer: asyncio.TimerHandle | None = None
        self._resize_timer: asyncio.TimerHandle | None = None
        self._size: tuple[int, int] | None = None
        os.set_blocking(descriptor, False)
        self._loop.add_reader(descriptor, self._read)

    @property
    def left_screen(self) -> bool:
        """Whether the session has left the alternate screen."""
        return MAIN_SCREEN in self._tail

    @property
    def open(self) -> bool:
        """Whether the descriptor is open."""
        return self._descriptor >= 0

    # ------------------------------------------------------------------ from the client

    def type(self, data: bytes) -> None:
        """Pass input to the session, or queue it. Too much input closes the connection."""
        if not self.open:
            return
        waiting = len(self._strokes) + len(self._unwritten)
        if not self._typed.consume(len(data)) or waiting > self._limits.typed:
            self._owner.cut("too much is typed")
            return
        self._strokes.add(data)
        if self._keys_timer is None:
            self._pass_keys()

    def _pass_keys(self) -> None:
        """Write the keys that the rate limit allows now, and schedule the rest."""
        self._keys_timer = None
        self._unwritten += self._strokes.next_bytes()
        if self._strokes.late:
            self._keys_timer = self._loop.call_later(BATCH_INTERVAL, self._pass_keys)
        if self._strokes.hasty and not self._delay_allowance.consume(BATCH_INTERVAL):
            self._owner.lower_priority()
        self._write()

    def _write(self) -> None:
        try:
            written = os.write(self._descriptor, self._unwritten)
        except BlockingIOError:
            written = 0
        except OSError:
            written = len(self._unwritten)
        del self._unwritten[:written]
        if self._unwritten:
            self._loop.add_writer(self._descriptor, self._write)
            return
        self._loop.remove_writer(self._descriptor)
        if self._input_ends and not len(self._strokes):
            with suppress(OSError), socket.socket(fileno=os.dup(self._descriptor)) as theirs:
                theirs.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """Close the session's input once the queued input has been sent. Only for sockets."""
        self._input_ends = True
        if self.open and self._keys_timer is None:
            self._write()

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal after at most `RESIZE_INTERVAL` seconds. If there are several
        changes, only the last one counts."""
        self._size = clean_size(columns, rows)
        if self._resize_timer is None:
            self._resize_timer = self._loop.call_later(RESIZE_INTERVAL, self._resize)

    def _resize(self) -> None:
        self._resize_timer = None
        if self.open and self._size is not None:
            if self._size == os.get_terminal_size(self._descriptor):
                self._owner.repaint()
            set_size(self._descriptor, *self._size)

    # ------------------------------------------------------------------ to the client

    def pause_output(self, why: str) -> None:
        """Stop reading the session's output for the reason `why`. If that lasts too long, the
        client is cut off."""
        if not self._pause_reasons and self.open:
            self._loop.remove_reader(self._descriptor)
        self._pause_reasons.add(why)
        if self._stall_timer is None:
            self._stall_timer = self._loop.call_later(
                self._limits.stall_seconds, self._owner.cut, "takes nothing of what is sent"
            )

    def resume_output(self, why: str) -> None:
        """Withdraw the reason `why` for not reading the session's output. If there is no other
        reason, read it again."""
        self._pause_reasons.discard(why)
        if self._pause_reasons:
            return
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
        if self.open:
            self._loop.add_reader(self._descriptor, self._read)

    def _read(self) -> None:
        data = self._read_output()
        if data:
            self._send(data)
        elif data is not None:
            self._loop.remove_reader(self._descriptor)

    def _send(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-CHUNK:] if len(data) < CHUNK else data
        with suppress(BrokenPipeError):  # the client has disconnected, which is reported soon
            self._channel.write(data)

    def _read_output(self) -> bytes | None:
        """Return output of the session: None if there is none yet, and empty bytes at its end."""
        try:
            return os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return END_OF_INPUT

    def drain(self) -> None:
        """Send the remaining output of an ended session, but not much more than `MAX_BUFFERED`
        bytes."""
        left = MAX_BUFFERED
        while self.open and left > 0 and (data := self._read_output()):
            self._send(data)
            left -= len(data)

    def close(self) -> None:
        """Close the descriptor, which hangs up the session's terminal."""
        for timer in (self._resize_timer, self._stall_timer, self._keys_timer):
            if timer is not None:
                timer.cancel()
        if self.open:
            self._loop.remove_reader(self._descriptor)
            self._loop.remove_writer(self._descriptor)
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """Open a pseudo-terminal, and return its master and slave. Until the session sets its own
    modes, input is not echoed and sends no signals. Raises OSError."""
    master, slave = os.openpty()
    modes = termios.tcgetattr(slave)
    modes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    set_size(slave, columns, rows)
    return master, slave


def set_size(terminal: int, columns: int, rows: int) -> None:
    with suppress(OSError):
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
