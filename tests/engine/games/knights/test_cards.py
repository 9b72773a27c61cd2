"""Playing progress cards (CK-17) and the trade deck with its merchant (CK-18, CK-21)."""

from __future__ import annotations

import pytest

from engine.core.hidden import is_hidden
from engine.games.knights.action_phase import EFFECTS
from engine.games.knights.cards_trade import HarborDeal, HarborReturn, MasterTake
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    give,
    hand,
    held,
    island,
    level,
    notes,
    pending_step,
    points,
    possible,
    refused,
    run_agenda,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-17.1", "CK-17.2", "CK-17.3")
def test_any_number_of_cards_is_played_and_each_returns_to_its_deck():
    state = island(2, settlements={0: [13]}, cities={0: [40]}, roads={0: [20]})
    deal(state, 0, "engineer", "merchant", "warlord", "alchemist")
    assert possible(state, "card") == [("engineer",), ("merchant",)]
    assert refused(state, ("card", "alchemist")) == "CK-17.1"
    assert refused(state, ("card", "spy")) == "CK-17.1"
    run_agenda(state, ("card", "engineer"))
    assert state.decks[2][0] == state.box.card_numbers["engineer"]
    assert held(state, 0) == ["merchant", "warlord", "alchemist"]
    run_agenda(state, ("card", "merchant"))
    assert state.decks[0][0] == state.box.card_numbers["merchant"]
    assert sum(state.deck_sizes) + 2 == 54
    run_agenda(state, 4)
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
def test_card_that_fails_on_hidden_hands_is_spent():
    state = island(2)
    give(state, 1, wool=1)
    deal(state, 0, "resource_monopoly", "commodity_monopoly")
    run_agenda(state, ("card", "resource_monopoly"), "ore")
    assert notes(state)[-1] == "Nobody has any."
    run_agenda(state, ("card", "commodity_monopoly"), "coin")
    assert notes(state)[-1] == "Nobody has any."
    assert held(state, 0) == []
    assert hand(state, 0) == {}


def full_table() -> Island:
    """A position in which every card has an effect and asks something."""
    state = island(
        3,
        settlements={0: [13], 1: [35], 2: [52]},
        cities={0: [40, 27], 1: [31]},
        roads={0: line("13-18", "18-24", "40-45"), 1: line("24-30", "30-36", "35-30")},
        knights={0: {18: 1, 45: 1}, 1: {24: 1, 36: 2}},
        active=[24],
    )
    for seat in range(3):
        give(state, seat, ore=3, grain=2, wool=2, coin=2)
    points(state, 1, 9)
    points(state, 2, 9)
    deal(state, 1, "spy", "wedding")
    deal(state, 2, "crane")
    return state


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-17.3", "CK-17.1")
@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_played_card_is_under_its_deck_before_its_effect(card: str):
    state = full_table()
    deal(state, 0, card)
    deck = state.box.cards[state.box.card_numbers[card]].deck
    size = state.deck_sizes[deck]
    run_agenda(state, ("card", card))
    assert state.decks[deck][0] == state.box.card_numbers[card]
    assert state.deck_sizes[deck] == size + 1
    assert state.backs[0] == (0, 0, 0)


@pytest.mark.rule("CK-17.5")
def test_effects_on_several_players_start_after_the_active_one():
    state = island(4, settlements={0: [13], 1: [8], 3: [17]})
    state.active = 2
    state.agenda[-1] = type(state.agenda[-1])(2)  # type: ignore[call-arg]
    for seat in (0, 1, 3):
        give(state, seat, ore=3, wool=1)
        points(state, seat, 2)
    deal(state, 2, "bishop", "wedding", "resource_monopoly")
    run_agenda(state, ("card", "wedding"))
    order = []
    for _ in range(3):
        order.append(pending_step(state).seat)
        run_agenda(state, bag(ore=2))
    assert order == [3, 0, 1]
    run_agenda(state, ("card", "bishop"), 4)
    taken = []
    for _ in range(3):
        taken.append(pending_step(state).victim)
        run_agenda(state, "wool")
    assert taken == [3, 0, 1]
    before = len(state.notes or [])
    run_agenda(state, ("card", "resource_monopoly"), "ore")
    givers = [note.seat for note in (state.notes or [])[before:] if "gives" in note.text.plain()]
    assert givers == [3, 0, 1]


