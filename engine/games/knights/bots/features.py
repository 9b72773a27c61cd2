"""Features of a seat for the fitted evaluation: points and progress of the game, production, hand,
levels, knights, roads, and the danger from the barbarians."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.board import members
from engine.games.knights.bots.evaluation import may_lose, settle_nodes, sites_beyond
from engine.games.knights.building import road_edges
from engine.games.knights.forecast import pips
from engine.games.knights.improvements import METROPOLIS_LEVEL
from engine.games.knights.state import NOBODY, Island

CLOSE_TO_END: Final = 4
"""Number of missing points below which a seat is close to the end."""

MAX_OF_A_KIND: Final = 3
"""Number of cards of a kind above which more do not count."""

HELD: Final = 7
"""Number of hand cards above which more are a feature of their own."""

CARDS_AT_RISK: Final = 16
"""Index of the feature for cards over the limit."""

SITES: Final = 2
SITES_AHEAD: Final = 3
"""Maximum numbers of sites for a settlement that count: immediate ones, and those one road away."""

NEAR_LONGEST: Final = 4
"""Length of a road that is near to Longest Road."""


def features(state: Island, seat: int) -> Sequence[float]:
    """The features of a seat when all hands are known, each of magnitude about 1."""
    by_kind = pips_by_kind(state, seat)
    return (
        *of_points(state, seat, by_kind),
        *of_hand(state, seat),
        *_level_features(state, seat, by_kind),
        *_defence_features(state, seat),
        *expansion_features(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.cards_held(seat),
        state.rates(seat).count(2),
        concentration(by_kind),
        (state.walls & state.cities[seat]).bit_count(),
        state.merchant_owner == seat,
        (seat - state.active) % state.seats / state.seats,
    )


def of_points(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """The points, the progress of the game, and the production of the buildings."""
    points = state.points(seat)
    rivals = max(map(state.points, state.opponents(seat)))
    late = max(points, rivals) / state.win_target
    income = state.income[seat] / 10
    return (
        points,
        points * late,
        max(0, CLOSE_TO_END - (state.win_target - points)),
        income,
        income * (1 - late),
        *(number / 10 for number in by_kind),
        sum(map(bool, by_kind)),
    )


def pips_by_kind(state: Island, seat: int) -> list[int]:
    """Production of each kind by a seat's buildings in 36 rolls, ignoring the robber."""
    production = [0] * len(state.bank)
    for hex, number in enumerate(state.numbers):
        for owner, kind, cards in state.yields_of(hex):
            if owner == seat:
                production[kind] += state.box.pips.get(number, 0) * cards
    return production


def concentration(by_kind: Sequence[int]) -> float:
    """Concentration of production: 1 if all is of one kind, lower the more evenly it is spread
    (Herfindahl index)."""
    total = sum(by_kind) or 1
    return sum(number * number for number in by_kind) / (total * total)


def of_hand(state: Island, seat: int) -> tuple[float, ...]:
    """Number of cards, their excess, and the number of each kind."""
    size = state.hand_sizes[seat]
    over = max(0, size - state.discard_limit(seat))
    hand = [min(MAX_OF_A_KIND, number) for number in state.hands[seat]]
    return min(HELD, size), max(0, size - HELD), over, *hand


def _level_features(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """The levels by track; working abilities; production of each track's commodity, weighted by its
    level; metropolises held, within reach, and at risk."""
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
    """Whether another seat has the level of a metropolis's owner, who could still go further."""
    owner = state.metropolis_owners[track]
    at_the_gate = state.levels[owner][track] == METROPOLIS_LEVEL
    return at_the_gate and any(
        state.levels[other][track] == METROPOLIS_LEVEL for other in state.opponents(owner)
    )


def _defence_features(state: Island, seat: int) -> tuple[float, ...]:
    """Knights; a city that may be lost and a Defender that may be won, weighted by the ship's
    approach."""
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


def expansion_features(state: Island, seat: int) -> tuple[float, ...]:
    """Sites for a settlement, immediate and one road away; pips of the best settlement that may
    become a city; whether Longest Road is near."""
    near = state.box.board.nodes_of(road_edges(state, seat)) & sites_beyond(state, seat)
    return (
        min(SITES, settle_nodes(state, seat).bit_count()),
        min(SITES_AHEAD, near.bit_count()),
        max((pips(state, node) for node in members(state.settlements[seat])), default=0) / 10,
        state.award != seat and state.lengths[seat] >= max(NEAR_LONGEST, max(state.lengths) - 1),
    )
