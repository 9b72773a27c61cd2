"""The progress cards of politics (CK-19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.state import is_hidden
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import (
    asked,
    bag,
    deal,
    edges,
    give,
    go_on,
    hand,
    held,
    island,
    points,
    possible,
    refused,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-19.1", "CK-9.5", "CK-17.5")
def test_the_bishop_takes_a_card_from_everybody_at_the_hex():
    state = island(settlements={1: [13, 18], 2: [8]}, cities={3: [17]})
    give(state, 1, ore=2)
    give(state, 3, coin=1)
    deal(state, 0, "bishop", "bishop")
    go_on(state, ("card", "bishop"))
    assert set(asked(state).options(state)) == set(range(19)) - {9}
    go_on(state, 4, "ore", "coin")
    assert hand(state, 0) == {"ore": 1, "coin": 1}
    assert waits(state) == "Main 0"
    go_on(state, ("card", "bishop"), 16)
    assert state.robber == 16
    locked = island(2)
    locked.robber_locked = True
    deal(locked, 0, "bishop")
    assert refused(locked, ("card", "bishop")) == "CK-19.1"


@pytest.mark.rule("CK-19.3", "CK-15.7", "CK-16.1")
def test_w19_the_deserter():
    def w19(theirs: dict[int, int], active: list[int]) -> Island:
        state = island(
            2,
            roads={0: edges(LAND, "13-18", "18-24", "24-30")},
            knights={0: {13: 2, 18: 2}, 1: theirs},
            active=active,
        )
        state.levels[0] = (0, 2, 0)
        deal(state, 0, "deserter")
        return go_on(state, ("card", "deserter"))

    state = w19({40: 3, 45: 1}, [40])
    assert waits(state) == "DeserterKnight 1"
    assert refused(state, 13) == "CK-19.3"
    go_on(state, 40)
    assert waits(state) == "DeserterPlace 0"
    assert asked(state).level == 3
    assert asked(state).options(state) == [24, 30, "pass"]
    assert refused(state, 18) == "CK-2.3"
    go_on(state, 24)
    assert state.level_at(24) == 3
    assert state.ready & state.active_knights == 1 << 24
    assert possible(state, "move") == [(24, 30)]
    assert state.left(1, 6) == 2
    state = w19({40: 2}, [40])
    assert asked(state).level == 1
    go_on(state, "pass")
    assert state.knights[1] == 0
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-19.3")
def test_without_a_knight_left_of_that_level_or_below_the_removal_stands():
    state = island(
        2,
        roads={0: [20]},
        knights={0: {13: 1, 18: 1}, 1: {40: 1}},
    )
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"))
    assert waits(state) == "Main 0"
    assert state.knights[1] == 0
    none = island(2)
    deal(none, 0, "deserter")
    assert refused(none, ("card", "deserter")) == "CK-19.3"


@pytest.mark.rule("CK-19.3", "CK-12.6")
def test_an_inactive_deserter_stays_inactive_and_the_target_is_chosen():
    state = island(3, roads={0: [20]}, knights={1: {40: 1}, 2: {45: 2}})
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"))
    assert waits(state) == "DeserterTarget 0"
    assert refused(state, 0) == "CK-19.3"
    go_on(state, 2, 13)
    assert state.level_at(13) == 2
    assert state.active_knights == state.ready == 0


@pytest.mark.rule("CK-19.4", "CK-12.6", "CK-11.2")
def test_w27_the_diplomat():
    state = island(
        2,
        settlements={0: [13]},
        roads={0: edges(LAND, "13-18", "18-24", "24-30"), 1: edges(LAND, "30-36", "36-41")},
        knights={0: {24: 1}, 1: {30: 1}},
    )
    deal(state, 0, "diplomat")
    go_on(state, ("card", "diplomat"))
    (inner,), (outer,) = edges(state, "18-24"), edges(state, "24-30")
    assert asked(state).options(state) == [outer, *edges(state, "36-41")]
    assert refused(state, inner) == "CK-19.4"
    assert refused(state, 0) == "CK-19.4"
    go_on(state, outer)
    assert waits(state) == "DiplomatReplace 0"
    assert outer not in asked(state).options(state)
    assert refused(state, outer) == "CK-19.4"
    go_on(state, *edges(state, "18-23"))
    assert state.networks[0].bit_count() == 3
    assert state.lengths[0] == 2


@pytest.mark.rule("CK-19.4")
def test_a_road_is_not_removed_from_under_its_knight_but_others_are_removed_for_good():
    state = island(
        3,
        settlements={1: [40]},
        roads={0: edges(LAND, "13-18"), 1: edges(LAND, "40-45", "45-49")},
        knights={0: {18: 1}},
    )
    deal(state, 0, "diplomat", "diplomat")
    go_on(state, ("card", "diplomat"))
    assert waits(state) == "Main 0"
    assert state.networks[1] == 1 << edges(state, "40-45")[0]
    assert state.left(1, 0) == 14
    go_on(state, ("card", "diplomat"))
    assert state.networks[1] == 0
    deal(state, 0, "diplomat")
    assert refused(state, ("card", "diplomat")) == "CK-19.4"


@pytest.mark.rule("CK-19.4")
def test_an_own_road_may_be_left_off():
    state = island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18", "18-24")})
    deal(state, 0, "diplomat")
    go_on(state, ("card", "diplomat"), "pass")
    assert state.left(0, 0) == 14


@pytest.mark.rule("CK-19.5", "CK-16.6", "CK-16.7")
def test_intrigue_drives_away_knights_of_any_level_at_own_roads():
    state = island(
        3,
        roads={0: edges(LAND, "13-18", "18-24"), 1: edges(LAND, "24-30", "30-35")},
        knights={1: {24: 3}, 2: {18: 1}},
        active=[24],
    )
    deal(state, 0, "intrigue", "intrigue")
    go_on(state, ("card", "intrigue"))
    assert asked(state).options(state) == (18, 24)
    assert refused(state, 30) == "CK-19.5"
    go_on(state, 24)
    assert asked(state).options(state) == (30, 35)
    assert refused(state, 24) == "CK-16.6"
    go_on(state, 35)
    assert (state.level_at(35), state.active_knights) == (3, 1 << 35)
    go_on(state, ("card", "intrigue"))
    assert state.knights[2] == 0
    none = island(2)
    deal(none, 0, "intrigue")
    assert refused(none, ("card", "intrigue")) == "CK-19.5"


@pytest.mark.rule("CK-19.6", "CK-17.6", "CK-4.10")
def test_the_saboteur_halves_hands_whatever_walls_there_are():
    state = island(3, cities={1: [13]}, walls=[13])
    give(state, 1, ore=5)
    give(state, 2, coin=2)
    deal(state, 0, "saboteur")
    go_on(state, ("card", "saboteur"))
    branches = asked(state).branches
    assert [seat for seat, _ in branches] == [1, 2]
    go_on(state, (2, bag(coin=1)), (1, bag(ore=2)))
    assert (hand(state, 1), hand(state, 2)) == ({"ore": 3}, {"coin": 1})
    weak = island(2)
    points(weak, 0, 1)
    give(weak, 1, ore=5)
    deal(weak, 0, "saboteur")
    assert refused(weak, ("card", "saboteur")) == "CK-19.6"
    single = island(2)
    give(single, 1, ore=1)
    deal(single, 0, "saboteur")
    assert refused(single, ("card", "saboteur")) == "CK-19.6"


@pytest.mark.rule("CK-19.7", "CK-24.6", "CK-7.10", "CK-24.1")
def test_the_spy_looks_and_takes_one():
    state = island(3)
    deal(state, 0, "spy")
    deal(state, 1, "bishop", "crane", "crane")
    deal(state, 2, "merchant")
    go_on(state, ("card", "spy"))
    assert asked(state).options(state) == [1, 2]
    assert refused(state, 0) == "CK-19.7"
    go_on(state, 1)
    assert asked(state).options(state) == ["bishop", "crane"]
    assert refused(state, "merchant") == "CK-19.7"
    assert state.view(0).progress[1] == state.progress[1]
    assert is_hidden(state.view(2).progress[1])
    spied: Any = asked(state)
    assert spied.told("crane", 1) == "crane"
    told = spied.told("crane", 2)
    assert told[0] == "science"
    assert is_hidden(told[1])
    go_on(state, "crane")
    assert (held(state, 0), held(state, 1)) == (["crane"], ["bishop", "crane"])
    assert state.backs[:2] == [(0, 0, 1), (0, 1, 1)]
    assert is_hidden(state.view(0).progress[1])
    none = island(2)
    deal(none, 0, "spy")
    assert refused(none, ("card", "spy")) == "CK-19.7"


@pytest.mark.rule("CK-19.8", "CK-16.1")
def test_the_warlord_activates_all_knights_but_makes_none_ready():
    state = island(2, knights={0: {13: 1, 18: 3}, 1: {40: 1}}, active=[13])
    deal(state, 0, "warlord", "warlord")
    go_on(state, ("card", "warlord"))
    assert state.active_knights == 1 << 13 | 1 << 18
    assert state.ready == 0
    assert refused(state, ("card", "warlord")) == "CK-19.8"


@pytest.mark.rule("CK-19.9", "CK-24.5", "CK-17.5", "CK-4.10", "CK-4.11")
def test_wedding_gifts_are_chosen_by_the_givers():
    state = island()
    for seat in (1, 2, 3):
        points(state, seat, 2)
    give(state, 1, ore=2, wool=1)
    give(state, 2, coin=1, cloth=1)
    deal(state, 0, "wedding")
    go_on(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 1"
    assert is_hidden(asked(state).told(bag(ore=2), 2))
    assert asked(state).told(bag(ore=2), 0) == bag(ore=2)
    assert refused(state, bag(ore=1)) == "CK-19.9"
    go_on(state, bag(ore=1, wool=1))
    assert hand(state, 0) == {"ore": 1, "wool": 1, "cloth": 1, "coin": 1}
    assert state.hand_sizes == [4, 1, 0, 0]
    none = island(2)
    give(none, 1, ore=2)
    deal(none, 0, "wedding")
    assert refused(none, ("card", "wedding")) == "CK-19.9"