@pytest.mark.rule("CK-17.6", "CK-19.9", "CK-19.6", "CK-18.2")
@pytest.mark.parametrize(("own", "theirs"), [(5, 4), (5, 5), (5, 6)])
def test_cards_against_players_with_more_or_equal_points(own: int, theirs: int):
    state = island(2)
    points(state, 0, own)
    points(state, 1, theirs)
    give(state, 1, ore=4)
    deal(state, 0, "wedding", "master_merchant", "saboteur")
    able = {pick[0] for pick in possible(state, "card")}
    assert ("wedding" in able) == ("master_merchant" in able) == (theirs > own)
    assert ("saboteur" in able) == (theirs >= own)


# ---------------------------------------------------------------------- Commercial Harbor


@pytest.mark.rule("CK-18.1", "CK-24.5", "CK-4.11")
def test_w23_commercial_harbor():
    state = island()
    give(state, 0, ore=1, wool=1)
    give(state, 1, grain=1)
    give(state, 2, cloth=2, coin=1)
    give(state, 3, brick=1)
    deal(state, 0, "commercial_harbor", "commercial_harbor")
    run_agenda(state, ("card", "commercial_harbor"))
    assert waits(state) == "HarborDeal 0"
    run_agenda(state, (2, "ore"))
    assert waits(state) == "HarborReturn 2"
    assert pending_step(state).options(state) == ["cloth", "coin"]
    assert refused(state, "paper") == "CK-18.1"
    run_agenda(state, "coin")
    assert refused(state, (2, "wool")) == "CK-18.1"
    run_agenda(state, (1, "wool"))
    assert hand(state, 1) == {"grain": 1}
    assert "takes the resource back" in notes(state)[-1]
    run_agenda(state, ("stop",))
    assert hand(state, 0) == {"wool": 1, "coin": 1}
    assert hand(state, 2) == {"ore": 1, "cloth": 2}
    run_agenda(state, ("card", "commercial_harbor"))
    assert pending_step(state).options(state) == [(3, "wool"), ("stop",)]
    run_agenda(state, (3, "wool"))
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-18.1", "CK-24.5")
def test_harbor_deals_are_visible_only_to_both_players():
    deal_, back = HarborDeal(0), HarborReturn(2, 0)
    assert deal_.redacted((2, "ore"), 2) == (2, "ore")
    redacted = deal_.redacted((2, "ore"), 1)
    assert redacted[0] == 2
    assert is_hidden(redacted[1])
    assert deal_.redacted(("stop",), 1) == ("stop",)
    assert back.redacted("coin", 0) == "coin"
    assert is_hidden(back.redacted("coin", 1))


@pytest.mark.rule("CK-18.1")
def test_commercial_harbor_needs_a_resource_and_a_player_with_cards():
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
def test_player_ends_deals_explicitly_without_resources():
    state = island(3)
    give(state, 0, ore=1)
    give(state, 1, coin=1)
    give(state, 2, coin=1)
    deal(state, 0, "commercial_harbor")
    run_agenda(state, ("card", "commercial_harbor"))
    assert "which resource" in pending_step(state).question(state).plain()
    run_agenda(state, (1, "ore"))
    assert waits(state) == "HarborDeal 0"
    assert pending_step(state).options(state) == [("stop",)]
    assert "You have no resources left to give" in pending_step(state).question(state).plain()
    for other in (1, 2, None):
        question = pending_step(state).question(state.view(other))
        assert "which resource" in question.plain(), "the hand is secret"


@pytest.mark.rule("CK-18.1", "CK-17.4", "CK-17.5")
def test_commercial_harbor_deals_once_with_each_in_any_order():
    state = island(4)
    give(state, 0, ore=2, brick=1, coin=1)
    give(state, 1, cloth=2)
    give(state, 3, wool=4)
    deal(state, 0, "commercial_harbor", "commercial_harbor")
    run_agenda(state, ("card", "commercial_harbor"))
    deals = pending_step(state).options(state)
    assert set(deals) == {(1, "ore"), (1, "brick"), (3, "ore"), (3, "brick"), ("stop",)}
    assert refused(state, (2, "ore")) == refused(state, (1, "coin")) == "CK-18.1"
    assert refused(state, (0, "ore")) == refused(state, (1, "wool")) == "CK-18.1"
    run_agenda(state, (3, "ore"))
    assert hand(state, 3) == {"wool": 4}
    run_agenda(state, (1, "brick"), "cloth")
    assert waits(state) == "Main 0"
    assert hand(state, 0) == {"ore": 2, "cloth": 1, "coin": 1}
    assert hand(state, 1) == {"brick": 1, "cloth": 1}
    assert refused(state, ("card", "commercial_harbor")) == "CK-18.1"


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
    run_agenda(wedding, ("card", "wedding"))
    assert hand(wedding, 0) == {"wool": 1}
    assert wedding.hand_sizes == [1, 6, 0, 8]
    sabotage = w22()
    deal(sabotage, 0, "saboteur")
    run_agenda(sabotage, ("card", "saboteur"), (1, bag(lumber=3)))
    assert sabotage.hand_sizes == [0, 3, 1, 8]
    master = w22()
    deal(master, 0, "master_merchant")
    run_agenda(master, ("card", "master_merchant"))
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
    run_agenda(state, ("card", "master_merchant"), 1)
    assert waits(state) == "MasterTake 0"
    assert state.view(0).hands[1] == state.hands[1]
    assert is_hidden(state.view(2).hands[1])
    assert refused(state, bag(ore=3)) == "CK-18.2"
    assert refused(state, bag(ore=1)) == "CK-18.2"
    run_agenda(state, bag(ore=1, coin=1))
    assert hand(state, 0) == {"ore": 1, "coin": 1}
    assert is_hidden(state.view(0).hands[1])
    take = MasterTake(0, 1)
    assert take.redacted(bag(ore=2), 1) == bag(ore=2)
    assert is_hidden(take.redacted(bag(ore=2), 2))
    story = state.notes or []
    assert any("2 ore, 2 coins" in note.text.plain() for note in story if note.is_for(0))
    assert not any("2 ore, 2 coins" in note.text.plain() for note in story if note.is_for(2))


