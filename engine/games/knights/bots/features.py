"""What a fitted value of a seat is made of (features): points and how near the end is, what its
buildings yield, its hand, levels, knights, roads, and what the barbarians may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.board import members
from engine.games.knights.bots.evaluation import may_lose, settle_nodes, sites_beyond
from engine.games.knights.building import road_edges
from engine.games.knights.forecast import pips
from engine.games.knights.improvements import METROPOLIS_LEVEL
from engine.games.knights.state import NOBODY, Island

CLOSE: Final = 4
"""Whoever lacks fewer points than this is close to the end."""

OF_A_KIND: Final = 3
"""More cards of a kind than this count no more."""

HELD: Final = 7
"""More cards than this in a hand count less."""

SITES: Final = 2
SITES_AHEAD: Final = 3
"""More places for a settlement than these count no more: at once, and one road away."""

LONG: Final = 4
"""Roads of this length are near to Longest Road."""


def features(state: Island, seat: int) -> Sequence[float]:
    """The features of a seat where all hands are known, of about one each."""
    by_kind = pips_by_kind(state, seat)
    return (
        *of_points(state, seat, by_kind),
        *of_hand(state, seat),
        *_of_levels(state, seat, by_kind),
        *_of_defence(state, seat),
        *_of_ways_on(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.cards_held(seat),
        state.rates(seat).count(2),
        _concentration(by_kind),
        (state.walls & state.cities[seat]).bit_count(),
        state.merchant_owner == seat,
        (seat - state.active) % state.seats / state.seats,
    )


def of_points(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """The points, how near the end is, and what the buildings yield."""
    points = state.points(seat)
    rivals = max(map(state.points, state.opponents(seat)))
    late = max(points, rivals) / state.win_target
    income = state.income[seat] / 10
    return (
        points,
        points * late,
        max(0, CLOSE - (state.win_target - points)),
        income,
        income * (1 - late),
        *(number / 10 for number in by_kind),
        sum(map(bool, by_kind)),
    )


def pips_by_kind(state: Island, seat: int) -> list[int]:
    """What the buildings of a seat yield of each kind in 36 rolls, the robber left aside."""
    found = [0] * len(state.bank)
    for hex, number in enumerate(state.numbers):
        for owner, kind, cards in state.yields_of(hex):
            if owner == seat:
                found[kind] += state.box.pips.get(number, 0) * cards
    return found


def _concentration(by_kind: Sequence[int]) -> float:
    """1 if all that comes is of one kind, the less the more evenly it comes (Herfindahl index)."""
    whole = sum(by_kind) or 1
    return sum(number * number for number in by_kind) / (whole * whole)


def of_hand(state: Island, seat: int) -> tuple[float, ...]:
    """How many cards, too many or not, and how many of each kind."""
    size = state.hand_sizes[seat]
    over = max(0, size - state.discard_limit(seat))
    hand = [min(OF_A_KIND, number) for number in state.hands[seat]]
    return min(HELD, size), max(0, size - HELD), over, *hand


def _of_levels(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """The levels by track; which abilities work; how much of what a track costs comes in, the
    higher it is; the metropolises, those that are near, and those that another may take."""
    levels, owners, tracks = state.levels[seat], state.metropolis_owners, state.box.tracks
    return (
        *levels,
        *(level >= track.ability_level for level, track in zip(levels, tracks, strict=True)),
        *(
            level * by_kind[track.commodity] / 30
            for level, track in zip(levels, tracks, strict=True)
        ),
        owners.count(seat),
        sum(
            owner == NOBODY and level == METROPOLIS_LEVEL - 1
            for level, owner in zip(levels, owners, strict=True)
        ),
        sum(owner == seat and _may_be_taken(state, track) for track, owner in enumerate(owners)),
    )


def _may_be_taken(state: Island, track: int) -> bool:
    """Whether another has come as far as the owner of a metropolis, who could go farther still."""
    owner = state.metropolis_owners[track]
    at_the_gate = state.levels[owner][track] == METROPOLIS_LEVEL
    return at_the_gate and any(
        state.levels[other][track] == METROPOLIS_LEVEL for other in state.opponents(owner)
    )


def _of_defence(state: Island, seat: int) -> tuple[float, ...]:
    """Knights; a city that may be lost, a Defender that may be won, the nearer the ship."""
    given = [state.contribution(other) for other in range(state.seats)]
    own, best = given[seat], max(given[other] for other in state.opponents(seat))
    near = state.ship / state.box.attack_step
    holds = sum(given) >= state.cities_on_board()
    in_danger = not holds and may_lose(state, seat)
    return (
        state.strength(seat),
        own,
        own > best,
        near * in_danger,
        near * near * in_danger,
        near * (holds and own > best),
    )


def _of_ways_on(state: Island, seat: int) -> tuple[float, ...]:
    """Where a settlement can be built, at once and after another road; what the best settlement
    yields that may become a city; whether Longest Road is near."""
    near = state.box.board.nodes_of(road_edges(state, seat)) & sites_beyond(state, seat)
    return (
        min(SITES, settle_nodes(state, seat).bit_count()),
        min(SITES_AHEAD, near.bit_count()),
        max((pips(state, node) for node in members(state.settlements[seat])), default=0) / 10,
        state.award != seat and state.lengths[seat] >= max(LONG, max(state.lengths) - 1),
    )
