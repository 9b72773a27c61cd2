"""Rules of thumb: what a card in hand is good for."""

from __future__ import annotations

from engine.games.deus.components import TEMPLE
from engine.games.deus.state import World


def usefulness(state: World, seat: int, card: int) -> float:
    """How much a seat would miss a card of its hand: more if it can soon be built."""
    type_ = state.box.card_type[card]
    if type_ == TEMPLE:
        ready = state.all_columns_hold(seat, state.temples_played(seat))
        return 6.0 if ready else 1.5
    here = state.available[seat][type_]
    return (2.0 if here else 0.0) + 0.5 * state.height(seat, type_)
