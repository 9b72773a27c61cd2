"""Driver of line mode, which reads typed lines, prints output, and waits for notifications."""

from __future__ import annotations

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from selectors import EVENT_READ, SelectSelector
from threading import Thread
from typing import Final, Protocol

from attrs import frozen

from engine.i18n.text import printable
from engine.storage.pubsub import Subscription
from screens.line_mode.line_editor import LineEditor
from screens.paint.cells import width_of, wrap

MAX_LINE_BYTES: Final = 4096
"""Maximum number of bytes of a piped line (the rest is dropped), and of a single read."""

CHECK_INTERVAL: Final = 5.0
"""Seconds between checks of a store that cannot send notifications."""


REST_INTERVAL: Final = 30.0
"""Idle seconds before `run_line_session` calls `rest`, and between further calls. `rest` is
not called while a subscription cannot send notifications."""


class LineSession(Protocol):
    """A session in line mode. `done` is true once it has ended. While `is_thinking`, lines from a
    pipe wait for a result, but lines typed at a terminal do not."""

    done: bool

    @property
    def is_thinking(self) -> bool:
        """Whether lines from a pipe must wait for the result of a search."""

    @property
    def subscriptions(self) -> Sequence[Subscription]:
        """The subscriptions to wait for."""

    def begin(self) -> Sequence[str]:
        """Start the session. Return the first lines of output."""

    def handle_line(self, typed: str) -> Sequence[str]:
        """Handle a typed line. Return the output."""

    def poll(self) -> Sequence[str]:
        """Return the output about changes made elsewhere and about the results of searches."""

    def handle_end_of_input(self) -> Sequence[str]:
        """End the session, because the input has ended. Return the output, which is empty if the
        session is already over."""


@frozen
class _Source:
    """Input to wait for: its file descriptor, and a function that reads it. The function returns no
    bytes at the end of the input."""

    fileno: int
    read: Callable[[], bytes]


class _Piped:
    """Complete lines from a pipe or file, or from a terminal that echoes input itself. `is_ahead`
    is true if lines may come long before they are needed."""

    unfinished = ""
    patience = None

    def __init__(self, source: _Source, is_ahead: bool) -> None:
        self.source, self._read = source.fileno, source.read
        self._left, self.ended = b"", False
        self.is_ahead = is_ahead

    def next_line(self) -> str | None:
        """Return the next line; None if there is none yet."""
        if b"\n" not in self._left:
            return None
        line, _, self._left = self._left.partition(b"\n")
        return line.removesuffix(b"\r")[:MAX_LINE_BYTES].decode("utf-8", "replace")

    def read(self) -> None:
        """Read available input. The last line needs no newline."""
        more = self._read()
        self.ended = not more
        self._left = self._left[:MAX_LINE_BYTES] + (more or b"\n" * bool(self._left))

    def tick(self) -> None:
        """No-op: there are no incomplete key sequences."""


class _Typed:
    """Lines typed at a terminal. `unfinished` is the incomplete line."""

    is_ahead = False

    def __init__(self, source: int, editor: LineEditor) -> None:
        self.source, self._editor, self.ended = source, editor, False
        self._lines: deque[str] = deque()

    @property
    def unfinished(self) -> str:
        return self._editor.text

    def next_line(self) -> str | None:
        """Return the next line; None if there is none yet."""
        return self._lines.popleft() if self._lines else None

    def read(self) -> None:
        typed = _read(self.source)
        self._lines += self._editor.feed(typed)
        self.ended = self._editor.ended or not typed

    @property
    def patience(self) -> float | None:
        """Seconds of silence until `tick` is due; None if it is not needed."""
        return self._editor.patience

    def tick(self) -> None:
        """End an incomplete key sequence."""
        self._lines += self._editor.tick()


def run_line_session(
    session: LineSession,
    write: Callable[[str], None],
    source: int = 0,
    *,
    rest: Callable[[], None] = lambda: None,
) -> None:
    """Run the session until it is done or the input ends.

    `source` is the file descriptor of the input, and `write` prints the output, which is wrapped at
    the width of the terminal if the input is a terminal. News is printed on lines of its own,
    followed by the partly typed line. `rest` is called during long pauses, unless a subscription
    cannot send notifications.
    """
    editor = LineEditor(write)
    is_ahead = not os.isatty(source)
    with _key_by_key(source, editor.repeat) as shows_keys, _selectable(source) as selectable:
        lines = _Typed(source, editor) if shows_keys else _Piped(selectable, is_ahead)
        _run_until_done(session, write, lines, rest)


