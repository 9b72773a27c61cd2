"""Terminal modes in line mode, on systems with termios."""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def key_by_key(source: int, again: Callable[[], None]) -> Iterator[bool]:
    """Switch the terminal with file descriptor `source` to key-by-key input without echo while the
    context is active, and yield True. If `source` is not a terminal, or its echo or line input is
    already off, change nothing and yield False. In the main thread, `again` is called when the
    program continues after a suspension, unless SIGCONT already has a handler."""
    modes = _modes_of(source)
    if modes is None:
        yield False
        return
    silent = [*modes[:3], modes[3] & ~(termios.ICANON | termios.ECHO), *modes[4:]]

    def begin() -> None:
        termios.tcsetattr(source, termios.TCSADRAIN, silent)

    def end() -> None:
        with suppress(termios.error):
            termios.tcsetattr(source, termios.TCSADRAIN, modes)

    def resumed(*_: object) -> None:
        begin()
        again()

    def terminated(number: int, _: object) -> None:
        end()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    begin()
    try:
        with _handle_signals({signal.SIGCONT: resumed, signal.SIGTERM: terminated}):
            yield True
    finally:
        end()


def _modes_of(source: int) -> list[Any] | None:
    """Return the modes of the terminal with file descriptor `source`, if both its echo and its line
    input are on; None otherwise, or if `source` is not a terminal."""
    try:
        modes = termios.tcgetattr(source)
    except termios.error:
        return None
    wanted = termios.ICANON | termios.ECHO
    return modes if modes[3] & wanted == wanted else None


@contextmanager
def _handle_signals(
    handlers: dict[signal.Signals, Callable[[int, object], None]],
) -> Iterator[None]:
    """Install `handlers` for the signals that still have their default action, and remove them at
    the end of the context. Do nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    free = [handler for handler in handlers if signal.getsignal(handler) is signal.SIG_DFL]
    for one in free:
        signal.signal(one, handlers[one])
    try:
        yield
    finally:
        for one in free:
            signal.signal(one, signal.SIG_DFL)


def show_input(source: int) -> None:
    """Turn on echo, line input, signal keys (such as Ctrl+C) and the translation of carriage
    returns to newlines, as in a shell, for the terminal with file descriptor `source`, because a
    server or a screen may have changed these modes. Do nothing if `source` is not a terminal."""
    try:
        modes = termios.tcgetattr(source)
    except termios.error:
        return
    modes[0] |= termios.ICRNL
    modes[3] |= termios.ECHO | termios.ICANON | termios.ISIG
    termios.tcsetattr(source, termios.TCSANOW, modes)
