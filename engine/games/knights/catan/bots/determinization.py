"""What a seat cannot see, filled in fairly (determinization): hands, development cards, the pile.

What was played lies open, so the past tells nothing that the table does not.
"""

from __future__ import annotations

from engine.core.chance import Dice
from engine.core.state import is_hidden
from engine.games.knights.bots.determinization import Memory, filled_in
from engine.games.knights.catan.state import PILE, CatanIsland


def guess(view: CatanIsland, dice: Dice) -> CatanIsland:
    """A table that the seat cannot tell from the true one."""
    state = filled_in(view, Memory.nothing(view.box), dice)
    if state.active >= 0 and not state.over and is_hidden(view.progress[state.active]):
        _has_not_won(state, state.active)
    return state


def _has_not_won(state: CatanIsland, seat: int) -> None:
    """Whoever is active and has not won holds no victory points too many: some are exchanged with
    other cards of the pile, as long as there are any."""
    cards, held, pile = state.box.cards, list(state.progress[seat]), list(state.decks[PILE])
    over = state.points(seat) - state.win_target
    points = [place for place, card in enumerate(held) if cards[card].points]
    others = [place for place, card in enumerate(pile) if not cards[card].points]
    for here, there in list(zip(points, others, strict=False))[: over + 1]:
        held[here], pile[there] = pile[there], held[here]
    state.progress[seat] = tuple(held)
    state.decks[PILE] = tuple(pile)
