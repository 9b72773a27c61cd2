"""Situations of a seat in its turn for which the coach has advice of its own."""

from __future__ import annotations

from typing import Final

from engine.games.knights.component_types import SETTLEMENT_PIECE
from engine.games.knights.state import Island

NEAR_WIN: Final = "near_win"
BARBARIANS: Final = "barbarians"
OVER_LIMIT: Final = "over_limit"
NO_SETTLEMENTS: Final = "no_settlements"
FIRST_TURNS: Final = "first_turns"

NEAR_POINTS: Final = 2
"""Maximum number of missing points for `NEAR_WIN`."""

NEAR_STEPS: Final = 2
"""Maximum number of the ship's steps before an attack for `BARBARIANS`."""

FIRST_ROADS: Final = 2
FIRST_BUILDINGS: Final = 2
"""Numbers of roads and buildings after the setup."""


def situation(state: Island, seat: int) -> str:
    """Return the seat's most urgent situation except `BARBARIANS`; empty for none."""
    if state.points(seat) >= state.win_target - NEAR_POINTS:
        return NEAR_WIN
    if state.hand_sizes[seat] > state.discard_limit(seat):
        return OVER_LIMIT
    if not state.left(seat, SETTLEMENT_PIECE):
        return NO_SETTLEMENTS
    roads, buildings = state.networks[seat].bit_count(), state.buildings(seat).bit_count()
    is_first = roads <= FIRST_ROADS and buildings <= FIRST_BUILDINGS
    return FIRST_TURNS if is_first else ""
