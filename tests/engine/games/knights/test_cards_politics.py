"""The progress cards of politics (CK-19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.hidden import is_hidden
from engine.games.knights.cards_politics import removable
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    give,
    hand,
    held,
    island,
    pending_step,
    points,
    possible,
    refused,
    run_agenda,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-19.1", "CK-9.5", "CK-17.5")
def test_bishop_takes_a_card_from_everybody_at_the_hex():
    state = island(settlements={1: [13, 18], 2: [8]}, cities={3: [17]})
    give(state, 1, ore=2)
    give(state, 3, coin=1)
    deal(state, 0, "bishop", "bishop")
    run_agenda(state, ("card", "bishop"))
    assert set(pending_step(state).options(state)) == set(range(19)) - {9}
    run_agenda(state, 4, "ore", "coin")
    assert hand(state, 0) == {"ore": 1, "coin": 1}
    assert waits(state) == "Main 0"
    run_agenda(state, ("card", "bishop"), 16)
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
        return run_agenda(state, ("card", "deserter"))

    state = w19({40: 3, 45: 1}, [40])
    assert waits(state) == "DeserterKnight 1"
    assert refused(state, 13) == "CK-19.3"
    run_agenda(state, 40)
    assert waits(state) == "DeserterPlace 0"
    assert pending_step(state).level == 3
    assert pending_step(state).options(state) == [24, 30, "pass"]
    assert refused(state, 18) == "CK-2.3"
    run_agenda(state, 24)
    assert state.level_at(24) == 3
    assert state.ready & state.active_knights == 1 << 24
    assert possible(state, "move") == [(24, 30)]
    assert state.left(1, 6) == 2
    state = w19({40: 2}, [40])
    assert pending_step(state).level == 1
    run_agenda(state, "pass")
    assert state.knights[1] == 0
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-19.3")
def test_deserter_without_a_replacement_knight_only_removes():
    state = island(
        2,
        roads={0: [20]},
        knights={0: {13: 1, 18: 1}, 1: {40: 1}},
    )
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert waits(state) == "Main 0"
    assert state.knights[1] == 0
    none = island(2)
    deal(none, 0, "deserter")
    assert refused(none, ("card", "deserter")) == "CK-19.3"


@pytest.mark.rule("CK-19.3", "CK-12.6")
def test_inactive_deserter_stays_inactive_and_its_target_is_chosen():
    state = island(3, roads={0: [20]}, knights={1: {40: 1}, 2: {45: 2}})
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert waits(state) == "DeserterTarget 0"
    assert refused(state, 0) == "CK-19.3"
    run_agenda(state, 2, 13)
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
    run_agenda(state, ("card", "diplomat"))
    (inner,), (outer,) = edges(state, "18-24"), edges(state, "24-30")
    assert pending_step(state).options(state) == [outer, *edges(state, "36-41")]
    assert refused(state, inner) == "CK-19.4"
    assert refused(state, 0) == "CK-19.4"
    run_agenda(state, outer)
    assert waits(state) == "DiplomatReplace 0"
    assert outer not in pending_step(state).options(state)
    assert refused(state, outer) == "CK-19.4"
    run_agenda(state, *edges(state, "18-23"))
    assert state.networks[0].bit_count() == 3
    assert state.lengths[0] == 2


@pytest.mark.rule("CK-19.4")
def test_road_below_a_knight_cannot_be_removed_but_others_can():
    state = island(
        3,
        settlements={1: [40]},
        roads={0: edges(LAND, "13-18"), 1: edges(LAND, "40-45", "45-49")},
        knights={0: {18: 1}},
    )
    deal(state, 0, "diplomat", "diplomat")
    run_agenda(state, ("card", "diplomat"))
    assert waits(state) == "Main 0"
    assert state.networks[1] == 1 << edges(state, "40-45")[0]
    assert state.left(1, 0) == 14
    run_agenda(state, ("card", "diplomat"))
    assert state.networks[1] == 0
    deal(state, 0, "diplomat")
    assert refused(state, ("card", "diplomat")) == "CK-19.4"


@pytest.mark.rule("CK-19.4")
def test_own_removed_road_may_be_omitted():
    state = island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18", "18-24")})
    deal(state, 0, "diplomat")
    run_agenda(state, ("card", "diplomat"), "pass")
    assert state.left(0, 0) == 14


@pytest.mark.rule("CK-19.5", "CK-16.6", "CK-16.7")
def test_intrigue_displaces_knights_of_any_level_at_own_roads():
    state = island(
        3,
        roads={0: edges(LAND, "13-18", "18-24"), 1: edges(LAND, "24-30", "30-35")},
        knights={1: {24: 3}, 2: {18: 1}},
        active=[24],
    )
    deal(state, 0, "intrigue", "intrigue")
    run_agenda(state, ("card", "intrigue"))
    assert pending_step(state).options(state) == (18, 24)
    assert refused(state, 30) == "CK-19.5"
    run_agenda(state, 24)
    assert pending_step(state).options(state) == (30, 35)
    assert refused(state, 24) == "CK-16.6"
    run_agenda(state, 35)
    assert (state.level_at(35), state.active_knights) == (3, 1 << 35)
    run_agenda(state, ("card", "intrigue"))
    assert state.knights[2] == 0
    none = island(2)
    deal(none, 0, "intrigue")
    assert refused(none, ("card", "intrigue")) == "CK-19.5"


@pytest.mark.rule("CK-19.6", "CK-17.6", "CK-4.10")
def test_saboteur_halves_hands_regardless_of_walls():
    state = island(3, cities={1: [13]}, walls=[13])
    give(state, 1, ore=5)
    give(state, 2, coin=2)
    deal(state, 0, "saboteur")
    run_agenda(state, ("card", "saboteur"))
    branches = pending_step(state).branches
    assert [seat for seat, _ in branches] == [1, 2]
    run_agenda(state, (2, bag(coin=1)), (1, bag(ore=2)))
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
def test_spy_looks_and_takes_one():
    state = island(3)
    deal(state, 0, "spy")
    deal(state, 1, "bishop", "crane", "crane")
    deal(state, 2, "merchant")
    run_agenda(state, ("card", "spy"))
    assert pending_step(state).options(state) == [1, 2]
    assert refused(state, 0) == "CK-19.7"
    run_agenda(state, 1)
    assert pending_step(state).options(state) == ["bishop", "crane"]
    assert refused(state, "merchant") == "CK-19.7"
    assert state.view(0).progress[1] == state.progress[1]
    assert is_hidden(state.view(2).progress[1])
    spied: Any = pending_step(state)
    assert spied.redacted("crane", 1) == "crane"
    for reader in (None, 2):
        track, card = spied.redacted("crane", reader)
        assert track == "science"
        assert is_hidden(card)
    run_agenda(state, "crane")
    assert (held(state, 0), held(state, 1)) == (["crane"], ["bishop", "crane"])
    assert state.backs[:2] == [(0, 0, 1), (0, 1, 1)]
    assert is_hidden(state.view(0).progress[1])
    none = island(2)
    deal(none, 0, "spy")
    assert refused(none, ("card", "spy")) == "CK-19.7"


@pytest.mark.rule("CK-19.8", "CK-16.1")
def test_warlord_activates_all_knights_but_readies_none():
    state = island(2, knights={0: {13: 1, 18: 3}, 1: {40: 1}}, active=[13])
    deal(state, 0, "warlord", "warlord")
    run_agenda(state, ("card", "warlord"))
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
    run_agenda(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 1"
    assert is_hidden(pending_step(state).redacted(bag(ore=2), 2))
    assert pending_step(state).redacted(bag(ore=2), 0) == bag(ore=2)
    assert refused(state, bag(ore=1)) == "CK-19.9"
    run_agenda(state, bag(ore=1, wool=1))
    assert hand(state, 0) == {"ore": 1, "wool": 1, "cloth": 1, "coin": 1}
    assert state.hand_sizes == [4, 1, 0, 0]
    none = island(2)
    give(none, 1, ore=2)
    deal(none, 0, "wedding")
    assert refused(none, ("card", "wedding")) == "CK-19.9"


@pytest.mark.rule("CK-19.1", "CK-9.8", "CK-9.10")
def test_bishop_takes_one_card_from_each_builder_who_has_any():
    state = island(
        4,
        settlements={0: [23], 1: [13, 8], 2: [18]},
        cities={1: [17]},
        knights={3: {12: 3}},
        active=[12],
    )
    give(state, 1, ore=3)
    give(state, 3, ore=3)
    deal(state, 0, "bishop")
    run_agenda(state, ("card", "bishop"))
    assert refused(state, 9) == "CK-9.7"
    run_agenda(state, 4, "ore")
    assert waits(state) == "Main 0"
    assert state.hand_sizes == [1, 2, 0, 3]


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-19.3", "CK-4.11", "CK-15.1", "CK-2.3")
def test_deserter_may_be_placed_where_the_old_knight_was():
    state = island(
        2, roads={0: line("13-18"), 1: line("18-24")}, knights={1: {18: 2}, 0: {13: 1}}, active=[18]
    )
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert pending_step(state).options(state) == [18, "pass"]
    run_agenda(state, 18)
    assert (state.owners[18], state.level_at(18)) == (0, 2)
    assert state.active_knights == state.ready == 1 << 18
    assert state.left(1, 5) == 2


@pytest.mark.rule("CK-19.3", "CK-15.7", "CK-15.8")
@pytest.mark.parametrize(
    ("gone", "own", "instead"),
    [
        (3, {}, 3),
        (3, {18: 3, 24: 3}, 2),
        (3, {18: 3, 24: 3, 13: 2, 30: 2}, 1),
        (2, {18: 2, 24: 2}, 1),
        (2, {18: 1, 24: 1}, 2),
        (2, {18: 2, 24: 2, 13: 1, 30: 1}, 0),
        (1, {18: 1, 24: 1}, 0),
    ],
)
def test_deserter_has_the_same_or_the_next_lower_available_level(
    gone: int, own: dict[int, int], instead: int
):
    state = island(
        2,
        roads={0: line("13-18", "18-24", "24-30", "30-36", "36-41")},
        knights={0: own, 1: {50: gone}},
    )
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert state.knights[1] == 0
    if not instead:
        assert waits(state) == "Main 0"
        return
    assert pending_step(state).level == instead
    run_agenda(state, 41)
    assert state.level_at(41) == instead
    assert state.active_knights == 0


@pytest.mark.rule("CK-19.3", "CK-12.5", "CK-12.6")
@pytest.mark.parametrize("own", [{}, {13: 1, 18: 1}])
def test_road_cut_by_the_removed_knight_is_restored(
    own: dict[int, int],
):
    five = line("12-17", "17-23", "23-29", "29-34", "34-39")
    roads = {0: line("13-18") if own else [], 1: five, 2: line("17-22")}
    state = island(3, roads=roads, knights={0: own, 2: {23: 1}})
    assert (state.lengths[1], state.award) == (3, -1)
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert waits(state) == "Main 0"
    assert (state.lengths[1], state.award) == (5, 1)


@pytest.mark.rule("CK-19.3", "CK-16.1", "CK-15.8")
def test_active_deserter_acts_at_once_and_can_be_promoted():
    state = island(2, roads={0: line("13-18", "18-24")}, knights={1: {50: 1}}, active=[50])
    give(state, 0, wool=1, ore=1)
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"), 18, ("promote", 18), ("move", 18, 13))
    assert (state.level_at(13), state.active_knights) == (2, 0)


@pytest.mark.rule("CK-19.4")
@pytest.mark.parametrize(
    ("more", "is_open"),
    [
        ({}, True),
        ({"roads": "24-30"}, False),
        ({"settlements": 24}, False),
        ({"cities": 24}, False),
        ({"knights": 24}, False),
        ({"theirs": 24}, True),
    ],
)
def test_road_is_open_if_its_owner_has_nothing_else_at_one_end(more: dict[str, Any], is_open: bool):
    roads = ["13-18", "18-24", *([more["roads"]] if "roads" in more else [])]
    own = {key: {1: [node]} for key, node in more.items() if key in ("settlements", "cities")}
    knights = {1: {24: 1}} if "knights" in more else {2: {24: 1}} if "theirs" in more else {}
    state = island(
        3,
        roads={1: line(*roads)},
        knights=knights,
        **{"settlements": {1: [13]}} | own,
    )
    assert (line("18-24")[0] in removable(state)) == is_open


@pytest.mark.rule("CK-19.4", "CK-11.2")
def test_own_removed_road_is_placed_at_the_remaining_network():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18", "18-24", "39-44")})
    deal(state, 0, "diplomat")
    run_agenda(state, ("card", "diplomat"))
    assert set(pending_step(state).options(state)) == {*line("18-24", "39-44")}
    run_agenda(state, *line("39-44"))
    legal = set(pending_step(state).options(state)) - {"pass"}
    assert legal == set(line("8-13", "9-13", "18-23", "24-30", "19-24"))
    run_agenda(state, *line("24-30"))
    assert state.networks[0].bit_count() == 3
    assert state.lengths[0] == 3


@pytest.mark.rule("CK-19.4", "CK-15.1")
def test_only_knights_of_the_owner_protect_a_road():
    state = island(
        3,
        roads={1: line("13-18"), 2: line("40-45")},
        knights={1: {18: 1}, 0: {45: 1}},
        settlements={0: [0]},
    )
    deal(state, 0, "diplomat")
    run_agenda(state, ("card", "diplomat"))
    assert (state.networks[1], state.networks[2]) == (1 << line("13-18")[0], 0)
    assert state.left(2, 0) == 15


@pytest.mark.rule("CK-19.5", "CK-16.6", "CK-16.8")
def test_intrigue_displaces_mighty_knights_but_no_own_ones():
    state = island(
        2,
        roads={0: line("13-18", "40-45"), 1: line("18-24", "24-30")},
        knights={0: {45: 1}, 1: {18: 3, 30: 1}},
        active=[18],
    )
    deal(state, 0, "intrigue", "intrigue")
    run_agenda(state, ("card", "intrigue"))
    assert (state.level_at(24), state.active_knights) == (3, 1 << 24)
    assert refused(state, ("card", "intrigue")) == "CK-19.5"


@pytest.mark.rule("CK-19.6", "CK-9.2", "CK-17.6")
def test_saboteur_spares_players_with_fewer_points_or_one_card():
    state = island(4, cities={1: [13]}, walls=[13])
    for seat, (number, size) in enumerate(((4, 9), (4, 3), (3, 8), (5, 1))):
        points(state, seat, number)
        give(state, seat, wool=min(size, 3), ore=max(0, size - 3))
    deal(state, 0, "saboteur")
    run_agenda(state, ("card", "saboteur"))
    assert [seat for seat, _ in pending_step(state).branches] == [1]
    run_agenda(state, (1, bag(wool=1)))
    assert state.hand_sizes == [9, 2, 8, 1]


@pytest.mark.rule("CK-19.7", "CK-7.10", "CK-17.2")
def test_spy_must_take_a_card_and_may_play_a_taken_spy():
    state = island(2)
    deal(state, 0, "spy")
    deal(state, 1, "spy", "merchant")
    run_agenda(state, ("card", "spy"))
    assert "pass" not in pending_step(state).options(state)
    run_agenda(state, "spy", ("card", "spy"))
    assert held(state, 0) == ["merchant"]
    assert held(state, 1) == []


@pytest.mark.rule("CK-19.9", "CK-17.5", "CK-4.11")
def test_wedding_gifts_of_none_one_two_and_more_cards():
    state = island(4)
    for seat, cards in enumerate((0, 1, 3), 1):
        points(state, seat, 3)
        give(state, seat, wool=cards)
    deal(state, 0, "wedding")
    run_agenda(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 3"
    assert refused(state, bag(wool=3)) == refused(state, bag(wool=1)) == "CK-19.9"
    run_agenda(state, bag(wool=2))
    assert state.hand_sizes == [3, 0, 0, 1]
    points(state, 0, 3)
    deal(state, 0, "wedding")
    assert refused(state, ("card", "wedding")) == "CK-19.9"