def _key_by_key(source: int, again: Callable[[], None]) -> AbstractContextManager[bool]:
    """Return a context that switches a terminal to key-by-key input. `again` is called when the
    program continues after a suspension. The context does nothing and yields False if `source` is
    not a terminal with echo, and on Windows, whose console echoes input itself."""
    if sys.platform == "win32":
        return nullcontext(False)
    from screens.line_mode.terminal_modes import key_by_key

    return key_by_key(source, again)


@contextmanager
def _selectable(source: int) -> Iterator[_Source]:
    """Yield the input `source` in a form that can be waited for. On Windows this is a socket that a
    thread fills, because Windows can wait only for sockets."""
    if sys.platform == "win32":
        theirs, ours = socket.socketpair()
        with theirs:
            Thread(target=_copy, args=(source, ours), daemon=True).start()
            yield _Source(theirs.fileno(), lambda: theirs.recv(MAX_LINE_BYTES))
    else:
        yield _Source(source, lambda: _read(source))


def _copy(source: int, sink: socket.socket) -> None:
    """Copy the input `source` to the socket `sink`, until the input ends or nobody reads the
    socket. Then close the socket."""
    with suppress(OSError), sink, open(source, "rb", buffering=0, closefd=False) as file:
        while data := file.read(MAX_LINE_BYTES):
            sink.sendall(data)


def _run_until_done(
    session: LineSession,
    write: Callable[[str], None],
    lines: _Piped | _Typed,
    rest: Callable[[], None],
) -> None:
    def write_lines(lines_out: Sequence[str]) -> None:
        if lines_out:
            text = "".join(
                f"{shown}\n" for line in lines_out for shown in _wrapped(line, lines.source)
            )
            write(f"\n{text}{lines.unfinished}" if lines.unfinished else text)

    write_lines(session.begin())
    while not session.done:
        waits = lines.is_ahead and session.is_thinking
        line = None if waits else lines.next_line()
        if line is not None:
            write_lines(session.handle_line(line))
        elif not waits and lines.ended:
            write_lines(session.handle_end_of_input())
            return
        else:
            patience = None if waits else lines.patience
            typed, is_notified = _wait(
                None if waits else lines.source, session.subscriptions, patience
            )
            if not typed:
                lines.tick()
            if not typed and not is_notified and patience is None:
                rest()
            if is_notified:
                for subscription in session.subscriptions:
                    subscription.clear()
                write_lines(session.poll())
            if typed:
                lines.read()


def _wrapped(line: str, terminal: int) -> Sequence[str]:
    """Return the rows of a line, wrapped between words at the width of `terminal` (a file
    descriptor); a single row if that is not a terminal."""
    text = printable(line)
    try:
        width = os.get_terminal_size(terminal).columns
    except OSError:
        return [text]
    return wrap(text, width) if 0 < width < width_of(text) else [text]


def _wait(
    source: int | None, subscriptions: Sequence[Subscription], patience: float | None
) -> tuple[bool, bool]:
    """Wait for input from `source` (unless None) or notifications. Return whether there is input,
    and whether there is a notification.

    The wait lasts at most `patience` seconds. If that is None, it lasts at most `REST_INTERVAL`, or
    `CHECK_INTERVAL` if a subscription cannot notify. In the latter case, a wait without input
    counts as notified.
    """
    needs_polling = any(subscription.fileno() < 0 for subscription in subscriptions)
    longest = CHECK_INTERVAL if needs_polling else REST_INTERVAL
    with SelectSelector() as selector:
        if source is not None:
            selector.register(source, EVENT_READ)
        for subscription in subscriptions:
            if subscription.fileno() >= 0:
                selector.register(subscription.fileno(), EVENT_READ)
        events = selector.select(longest if patience is None else patience)
    ready = [key.fd for key, _ in events]
    is_notified = any(stream != source for stream in ready) or (
        needs_polling and not ready and patience is None
    )
    return source in ready, is_notified


def _read(source: int) -> bytes:
    """Return the bytes available from `source`; none at the end of the input, or once the terminal
    is gone."""
    try:
        return os.read(source, MAX_LINE_BYTES)
    except OSError:
        return b""
