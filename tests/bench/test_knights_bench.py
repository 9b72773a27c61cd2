"""Speed of the specialities of Cities & Knights: longest roads, the richest decision, advice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.knights.action_phase import Main
from engine.games.knights.bots.playout_policy import advise
from engine.games.knights.longest_road import longest_trail
from engine.games.knights.state import Island
from engine.geometry.bit_sets import mask_of
from tests.engine.games.knights.positions import deal, edges, island
from tests.engine.games.knights.test_longest_road import BOARD, MAX_ROADS, network

CROWDED = (
    "39-34 34-28 34-29 28-22 28-33 29-23 29-35 23-17 18-23 17-12 17-22 22-16 21-16 21-27 27-33"
)


def rich() -> Island:
    """Return a state in which seat 0 can pay for everything, has active knights and cards to
    play."""
    state = island(
        settlements={0: [0, 2], 1: [52]},
        cities={0: [13, 40]},
        roads={0: edges(island(), "13-18", "18-24", "24-30", "18-23", "23-29", "29-35", "35-40")},
        knights={0: {24: 2, 23: 1}, 1: {29: 1}},
        ready=[24, 23],
    )
    state.hands[0] = [4] * 8
    state.hand_sizes[0] = 32
    deal(state, 0, "merchant", "crane", "bishop", "inventor")
    return state


@pytest.mark.parametrize("kind", ["crowded", "any"])
def test_longest_road_of_a_full_network(benchmark: Any, kind: str):
    if kind == "crowded":
        roads = edges(island(), *CROWDED.split())
    else:
        roads = network(Random(3), MAX_ROADS, 0.3)
    assert len(roads) == MAX_ROADS
    assert benchmark(longest_trail, BOARD, mask_of(roads), 0) >= 5


def test_options_of_the_richest_decision(benchmark: Any):
    state = rich()
    assert len(benchmark(Main(0).options, state)) > 100


def test_advice(benchmark: Any):
    view = rich().view(0)
    assert benchmark(advise, view, Main(0), Dice(b"x"))[0] != "end"
