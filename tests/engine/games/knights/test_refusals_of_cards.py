"""Refusal messages for cards: each in a position where it is true, and one step away from it, where
it is not true and does not appear."""

from __future__ import annotations

import pytest

from engine.games.knights.cards_trade import HarborReturn
from engine.games.knights.production import Aqueduct
from engine.games.knights.progress import ProgressDiscardEnd
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY, TIPPED, Island
from engine.games.knights.turn import AlchemistDice, PreRoll
from tests.engine.games.knights.positions import (
    deal,
    edges,
    give,
    island,
    level,
    points,
    run_agenda,
    shut,
    why,
)

LAND = island()
KNIGHT = TIPPED + 1
"""A basic knight, as a piece on a node."""


# ---------------------------------------------------------------- cards (CK-17 to CK-20)


def holding(card: str, state: Island) -> Island:
    """The same position with a progress card in the hand of seat 0."""
    deal(state, 0, card)
    return state


@pytest.mark.rule("CK-4.3", "CK-17.1", "CK-20.1", "CK-20.3")
def test_cards_at_the_wrong_time():
    state = holding("alchemist", holding("crane", holding("warlord", island(2))))
    assert why(state, ("card", "alchemist")) == (
        "CK-17.1: You can only play the Alchemist before the roll."
    )
    wanted = "CK-20.3: You can only play the Crane together with an improvement."
    assert why(state, ("card", "crane")) == wanted
    assert "Alchemist" not in why(state, ("card", "warlord"))
    state.push(PreRoll(0))
    assert why(state, "alchemist") == ""
    assert why(state, "warlord") == "CK-4.3: Before the roll you can only play an Alchemist."


@pytest.mark.rule("CK-18.1")
def test_commercial_harbor_without_resource_or_partner():
    state = holding("commercial_harbor", island(2))
    give(state, 0, coin=1)
    give(state, 1, coin=1)
    play = ("card", "commercial_harbor")
    assert why(state, play) == "CK-18.1: You have no resources to give."
    give(state, 0, ore=1)
    assert why(state, play) == ""
    state.dealt = 2
    assert why(state, play) == "CK-18.1: No opponent has any cards."


@pytest.mark.rule("CK-18.2")
def test_master_merchant_against_an_invisible_hand():
    state = holding("master_merchant", island(3))
    for seat in (1, 2):
        give(state, seat, ore=1)
        points(state, seat, 5)
    run_agenda(state, ("card", "master_merchant"))
    assert why(state, 2) == ""
    points(state, 2, 0)
    wanted = "CK-18.2: Choose an opponent with more points than you and at least one card."
    assert why(state, 2) == wanted


@pytest.mark.rule("CK-18.3", "CK-17.4")
def test_merchant_without_another_hex():
    state = holding("merchant", island(2, settlements={0: [0]}))
    (hex,) = [hex for hex in range(19) if state.board.hex_masks[hex] & 1]
    assert why(state, ("card", "merchant")) == ""
    state.merchant, state.merchant_owner = hex, 0
    wanted = "CK-18.3: There is no other hex next to your buildings."
    assert why(state, ("card", "merchant")) == wanted
    state.merchant_owner = 1
    assert why(state, ("card", "merchant")) == ""


@pytest.mark.rule("CK-18.4", "CK-17.4")
def test_merchant_fleet_with_all_rates_at_two():
    state = holding("merchant_fleet", island(2))
    level(state, 0, 3, 0, 0)
    state.fleet = sum(1 << kind for kind in state.box.resources[1:])
    assert why(state, ("card", "merchant_fleet")) == ""
    state.fleet |= 1 << state.box.resources[0]
    assert why(state, ("card", "merchant_fleet")) == (
        "CK-18.4: You already trade everything at 2:1."
    )


@pytest.mark.rule("CK-18.5", "CK-18.6")
@pytest.mark.parametrize(
    ("card", "rule"), [("resource_monopoly", "CK-18.5"), ("commodity_monopoly", "CK-18.6")]
)
def test_monopoly_on_empty_hands(card: str, rule: str):
    state = holding(card, island(2))
    give(state, 0, ore=1)
    assert why(state, ("card", card)) == f"{rule}: No opponent has any cards."
    give(state, 1, wool=1)
    assert why(state, ("card", card)) == ""


