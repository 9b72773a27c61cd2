"""Lines in and lines out (driver): reads what is typed, prints what is told, and hears bells."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from engine.i18n.text import printable
from engine.storage.bells import Watch

LONGEST: Final = 4096
"""Of a line no more bytes are kept."""

LOOKS: Final = 5.0
"""Seconds between two looks at the store where no bell can be heard."""


RESTS: Final = 30.0
"""Seconds of a pause after which there is a rest, and again after as many."""


class Talks(Protocol):
    """Somebody to talk to in lines. `done` says that all is said, `is_thinking` that nothing is
    asked before something has been thought of: what is typed ahead waits for that, unless somebody
    types it at a terminal."""

    done: bool

    @property
    def is_thinking(self) -> bool:
        """Whether something has to be thought of first."""

    @property
    def ears(self) -> Sequence[Watch]:
        """What is listened to now."""

    def begin(self) -> Sequence[str]:
        """What is told first."""

    def hear(self, typed: str) -> Sequence[str]:
        """What is told to a line that was typed."""

    def look_up(self) -> Sequence[str]:
        """What is told when something may have happened elsewhere."""

    def ended(self) -> Sequence[str]:
        """What is told when nothing more will be typed; nothing, if all is said."""


def talk(
    who: Talks,
    tell: Callable[[str], None],
    source: int = 0,
    *,
    rest: Callable[[], None] = lambda: None,
) -> None:
    """Talk till all is said, or till nothing more is typed. In long pauses there is a `rest` every
    now and then."""

    def tell_all(lines: Sequence[str]) -> None:
        if lines:
            tell("".join(f"{printable(line)}\n" for line in lines))

    is_ahead = not os.isatty(source)
    tell_all(who.begin())
    left, ended = b"", False
    while not who.done:
        waits = is_ahead and who.is_thinking
        if not waits and b"\n" in left:
            line, _, left = left.partition(b"\n")
            tell_all(who.hear(line[:LONGEST].decode("utf-8", "replace")))
        elif not waits and ended:
            tell_all(who.ended())
            return
        else:
            typed, rung = _wait(None if waits else source, who.ears)
            if not typed and not rung:
                rest()
            if rung:
                for ear in who.ears:
                    ear.clear()
                tell_all(who.look_up())
            if typed:
                more = _read(source)
                ended = not more
                left = left[:LONGEST] + (more or b"\n" * bool(left))


def _wait(source: int | None, ears: Sequence[Watch]) -> tuple[bool, bool]:
    """Wait for something that is typed, or for a bell, or for a while where none can be heard."""
    poll = select.poll()
    if source is not None:
        poll.register(source, select.POLLIN)
    for ear in ears:
        if ear.fileno() >= 0:
            poll.register(ear.fileno(), select.POLLIN)
    deaf = any(ear.fileno() < 0 for ear in ears)
    ready = [descriptor for descriptor, _ in poll.poll(1000 * (LOOKS if deaf else RESTS))]
    return source in ready, any(one != source for one in ready) or (deaf and not ready)


def _read(source: int) -> bytes:
    """What was typed; nothing where nobody is there any more."""
    try:
        return os.read(source, LONGEST)
    except OSError:
        return b""
