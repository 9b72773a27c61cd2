"""What a progress card is to whoever wants to play it (CK-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from attrs import frozen

from engine.errors import Refusal
from engine.games.knights.state import Island


@frozen
class Effect:
    """What a card does, and why it cannot be played now, if public facts and the own hand show that
    it would do nothing (CK-17.4)."""

    __is_fixed__: ClassVar[bool] = True

    why_not: Callable[[Island, int], Refusal | None]
    play: Callable[[Island, int], None]
    quick: Callable[[Island, int], object] | None = None
    """The same as a plain truth, for a reason that takes long to put into words."""
    concerns: Callable[[Island, int], Sequence[int]] | None = None
    """The opponents whom it would concern, where not all are."""

    def can(self, state: Island, seat: int) -> bool:
        """Whether the card can be played now."""
        if self.quick is not None:
            return bool(self.quick(state, seat))
        return self.why_not(state, seat) is None


def richer(state: Island, seat: int) -> list[int]:
    """The opponents with more points than a seat and cards in hand."""
    own, sizes, found = state.points(seat), state.hand_sizes, []
    for other in state.opponents(seat):
        if sizes[other] and state.points(other) > own:
            found.append(other)
    return found
