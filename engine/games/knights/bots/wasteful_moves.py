"""Wasteful moves: pointless activations, expensive trades, help for a leader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.board import members
from engine.games.knights.bots.evaluation import (
    SHIP_IS_NEAR,
    Want,
    has_site_ahead,
    may_lose,
    road_race,
    wants,
)
from engine.games.knights.component_types import Counts
from engine.games.knights.state import TIPPED, Island

DEAR: Final = 4
"""Number of cards for one at which a first level is too expensive."""

BEFORE_A_METROPOLIS: Final = 3
"""Level before that of a metropolis."""


def is_activation_pointless(state: Island, seat: int) -> bool:
    """Whether activating all inactive knights of a seat would change nothing in the next attack:
    neither save the island or its own city, nor win a Defender."""
    left = state.box.attack_step - state.ship
    if left > SHIP_IS_NEAR + 1:
        return True
    given = [state.contribution(other) for other in range(state.seats)]
    idle = members(state.knights[seat] & ~state.active_knights)
    more = sum(state.pieces[node] - TIPPED for node in idle)
    own, others = given[seat], [given[other] for other in state.opponents(seat)]
    lacking = state.cities_on_board() - sum(given)
    if lacking > 0:
        return not may_lose(state, seat) and more < lacking
    best = max(others)
    return own > best or own + more < best


def sensible_wants(state: Island, seat: int) -> Sequence[Want]:
    """Costs that a seat wants, most wanted first, without a road that leads nowhere."""
    wants_, road = wants(state, seat), state.box.costs["road"]
    is_vain = any(cost == road for _, cost in wants_) and not (
        has_site_ahead(state, seat) or road_race(state, seat)
    )
    return [want for want in wants_ if want[1] != road] if is_vain else wants_


def first_levels(state: Island, seat: int) -> list[Counts]:
    """Costs of the first levels that a seat has not bought yet, which hardly ever bring a card."""
    costs = []
    for number, track in enumerate(state.box.tracks):
        if not state.levels[seat][number]:
            cost = [0] * len(state.bank)
            cost[track.commodity] = track.costs[0]
            costs.append(tuple(cost))
    return costs


def needs_for_metropolis(state: Island, seat: int, kind: int) -> bool:
    """Whether a card of a kind may bring a seat a metropolis that it does not have."""
    for number, track in enumerate(state.box.tracks):
        if track.commodity == kind and state.metropolis_owners[number] != seat:
            return state.levels[seat][number] == BEFORE_A_METROPOLIS
    return False


def any_opponent_needs_for_metropolis(state: Island, seat: int, kind: int) -> bool:
    """Whether a card of a kind may bring any opponent a metropolis."""
    return any(needs_for_metropolis(state, other, kind) for other in state.opponents(seat))
