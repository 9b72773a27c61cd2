"""Playing progress cards (CK-17) and the trade deck with its merchant (CK-18, CK-21)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.cards_trade import HarborDeal, HarborReturn, MasterTake
from engine.games.knights.main import EFFECTS
from engine.games.knights.state import Island
from engine.state import is_hidden
from tests.engine.knights.positions import (
    asked,
    bag,
    deal,
    edges,
    give,
    go_on,
    hand,
    held,
    island,
    notes,
    points,
    possible,
    refused,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-17.1", "CK-17.2", "CK-17.3")
def test_any_number_of_cards_is_played_and_each_goes_under_its_deck_at_once():
    state = island(2, settlements={0: [13]}, cities={0: [40]}, roads={0: [20]})
    deal(state, 0, "engineer", "merchant", "warlord", "alchemist")
    assert possible(state, "card") == [("engineer",), ("merchant",)]
    assert refused(state, ("card", "alchemist")) == "CK-17.1"
    assert refused(state, ("card", "spy")) == "CK-17.1"
    go_on(state, ("card", "engineer"))
    assert state.decks[2][0] == state.box.card_numbers["engineer"]
    assert held(state, 0) == ["merchant", "warlord", "alchemist"]
    go_on(state, ("card", "merchant"))
    assert state.decks[0][0] == state.box.card_numbers["merchant"]
    assert sum(state.deck_sizes) + 2 == 54
    go_on(state, 4)
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-17.4")
def test_a_card_without_effect_cannot_be_played():
    state = island(2)
    everything = [card.id for card in state.box.cards if card.id in EFFECTS]
    for card in everything:
        lone = island(2)
        lone.robber_locked = True
        lone.numbers = (0,) * 19
        deal(lone, 0, card)
        able = card == "merchant_fleet"
        assert possible(lone, "card") == ([(card,)] if able else [])
        if not able:
            rule = lone.box.cards[lone.box.card_numbers[card]].rule
            assert refused(lone, ("card", card)) in (rule, "CK-11.8", "CK-11.10")


@pytest.mark.rule("CK-17.4", "CK-18.5", "CK-18.6")
def test_a_card_that_may_fail_only_by_hidden_hands_is_spent():
    state = island(2)
    give(state, 1, wool=1)
    deal(state, 0, "resource_monopoly", "commodity_monopoly")
    go_on(state, ("card", "resource_monopoly"), "ore")
    go_on(state, ("card", "commodity_monopoly"), "coin")
    assert held(state, 0) == []
    assert hand(state, 0) == {}


# ---------------------------------------------------------------------- Commercial Harbor


@pytest.mark.rule("CK-18.1", "CK-24.5", "CK-4.11")
def test_w23_commercial_harbor():
    state = island()
    give(state, 0, ore=1, wool=1)
    give(state, 1, grain=1)
    give(state, 2, cloth=2, coin=1)
    give(state, 3, brick=1)
    deal(state, 0, "commercial_harbor", "commercial_harbor")
    go_on(state, ("card", "commercial_harbor"))
    assert waits(state) == "HarborDeal 0"
    go_on(state, (2, "ore"))
    assert waits(state) == "HarborReturn 2"
    assert asked(state).options(state) == ["cloth", "coin"]
    assert refused(state, "paper") == "CK-18.1"
    go_on(state, "coin")
    assert refused(state, (2, "wool")) == "CK-18.1"
    go_on(state, (1, "wool"))
    assert hand(state, 1) == {"grain": 1}
    assert "takes the resource back" in notes(state)[-1]
    go_on(state, ("stop",))
    assert hand(state, 0) == {"wool": 1, "coin": 1}
    assert hand(state, 2) == {"ore": 1, "cloth": 2}
    go_on(state, ("card", "commercial_harbor"))
    assert asked(state).options(state) == [(3, "wool"), ("stop",)]
    go_on(state, (3, "wool"))
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-18.1", "CK-24.5")
def test_what_was_dealt_is_known_to_the_two_alone():
    deal_, back = HarborDeal(0), HarborReturn(2, 0)
    assert deal_.told((2, "ore"), 2) == (2, "ore")
    told = deal_.told((2, "ore"), 1)
    assert told[0] == 2
    assert is_hidden(told[1])
    assert deal_.told(("stop",), 1) == ("stop",)
    assert back.told("coin", 0) == "coin"
    assert is_hidden(back.told("coin", 1))


@pytest.mark.rule("CK-18.1")
def test_commercial_harbor_needs_a_resource_and_somebody_with_cards():
    state = island(2)
    give(state, 0, coin=2)
    give(state, 1, coin=1)
    deal(state, 0, "commercial_harbor")
    assert refused(state, ("card", "commercial_harbor")) == "CK-18.1"
    give(state, 0, ore=1)
    assert possible(state, "card") == [("commercial_harbor",)]
    state.dealt = 2
    assert refused(state, ("card", "commercial_harbor")) == "CK-18.1"


@pytest.mark.rule("CK-18.1", "CK-4.11")
def test_without_a_resource_left_the_deals_are_still_ended_by_the_player():
    state = island(3)
    give(state, 0, ore=1)
    give(state, 1, coin=1)
    give(state, 2, coin=1)
    deal(state, 0, "commercial_harbor")
    go_on(state, ("card", "commercial_harbor"), (1, "ore"))
    assert waits(state) == "HarborDeal 0"
    assert asked(state).options(state) == [("stop",)]


# ---------------------------------------------------------------------- Master Merchant


def w22() -> Island:
    """The position of W22."""
    state = island()
    for seat, number in enumerate((7, 7, 9, 5)):
        points(state, seat, number)
    give(state, 1, lumber=6)
    give(state, 2, wool=1)
    give(state, 3, ore=8)
    return state


@pytest.mark.rule("CK-18.2", "CK-19.6", "CK-19.9", "CK-17.5", "CK-17.6")
def test_w22_wedding_saboteur_and_master_merchant():
    wedding = w22()
    deal(wedding, 0, "wedding")
    go_on(wedding, ("card", "wedding"))
    assert hand(wedding, 0) == {"wool": 1}
    assert wedding.hand_sizes == [1, 6, 0, 8]
    sabotage = w22()
    deal(sabotage, 0, "saboteur")
    go_on(sabotage, ("card", "saboteur"), (1, bag(lumber=3)))
    assert sabotage.hand_sizes == [0, 3, 1, 8]
    master = w22()
    deal(master, 0, "master_merchant")
    go_on(master, ("card", "master_merchant"))
    assert waits(master) == "Main 0"
    assert hand(master, 0) == {"wool": 1}
    assert master.hand_sizes[2] == 0


@pytest.mark.rule("CK-18.2", "CK-24.5", "CK-24.6")
def test_master_merchant_sees_the_hand_and_takes_two_cards():
    state = island(3)
    points(state, 1, 3)
    points(state, 2, 3)
    give(state, 1, ore=2, coin=2)
    give(state, 2, wool=3)
    deal(state, 0, "master_merchant")
    go_on(state, ("card", "master_merchant"), 1)
    assert waits(state) == "MasterTake 0"
    assert state.view(0).hands[1] == state.hands[1]
    assert is_hidden(state.view(2).hands[1])
    assert refused(state, bag(ore=3)) == "CK-18.2"
    assert refused(state, bag(ore=1)) == "CK-18.2"
    go_on(state, bag(ore=1, coin=1))
    assert hand(state, 0) == {"ore": 1, "coin": 1}
    assert is_hidden(state.view(0).hands[1])
    take = MasterTake(0, 1)
    assert take.told(bag(ore=2), 1) == bag(ore=2)
    assert is_hidden(take.told(bag(ore=2), 2))
    story = state.story or []
    assert any("2 ore, 2 coins" in note.text.plain() for note in story if note.is_for(0))
    assert not any("2 ore, 2 coins" in note.text.plain() for note in story if note.is_for(2))


@pytest.mark.rule("CK-18.2", "CK-17.6")
def test_master_merchant_looks_only_at_those_with_more_points():
    state = island(3)
    points(state, 0, 3)
    points(state, 1, 3)
    points(state, 2, 4)
    give(state, 1, ore=3)
    deal(state, 0, "master_merchant")
    assert refused(state, ("card", "master_merchant")) == "CK-18.2"


# ---------------------------------------------------------------------- Merchant


@pytest.mark.rule("CK-18.3", "CK-21.1", "CK-21.2", "CK-21.3", "CK-21.4", "CK-2.3")
def test_the_merchant_gives_a_point_and_a_rate_to_whom_placed_it_last():
    state = island(2, settlements={0: [13], 1: [18]})
    deal(state, 0, "merchant", "merchant")
    assert state.merchant_owner == -1
    go_on(state, ("card", "merchant"))
    assert asked(state).options(state) == [1, 4, 5]
    assert refused(state, 9) == "CK-18.3"
    go_on(state, 4)
    assert (state.points(0), state.rates(0)[1]) == (2, 2)
    state.move_robber(4)
    assert state.rates(0)[1] == 2
    go_on(state, ("card", "merchant"))
    assert asked(state).options(state) == [1, 5]
    go_on(state, 1)
    assert state.rates(0)[1] == 4
    assert state.rates(0)[2] == 2
    assert state.rates(0)[6] == 4
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    deal(state, 1, "merchant")
    go_on(state, ("card", "merchant"), 9)
    assert (state.points(0), state.points(1)) == (1, 2)
    assert state.rates(0) == [4] * 8
    assert state.rates(1) == [4] * 8


@pytest.mark.rule("CK-21.4")
def test_the_merchant_stays_with_its_owner_whatever_becomes_of_the_buildings():
    state = island(2, cities={0: [13]})
    state.merchant, state.merchant_owner = 4, 0
    state.pieces[13] = 0
    state.cities[0] = 0
    assert state.points(0) == 1
    assert state.rates(0)[1] == 2


@pytest.mark.rule("CK-18.4", "CK-17.4")
def test_merchant_fleet_names_a_kind_that_is_not_yet_at_two():
    state = island(2, settlements={0: [1]})
    deal(state, 0, "merchant_fleet", "merchant_fleet")
    go_on(state, ("card", "merchant_fleet"))
    options = asked(state).options(state)
    assert "grain" not in options
    assert {"lumber", "coin"} <= set(options)
    assert refused(state, "grain") == "CK-18.4"
    go_on(state, "lumber")
    assert state.rates(0)[:4] == [2, 4, 4, 2]
    go_on(state, ("card", "merchant_fleet"))
    assert refused(state, "lumber") == "CK-18.4"


@pytest.mark.rule("CK-18.5", "CK-18.6", "CK-17.5", "CK-24.4")
def test_the_monopolies():
    state = island()
    give(state, 1, ore=3, coin=2)
    give(state, 2, ore=1)
    give(state, 3, wool=2)
    deal(state, 0, "resource_monopoly", "commodity_monopoly")
    go_on(state, ("card", "resource_monopoly"))
    assert asked(state).options(state) == ["lumber", "brick", "wool", "grain", "ore"]
    assert refused(state, "coin") == "CK-18.5"
    go_on(state, "ore")
    assert hand(state, 0) == {"ore": 3}
    assert hand(state, 1) == {"ore": 1, "coin": 2}
    go_on(state, ("card", "commodity_monopoly"))
    assert refused(state, "ore") == "CK-18.6"
    go_on(state, "coin")
    assert hand(state, 0) == {"ore": 3, "coin": 1}
    assert all(note.to is None for note in state.story or [])
    empty = island(2)
    give(empty, 0, ore=1)
    deal(empty, 0, "resource_monopoly")
    assert refused(empty, ("card", "resource_monopoly")) == "CK-18.5"


# ---------------------------------------------------------------------- politics


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


# ---------------------------------------------------------------------- science


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
