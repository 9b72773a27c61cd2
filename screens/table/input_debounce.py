"""Keys that were typed before their question was there are thrown away (debouncing)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from attrs import evolve, frozen

Monotonic = Callable[[], float]
"""Seconds that only ever grow, such as `time.monotonic`."""


@frozen
class InputDebounce:
    """Shut when a question appears; it opens once no key has come for `quiet` seconds.

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

    def opened(self) -> InputDebounce:
        """Whoever answers has seen the question."""
        return self if self.since is None else evolve(self, since=None)

    def lets(self, now: float) -> tuple[bool, InputDebounce]:
        """Whether a key that has just come may pass, and the gate after it."""
        if self.since is None:
            return True, self
        if now - self.since < self.quiet and now - self.first < self.most:
            return False, evolve(self, since=now)
        return True, evolve(self, since=None)
