"""The terminal as Textual drives it, and what is done when it goes away.

A terminal that is closed reads as "end of file" for ever, and writing to it fails. Textual's own
driver reads on without pause then, and waits for a writer that has died. This one ends the program,
and sleeps while nobody types.
"""

from __future__ import annotations

import asyncio
import os
import signal
from codecs import getincrementaldecoder
from collections.abc import Callable
from io import TextIOWrapper
from selectors import EVENT_READ, SelectSelector
from threading import Event, Timer
from typing import Any, Final, TextIO, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

GRACE: Final = 3.0
"""How many seconds the program has to end in good order once its terminal is gone."""

CHUNK: Final = 4096


class Bell(Event):
    """An event that also wakes a thread which waits for input."""

    def __init__(self) -> None:
        super().__init__()
        self.ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)

    def set(self) -> None:
        """Set the event and wake the thread."""
        super().set()
        os.write(self._mouth, b"!")

    def clear(self) -> None:
        """Unset the event; whoever waits goes on waiting."""
        if self.is_set():
            super().clear()
            os.read(self.ear, CHUNK)

    def close(self) -> None:
        """Give back what the event holds; nobody waits for it any more."""
        os.close(self.ear)
        os.close(self._mouth)


class Output:
    """A text file that reports the first error in writing and then takes everything in silence."""

    def __init__(self, file: TextIO, lost: Callable[[], None]) -> None:
        self._file = file
        self._lost = lost
        self._broken = False

    def write(self, text: str) -> int:
        """Write, or drop the text once the file is broken."""
        self._try(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        """Flush, unless the file is broken."""
        self._try(self._file.flush)

    def fileno(self) -> int:
        """The file's descriptor."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._file.isatty()

    def _try(self, act: Callable[[], object]) -> None:
        if self._broken:
            return
        try:
            act()
        except (OSError, ValueError):
            self._broken = True
            self._lost()


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with an end to it when the terminal is gone."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        assert self._file is not None
        self._file = cast(TextIOWrapper, Output(self._file, self.hang_up))
        self._ending = False

    def start_application_mode(self) -> None:
        """Take the terminal over, and end in good order when told to by a signal."""
        self.exit_event: Bell = Bell()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self.end, number)

    def hang_up(self) -> None:
        """The terminal is gone: end the program. May be called by any thread."""
        self._loop.call_soon_threadsafe(self.end, signal.SIGHUP)

    def end(self, number: int) -> None:
        """End the program as a signal asks; by force if it takes too long over it."""
        if self._ending:
            return
        self._ending = True
        code = 128 + number
        force = Timer(GRACE, os._exit, (code,))
        force.daemon = True
        force.start()
        self._app.exit(return_code=code)

    def close(self) -> None:
        """Give back what the driver holds, once its threads have ended."""
        super().close()
        self.exit_event.close()

    def run_input_thread(self) -> None:
        """Read what is typed, asleep while there is nothing, until the end of input."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            selector.register(self.exit_event.ear, EVENT_READ)
            while not self.exit_event.is_set():
                unfinished = parser._timeout_time is not None
                ready = selector.select(0.1 if unfinished else None)
                if any(key.fd == self.fileno for key, _ in ready):
                    data = self._read()
                    if not data:
                        self.hang_up()
                        return
                    for message in parser.feed(decode(data)):
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, CHUNK)
        except OSError:
            return b""
