"""Textual driver that handles the loss of the terminal.

A closed terminal reads as "end of file" forever, and writing to it fails. Textual's own driver then
reads in a busy loop, and waits for a dead writer thread. This driver ends the program, and sleeps
while there is no input.
"""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOWrapper
from select import select
from selectors import EVENT_READ, SelectSelector
from threading import Event, Timer
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TextIO, cast

from textual.constants import DISABLE_KITTY_KEY
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from screens.paint.window_size import MAX_COLUMNS, MAX_ROWS, screen_size
from screens.terminal.reader import PixelsOffered, TerminalReader
from screens.terminal.terminal_reset import RESET_SEQUENCES

if TYPE_CHECKING:
    from textual.app import App

EXIT_SECONDS: Final = 3.0
"""Seconds that the program has for an orderly exit."""

CHUNK: Final = 4096

REPORT_BASE_KEYS: Final = "\x1b[=4;2u"
"""Control sequence that makes kitty's keyboard protocol (which Textual turns on) also report the
Latin letter of a key on another layout."""

ASK_FOR_PIXELS: Final = "\x1b[?1016$p"
MOUSE_IN_PIXELS: Final = "\x1b[?1016h"
MOUSE_IN_CELLS: Final = "\x1b[?1016l"


SAVE_TITLE: Final = "\x1b[22;2t"
SET_TITLE: Final = "\x1b]2;{}\x07"
RESTORE_TITLE: Final = SET_TITLE.format("Guildhall") + "\x1b[23;2t"
"""Sequence that restores the previous window title, or sets the title to the program's name on
terminals that do not remember the previous one."""

TERMS_WITHOUT_TITLE: Final = frozenset({"", "dumb", "linux", "vt100", "vt220", "cons25"})
"""Values of TERM for terminals whose windows have no title."""


NOTICE_OSC_9: Final = "\x1b]9;{}\x07"
NOTICE_OSC_777: Final = "\x1b]777;notify;Guildhall;{}\x07"
_KNOW_OSC_9: Final = frozenset(
    {"xterm-kitty", "xterm-ghostty", "wezterm", "iTerm.app", "WezTerm", "ghostty", "iTerm2"}
)
_KNOW_OSC_777: Final = ("foot", "rxvt-unicode")


def notice_form(environment: Mapping[str, str]) -> str | None:
    """Return the sequence for a desktop notification, with `{}` in place of its text. None for
    terminals that are not known to support one, and for multiplexers, which do not pass it on."""
    term = environment.get("TERM", "")
    if term.startswith(("tmux", "screen")):
        return None
    if term.startswith(_KNOW_OSC_777):
        return NOTICE_OSC_777
    names = {term, environment.get("TERM_PROGRAM"), environment.get("LC_TERMINAL")}
    return NOTICE_OSC_9 if names & _KNOW_OSC_9 else None


class WakingEvent(Event):
    """An event that also wakes a thread waiting for input."""

    def __init__(self) -> None:
        super().__init__()
        self.reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def set(self) -> None:
        """Set the event and wake the thread."""
        super().set()
        os.write(self._writer, b"!")

    def clear(self) -> None:
        """Clear the event if it is set, and empty the pipe that wakes the thread."""
        if self.is_set():
            super().clear()
            os.read(self.reader, CHUNK)

    def close(self) -> None:
        """Close the pipe. No thread may still be waiting for the event."""
        os.close(self.reader)
        os.close(self._writer)


class Output:
    """A text file that calls `on_lost` at the first write error, and ignores all writes from then
    on."""

    def __init__(self, file: TextIO, on_lost: Callable[[], None]) -> None:
        self.file = file
        self._lost = on_lost
        self._broken = False
        self.taken = 0
        """Number of texts written or dropped."""
        self.is_busy = False
        """Whether a write is in progress."""

    def write(self, text: str) -> int:
        """Write a text, or drop it once the file is broken."""
        self._try(lambda: self.file.write(text))
        self.taken += 1
        return len(text)

    def flush(self) -> None:
        self._try(self.file.flush)

    def fileno(self) -> int:
        return self.file.fileno()

    def isatty(self) -> bool:
        return self.file.isatty()

    def _try(self, act: Callable[[], int | None]) -> None:
        if self._broken:
            return
        self.is_busy = True
        try:
            act()
        except (OSError, ValueError):
            self._broken = True
            self._lost()
        finally:
            self.is_busy = False


