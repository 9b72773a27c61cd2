"""Lines in and lines out (driver): reads what is typed, prints what is told, and hears bells."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from engine.i18n.text import printable
from engine.storage.pubsub import Subscription
from screens.line_mode.line_editor import LineEditor, key_by_key

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


class _Piped:
    """Lines that are not typed at a terminal, and perhaps long before they are wanted."""

    begun = ""
    patience = None

    def __init__(self, source: int) -> None:
        self.source, self._left, self.ended = source, b"", False
        self.is_ahead = not os.isatty(source)

    def take(self) -> str | None:
        """The next line; None if none has come."""
        if b"\n" not in self._left:
            return None
        line, _, self._left = self._left.partition(b"\n")
        return line[:LONGEST].decode("utf-8", "replace")

    def read(self) -> None:
        """Read what has come; the last line needs no end."""
        more = _read(self.source)
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
    """Talk till all is said, or till nothing more is typed. In long pauses there is a `rest` every
    now and then. News has a line of its own; what is being typed is told once more after it."""
    editor = LineEditor(tell)
    with key_by_key(source, editor.repeat) as shows_keys:
        _talk(who, tell, _Typed(source, editor) if shows_keys else _Piped(source), rest)


def _talk(
    who: LineSession, tell: Callable[[str], None], lines: _Piped | _Typed, rest: Callable[[], None]
) -> None:
    def tell_all(told: Sequence[str]) -> None:
        if told:
            text = "".join(f"{printable(line)}\n" for line in told)
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


def _wait(
    source: int | None, ears: Sequence[Subscription], patience: float | None
) -> tuple[bool, bool]:
    """Wait for typing or a bell, for `patience` seconds at most: (has somebody typed, has a bell
    rung). Where no bell can be heard, one counts as rung after `LOOKS` seconds."""
    poll = select.poll()
    if source is not None:
        poll.register(source, select.POLLIN)
    for ear in ears:
        if ear.fileno() >= 0:
            poll.register(ear.fileno(), select.POLLIN)
    deaf = any(ear.fileno() < 0 for ear in ears)
    longest = LOOKS if deaf else RESTS
    ready = [
        descriptor
        for descriptor, _ in poll.poll(1000 * (longest if patience is None else patience))
    ]
    rung = any(one != source for one in ready) or (deaf and not ready and patience is None)
    return source in ready, rung


def _read(source: int) -> bytes:
    """The typed bytes; none once the terminal is gone."""
    try:
        return os.read(source, LONGEST)
    except OSError:
        return b""
