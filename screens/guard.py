"""Keys that were typed before their question was there are thrown away."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds that only ever grow, such as `time.monotonic`."""


class Guard:
    """Shut when a question appears; it opens once no key has come for a number of seconds.

    A key that comes too early shuts it anew, so that keys which were typed ahead, or a key that is
    held down, never answer what nobody has read.
    """

    def __init__(self, clock: Clock, quiet: float) -> None:
        self._clock = clock
        self._quiet = quiet
        self._since: float | None = None

    def shut(self) -> None:
        """A question has appeared."""
        self._since = self._clock()

    def open(self) -> None:
        """Let keys pass from now on."""
        self._since = None

    def lets(self) -> bool:
        """Whether a key that has just come may pass."""
        if self._since is None:
            return True
        now = self._clock()
        if now - self._since < self._quiet:
            self._since = now
            return False
        self._since = None
        return True