class TerminalDriver(LinuxDriver):
    """Variant of Textual's driver for Linux that ends the program when the terminal is gone, limits
    the size of the window, and sets its title."""

    smallest: ClassVar[tuple[int, int]] = (1, 1)
    """Columns and rows of the smallest window that is drawn."""
    largest: ClassVar[tuple[int, int]] = (MAX_COLUMNS, MAX_ROWS)
    """Columns and rows of the largest window that is drawn."""

    def __init__(
        self,
        app: App[None],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert self._file is not None
        self.output = Output(self._file, self.hang_up)
        self._file = cast(TextIOWrapper, self.output)
        self._queued = 0
        self._size = self._size or self._get_terminal_size()
        self._ending = False
        self._force: Timer | None = None
        self._gone = False
        self._titled = False
        self._requested_pixels = False
        self._handlers: dict[int, Any] = {}

    def start_application_mode(self) -> None:
        """Take over the terminal. From now on, exit cleanly on signals."""
        self.exit_event: WakingEvent = WakingEvent()
        self.install_exit_handlers()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is not None:  # None if the program is waiting in the background
            self.write(MOUSE_IN_CELLS + ("" if DISABLE_KITTY_KEY else REPORT_BASE_KEYS))

    def install_exit_handlers(self) -> None:
        """Exit cleanly on SIGHUP, SIGTERM and SIGINT while the event loop runs, unless they are
        ignored."""
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            handler = signal.getsignal(number)
            if handler is not signal.SIG_IGN:
                self._handlers.setdefault(number, handler)
                signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """End the program because of a signal. Once the event loop is closed, restore the previous
        handler and raise the signal again. asyncio's own handlers would lose a signal that arrives
        while their pipe is full of key presses."""
        if self._loop.is_closed():
            signal.signal(number, self._handlers[number])
            signal.raise_signal(number)
        else:
            self._loop.call_soon_threadsafe(self.end, number)

    def _sigcont_application(self, *_: object) -> None:
        """Resume from the background. Redraw everything if another process had stopped the
        program."""
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._key_thread is not None:
            self._loop.call_soon_threadsafe(self._app.post_message, self.SignalResume())

    def write(self, data: str) -> None:
        """Queue a text for writing."""
        self._queued += 1
        super().write(data)

    @property
    def is_behind(self) -> bool:
        """Whether the terminal has not yet accepted all output."""
        return self.output.is_busy or self.output.taken < self._queued

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size of the window in columns and rows, limited to sizes that the driver
        draws."""
        return self._drawable(*screen_size(self.fileno))

    def _drawable(self, width: int, height: int) -> Size:
        """Return the nearest size that the driver draws."""
        (narrowest, shortest), (widest, tallest) = self.smallest, self.largest
        return Size(min(max(width, narrowest), widest), min(max(height, shortest), tallest))

    def set_window_title(self, title: str) -> None:
        """Set the window's title, unless the terminal is known to have none. `title` must not
        contain control characters."""
        if os.environ.get("TERM", "") in TERMS_WITHOUT_TITLE:
            return
        if not self._titled:
            self._titled = True
            self.write(SAVE_TITLE)
        self.write(SET_TITLE.format(title))

    def restore_window_title(self) -> None:
        """Restore the window's previous title."""
        if self._titled:
            self._titled = False
            self.write(RESTORE_TITLE)

    def notify_on_desktop(self, text: str) -> None:
        """Show a desktop notification if the terminal is known to support it. `text` must not
        contain control characters."""
        form = notice_form(os.environ)
        if form is not None:
            self.write(form.format(text))

    def _enable_mouse_pixels(self) -> None:
        """Ask whether the terminal can report the mouse in pixels. Textual would assume so whenever
        the terminal reports its size in pixels."""
        if self._mouse:
            self.write(ASK_FOR_PIXELS)

    def _enable_pixels(self) -> None:
        """Turn on mouse reports in pixels, and ask for confirmation, because reports in cells may
        still be arriving."""
        if self._mouse and not self._requested_pixels:
            self._requested_pixels = True
            self.write(MOUSE_IN_PIXELS + ASK_FOR_PIXELS)

    def _disable_mouse_support(self) -> None:
        """Turn off mouse reports, and also reports in pixels, for the next program."""
        super()._disable_mouse_support()
        self._requested_pixels = False
        self.write(MOUSE_IN_CELLS)

    def stop_application_mode(self) -> None:
        """Restore the terminal and its title."""
        self.restore_window_title()
        super().stop_application_mode()

    def hang_up(self) -> None:
        """End the program because the terminal is gone. Thread-safe."""
        self._gone = True
        self._loop.call_soon_threadsafe(self.end, signal.SIGHUP)

    def end(self, number: int) -> None:
        """End the program because of the signal `number`."""
        self._app.exit(return_code=128 + number)

    def start_exit_timer(self, code: int) -> None:
        """Start a timer that forces the program to exit with `code` if an orderly exit takes too
        long."""
        if self._ending:
            return
        self._ending = True
        self._force = Timer(EXIT_SECONDS, self._force_end, (code,))
        self._force.daemon = True
        self._force.start()

    def _force_end(self, code: int) -> None:
        if not self._gone:
            self._restore_terminal()
        os._exit(code)

    def _restore_terminal(self) -> None:
        """Restore the terminal without the help of threads, which may hang."""
        with suppress(termios.error, OSError, ValueError):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            if select([], [self.fileno], [], 0)[1]:
                os.write(
                    self.fileno, RESET_SEQUENCES + (RESTORE_TITLE.encode() if self._titled else b"")
                )

    def close(self) -> None:
        """Wait for the threads, cancel the exit timer, and release resources."""
        super().close()
        if self._force is not None:
            self._force.cancel()
        self.exit_event.close()

    def process_message(self, message: Message) -> None:
        """Forward a message to the app, except `PixelsOffered`, which turns on mouse reports in
        pixels. Window sizes are limited, because a user can fake them by typing."""
        if isinstance(message, PixelsOffered):
            self._enable_pixels()
            return
        if isinstance(message, Resize):
            size = self._drawable(*message.size)
            if size != message.size:
                message = Resize(size, size)
        super().process_message(message)

    def run_input_thread(self) -> None:
        """Read input until the exit event is set, sleeping while there is none. The end of the
        input ends the program."""
        reader = TerminalReader(self._debug)
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            selector.register(self.exit_event.reader, EVENT_READ)
            while not self.exit_event.is_set():
                ready = selector.select(reader.patience)
                if any(key.fd == self.fileno for key, _ in ready):
                    data = self._read()
                    if not data:
                        self.hang_up()
                        return
                    messages = reader.feed_bytes(data)
                else:
                    messages = reader.tick()
                for message in messages:
                    self.process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, CHUNK)
        except OSError:
            return b""
