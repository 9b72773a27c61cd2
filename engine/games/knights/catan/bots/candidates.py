"""Candidate picks of Catan, and its determinization.

Candidates are the pick that the rules of thumb advise and other legal picks that are worth
comparing: most trades, and roads, Monopolies and robber hexes that gain little, are left out.
Determinization deals random hands and development cards, and makes a random pile. It ignores past
events, because development cards never return to the pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.core.hidden import is_hidden
from engine.core.step import Decision
from engine.games.knights.bots.bank_trades import EXPENSIVE_RATE
from engine.games.knights.bots.candidates import (
    FILTERED_COMMANDS,
    best_places,
    best_roads,
    common_candidates,
    picks_except,
    trades_for,
    with_first,
)
from engine.games.knights.bots.determinization import Memory, filled_in
from engine.games.knights.bots.evaluation import site_worth
from engine.games.knights.bots.turn_policy import likely_offers, sensible_wants
from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.bots.playout_policy import WORTH_A_MONOPOLY, advise, monopoly_gain
from engine.games.knights.catan.development_cards import PlentyTake
from engine.games.knights.catan.setup import SecondSettlement
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.robber import HandCards
from engine.games.knights.setup import SetupSettlement

SETUP_PLACES: Final = 8
"""Maximum number of places considered for a building in the setup."""

PLAY_MONOPOLY: Final = ("card", "monopoly")
"""Pick that plays a Monopoly."""


def candidates(
    view: CatanIsland, decision: Decision[CatanIsland, Value], dice: Dice, most: int
) -> Sequence[Value]:
    """Return up to `most` legal picks, beginning with the one that the rules of thumb advise."""
    first = advise(view, decision, dice)
    rest: Sequence[Value]
    match decision:
        case Main():
            rest = list(_in_turn(view, decision))
        case SetupSettlement() | SecondSettlement():
            rest = best_places(view, decision, site_worth, SETUP_PLACES, inf)
        case HandCards() | PlentyTake():
            rest = [decision.sample(view, dice) for _ in range(most // 3)]
        case _:
            rest = common_candidates(view, decision, first)
    return with_first(first, rest, dice, most)


def _in_turn(view: CatanIsland, decision: Main) -> Iterator[Pick]:
    """Yield the possible picks. Among roads, these are only the best ones; among offers and bank
    trades, only those that help to complete a wanted cost. A Monopoly with a small gain is left
    out, and so are 4:1 trades for a development card."""
    is_vain = monopoly_gain(view, decision.seat) < WORTH_A_MONOPOLY
    for pick in picks_except(view, decision, FILTERED_COMMANDS):
        if not (is_vain and pick == PLAY_MONOPOLY):
            yield pick
    yield from best_roads(view, decision)
    yield from likely_offers(view, decision.seat)
    card = view.box.costs["development"]
    for _, cost in sensible_wants(view, decision.seat):
        yield from trades_for(view, decision.seat, cost, EXPENSIVE_RATE if cost == card else inf)


def guess(view: CatanIsland, dice: Dice) -> CatanIsland:
    """Return a random state that is consistent with `view`."""
    state = filled_in(view, Memory.nothing(view.box), dice)
    if state.active >= 0 and not state.over and is_hidden(view.progress[state.active]):
        _limit_points(state, state.active)
    return state


def _limit_points(state: CatanIsland, seat: int) -> None:
    """If `seat`, which is the active seat, would already have won with its victory point cards,
    exchange as many of them as necessary for cards without points from the pile."""
    cards, held, pile = state.box.cards, list(state.progress[seat]), list(state.decks[PILE])
    over = state.points(seat) - state.win_target
    points = [place for place, card in enumerate(held) if cards[card].points]
    others = [place for place, card in enumerate(pile) if not cards[card].points]
    for here, there in list(zip(points, others, strict=False))[: max(0, over + 1)]:
        held[here], pile[there] = pile[there], held[here]
    state.progress[seat] = tuple(held)
    state.decks[PILE] = tuple(pile)
