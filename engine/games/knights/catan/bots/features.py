"""Features of a seat for the fitted evaluation: points and progress of the game, production, hand,
cards, army and roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.bots.evaluation import settle_nodes
from engine.games.knights.bots.features import of_hand, of_points, pips_by_kind
from engine.games.knights.catan.state import CatanIsland

CARDS_AT_RISK: Final = 13
"""Index of the feature for cards over the limit."""


def features(state: CatanIsland, seat: int) -> Sequence[float]:
    """The features of a seat when all hands are known, each of magnitude about 1."""
    return (
        *of_points(state, seat, pips_by_kind(state, seat)),
        *of_hand(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.army_size(seat),
        state.army == seat,
        state.cards_held(seat) - state.hidden_points(seat),
        state.rates(seat).count(2),
        min(2, settle_nodes(state, seat).bit_count()),
        (seat - state.active) % state.seats / state.seats,
    )