@pytest.mark.rule("CK-18.2", "CK-17.6")
def test_master_merchant_targets_only_players_with_more_points():
    state = island(3)
    points(state, 0, 3)
    points(state, 1, 3)
    points(state, 2, 4)
    give(state, 1, ore=3)
    deal(state, 0, "master_merchant")
    assert refused(state, ("card", "master_merchant")) == "CK-18.2"


@pytest.mark.rule("CK-18.2")
@pytest.mark.parametrize(("cards", "asks"), [(1, False), (2, False), (3, True)])
def test_master_merchant_takes_two_cards_or_all(cards: int, asks: bool):
    state = island(2)
    points(state, 1, 1)
    give(state, 1, ore=cards)
    deal(state, 0, "master_merchant")
    run_agenda(state, ("card", "master_merchant"))
    assert (waits(state) == "MasterTake 0") == asks
    if asks:
        run_agenda(state, bag(ore=2))
    assert (state.hand_sizes[0], state.hand_sizes[1]) == (min(2, cards), max(0, cards - 2))


# ---------------------------------------------------------------------- Merchant


@pytest.mark.rule("CK-18.3", "CK-21.1", "CK-21.2", "CK-21.3", "CK-21.4", "CK-2.3")
def test_merchant_gives_a_point_and_a_rate_to_its_last_owner():
    state = island(2, settlements={0: [13], 1: [18]})
    deal(state, 0, "merchant", "merchant")
    assert state.merchant_owner == -1
    run_agenda(state, ("card", "merchant"))
    assert pending_step(state).options(state) == [1, 4, 5]
    assert refused(state, 9) == "CK-18.3"
    run_agenda(state, 4)
    assert (state.points(0), state.rates(0)[1]) == (2, 2)
    state.move_robber(4)
    assert state.rates(0)[1] == 2
    run_agenda(state, ("card", "merchant"))
    assert pending_step(state).options(state) == [1, 5]
    run_agenda(state, 1)
    assert state.rates(0)[1] == 4
    assert state.rates(0)[2] == 2
    assert state.rates(0)[6] == 4
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    deal(state, 1, "merchant")
    run_agenda(state, ("card", "merchant"), 9)
    assert (state.points(0), state.points(1)) == (1, 2)
    assert state.rates(0) == [4] * 8
    assert state.rates(1) == [4] * 8


@pytest.mark.rule("CK-21.4")
def test_merchant_stays_with_its_owner_without_buildings():
    state = island(2, cities={0: [13]})
    state.merchant, state.merchant_owner = 4, 0
    state.pieces[13] = 0
    state.cities[0] = 0
    assert state.points(0) == 1
    assert state.rates(0)[1] == 2


@pytest.mark.rule("CK-18.4", "CK-17.4")
def test_merchant_fleet_needs_a_kind_without_rate_two():
    state = island(2, settlements={0: [1]})
    deal(state, 0, "merchant_fleet", "merchant_fleet")
    run_agenda(state, ("card", "merchant_fleet"))
    options = pending_step(state).options(state)
    assert "grain" not in options
    assert {"lumber", "coin"} <= set(options)
    assert refused(state, "grain") == "CK-18.4"
    run_agenda(state, "lumber")
    assert state.rates(0)[:4] == [2, 4, 4, 2]
    run_agenda(state, ("card", "merchant_fleet"))
    assert refused(state, "lumber") == "CK-18.4"


