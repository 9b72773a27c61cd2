"""Measures the bytes that a Textual program sends to its terminal.

`wired(app)` runs an app in this process on a driver that records every byte instead of writing it.
`Terminal` runs a command on a pseudo-terminal, as a person's terminal would.
"""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from fcntl import ioctl
from io import StringIO
from typing import Any, Literal

from rich.console import Console
from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from screens.play.table_screen import TableScreen
from screens.renderer.diff_renderer import DiffApp

Colours = Literal["standard", "256", "truecolor"]
SIZE = (120, 40)
PATIENCE = 120.0
"""Seconds after which a busy app or a silent program is given up: machines can be very slow."""
FRAME = 1 / 60
"""Maximum delay before Textual draws a change."""


class RecordingDriver(HeadlessDriver):
    """A driver that records everything sent to the terminal."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.written: list[str] = []
        self.last_write = 0.0

    @property
    def is_headless(self) -> bool:
        """Return False: Textual does not even render for a headless driver."""
        return False

    def write(self, data: str) -> None:
        """Record the data and the time."""
        self.written.append(data)
        self.last_write = time.perf_counter()


class Wire:
    """A running app, and the bytes sent since the last mark.

    `first` is the number of bytes up to the first picture.
    """

    def __init__(self, app: App[Any], pilot: Pilot[Any], driver: RecordingDriver) -> None:
        self.app = app
        self.pilot = pilot
        self.driver = driver
        self.first = 0

    def mark(self) -> None:
        """Restart the count."""
        self.driver.written.clear()

    @property
    def sent(self) -> str:
        """Return the data sent since the mark."""
        return "".join(self.driver.written)

    @property
    def bytes(self) -> int:
        """Return the number of bytes sent since the mark."""
        return len(self.sent.encode())

    async def settle(self) -> None:
        """Wait until everything is processed and drawn, however long a busy machine takes: no
        pending messages, callbacks or repaints, now or a moment later."""
        async with asyncio.timeout(PATIENCE):
            await self.pilot.pause()
            await self.pilot.pause()
            while any(self._waiting()):
                await asyncio.sleep(FRAME)
                await self.pilot.pause()

    def _waiting(self) -> Iterator[str]:
        """Yield what the app still has to do or to draw."""
        app = self.app
        if app._exception is not None or not app.is_running:
            return
        screen = app.screen
        for one in (app, *screen.walk_children(with_self=True)):
            if one.message_queue_size or one._pending_message or one._next_callbacks:
                yield f"{one} has messages"
        if screen._layout_required or screen._scroll_required or screen._repaint_required:
            yield f"{screen} is to be drawn"
        if screen._dirty_widgets or screen._callbacks or screen._update_timer._active.is_set():
            yield f"{screen} is to be drawn in parts"
        if isinstance(screen, TableScreen) and screen.state.animation is not None:
            yield "something moves"
        if isinstance(app, DiffApp) and app.redraw_timer is not None:
            yield "the window is to be drawn anew after its size was told"

    async def press(self, *keys: str) -> int:
        """Press keys and return the number of bytes sent."""
        self.mark()
        await self.pilot.press(*keys)
        await self.settle()
        return self.bytes

    async def idle(self, seconds: float) -> int:
        """Do nothing for a while and return the number of bytes sent."""
        await self.settle()
        self.mark()
        await asyncio.sleep(seconds)
        return self.bytes

    async def delay(self, key: str, least: int = 1) -> float:
        """Send a key as a terminal would; return the seconds until the last byte of its frame.
        Raises TimeoutError if nothing is sent."""
        driver = self.driver
        self.mark()
        start = time.perf_counter()
        driver.process_message(events.Key(key, None))
        while len(driver.written) < least:
            await asyncio.sleep(0)
            if time.perf_counter() > start + PATIENCE:
                raise TimeoutError(f"nothing was sent for {key}")
        return driver.last_write - start


@asynccontextmanager
async def wired(
    app: App[Any], *, size: tuple[int, int] = SIZE, colours: Colours = "256"
) -> AsyncIterator[Wire]:
    """Run an app on a recording driver: `async with wired(app) as wire: ...`."""
    app.driver_class = RecordingDriver
    app.animation_level = "none"
    app.console = Console(
        color_system=colours, file=StringIO(), force_terminal=True, legacy_windows=False
    )
    ready: asyncio.Future[Pilot[Any]] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def hold(pilot: Pilot[Any]) -> None:
        ready.set_result(pilot)
        await over.wait()

    running = asyncio.create_task(app.run_async(size=size, auto_pilot=hold))
    waiting = asyncio.ensure_future(ready)
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
        raise app._exception or RuntimeError("the app ended before it was ready")
    driver = app._driver
    assert isinstance(driver, RecordingDriver)
    wire = Wire(app, await waiting, driver)
    try:
        with app._context():
            await wire.settle()
            wire.first = wire.bytes
            wire.mark()
            yield wire
    finally:
        over.set()
        app.exit()
        await running
    if app._exception is not None:
        raise app._exception


def _acquire_terminal() -> None:
    """Make the pseudo-terminal the controlling terminal, as a shell does, and reset signals that
    may be ignored if the tests run in the background."""
    ioctl(0, termios.TIOCSCTTY, 0)
    for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(signal_number, signal.SIG_DFL)


class Terminal:
    """A command on a pseudo-terminal: `with Terminal(["guildhall"]) as terminal: ...`."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = SIZE,
        environment: Mapping[str, str] | None = None,
        term: str = "xterm-256color",
    ) -> None:
        self.command = command
        self.size = size
        self.environment = {**os.environ, **(environment or {}), "TERM": term}
        for name in ("COLORTERM", "NO_COLOR", "COLUMNS", "LINES"):
            if not environment or name not in environment:
                self.environment.pop(name, None)

    def __enter__(self) -> Terminal:
        self.master, slave = pty.openpty()
        columns, rows = self.size
        ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            self.command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=self.environment,
            start_new_session=True,
            preexec_fn=_acquire_terminal,
        )
        os.close(slave)
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(PATIENCE)

    def ended(self) -> int:
        """Wait for the end of the command; return its exit code."""
        return self.process.wait(PATIENCE)

    def hang_up(self) -> None:
        """Close the terminal, as when a window is closed or a connection breaks."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def read(self, *, quiet: float = 0.25, patience: float = PATIENCE) -> bytes:
        """Return the output until nothing has come for `quiet` seconds; waits for the first
        byte."""
        received = bytearray()
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            wait = quiet if received else deadline - time.monotonic()
            if not select.select([self.master], [], [], max(0.0, wait))[0]:
                break
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            received += data
        return bytes(received)

    def read_to_end(self, *, patience: float = PATIENCE) -> bytes:
        """Return the output until the command has ended."""
        return self.read(quiet=patience, patience=patience)

    def read_until(self, what: bytes, *, patience: float = PATIENCE) -> bytes:
        """Return the output until these bytes have come and nothing more follows; fails
        otherwise."""
        received = b""
        deadline = time.monotonic() + patience
        while what not in received:
            ended = self.process.poll() is not None
            received += (news := self.read(quiet=0.1, patience=1))
            is_over = (ended and not news) or time.monotonic() > deadline
            assert what in received or not is_over, (
                f"{what!r} has not appeared: {received[-400:]!r}"
            )
        return received

    def type(self, keys: str | bytes) -> None:
        """Send keys as the terminal would: `"\\x1b[C"` is the right arrow."""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)
