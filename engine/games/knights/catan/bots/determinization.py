"""Determinization for a seat: random hands, development cards and pile.

Played cards are public, so the past gives no information beyond the state.
"""

from __future__ import annotations

from engine.core.chance import Dice
from engine.core.state import is_hidden
from engine.games.knights.bots.determinization import Memory, filled_in
from engine.games.knights.catan.state import PILE, CatanIsland


def guess(view: CatanIsland, dice: Dice) -> CatanIsland:
    """Return a state that the seat cannot distinguish from the true one."""
    state = filled_in(view, Memory.nothing(view.box), dice)
    if state.active >= 0 and not state.over and is_hidden(view.progress[state.active]):
        _limit_points(state, state.active)
    return state


def _limit_points(state: CatanIsland, seat: int) -> None:
    """Exchange victory points of the active seat for other cards of the pile, as far as possible,
    if it would have won with them."""
    cards, held, pile = state.box.cards, list(state.progress[seat]), list(state.decks[PILE])
    over = state.points(seat) - state.win_target
    points = [place for place, card in enumerate(held) if cards[card].points]
    others = [place for place, card in enumerate(pile) if not cards[card].points]
    for here, there in list(zip(points, others, strict=False))[: over + 1]:
        held[here], pile[there] = pile[there], held[here]
    state.progress[seat] = tuple(held)
    state.decks[PILE] = tuple(pile)
