"""Playing progress cards (CK-17) and the trade deck with its merchant (CK-18, CK-21)."""

from __future__ import annotations

import pytest

from engine.core.state import is_hidden
from engine.games.knights.cards_trade import HarborDeal, HarborReturn, MasterTake
from engine.games.knights.main import EFFECTS
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import (
    asked,
    bag,
    deal,
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
    go_on(state, ("card", "commercial_harbor"))
    assert "which resource" in asked(state).question(state).plain()
    go_on(state, (1, "ore"))
    assert waits(state) == "HarborDeal 0"
    assert asked(state).options(state) == [("stop",)]
    assert "no resource left" in asked(state).question(state).plain()


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
