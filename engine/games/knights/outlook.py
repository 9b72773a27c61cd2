"""How good a position is, by rules of thumb."""

from __future__ import annotations

from engine.games.knights.state import Island


def outlook(state: Island, seat: int) -> float:
    """The points of a seat."""
    return float(state.points(seat))