@pytest.mark.rule("CK-19.3")
def test_deserter_without_opposing_knights():
    state = holding("deserter", island(3, knights={0: {13: 1}}))
    assert why(state, ("card", "deserter")) == "CK-19.3: No opponent has a knight."
    state.place(1, 40, KNIGHT)
    state.place(2, 45, KNIGHT)
    assert why(state, ("card", "deserter")) == ""
    run_agenda(state, ("card", "deserter"))
    assert why(state, 2) == ""
    state.lift(45)
    assert why(state, 2) == "CK-19.3: Choose an opponent with a knight on the board."


@pytest.mark.rule("CK-19.4")
def test_diplomat_against_protected_roads():
    roads = edges(LAND, "13-18", "18-24")
    state = holding("diplomat", island(2, settlements={0: [13]}, roads={0: roads}))
    state.place(0, 24, KNIGHT)
    assert why(state, ("card", "diplomat")) == (
        "CK-19.4: There is no open road that you can remove."
    )
    state.lift(24)
    assert why(state, ("card", "diplomat")) == ""
    state.lay_road(1, *edges(LAND, "40-45"))
    run_agenda(state, ("card", "diplomat"))
    assert why(state, roads[1]) == ""
    assert why(state, roads[0]) == "CK-19.4: That road is not open."
    one = holding("diplomat", island(2, roads={0: edges(LAND, "13-18", "40-45")}))
    run_agenda(one, ("card", "diplomat"))
    assert why(one, roads[0]) == ""
    one.place(0, 18, KNIGHT)
    assert why(one, roads[0]) == "CK-19.4: That would leave a knight without a road."


@pytest.mark.rule("CK-19.7")
def test_spy_against_a_player_without_progress_cards():
    state = holding("spy", island(3))
    deal(state, 1, "warlord")
    deal(state, 2, "crane")
    run_agenda(state, ("card", "spy"))
    assert why(state, 2) == ""
    state.progress[2], state.backs[2] = (), (0, 0, 0)
    assert why(state, 2) == "CK-19.7: Choose an opponent who holds a progress card."


@pytest.mark.rule("CK-20.5")
def test_inventor_without_two_swappable_numbers():
    state = holding("inventor", island(2))
    assert why(state, ("card", "inventor")) == ""
    state.numbers = (5, *(6 for _ in state.numbers[1:]))
    wanted = "CK-20.5: There are no two tokens that you could swap."
    assert why(state, ("card", "inventor")) == wanted
    state.numbers = (5, 4, *state.numbers[2:])
    assert why(state, ("card", "inventor")) == ""


# ---------------------------------------------------------------- politics


@pytest.mark.rule("CK-19.1", "CK-9.5")
def test_bishop_while_the_robber_is_locked():
    state = holding("bishop", island(2))
    assert why(state, ("card", "bishop")) == ""
    state.robber_locked = True
    wanted = "CK-19.1: You cannot move the robber before the first attack."
    assert why(state, ("card", "bishop")) == wanted


@pytest.mark.rule("CK-19.4", "CK-11.2")
def test_illegal_roads_for_a_diplomat():
    roads = edges(LAND, "13-18", "18-24", "40-45")
    state = holding("diplomat", island(2, settlements={0: [13]}, roads={0: roads}))
    run_agenda(state, ("card", "diplomat"))
    (bare,) = edges(LAND, "24-30")
    assert why(state, bare) == "CK-19.4: There is no road there."
    assert why(state, roads[1]) == ""
    run_agenda(state, roads[1])
    wanted = "CK-19.4: Place the road on another edge where you could build one."
    assert why(state, roads[1]) == wanted
    assert why(state, bare) == wanted
    assert why(state, *edges(LAND, "18-23")) == ""


@pytest.mark.rule("CK-19.5")
def test_intrigue_only_against_knights_at_own_roads():
    state = island(2, roads={0: edges(LAND, "13-18", "40-45")}, knights={1: {23: 1}})
    state = holding("intrigue", state)
    wanted = "CK-19.5: No opponent's knight is at the end of one of your roads."
    assert why(state, ("card", "intrigue")) == wanted
    for node in (18, 45):
        state.place(1, node, KNIGHT)
    assert why(state, ("card", "intrigue")) == ""
    run_agenda(state, ("card", "intrigue"))
    assert why(state, 18) == ""
    wanted = "CK-19.5: Choose an opponent's knight at the end of one of your roads."
    assert why(state, 23) == wanted


