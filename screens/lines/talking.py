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


class Talks(Protocol):
    """Somebody to talk to in lines."""

    done: bool

    def begin(self) -> Sequence[str]:
        """What is told first."""

    def hear(self, typed: str) -> Sequence[str]:
        """What is told to a line that was typed."""

    def look_up(self) -> Sequence[str]:
        """What is told when something may have happened elsewhere."""

    def ended(self) -> Sequence[str]:
        """What is told when nothing more will be typed; nothing, if all is said."""


def talk(who: Talks, watch: Watch | None, tell: Callable[[str], None], source: int = 0) -> None:
    """Talk till all is said, or till nothing more is typed."""

    def tell_all(lines: Sequence[str]) -> None:
        if lines:
            tell("".join(f"{printable(line)}\n" for line in lines))

    def hear(read: bytes) -> bytes:
        """Hear all whole lines; what is left."""
        while b"\n" in read and not who.done:
            line, _, read = read.partition(b"\n")
            tell_all(who.hear(_decoded(line)))
        return read

    tell_all(who.begin())
    left, ear = b"", -1 if watch is None else watch.fileno()
    poll = select.poll()
    for descriptor in (source, ear):
        if descriptor >= 0:
            poll.register(descriptor, select.POLLIN)
    wait = None if watch is None or ear >= 0 else LOOKS * 1000
    while not who.done:
        ready = [descriptor for descriptor, _ in poll.poll(wait)]
        if watch is not None and ready != [source]:
            watch.clear()
            tell_all(who.look_up())
        if source in ready:
            more = os.read(source, LONGEST)
            if not more:
                hear(left + b"\n" if left else b"")
                tell_all(who.ended())
                return
            left = hear(left + more)[:LONGEST]


def _decoded(line: bytes) -> str:
    return line[:LONGEST].decode("utf-8", "replace")
