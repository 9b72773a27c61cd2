"""Keys that were typed before their question was there are thrown away (debouncing)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from attrs import evolve, frozen

Monotonic = Callable[[], float]
"""Seconds that only ever grow, such as `time.monotonic`."""

BURST: Final = 0.06
"""Keys that follow one another within so many seconds were typed ahead, or are one held down."""


@frozen
class InputDebounce:
    """Shut when a card or a curtain appears; it opens once no key has come for `quiet` seconds.

    A key that comes too early shuts it anew, so that keys which were typed ahead, or a key that is
    held down, never answer what nobody has read. It opens after `most` seconds all the same, for
    people who press again because nothing happens.
    """

    quiet: float
    most: float = inf
    first: float = 0.0
    since: float | None = None

    def shut(self, now: float) -> InputDebounce:
        """A question has appeared."""
        return evolve(self, first=now, since=now)

    def lets(self, now: float) -> tuple[bool, InputDebounce]:
        """Whether a key that has just come may pass, and the gate after it."""
        if self.since is None:
            return True, self
        if now - self.since < self.quiet and now - self.first < self.most:
            return False, evolve(self, since=now)
        return True, evolve(self, since=None)


@frozen
class QuestionGate:
    """Shut when a question appears, to keys that would take.

    A key that was typed before the question was painted never takes. One that comes within `quiet`
    seconds of it is refused once: pressed again, it counts. Whoever has pointed at a choice of the
    question has seen it, and opens the gate. `fresh` questions were brought by somebody else: they
    are shut to clicks and to keys that only point, too.
    """

    quiet: float
    fresh: bool = False
    since: float | None = None
    refused: float | None = None
    painted: bool = True

    def shut(self, now: float) -> QuestionGate:
        """A question has appeared, and is yet to be painted."""
        return evolve(self, since=now, refused=None, painted=False)

    def shown(self, now: float) -> QuestionGate:
        """The question has been painted."""
        return self if self.painted else evolve(self, since=now, painted=True)

    @property
    def holds_back(self) -> bool:
        """Whether a key was refused, and none has counted since."""
        return self.since is not None and self.refused is not None

    def precedes(self, now: float) -> bool:
        """Whether a key was typed before the question was painted."""
        return self.since is not None and now < self.since

    def opened(self, now: float) -> QuestionGate:
        """Whoever answers has seen the question, unless they typed before it was painted."""
        if self.since is None or self.precedes(now):
            return self
        return evolve(self, since=None)

    def lets(self, now: float) -> tuple[bool, QuestionGate]:
        """Whether a key that has just come may take, and the gate after it."""
        if self.since is None:
            return True, self
        if self.refused is None:
            early = self.precedes(now) or now - self.since < self.quiet
        else:
            early = self.precedes(now) or now - self.refused < BURST
        if early:
            return False, evolve(self, refused=now)
        return True, evolve(self, since=None)
