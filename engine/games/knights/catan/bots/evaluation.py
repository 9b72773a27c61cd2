"""Evaluation of positions by rules of thumb."""

from __future__ import annotations

from engine.games.knights.catan.state import CatanIsland


def outlook(state: CatanIsland, seat: int) -> float:
    """Evaluation of a seat: current points, plus the value of buildings, roads, cards and the
    hand."""
    value = 10.0 * state.points(seat) + state.income[seat] / 3
    value += 0.3 * state.lengths[seat] + 1.5 * state.army_size(seat) + 2.0 * state.cards_held(seat)
    hand = state.hand_sizes[seat]
    over = max(0, hand - state.discard_limit(seat))
    rivals = max(state.points(other) for other in state.opponents(seat))
    return value + 0.25 * hand - 0.2 * over - 2.0 * rivals
