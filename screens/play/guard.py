"""Keys that were typed before their question was there are thrown away."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

Clock = Callable[[], float]
"""Seconds that only ever grow, such as `time.monotonic`."""


class Guard:
    """Shut when a question appears; it opens once no key has come for a number of seconds.

    A key that comes too early shuts it anew, so that keys which were typed ahead, or a key that is
    held down, never answer what nobody has read. With `most` it opens after so many seconds all the
    same, for people who press again because nothing happens.
    """

    def __init__(self, clock: Clock, quiet: float, most: float = inf) -> None:
        self._clock = clock
        self._quiet = quiet
        self._most = most
        self._first = 0.0
        self._since: float | None = None

    def shut(self) -> None:
        """A question has appeared."""
        self._first = self._since = self._clock()

    def open(self) -> None:
        """Let keys pass from now on."""
        self._since = None

    def lets(self) -> bool:
        """Whether a key that has just come may pass."""
        if self._since is None:
            return True
        now = self._clock()
        if now - self._since < self._quiet and now - self._first < self._most:
            self._since = now
            return False
        self._since = None
        return True
