"""Between a visitor's channel and the session's end of it (proxy): bytes both ways, within bounds.

What comes from the visitor is counted as it comes, for no brake of SSH can be trusted: a client
chooses its own window. What goes to the visitor is read only while the visitor takes it.
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
STEADY: Final = 0.015
"""Seconds between two looks whether keys that wait may go: one after the other they disturb others
less than many at a time."""
RECOVERED: Final = 0.01
"""How much of its time a session may be hasty."""
COALESCED: Final = 0.05
"""Seconds for which changes of the window's size are gathered."""

MOST_LEFT: Final = 256 * 1024
"""Bytes that are still sent of what an ended session has left in its terminal."""

END_OF_INPUT: Final = b""

LEFT: Final = b"\x1b[?1049l"
"""What brings the screen from before back, among the last things that a session says."""


class ByteSink(Protocol):
    """The sending half of a client's channel."""

    def write(self, data: bytes) -> None:
        """Send; what cannot be sent at once is kept."""


class ProxyOwner(Protocol):
    """The part of a client session that a proxy needs."""

    def cut(self, why: str) -> None:
        """The visitor does what no visitor should; told once."""

    def draw_again(self) -> None:
        """The window has changed its size and has the one from before again, of which the session
        would not hear."""

    def slow_down(self) -> None:
        """The visitor types more than anybody does: told at each key then."""


class ChannelProxy:
    """Carries bytes between a channel and a descriptor, which belongs to it: the master of a
    pseudo-terminal, or a socket."""

    def __init__(
        self,
        descriptor: int,
        channel: ByteSink,
        limits: Limits,
        keeper: ProxyOwner,
    ) -> None:
        self._end = descriptor
        self._channel = channel
        self._keeper = keeper
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._typed = Meter(limits.typed, limits.typed_a_second)
        self._strokes = Keystrokes(Meter(limits.strokes, limits.strokes_a_second))
        self._haste = Meter(limits.hasty_seconds, RECOVERED)
        self._later: asyncio.TimerHandle | None = None
        self._waiting = bytearray()
        self._ends = False
        self._tail = b""
        self._held: set[str] = set()
        self._stalled: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._size: tuple[int, int] | None = None
        os.set_blocking(descriptor, False)
        self._loop.add_reader(descriptor, self._read)

    @property
    def given_back(self) -> bool:
        """Whether the session has left the visitor's screen as it was."""
        return LEFT in self._tail

    @property
    def open(self) -> bool:
        """Whether the session's end is still there."""
        return self._end >= 0

    # ------------------------------------------------------------------ from the visitor

    def type(self, data: bytes) -> None:
        """Take what was typed: to the session, or into a queue of bounded length."""
        if not self.open:
            return
        waiting = len(self._strokes) + len(self._waiting)
        if not self._typed.consume(len(data)) or waiting > self._limits.typed:
            self._keeper.cut("too much is typed")
            return
        self._strokes.add(data)
        if self._later is None:
            self._let_through()

    def _let_through(self) -> None:
        """Give the session the keys that it may have now; soon the rest."""
        self._later = None
        self._waiting += self._strokes.next_bytes()
        if self._strokes.late:
            self._later = self._loop.call_later(STEADY, self._let_through)
        if self._strokes.hasty and not self._haste.consume(STEADY):
            self._keeper.slow_down()
        self._write()

    def _write(self) -> None:
        try:
            written = os.write(self._end, self._waiting)
        except BlockingIOError:
            written = 0
        except OSError:
            written = len(self._waiting)
        del self._waiting[:written]
        if self._waiting:
            self._loop.add_writer(self._end, self._write)
            return
        self._loop.remove_writer(self._end)
        if self._ends and not len(self._strokes):
            with suppress(OSError), socket.socket(fileno=os.dup(self._end)) as theirs:
                theirs.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """Nothing more is typed: tell the session at the other end of a socket, after the rest."""
        self._ends = True
        if self.open and self._later is None:
            self._write()

    def resize(self, columns: int, rows: int) -> None:
        """Take a change of the window's size: soon, and only the last one of many."""
        self._size = clean_size(columns, rows)
        if self._resizing is None:
            self._resizing = self._loop.call_later(COALESCED, self._resize)

    def _resize(self) -> None:
        self._resizing = None
        if self.open and self._size is not None:
            if self._size == os.get_terminal_size(self._end):
                self._keeper.draw_again()
            set_size(self._end, *self._size)

    # ------------------------------------------------------------------ to the visitor

    def hold(self, why: str) -> None:
        """Read no more of the session until it is let go for the same reason; cut the visitor off
        if that takes too long."""
        if not self._held and self.open:
            self._loop.remove_reader(self._end)
        self._held.add(why)
        if self._stalled is None:
            self._stalled = self._loop.call_later(
                self._limits.stall_seconds, self._keeper.cut, "takes nothing of what is sent"
            )

    def let_go(self, why: str) -> None:
        """Read on, if nothing else speaks against it."""
        self._held.discard(why)
        if self._held:
            return
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        if self.open:
            self._loop.add_reader(self._end, self._read)

    def _read(self) -> None:
        data = self._more()
        if data:
            self._send(data)
        elif data is not None:
            self._loop.remove_reader(self._end)

    def _send(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-CHUNK:] if len(data) < CHUNK else data
        with suppress(BrokenPipeError):  # the visitor has just gone, which is told in a moment
            self._channel.write(data)

    def _more(self) -> bytes | None:
        """Read the session's output: None for nothing yet, empty at its end."""
        try:
            return os.read(self._end, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return END_OF_INPUT

    def drain(self) -> None:
        """Send what a session that has ended has left."""
        left = MOST_LEFT
        while self.open and left > 0 and (data := self._more()):
            self._send(data)
            left -= len(data)

    def close(self) -> None:
        """Hang up: the session's terminal is gone from now on."""
        for timer in (self._resizing, self._stalled, self._later):
            if timer is not None:
                timer.cancel()
        if self.open:
            self._loop.remove_reader(self._end)
            self._loop.remove_writer(self._end)
            with suppress(OSError):
                os.close(self._end)
            self._end = -1


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """A pseudo-terminal of that size, as its two ends; what is typed before the session has taken
    it over neither shows nor stops it. Raises OSError."""
    master, slave = os.openpty()
    modes = termios.tcgetattr(slave)
    modes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    set_size(slave, columns, rows)
    return master, slave


def set_size(terminal: int, columns: int, rows: int) -> None:
    """Tell a terminal how large its window is."""
    with suppress(OSError):
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
