"""The progress cards of science (CK-20)."""

from __future__ import annotations

import pytest

from engine.games.knights.state import Island
from tests.engine.games.knights.positions import (
    asked,
    deal,
    edges,
    give,
    go_on,
    hand,
    island,
    refused,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-20.4", "CK-11.10")
def test_the_engineer_builds_a_wall_free():
    state = island(2, cities={0: [13, 40]})
    deal(state, 0, "engineer")
    go_on(state, ("card", "engineer"))
    assert refused(state, 18) == "CK-11.10"
    go_on(state, 40)
    assert state.walls == 1 << 40
    full = island(2, cities={0: [13, 40, 27, 37]}, walls=[13, 40, 27])
    deal(full, 0, "engineer")
    assert refused(full, ("card", "engineer")) == "CK-11.10"


@pytest.mark.rule("CK-20.5")
def test_the_inventor_swaps_two_different_numbers():
    state = island(2, settlements={0: [13]})
    state.robber = 5
    state.income[0] -= 3
    deal(state, 0, "inventor")
    go_on(state, ("card", "inventor"))
    options = asked(state).options(state)
    assert all(state.numbers[hex] not in (0, 2, 6, 8, 12) for pair in options for hex in pair)
    assert all(state.numbers[one] != state.numbers[other] for one, other in options)
    assert (5, 10) in options
    assert (10, 5) in options
    assert refused(state, (1, 5)) == "CK-20.5"
    assert refused(state, (5, 14)) == "CK-20.5"
    go_on(state, (5, 10))
    assert (state.numbers[5], state.numbers[10]) == (3, 4)
    assert state.robber == 5
    assert 10 in state.hexes_by_number[4]
    fresh = island(2, settlements={0: [13]}).income[0]
    assert state.income[0] == fresh - 3


@pytest.mark.rule("CK-20.6", "CK-9.10", "CK-24.4")
def test_w28_irrigation():
    def w28(grain: int) -> Island:
        state = island(2, settlements={0: [35]}, cities={0: [45]})
        state.robber = 14
        state.bank[3] = grain
        deal(state, 0, "irrigation")
        return state

    state = go_on(w28(19), ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 4}
    state = go_on(w28(3), ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 3}
    assert refused(w28(0), ("card", "irrigation")) == "CK-20.6"
    none = island(2, settlements={0: [0]})
    deal(none, 0, "irrigation")
    assert refused(none, ("card", "irrigation")) == "CK-20.6"


@pytest.mark.rule("CK-20.8")
def test_mining():
    state = island(2, settlements={0: [35, 0]})
    deal(state, 0, "mining")
    go_on(state, ("card", "mining"))
    assert hand(state, 0) == {"ore": 4}


@pytest.mark.rule("CK-20.7", "CK-6.19", "CK-11.8")
def test_medicine():
    state = island(2, settlements={0: [13, 40]})
    give(state, 0, ore=2, grain=1)
    deal(state, 0, "medicine", "medicine")
    go_on(state, ("card", "medicine"))
    assert refused(state, 18) == "CK-11.8"
    go_on(state, 40)
    assert state.cities[0] == 1 << 40
    assert hand(state, 0) == {}
    assert refused(state, ("card", "medicine")) == "CK-20.7"
    give(state, 0, ore=2, grain=1)
    state.settlements[0] = 0
    assert refused(state, ("card", "medicine")) == "CK-11.8"


@pytest.mark.rule("CK-20.10", "CK-11.2", "CK-12.6")
def test_road_building():
    state = island(2, settlements={0: [13]})
    deal(state, 0, "road_building", "road_building")
    go_on(state, ("card", "road_building"))
    assert "pass" not in asked(state).options(state)
    assert refused(state, 0) == "CK-11.2"
    go_on(state, *edges(state, "13-18"))
    assert state.lengths[0] == 0
    assert "pass" in asked(state).options(state)
    go_on(state, *edges(state, "18-24"))
    assert state.lengths[0] == 2
    go_on(state, ("card", "road_building"), *edges(state, "24-30"), "pass")
    assert state.networks[0].bit_count() == 3
    assert hand(state, 0) == {}
    last = island(2, settlements={0: [53]}, roads={0: range(14)})
    deal(last, 0, "road_building", "road_building")
    go_on(last, ("card", "road_building"), *edges(last, "49-53"))
    assert waits(last) == "Main 0"
    assert refused(last, ("card", "road_building")) == "CK-20.10"


@pytest.mark.rule("CK-20.11", "CK-15.5", "CK-15.6", "CK-15.8")
def test_the_smith():
    state = island(2, knights={0: {13: 1, 18: 1}}, ready=[13])
    deal(state, 0, "smith", "smith")
    go_on(state, ("card", "smith"), 13)
    assert asked(state).options(state) == [18, "pass"]
    assert refused(state, 13) == "CK-15.8"
    go_on(state, "pass")
    assert state.level_at(13) == 2
    assert state.ready == 1 << 13
    go_on(state, ("card", "smith"))
    assert waits(state) == "Main 0"
    assert state.level_at(18) == 2
    again = island(2, knights={0: {13: 2}})
    deal(again, 0, "smith")
    assert refused(again, ("card", "smith")) == "CK-20.11"
