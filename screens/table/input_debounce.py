"""Debouncing of keys: gates that hold back keys typed before a question could be read."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from attrs import evolve, frozen

Monotonic = Callable[[], float]
"""Clock in seconds that never goes back, such as `time.monotonic`."""

BURST_INTERVAL: Final = 0.06
"""Interval after a refused key or click, in seconds, within which the next one is refused, too,
because it may be typed ahead or repeated by a held key."""

SEQUENCE_INTERVAL: Final = 0.6
"""Interval after a refused key, in seconds, within which another key belongs to the same sequence,
such as the digits of an offer whose first key came too early."""


@frozen
class InputDebounce:
    """Gate before a card, a pass screen or a proposal, so that keys typed ahead or held down do not
    answer unread text. It opens after `quiet` seconds without a key or, for people who keep
    pressing keys because nothing happens, `max_seconds` seconds after it was closed. `closed_at` is
    the time when it was closed. `last_key_at` is the time of the last early key, or equal to
    `closed_at` if there was none; it is None if the gate is open."""

    quiet: float
    max_seconds: float = inf
    closed_at: float = 0.0
    last_key_at: float | None = None

    def shut(self, now: float) -> InputDebounce:
        """Close the gate, because text that must be read has appeared, or a key that does not
        answer it has been pressed."""
        return evolve(self, closed_at=now, last_key_at=now)

    def admit(self, now: float) -> tuple[bool, InputDebounce]:
        """Return whether a key may pass at `now`, and the new gate."""
        if self.last_key_at is None:
            return True, self
        if now - self.last_key_at < self.quiet and now - self.closed_at < self.max_seconds:
            return False, evolve(self, last_key_at=now)
        return True, evolve(self, last_key_at=None)


@frozen
class QuestionGate:
    """Gate before a question, for keys that choose.

    A key typed before the question was painted never chooses. A key typed within `quiet` seconds
    after the painting is refused once, and counts when it is pressed again. Pointing at a choice
    opens the gate. If `fresh`, the question comes from another player's move. The gate then also
    holds back clicks, all keys except arrow keys, and another key within `SEQUENCE_INTERVAL` after
    a refused one. `since` is the time when the question was painted or, before the painting, the
    time when the gate was closed; it is None if the gate is open. `pointed` is true if a key has
    pointed at a choice.
    """

    quiet: float
    fresh: bool = False
    since: float | None = None
    refused_at: float | None = None
    refused_key: str = ""
    painted: bool = True
    pointed: bool = False

    def shut(self, now: float) -> QuestionGate:
        """Close the gate, because a question has appeared that is not painted yet."""
        return evolve(
            self, since=now, refused_at=None, refused_key="", painted=False, pointed=False
        )

    def record_refusal(self, now: float, key: str = "") -> QuestionGate:
        """Record that a key or, without a `key`, a click has been refused."""
        return evolve(self, refused_at=now, refused_key=key)

    def shown(self, now: float) -> QuestionGate:
        """Record that the question has been painted."""
        return self if self.painted else evolve(self, since=now, painted=True)

    @property
    def has_refused(self) -> bool:
        """Whether the gate is closed, and has refused a key or click."""
        return self.since is not None and self.refused_at is not None

    def precedes(self, now: float) -> bool:
        """Return whether the gate is closed, and `now`, the time of a key, is before the question
        was painted."""
        return self.since is not None and now < self.since

    def opened(self, now: float) -> QuestionGate:
        """Open the gate, because the player has seen the question. If `now` is before the question
        was painted, the gate stays closed."""
        if self.since is None or self.precedes(now):
            return self
        return evolve(self, since=None)

    def without_refusal(self) -> QuestionGate:
        """Forget the refused key or click. A closed gate stays closed."""
        return evolve(self, refused_at=None, refused_key="")

    def admit(self, now: float, key: str = "") -> tuple[bool, QuestionGate]:
        """Return whether a key or, without a `key`, a click may choose at `now`, and the new
        gate."""
        if self.since is None:
            return True, self
        if self.is_early(now, key):
            return False, self.record_refusal(now, key)
        return True, evolve(self, since=None)

    def is_early(self, now: float, key: str = "") -> bool:
        """Return whether a key or, without a `key`, a click comes too early to choose, because the
        question cannot have been read yet."""
        if self.since is None:
            return False
        if self.precedes(now):
            return True
        if self.refused_at is None:
            return now - self.since < self.quiet
        follows = self.fresh and "" not in (key, self.refused_key) and key != self.refused_key
        return now - self.refused_at < (SEQUENCE_INTERVAL if follows else BURST_INTERVAL)
