"""Situations of a seat in its turn for which the coach has special advice."""

from __future__ import annotations

from typing import Final

from engine.games.knights.component_types import SETTLEMENT_PIECE
from engine.games.knights.state import Island

NEAR_WIN: Final = "near_win"
BARBARIANS: Final = "barbarians"
BARBARIANS_POOR: Final = "barbarians_poor"
OVER_LIMIT: Final = "over_limit"
NO_SETTLEMENTS: Final = "no_settlements"
FIRST_TURNS: Final = "first_turns"
ONE_ANSWER: Final = "one_answer"

NEAR_POINTS: Final = 2
"""`NEAR_WIN` applies if a seat lacks at most this many points for victory."""

NEAR_ATTACK_STEPS: Final = 2
"""`BARBARIANS` and `BARBARIANS_POOR` can apply only if the ship has at most this many steps left
before an attack."""

FIRST_ROADS: Final = 2
FIRST_BUILDINGS: Final = 2
"""Number of buildings that a seat has after the setup. `FIRST_ROADS` is the number of its roads."""


def situation(state: Island, seat: int) -> str:
    """Return the seat's most urgent situation, or an empty string if there is none. `ONE_ANSWER`
    and the situations about the barbarians are not considered."""
    if state.points(seat) >= state.win_target - NEAR_POINTS:
        return NEAR_WIN
    if state.hand_sizes[seat] > state.discard_limit(seat):
        return OVER_LIMIT
    if not state.left(seat, SETTLEMENT_PIECE):
        return NO_SETTLEMENTS
    roads, buildings = state.networks[seat].bit_count(), state.buildings(seat).bit_count()
    is_first = roads <= FIRST_ROADS and buildings <= FIRST_BUILDINGS
    return FIRST_TURNS if is_first else ""
