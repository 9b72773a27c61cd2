"""Evaluation of positions by rules of thumb, and the features for the fitted evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.bots.evaluation import (
    MAX_OF_A_KIND,
    concentration,
    expansion_features,
    missing,
    of_points,
    settle_nodes,
)
from engine.games.knights.building import upgradable
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.production import expected_production


def evaluate(state: CatanIsland, seat: int) -> float:
    """Return the evaluation of a seat, in tenths of a point: current points, plus the value of
    production, the longest road, knights played, development cards and the hand, minus a share of
    the best opponent's points."""
    value = 10.0 * state.points(seat) + state.income[seat] / 3
    value += 0.3 * state.lengths[seat] + 1.5 * state.army_size(seat) + 2.0 * state.cards_held(seat)
    hand = state.hand_sizes[seat]
    over = max(0, hand - state.discard_limit(seat))
    rivals = max(state.points(other) for other in state.opponents(seat))
    return value + 0.25 * hand - 0.2 * over - 2.0 * rivals


CARDS_AT_RISK: Final = 12
"""Index, in the result of `features`, of the number of cards that a seven would cost."""

MAX_COUNTED_CARDS: Final = 12
"""Maximum value of the feature for the number of hand cards."""

RIVAL_MARGIN: Final = 1
"""Another player threatens Longest Road if that player's road is at most this much shorter."""

WORST_RATE: Final = 4
"""Number of cards that the bank takes for one card if the seat has no harbour."""

FAR_AWAY: Final = 4
"""A purchase counts as far away if at least this many cards for it are missing."""


def features(state: CatanIsland, seat: int) -> Sequence[float]:
    """Return the features of a seat in a fully known state, for the fitted evaluation."""
    by_kind = expected_production(state, seat)
    rates = state.rates(seat)
    return (
        *of_points(state, seat, by_kind),
        *_hand(state, seat),
        *_roads(state, seat),
        state.army_size(seat),
        state.army == seat,
        state.cards_held(seat) - state.hidden_points(seat),
        rates.count(2),
        min(rates) < WORST_RATE,
        *expansion_features(state, seat),
        concentration(by_kind),
        _blocked(state, seat) / 5,
        *_progress(state, seat),
        (seat - state.active) % state.seats / state.seats,
    )


def _hand(state: CatanIsland, seat: int) -> tuple[float, ...]:
    """Return the features of a hand: the number of cards up to `MAX_COUNTED_CARDS`, the number that
    a seven would cost, and the number of each kind up to `MAX_OF_A_KIND`."""
    size = state.hand_sizes[seat]
    at_risk = size // 2 if size > state.discard_limit(seat) else 0
    return (
        min(MAX_COUNTED_CARDS, size),
        at_risk,
        *(min(MAX_OF_A_KIND, number) for number in state.hands[seat]),
    )


def _roads(state: CatanIsland, seat: int) -> tuple[float, ...]:
    """Return the features of the roads: the length, whether the seat has Longest Road, whether
    another player threatens it, and the lead over the longest other road, from -1 (three or more
    roads behind) to 1 (three or more ahead)."""
    own, most = state.lengths[seat], max(state.lengths[other] for other in state.opponents(seat))
    holds = state.award == seat
    return own, holds, holds and most >= own - RIVAL_MARGIN, max(-3, min(3, own - most)) / 3


def _blocked(state: CatanIsland, seat: int) -> int:
    """Return the number of cards per 36 rolls that the robber keeps the seat's buildings from
    producing."""
    if not state.numbers:
        return 0
    pips = state.box.pips.get(state.numbers[state.robber], 0)
    return sum(pips * cards for owner, _, cards in state.yields_of(state.robber) if owner == seat)


def _progress(state: CatanIsland, seat: int) -> tuple[float, ...]:
    """Return features that are higher if fewer cards are missing for a settlement, a city and a
    development card. They are 0 for a purchase that is impossible or far away."""
    hand, costs = state.hands[seat], state.box.costs

    def near(key: str) -> float:
        return max(0, FAR_AWAY - sum(missing(hand, costs[key]))) / FAR_AWAY

    return (
        near("settlement") if settle_nodes(state, seat) else 0.0,
        near("city") if upgradable(state, seat) else 0.0,
        near("development") if state.deck_sizes[0] else 0.0,
    )
