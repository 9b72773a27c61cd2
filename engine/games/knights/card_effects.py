"""Effects of cards and the conditions for playing them (CK-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from attrs import frozen

from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.knights.board import Mask
from engine.games.knights.state import Island

Play: TypeAlias = Callable[[Island, int], None]
Things: TypeAlias = Callable[[Island, int], Sequence[int] | Mask]
Players: TypeAlias = Callable[[Island, int], Sequence[int]]


@frozen
class Effect:
    """A card's effect, and the refusal if public information and the seat's hand show that it would
    do nothing now (CK-17.4)."""

    __is_fixed__: ClassVar[bool] = True

    why_not: Callable[[Island, int], Refusal | None]
    play: Play
    quick: Callable[[Island, int], object] | None = None
    """A faster test of the same condition, for refusals that are costly to word."""
    concerns: Players | None = None
    """The opponents that the card would affect, if not all."""

    def can(self, state: Island, seat: int) -> bool:
        """Whether the card can be played now."""
        if self.quick is not None:
            return bool(self.quick(state, seat))
        return self.why_not(state, seat) is None


def requiring_any(
    things: Things, otherwise: Refusal, play: Play, concerns: Players | None = None
) -> Effect:
    """A card for one of some places, players or kinds of cards; refused if there are none."""

    def why_not(state: Island, seat: int) -> Refusal | None:
        return None if things(state, seat) else otherwise

    return Effect(why_not, play, things, concerns)


def among_players(players: Players, otherwise: Refusal, play: Play) -> Effect:
    """A card against some of the opponents; refused if there are none."""
    return requiring_any(players, otherwise, play, players)


def asking(*steps: Callable[[int], Step]) -> Play:
    """A card whose effect is to push these steps."""
    return lambda state, seat: state.push(*(step(seat) for step in steps))


def richer(state: Island, seat: int) -> list[int]:
    """The opponents with more points than a seat and cards in hand."""
    own, sizes = state.points(seat), state.hand_sizes
    return [o for o in state.opponents(seat) if sizes[o] and state.points(o) > own]
