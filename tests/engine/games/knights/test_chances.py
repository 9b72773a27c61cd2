"""Sensitivity of the fitted win probabilities to positions of Cities & Knights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.knights.game import GAME
from engine.games.knights.state import NOBODY, Island
from engine.search.win_chances import win_chances
from tests.engine.games.knights.positions import edges, island

TRADE, POLITICS, SCIENCE = range(3)


def middle(seats: int) -> Island:
    """Two cities and a settlement for each of the first two seats, with a road between them."""
    state = island(
        seats,
        cities={0: [12, 40], 1: [16, 36]},
        settlements={0: [23], 1: [25]},
        roads={0: edges(island(seats), "12-17", "17-23")},
    )
    state.layout = GAME.check(seats, {})["layout"]
    assert GAME.weights(state) is not None, "no weights for this table"
    return state


def level(track: int, number: int, seat: int = 0) -> Callable[[Island], None]:
    def reach(state: Island) -> None:
        levels = list(state.levels[seat])
        levels[track] = number
        state.levels[seat] = tuple(levels)

    return reach


def metropolis(state: Island) -> None:
    """Give Anna the metropolis of science, by its fourth level."""
    level(SCIENCE, 4)(state)
    state.metropolis_owners[SCIENCE] = 0


def no_sites(state: Island) -> None:
    state.sites = 0


def near_longest_road(state: Island) -> None:
    state.lengths[0] = 4


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("before", "change", "is_better"),
    [
        ([], level(SCIENCE, 3), True),
        ([level(SCIENCE, 2)], level(SCIENCE, 3), True),
        ([level(SCIENCE, 3)], metropolis, True),
        ([metropolis], level(SCIENCE, 4, seat=1), False),
        ([], no_sites, False),
        ([], near_longest_road, True),
    ],
    ids=[
        "levels",
        "ability",
        "metropolis",
        "it may be taken",
        "no site ahead",
        "longest road near",
    ],
)
def test_features_react_to_changes(
    seats: int,
    before: list[Callable[[Island], None]],
    change: Callable[[Island], None],
    is_better: bool,
):
    state = middle(seats)
    for begin in before:
        begin(state)
    now = chance_of_anna(state)
    change(state)
    assert (chance_of_anna(state) > now) == is_better


def chance_of_anna(state: Island) -> float:
    game: Any = GAME
    return win_chances(game, state)[0]


def test_metropolis_counts_as_near_only_while_unowned():
    state = middle(4)
    level(SCIENCE, 3)(state)
    metropolis_of_another = state.copy()
    level(SCIENCE, 4, seat=1)(metropolis_of_another)
    metropolis_of_another.metropolis_owners[SCIENCE] = 1
    level(SCIENCE, 4, seat=1)(state)
    assert state.metropolis_owners[SCIENCE] == NOBODY
    assert GAME.features(state, 0) != GAME.features(metropolis_of_another, 0)
