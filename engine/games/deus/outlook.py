"""What a position promises a seat: what the greedy bot wants more of."""

from __future__ import annotations

from engine.games.deus.state import World


def outlook(state: World, seat: int) -> float:
    """The points now."""
    return 0.0
