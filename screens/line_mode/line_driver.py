"""Lines in and lines out (driver): reads what is typed, prints what is told, and hears bells."""

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

LONGEST: Final = 4096
"""Of a line no more bytes are kept."""

LOOKS: Final = 5.0
"""Seconds between two looks at the store where no bell can be heard."""


RESTS: Final = 30.0
"""Seconds of a pause after which there is a rest, and again after as many."""


class LineSession(Protocol):
    """Somebody to talk to in lines. `done` says that all is said, `is_thinking` that nothing is
    asked before something has been thought of: what is typed ahead waits for that, unless somebody
    types it at a terminal."""

    done: bool

    @property
    def is_thinking(self) -> bool:
        """Whether something has to be thought of first."""

    @property
    def ears(self) -> Sequence[Subscription]:
        """The subscriptions to wait for."""

    def begin(self) -> Sequence[str]:
        """Return the first lines of output."""

    def handle_line(self, typed: str) -> Sequence[str]:
        """Handle a typed line; returns the output."""

    def look_up(self) -> Sequence[str]:
        """Return the output after something may have happened elsewhere."""

    def ended(self) -> Sequence[str]:
        """Return the output at the end of input; nothing if the session is over."""


@frozen
class _Source:
    """Input that can be waited for: its descriptor, and what reads it, empty at the end."""

    fileno: int
    read: Callable[[], bytes]


class _Piped:
    """Lines that come whole: from a pipe or file, perhaps long before they are wanted (`is_ahead`),
    or from a terminal that shows what is typed itself."""

    begun = ""
    patience = None

    def __init__(self, source: _Source, is_ahead: bool) -> None:
        self.source, self._read = source.fileno, source.read
        self._left, self.ended = b"", False
        self.is_ahead = is_ahead

    def take(self) -> str | None:
        """The next line; None if none has come."""
        if b"\n" not in self._left:
            return None
        line, _, self._left = self._left.partition(b"\n")
        return line.removesuffix(b"\r")[:LONGEST].decode("utf-8", "replace")

    def read(self) -> None:
        """Read what has come; the last line needs no end."""
        more = self._read()
        self.ended = not more
        self._left = self._left[:LONGEST] + (more or b"\n" * bool(self._left))

    def tick(self) -> None:
        """Do nothing: silence means nothing here."""


class _Typed:
    """Lines that somebody types at a terminal: `begun` is what they have typed of the next one."""

    is_ahead = False

    def __init__(self, source: int, editor: LineEditor) -> None:
        self.source, self._editor, self.ended = source, editor, False
        self._lines: deque[str] = deque()

    @property
    def begun(self) -> str:
        return self._editor.text

    def take(self) -> str | None:
        """The next line; None if none has come."""
        return self._lines.popleft() if self._lines else None

    def read(self) -> None:
        """Take the keys that were pressed."""
        typed = _read(self.source)
        self._lines += self._editor.feed(typed)
        self.ended = self._editor.ended or not typed

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which `tick` is to be called; None if it need not be."""
        return self._editor.patience

    def tick(self) -> None:
        """Let silence end a sequence that broke off."""
        self._lines += self._editor.tick()


def run_line_session(
    who: LineSession,
    tell: Callable[[str], None],
    source: int = 0,
    *,
    rest: Callable[[], None] = lambda: None,
) -> None:
    """Run the session until it is done, or until the input ends. In long pauses `rest` is called
    now and then. News has a line of its own; what is being typed is shown again after it. At a
    terminal, lines are wrapped between words at its width."""
    editor = LineEditor(tell)
    is_ahead = not os.isatty(source)
    with _key_by_key(source, editor.repeat) as shows_keys, _selectable(source) as selectable:
        lines = _Typed(source, editor) if shows_keys else _Piped(selectable, is_ahead)
        _talk(who, tell, lines, rest)


def _key_by_key(source: int, again: Callable[[], None]) -> AbstractContextManager[bool]:
    """Have a terminal send each key; False on Windows, whose console shows what is typed itself."""
    if sys.platform == "win32":
        return nullcontext(False)
    from screens.line_mode.terminal_modes import key_by_key

    return key_by_key(source, again)


@contextmanager
def _selectable(source: int) -> Iterator[_Source]:
    """The input in a form that can be waited for: on Windows, which waits only for sockets, a
    socket to which a thread copies it."""
    if sys.platform == "win32":
        theirs, ours = socket.socketpair()
        with theirs:
            Thread(target=_copy, args=(source, ours), daemon=True).start()
            yield _Source(theirs.fileno(), lambda: theirs.recv(LONGEST))
    else:
        yield _Source(source, lambda: _read(source))


def _copy(source: int, sink: socket.socket) -> None:
    """Copy input to a socket until its end, or until nobody reads the socket."""
    with suppress(OSError), sink, open(source, "rb", buffering=0, closefd=False) as file:
        while data := file.read(LONGEST):
            sink.sendall(data)


def _talk(
    who: LineSession, tell: Callable[[str], None], lines: _Piped | _Typed, rest: Callable[[], None]
) -> None:
    def tell_all(told: Sequence[str]) -> None:
        if told:
            text = "".join(f"{shown}\n" for line in told for shown in _wrapped(line, lines.source))
            tell(f"\n{text}{lines.begun}" if lines.begun else text)

    tell_all(who.begin())
    while not who.done:
        waits = lines.is_ahead and who.is_thinking
        line = None if waits else lines.take()
        if line is not None:
            tell_all(who.handle_line(line))
        elif not waits and lines.ended:
            tell_all(who.ended())
            return
        else:
            patience = None if waits else lines.patience
            typed, rung = _wait(None if waits else lines.source, who.ears, patience)
            if not typed:
                lines.tick()
            if not typed and not rung and patience is None:
                rest()
            if rung:
                for ear in who.ears:
                    ear.clear()
                tell_all(who.look_up())
            if typed:
                lines.read()


def _wrapped(line: str, terminal: int) -> Sequence[str]:
    """Break a line between words at the width of the terminal; leave it as it is without one."""
    text = printable(line)
    try:
        width = os.get_terminal_size(terminal).columns
    except OSError:
        return [text]
    return wrap(text, width) if 0 < width < width_of(text) else [text]


def _wait(
    source: int | None, ears: Sequence[Subscription], patience: float | None
) -> tuple[bool, bool]:
    """Wait for typing or a bell, for `patience` seconds at most: (has somebody typed, has a bell
    rung). Where no bell can be heard, one counts as rung after `LOOKS` seconds."""
    deaf = any(ear.fileno() < 0 for ear in ears)
    longest = LOOKS if deaf else RESTS
    with SelectSelector() as selector:
        if source is not None:
            selector.register(source, EVENT_READ)
        for ear in ears:
            if ear.fileno() >= 0:
                selector.register(ear.fileno(), EVENT_READ)
        found = selector.select(longest if patience is None else patience)
    ready = [key.fd for key, _ in found]
    rung = any(one != source for one in ready) or (deaf and not ready and patience is None)
    return source in ready, rung


def _read(source: int) -> bytes:
    """The typed bytes; none once the terminal is gone."""
    try:
        return os.read(source, LONGEST)
    except OSError:
        return b""
