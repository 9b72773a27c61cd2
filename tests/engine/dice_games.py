"""Games with several dice of a kind."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.core.chance import Dice
from engine.core.real_dice import TypedRoll
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.match.match import Match

_SEATS: Final = (("Anna", "person"), ("Boris", "person"))
_MOST: Final = 60
"""A game with dice rolls some within this many picks."""


@cache
def throws_several(game: str) -> bool:
    """Whether several dice of a kind are thrown together, which are then typed one by one."""
    match = Match.begin(game, _SEATS, seed="thrown", options={DICE_OPTION: TYPED_DICE})
    dice = Dice(b"thrown")
    for _ in range(_MOST):
        pending = match.pending()[0]
        thrown = pending.decision if isinstance(pending.decision, TypedRoll) else None
        if thrown is not None and thrown.bag(match.state, ()) is not None:
            return True
        match.choose(pending.seat, match.sample(pending.seat, dice))
    return False