@pytest.mark.rule("CK-19.6")
def test_saboteur_without_a_legal_target():
    state = holding("saboteur", island(2))
    points(state, 0, 3)
    points(state, 1, 3)
    give(state, 1, ore=1)
    wanted = "CK-19.6: No opponent with 2 or more cards has at least as many points as you."
    assert why(state, ("card", "saboteur")) == wanted
    give(state, 1, ore=1)
    assert why(state, ("card", "saboteur")) == ""
    points(state, 1, 2)
    assert why(state, ("card", "saboteur")) == wanted


@pytest.mark.rule("CK-19.7")
def test_spy_without_any_cards_and_for_a_missing_card():
    state = holding("spy", island(2))
    assert why(state, ("card", "spy")) == "CK-19.7: No opponent has a progress card."
    deal(state, 1, "warlord", "crane")
    assert why(state, ("card", "spy")) == ""
    run_agenda(state, ("card", "spy"))
    assert why(state, "crane") == ""
    assert why(state, "mining") == "CK-19.7: That player has no such card."


@pytest.mark.rule("CK-19.8")
def test_warlord_with_all_knights_active():
    state = holding("warlord", island(2, knights={0: {13: 1}}))
    assert why(state, ("card", "warlord")) == ""
    state.active_knights = state.knights[0]
    assert why(state, ("card", "warlord")) == "CK-19.8: You have no inactive knight."


@pytest.mark.rule("CK-19.9", "CK-18.2")
@pytest.mark.parametrize(("card", "rule"), [("wedding", "CK-19.9"), ("master_merchant", "CK-18.2")])
def test_cards_against_players_with_more_points(card: str, rule: str):
    state = holding(card, island(2))
    points(state, 0, 3)
    points(state, 1, 3)
    give(state, 1, ore=1)
    wanted = f"{rule}: No opponent with cards has more points than you."
    assert why(state, ("card", card)) == wanted
    points(state, 1, 4)
    assert why(state, ("card", card)) == ""


# ---------------------------------------------------------------- science


@pytest.mark.rule("CK-20.6", "CK-20.8")
@pytest.mark.parametrize(
    ("card", "rule", "kind", "node"),
    [("irrigation", "CK-20.6", "grain", 45), ("mining", "CK-20.8", "ore", 12)],
)
def test_harvest_card_without_hex_or_bank(card: str, rule: str, kind: str, node: int):
    state = holding(card, island(2))
    wanted = f"{rule}: None of your buildings is next to a hex of this terrain."
    assert why(state, ("card", card)) == wanted
    put_building(state, 0, node, CITY)
    assert why(state, ("card", card)) == ""
    state.bank[state.box.kind_numbers[kind]] = 0
    assert why(state, ("card", card)) == f"{rule}: The bank has no cards of that kind."


@pytest.mark.rule("CK-20.10", "CK-1.5")
def test_free_roads_without_edge_or_road():
    state = holding("road_building", island(2))
    wanted = "CK-20.10: There is nowhere you could build a road."
    assert why(state, ("card", "road_building")) == wanted
    put_building(state, 0, 13, CITY)
    assert why(state, ("card", "road_building")) == ""
    state.roads = [0] * 15 + state.roads[15:]
    state.networks[0] = (1 << 15) - 1
    assert why(state, ("card", "road_building")) == "CK-20.10: You have no roads left."


@pytest.mark.rule("CK-20.5")
def test_numbers_that_inventor_may_swap():
    state = holding("inventor", island(2))
    run_agenda(state, ("card", "inventor"))
    hexes = {number: hex for hex, number in enumerate(state.numbers)}
    wanted = "CK-20.5: Swap two different numbers. The tokens 2, 6, 8 and 12 stay where they are."
    assert why(state, (hexes[4], hexes[9])) == ""
    assert why(state, (hexes[4], hexes[6])) == wanted
    same = [hex for hex, number in enumerate(state.numbers) if number == 4]
    assert why(state, tuple(same)) == wanted


