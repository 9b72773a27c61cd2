"""Features of a seat for the fitted evaluation: points and progress of the game, production, hand,
cards, army, roads, and what is missing for the next building."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.bots.evaluation import missing, settle_nodes
from engine.games.knights.bots.features import (
    MAX_OF_A_KIND,
    concentration,
    expansion_features,
    of_points,
    pips_by_kind,
)
from engine.games.knights.building import upgradable
from engine.games.knights.catan.state import CatanIsland

CARDS_AT_RISK: Final = 12
"""Index of the feature for cards that a seven would take."""

MANY: Final = 12
"""Number of cards above which more do not count."""

RIVAL: Final = 1
"""Number of roads behind Longest Road at which another player threatens it."""

WORST_RATE: Final = 4
"""Number of cards that the bank wants for one without a harbour."""

FAR: Final = 4
"""Number of missing cards from which a building is no nearer than without any cards."""


def features(state: CatanIsland, seat: int) -> Sequence[float]:
    """The features of a seat when all hands are known, each of magnitude about 1."""
    by_kind = pips_by_kind(state, seat)
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
    """Number of cards, the number that a seven would take, and the number of each kind."""
    size = state.hand_sizes[seat]
    at_risk = size // 2 if size > state.discard_limit(seat) else 0
    return min(MANY, size), at_risk, *(min(MAX_OF_A_KIND, number) for number in state.hands[seat])


def _roads(state: CatanIsland, seat: int) -> tuple[float, ...]:
    """Length of the road, Longest Road, whether another player threatens it, and the lead in the
    race for it."""
    own, most = state.lengths[seat], max(state.lengths[other] for other in state.opponents(seat))
    holds = state.award == seat
    return own, holds, holds and most >= own - RIVAL, max(-3, min(3, own - most)) / 3


def _blocked(state: CatanIsland, seat: int) -> int:
    """Cards in 36 rolls that the robber takes from the seat's buildings."""
    if not state.numbers:
        return 0
    pips = state.box.pips.get(state.numbers[state.robber], 0)
    return sum(pips * cards for owner, _, cards in state.yields_of(state.robber) if owner == seat)


def _progress(state: CatanIsland, seat: int) -> tuple[float, ...]:
    """Nearness of a settlement on a site in reach, of a city, and of a card, by the cards that the
    hand lacks."""
    hand, costs = state.hands[seat], state.box.costs

    def near(key: str) -> float:
        return max(0, FAR - sum(missing(hand, costs[key]))) / FAR

    return (
        near("settlement") if settle_nodes(state, seat) else 0.0,
        near("city") if upgradable(state, seat) else 0.0,
        near("development") if state.deck_sizes[0] else 0.0,
    )
