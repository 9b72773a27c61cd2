"""What is not worth its cards: knights woken for nothing, cards bought dear, help to a leader."""

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
"""At so many cards for one a first level is too dear."""

BEFORE_A_METROPOLIS: Final = 3
"""Whoever has this level needs one more for a metropolis."""


def is_vain_to_wake(state: Island, seat: int) -> bool:
    """Whether the sleeping knights of a seat would change nothing in the next attack, all of them
    awake: the island neither saved by them nor its own city, and no Defender won."""
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
    """What a seat wants but for a road that would lead nowhere, the most wanted first."""
    found, road = wants(state, seat), state.box.costs["road"]
    is_vain = any(cost == road for _, cost in found) and not (
        has_site_ahead(state, seat) or road_race(state, seat)
    )
    return [want for want in found if want[1] != road] if is_vain else found


def first_levels(state: Island, seat: int) -> list[Counts]:
    """What the first levels cost that a seat has not bought yet: they hardly ever bring a card."""
    found = []
    for number, track in enumerate(state.box.tracks):
        if not state.levels[seat][number]:
            cost = [0] * len(state.bank)
            cost[track.commodity] = track.costs[0]
            found.append(tuple(cost))
    return found


def needs_it_for_a_metropolis(state: Island, seat: int, kind: int) -> bool:
    """Whether a card of a kind may bring a seat a metropolis that it has not."""
    for number, track in enumerate(state.box.tracks):
        if track.commodity == kind and state.metropolis_owners[number] != seat:
            return state.levels[seat][number] == BEFORE_A_METROPOLIS
    return False


def anybody_needs_it_for_a_metropolis(state: Island, seat: int, kind: int) -> bool:
    """Whether that is so of any opponent."""
    return any(needs_it_for_a_metropolis(state, other, kind) for other in state.opponents(seat))
