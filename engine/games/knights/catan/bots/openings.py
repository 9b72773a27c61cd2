"""Features of openings, for which weights are fitted separately.

The features describe the two settlements and two roads of a seat at the start of the first turn.
The features of later positions say little about openings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.hidden import is_hidden
from engine.games.knights.board import members
from engine.games.knights.bots.evaluation import concentration, site_worth
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.component_types import BRICK, GRAIN, LUMBER, ORE
from engine.games.knights.production import expected_production
from engine.geometry.bit_sets import Mask

FIRST_TURN: Final = 1
"""Number of the first turn. A position at its start is an opening."""

OPENING_KEY_PREFIX: Final = "opening, "
"""Prefix of the keys under which the weights for openings are saved."""

CARDS_THAT_COUNT: Final = 2
"""Maximum value of the feature for the number of hand cards of a kind."""


def features(state: CatanIsland, seat: int) -> Sequence[float]:
    """Return the features of a seat at the start of the first turn, each of a magnitude of about
    1."""
    by_kind = expected_production(state, seat)
    return (
        sum(by_kind) / 10,
        *(pips / 10 for pips in by_kind),
        *(pips > 0 for pips in by_kind),
        min(by_kind[BRICK], by_kind[LUMBER]) / 10,
        min(by_kind[GRAIN], by_kind[ORE]) / 10,
        concentration(by_kind),
        *_harbors(state, seat, by_kind),
        *_best_sites(state, seat),
        *_hand(state, seat),
        (seat - state.active) % state.seats / state.seats,
    )


def _harbors(state: CatanIsland, seat: int, by_kind: Sequence[int]) -> tuple[float, float]:
    """Return the features of the harbours: a tenth of the pips of the kinds for which the seat has
    a 2:1 harbour, and whether it has a 3:1 harbour."""
    rates = state.harbor_rates[seat]
    own = sum(pips for pips, rate in zip(by_kind, rates, strict=True) if rate == 2)
    return own / 10, 3 in rates


def _best_sites(state: CatanIsland, seat: int) -> tuple[float, float]:
    """Return two features: a tenth of the value of each of the two best sites that the seat could
    reach with at most two roads. The features of missing sites are 0."""
    sites = members(sites_near(state, seat))
    best, second, *_ = (
        *sorted((site_worth(state, seat, node) for node in sites), reverse=True),
        0,
        0,
    )
    return best / 10, second / 10


def sites_near(state: CatanIsland, seat: int) -> Mask:
    """Return the sites for a settlement that the seat could reach with at most two roads."""
    board, passable = state.box.board, ~state.others(seat)
    nodes, taken = state.ends[seat], sum(state.networks)
    for _ in range(2):
        nodes |= board.nodes_of(board.edges_at(nodes & passable) & ~taken)
    return nodes & state.sites


def _hand(state: CatanIsland, seat: int) -> Sequence[float]:
    """Return the features of the hand, which comes from the second settlement: the number of cards
    of each kind, up to `CARDS_THAT_COUNT`, or 0 if the hand is hidden."""
    hand = state.hands[seat]
    if is_hidden(hand):
        return (0.0,) * len(state.bank)
    return [min(CARDS_THAT_COUNT, number) for number in hand]