@pytest.mark.rule("CK-18.5", "CK-18.6", "CK-17.5", "CK-24.4")
def test_the_monopolies():
    state = island()
    give(state, 1, ore=3, coin=2)
    give(state, 2, ore=1)
    give(state, 3, wool=2)
    deal(state, 0, "resource_monopoly", "commodity_monopoly")
    run_agenda(state, ("card", "resource_monopoly"))
    assert pending_step(state).options(state) == ["lumber", "brick", "wool", "grain", "ore"]
    assert refused(state, "coin") == "CK-18.5"
    run_agenda(state, "ore")
    assert hand(state, 0) == {"ore": 3}
    assert hand(state, 1) == {"ore": 1, "coin": 2}
    run_agenda(state, ("card", "commodity_monopoly"))
    assert refused(state, "ore") == "CK-18.6"
    run_agenda(state, "coin")
    assert hand(state, 0) == {"ore": 3, "coin": 1}
    assert all(note.to is None for note in state.notes or [])
    empty = island(2)
    give(empty, 0, ore=1)
    deal(empty, 0, "resource_monopoly")
    assert refused(empty, ("card", "resource_monopoly")) == "CK-18.5"


@pytest.mark.rule("CK-18.3", "CK-21.2", "CK-21.1")
def test_merchant_may_be_placed_on_the_desert_for_its_point():
    state = island(2, settlements={0: [24]})
    deal(state, 0, "merchant")
    run_agenda(state, ("card", "merchant"), 9)
    assert state.points(0) == 2
    assert state.rates(0) == [4] * 8


@pytest.mark.rule("CK-18.3", "CK-21.3", "CK-17.4")
def test_merchant_of_another_is_taken_over_in_place_but_own_must_move():
    state = island(2, settlements={0: [0]})
    state.merchant, state.merchant_owner = 0, 1
    deal(state, 0, "merchant", "merchant")
    run_agenda(state, ("card", "merchant"))
    assert (state.merchant, state.merchant_owner) == (0, 0)
    assert (state.points(0), state.points(1)) == (2, 0)
    assert refused(state, ("card", "merchant")) == "CK-18.3"


@pytest.mark.rule("CK-18.4", "CK-10.8", "CK-17.4")
def test_fleet_may_name_any_kind_above_rate_two():
    state = island(2)
    level(state, 0, 3, 0, 0)
    deal(state, 0, "merchant_fleet", "merchant_fleet")
    run_agenda(state, ("card", "merchant_fleet"))
    assert pending_step(state).options(state) == ["lumber", "brick", "wool", "grain", "ore"]
    assert refused(state, "coin") == "CK-18.4"
    run_agenda(state, "ore", ("card", "merchant_fleet"), "wool")
    assert state.rates(0) == [4, 4, 2, 4, 2, 2, 2, 2]
    state.fleet = 0b11111
    deal(state, 0, "merchant_fleet")
    assert refused(state, ("card", "merchant_fleet")) == "CK-18.4"


@pytest.mark.rule("CK-18.5", "CK-18.6", "CK-17.4")
@pytest.mark.parametrize(
    ("card", "kind", "taken"),
    [("resource_monopoly", "ore", [2, 1, 0]), ("commodity_monopoly", "coin", [1, 1, 0])],
)
def test_monopolies_take_two_resources_or_one_commodity_if_available(
    card: str, kind: str, taken: list[int]
):
    state = island(4)
    for seat, number in enumerate((3, 1), 1):
        give(state, seat, **{kind: number, "wool": 1})
    give(state, 0, **{kind: 1})
    sizes = list(state.hand_sizes)
    deal(state, 0, card)
    run_agenda(state, ("card", card), kind)
    assert [sizes[n] - state.hand_sizes[n] for n in (1, 2, 3)] == taken
    assert hand(state, 0) == {kind: 1 + sum(taken)}
    empty = island(2)
    deal(empty, 0, card)
    give(empty, 0, ore=3, coin=3)
    assert refused(empty, ("card", card)).startswith("CK-18")


@pytest.mark.rule("CK-21.2", "CK-21.3", "CK-21.4", "CK-10.6")
def test_merchant_trades_the_resource_but_never_the_commodity():
    state = island(2, settlements={0: [4], 1: [12]})
    state.move_robber(0)
    deal(state, 0, "merchant")
    give(state, 0, ore=2, coin=2)
    run_agenda(state, ("card", "merchant"), 0, ("bank", "ore", "wool"))
    assert hand(state, 0) == {"wool": 1, "coin": 2}
    assert possible(state, "bank") == []
    state.merchant_owner = 1
    assert state.rates(0) == [4] * 8
    assert state.rates(1) == [4, 4, 4, 4, 2, 4, 4, 4]