@pytest.mark.rule("CK-20.1")
def test_alchemist_dice_values():
    state = island(2)
    state.push(PreRoll(0))
    assert why(state, "alchemist") == "CK-20.1: You have no Alchemist."
    deal(state, 0, "alchemist")
    assert why(state, "alchemist") == ""
    state.push(AlchemistDice(0))
    assert why(state, (6, 1)) == ""
    assert why(state, (7, 1)) == "CK-20.1: The value of each die must be from 1 to 6."


@pytest.mark.rule("CK-8.9")
def test_aqueduct_takes_only_what_the_bank_has():
    state = island(2)
    state.push(Aqueduct(0))
    assert why(state, "ore") == ""
    state.bank[state.box.kind_numbers["ore"]] = 0
    wanted = "CK-8.9: You can only take a resource that the bank has."
    assert why(state, "ore") == wanted
    assert why(state, "cloth") == wanted


# ---------------------------------------------------------------- trade cards and the progress hand


@pytest.mark.rule("CK-18.1")
def test_deals_at_a_commercial_harbor():
    state = holding("commercial_harbor", island(3))
    give(state, 0, ore=1)
    give(state, 1, coin=1)
    run_agenda(state, ("card", "commercial_harbor"))
    wanted = (
        "CK-18.1: You can trade once with each opponent who has cards, and you give a "
        "resource each time."
    )
    assert why(state, (1, "ore")) == ""
    assert why(state, (1, "wool")) == wanted
    assert why(state, (2, "ore")) == wanted
    state.push(HarborReturn(1, 0))
    assert why(state, "coin") == ""
    assert why(state, "cloth") == "CK-18.1: Give a commodity that you have."


@pytest.mark.rule("CK-18.3")
def test_hexes_for_a_merchant():
    state = holding("merchant", island(2, settlements={0: [13]}))
    here = [hex for hex in range(19) if state.board.hex_masks[hex] >> 13 & 1]
    run_agenda(state, ("card", "merchant"))
    assert why(state, here[0]) == ""
    away = next(hex for hex in range(19) if hex not in here)
    wanted = "CK-18.3: The merchant must move to another hex next to one of your buildings."
    assert why(state, away) == wanted


@pytest.mark.rule("CK-18.4", "CK-18.5", "CK-18.6")
def test_illegal_kinds_for_fleet_and_monopolies():
    state = holding("merchant_fleet", island(2))
    level(state, 0, 3, 0, 0)
    run_agenda(state, ("card", "merchant_fleet"))
    assert why(state, "ore") == ""
    assert why(state, "cloth") == ("CK-18.4: Name a kind of card that you cannot yet trade at 2:1.")
    for card, right, wrong, wanted in (
        ("resource_monopoly", "ore", "coin", "CK-18.5: Name a resource."),
        ("commodity_monopoly", "coin", "ore", "CK-18.6: Name a commodity."),
    ):
        named = holding(card, island(2))
        give(named, 1, ore=1)
        run_agenda(named, ("card", card))
        assert why(named, right) == ""
        assert why(named, wrong) == wanted


@pytest.mark.rule("CK-17.1", "CK-17.4", "CK-7.8", "CK-20.3")
def test_missing_cards_and_hands_without_playable_cards():
    state = island(2)
    assert shut(state, "card") == "CK-17.1: You have no progress cards."
    deal(state, 0, "warlord")
    assert shut(state, "card") == "CK-19.8: You have no inactive knight.", (
        "reason for the only card"
    )
    deal(state, 0, "crane")
    wanted = "CK-17.4: You cannot play any of your progress cards now."
    assert shut(state, "card") == wanted
    alone = island(2)
    deal(alone, 0, "crane")
    assert (
        shut(alone, "card") == "CK-20.3: You can only play the Crane together with an improvement."
    )
    state.place(0, 13, KNIGHT)
    assert shut(state, "card") == ""
    assert why(state, ("card", "warlord")) == ""
    assert why(state, ("card", "spy")) == "CK-17.1: You do not have that card."
    state.push(ProgressDiscardEnd(0))
    assert why(state, "warlord") == ""
    assert why(state, "spy") == "CK-7.8: You do not have that card."
