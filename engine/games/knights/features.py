"""What a fitted value of a seat is made of (features): points and how near the end is, what its
buildings yield, its hand, levels, knights, roads, and what the barbarians may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knights.outlook import may_lose, settle_nodes
from engine.games.knights.state import Island

CLOSE: Final = 4
"""Whoever lacks fewer points than this is close to the end."""

OF_A_KIND: Final = 3
"""More cards of a kind than this count no more."""

HELD: Final = 7
"""More cards than this in a hand count less."""


def features(state: Island, seat: int) -> Sequence[float]:
    """The features of a seat where all hands are known, of about one each."""
    return (
        *of_points(state, seat),
        *of_hand(state, seat),
        *_of_levels(state, seat),
        *_of_defence(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.cards_held(seat),
        state.rates(seat).count(2),
        min(2, settle_nodes(state, seat).bit_count()),
        (state.walls & state.cities[seat]).bit_count(),
        state.merchant_owner == seat,
        (seat - state.active) % state.seats / state.seats,
    )


def of_points(state: Island, seat: int) -> tuple[float, ...]:
    """The points, how near the end is, and what the buildings yield."""
    points = state.points(seat)
    rivals = max(map(state.points, state.opponents(seat)))
    late = max(points, rivals) / state.win_target
    income = state.income[seat] / 10
    by_kind = pips_by_kind(state, seat)
    return (
        points,
        points * late,
        max(0, CLOSE - (state.win_target - points)),
        income,
        income * (1 - late),
        *(pips / 10 for pips in by_kind),
        sum(map(bool, by_kind)),
    )


def pips_by_kind(state: Island, seat: int) -> list[int]:
    """What the buildings of a seat yield of each kind in 36 rolls, the robber left aside."""
    found = [0] * len(state.bank)
    pips = state.box.pips
    for hex, number in enumerate(state.numbers):
        for owner, kind, cards in state.yields_of(hex):
            if owner == seat:
                found[kind] += pips.get(number, 0) * cards
    return found


def of_hand(state: Island, seat: int) -> tuple[float, ...]:
    size = state.hand_sizes[seat]
    over = max(0, size - state.discard_limit(seat))
    hand = [min(OF_A_KIND, number) for number in state.hands[seat]]
    return min(HELD, size), max(0, size - HELD), over, *hand


def _of_levels(state: Island, seat: int) -> tuple[float, ...]:
    """The levels; those whose ability works; the metropolises."""
    levels, box = state.levels[seat], state.box
    able = sum(
        level >= track.ability_level for level, track in zip(levels, box.tracks, strict=True)
    )
    return sum(levels), able, state.metropolis_owners.count(seat)


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
