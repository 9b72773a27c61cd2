"""Situations of a seat in its turn for which the coach has special advice."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.state import Town

LAST_ROUND: Final = "last_round"
OTHERS_PASSED: Final = "others_passed"
NO_OWN_DICE: Final = "no_own_dice"
FIRST_ROUND: Final = "first_round"
TOO_WEAK: Final = "too_weak"


def turn_situation(state: Town, seat: int) -> str:
    """Return the most urgent situation of a seat in its turn; an empty string if none applies."""
    if state.round == state.rounds:
        return LAST_ROUND
    if all(state.passed[other] for other in range(state.seats) if other != seat):
        return OTHERS_PASSED
    if not state.dice[seat]:
        return NO_OWN_DICE
    return FIRST_ROUND if state.round == 1 else ""
