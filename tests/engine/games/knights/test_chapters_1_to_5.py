"""Chapters 1 to 5 of the rulebook, sentence by sentence: the box, the island, the setup, the turn,
the dice. What other tests of these chapters hold already is not repeated."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engine.games.knights.components as module
from engine.core.chance import Dice
from engine.games.knights.barbarians import PillageCity, TieReward
from engine.games.knights.box import DESERT
from engine.games.knights.components import components
from engine.games.knights.game import GAME
from engine.games.knights.main import Main
from engine.games.knights.production import Produce
from engine.games.knights.robber import Rob
from engine.games.knights.rounds import Turn
from engine.games.knights.setup import LayOut, SetupCity, SetupRoad, SetupSettlement, spiral
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.turn import BeginTurn, PreRoll, Roll
from tests.engine.games.knights.positions import (
    asked,
    bag,
    bank,
    deal,
    edges,
    fill_decks,
    give,
    go_on,
    hand,
    held,
    island,
    level,
    points,
    possible,
    refused,
    step,
    waits,
)

BOX = components()
LAND = island()
RULES = Path(module.__file__).with_name("rules.md").read_text("utf-8")
HEADING = re.compile(r"^- \*\*(CK-\d+\.\d+)\*\* \*\*([^*]+)\*\* \[[^\]]+\] x(\d+):", re.MULTILINE)
DECK_OF_CHAPTER = {"18": "trade", "19": "politics", "20": "science"}


# ---------------------------------------------------------------------- CK-1


@pytest.mark.rule("CK-1.8")
def test_the_decks_hold_the_cards_of_their_chapters_as_often_as_these_say():
    found = {
        rule: (name, DECK_OF_CHAPTER[rule[3:5]], int(count))
        for rule, name, count in HEADING.findall(RULES)
    }
    assert len(found) == len(BOX.cards)
    for card in BOX.cards:
        track = BOX.tracks[card.deck].id
        assert found[card.rule] == (card.names.name_in("en"), track, card.count)


@pytest.mark.rule("CK-1.4")
def test_all_that_is_paid_discarded_or_traded_in_goes_back_to_the_bank():
    state = island(2, cities={0: [13]})
    give(state, 0, cloth=1, coin=12, wool=4)
    go_on(state, ("improve", "trade"), ("bank", "coin", "ore"), ("bank", "wool", "brick"))
    assert (bank(state, "cloth"), bank(state, "coin"), bank(state, "wool")) == (12, 4, 19)
    points(state, 0, 2)
    points(state, 1, 2)
    give(state, 1, lumber=19)
    deal(state, 0, "saboteur")
    go_on(state, ("card", "saboteur"), (1, bag(lumber=9)))
    assert bank(state, "lumber") == 9


@pytest.mark.rule("CK-1.5", "CK-1.11")
def test_pieces_of_every_kind_run_out_and_come_back():
    state = island(
        2,
        settlements={0: [0, 2, 11, 15]},
        cities={0: [13, 40, 27]},
        roads={0: range(60, 72)},
        knights={0: {18: 1, 41: 2, 46: 2, 45: 3, 49: 3}},
        walls=[13, 40, 27],
        win_target="20",
    )
    give(state, 0, lumber=5, brick=8, wool=5, grain=6, ore=9)
    level(state, 0, 0, 3, 0)
    assert [state.left(0, piece) for piece in range(7)] == [3, 1, 1, 0, 1, 0, 0]
    assert possible(state, "wall") == possible(state, "promote") == []
    go_on(state, ("city", 0))
    assert [state.left(0, piece) for piece in (1, 2)] == [2, 0]
    assert refused(state, ("city", 2)) == "CK-1.5"
    step(state, PillageCity(0), 13)
    assert [state.left(0, piece) for piece in (1, 2, 3)] == [1, 1, 1]
    assert possible(state, "wall") == [(0,)]


# ---------------------------------------------------------------------- CK-2


@pytest.mark.rule("CK-2.3", "CK-11.5", "CK-15.1", "CK-16.4")
def test_on_a_node_with_any_piece_nothing_else_comes_to_stand():
    state = island(
        3,
        settlements={1: [30]},
        roads={0: edges(LAND, "13-18", "18-24", "24-30", "18-23", "23-29")},
        knights={0: {18: 1}, 1: {23: 1}, 2: {29: 3}},
        ready=[18],
    )
    give(state, 0, lumber=3, brick=3, wool=3, grain=3, ore=3)
    taken = {18, 30, 23, 29}
    for key in ("recruit", "settlement"):
        assert not taken & {pick[0] for pick in possible(state, key)}
    assert {pick[1] for pick in possible(state, "move")} == {13, 24}


@pytest.mark.rule("CK-2.5")
def test_every_corner_and_direction_and_every_place_of_hexes_and_harbours_comes_up():
    state = GAME.setup(4, GAME.check(4, {}), {})
    assert isinstance(state, Island)
    ways: Counter[tuple[int, bool]] = Counter()
    lands, piers = set(), set()
    for number in range(600):
        terrains, numbers, harbors = LayOut().sample(state, Dice(b"%d" % number))
        lands |= set(enumerate(terrains))
        piers |= set(enumerate(harbors))
        (way,) = [
            (corner, clockwise)
            for corner in range(6)
            for clockwise in (True, False)
            if spiral(BOX, terrains, corner, clockwise) == numbers
        ]
        ways[way] += 1
    assert len(ways) == 12
    assert all(20 < count < 90 for count in ways.values())
    assert len(lands) == 19 * 6
    assert len(piers) == 9 * 6


@pytest.mark.rule("CK-2.9", "CK-9.5")
@pytest.mark.parametrize("layout", ["beginner", "random_spiral", "random_balanced"])
def test_the_desert_has_no_token_and_the_robber(layout: str):
    state: Any = GAME.setup(2, GAME.check(2, {"layout": layout}), {})
    if layout != "beginner":
        state.agenda.pop()
        LayOut().apply(state, LayOut().sample(state, Dice(b"desert")))
    (desert,) = [hex for hex, name in enumerate(state.terrains) if name == DESERT]
    assert state.numbers[desert] == 0
    assert state.numbers.count(0) == 1
    assert (state.robber, state.robber_locked) == (desert, True)
    assert not any(desert in hexes for hexes in state.hexes_by_number)
    assert BOX.terrains[DESERT].settlement == BOX.terrains[DESERT].city == ()


# ---------------------------------------------------------------------- CK-3


@pytest.mark.rule("CK-3.4", "CK-3.6")
def test_a_setup_building_needs_no_connection_and_comes_from_the_supply():
    state = step(island(2, settlements={1: [13]}), SetupSettlement(0), 50, *edges(LAND, "46-50"))
    assert [state.left(0, piece) for piece in range(3)] == [14, 4, 4]
    step(state, SetupCity(0), 0, *edges(LAND, "0-3"))
    assert [state.left(0, piece) for piece in range(3)] == [13, 4, 3]
    assert hand(state, 0) == {"ore": 1}
    assert state.points(0) == 3


@pytest.mark.rule("CK-3.5", "CK-4.11", "CK-2.3")
def test_a_setup_road_goes_on_an_empty_edge_and_the_last_one_is_taken_by_itself():
    state = island(2, settlements={0: [0]}, roads={1: edges(LAND, "0-3")})
    step(state, SetupRoad(0, 0))
    assert state.networks[0] == 1 << edges(LAND, "0-4")[0]


@pytest.mark.rule("CK-3.7")
@pytest.mark.parametrize(
    ("node", "cards"),
    [
        (40, {"ore": 1, "grain": 2}),
        (0, {"ore": 1}),
        (4, {"ore": 1, "wool": 1}),
        (35, {"ore": 1, "grain": 1}),
        (46, {"wool": 2}),
    ],
)
def test_the_first_city_brings_a_card_for_each_hex_whatever_it_yields_later(
    node: int, cards: dict[str, int]
):
    state = step(island(), SetupCity(0), node)
    assert hand(state, 0) == cards


# ---------------------------------------------------------------------- CK-4


@pytest.mark.rule("CK-4.2", "CK-16.1", "CK-4.8")
def test_only_the_active_players_active_knights_become_ready_and_till_the_turn_ends():
    state = island(
        3, knights={0: {13: 1}, 1: {40: 2, 45: 1}, 2: {0: 3}}, active=[13, 40, 0], ready=[]
    )
    state.agenda.clear()
    state.push(Turn(1))
    go_on(state)
    assert state.ready == 1 << 40
    go_on(state, "roll", (1, 3, "gate_trade"), ("end",))
    assert waits(state) == "PreRoll 2"
    assert state.ready == 1 << 0


@pytest.mark.rule("CK-4.3", "CK-20.1")
def test_after_one_alchemist_comes_the_roll_and_no_second_one():
    state = island(2)
    state.agenda.clear()
    deal(state, 0, "alchemist", "alchemist")
    step(state, PreRoll(0), "alchemist")
    assert waits(state) == "AlchemistDice 0"
    go_on(state, (6, 6))
    assert asked(state).name == "RollEvent"
    assert held(state, 0) == ["alchemist"]
    assert [refused_dice(pick) for pick in ((0, 1), (1, 7), (7, 0), ("1", 1), 6)] == ["CK-20.1"] * 5


def refused_dice(pick: Any) -> str:
    """The rule by which these dice of an Alchemist are refused."""
    state = island(2)
    deal(state, 0, "alchemist")
    return refused(step(state, PreRoll(0), "alchemist"), pick)


@pytest.mark.rule("CK-4.4", "CK-4.5", "CK-4.6", "CK-6.22")
def test_the_event_is_resolved_with_every_decision_before_the_yield():
    state = island(2, settlements={0: [13]}, knights={0: {23: 1}, 1: {29: 1}}, active=[23, 29])
    state.ship = 6
    step(state, Roll(0), (1, 3, "ship"))
    assert waits(state) == "TieDeck 0"
    assert hand(state, 0) == {}
    go_on(state, "trade")
    assert waits(state) == "TieDeck 1"
    assert hand(state, 0) == {}
    go_on(state, "science")
    assert hand(state, 0) == {"wool": 1}
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-4.8", "CK-18.4", "CK-20.3", "CK-18.1", "CK-15.8", "CK-16.1")
def test_at_the_end_of_the_turn_fleet_crane_harbour_promotion_and_readiness_are_over():
    state = island(2, cities={0: [13, 40]}, knights={0: {18: 1}}, ready=[18])
    state.agenda.clear()
    state.push(Main(0), *_rest_of_turn(state))
    deal(state, 0, "merchant_fleet", "crane", "crane", "commercial_harbor")
    give(state, 0, ore=2, wool=2, lumber=1)
    give(state, 1, grain=1)
    go_on(
        state,
        ("card", "merchant_fleet"),
        "ore",
        ("improve", "politics", "crane"),
        ("promote", 18),
        ("card", "commercial_harbor"),
        (1, "lumber"),
    )
    assert state.rates(0)[4] == 2
    assert refused(state, ("improve", "trade", "crane")) == "CK-20.3"
    assert (state.dealt, state.promoted, state.ready) == (2, 1 << 18, 1 << 18)
    go_on(state, ("end",), "roll", (1, 1, "gate_trade"), ("end",), "roll", (1, 1, "gate_trade"))
    assert waits(state) == "Main 0"
    assert state.rates(0)[4] == 4
    assert (state.dealt, state.promoted) == (0, 0)
    assert state.ready == 1 << 18
    level(state, 0, 0, 3, 0)
    assert ("trade", "crane") in possible(state, "improve")
    assert possible(state, "promote") == [(18,)]


def _rest_of_turn(state: Island) -> list[Any]:
    """What follows the action phase of seat 0: the end of the turn, then seat 1."""
    state.push(Turn(0))
    state.agenda.pop().run(state)  # type: ignore[attr-defined]
    rest = state.agenda[1::-1]
    state.agenda.clear()
    return rest


@pytest.mark.rule("CK-4.11", "CK-17.4")
def test_what_is_plain_to_all_is_not_asked():
    lone = island(2, cities={0: [13], 1: [40]})
    assert asked(step(lone, PillageCity(1))) == Main(0)
    one_deck = island(2)
    one_deck.decks, one_deck.deck_sizes = [(), one_deck.decks[1], ()], [0, 18, 0]
    assert waits(step(one_deck, TieReward(0))) == "Main 0"
    assert one_deck.cards_held(0) == 1
    robbed = island(3, settlements={1: [13]})
    give(robbed, 1, ore=1)
    robbed.move_robber(4)
    assert asked(step(robbed, Rob(0))).name == "Steal"


def single_way(card: str) -> Island:
    """A position in which all can see that a card leaves no choice to anybody."""
    match card:
        case "deserter":
            state = island(2, roads={0: edges(LAND, "2-6")}, knights={0: {2: 1, 6: 2}, 1: {5: 1}})
        case "diplomat":
            state = island(2, settlements={1: [40]}, roads={1: edges(LAND, "40-45")})
        case "intrigue":
            roads = {0: edges(LAND, "5-9"), 1: edges(LAND, "2-5")}
            state = island(2, roads=roads, knights={1: {5: 3}})
        case "medicine":
            state = island(2, settlements={0: [0]}, cities={0: [13]})
            state.replace(13, TIPPED)
            give(state, 0, ore=2, grain=1)
        case "road_building":
            state = island(
                2, settlements={0: [0]}, roads={1: edges(LAND, "0-3")}, knights={1: {4: 1}}
            )
        case "smith":
            state = island(2, knights={0: {13: 1}})
        case "master_merchant" | "spy":
            state = island(2)
            points(state, 1, 3)
            give(state, 1, ore=1)
            deal(state, 1, "bishop")
        case _:
            state = island(2, cities={0: [2]})
    deal(state, 0, card)
    return state


CARDS = (
    "deserter diplomat engineer intrigue master_merchant medicine merchant road_building smith spy"
)


@pytest.mark.rule("CK-4.11", "CK-20.10", "CK-20.11", "CK-19.3")
@pytest.mark.parametrize("card", CARDS.split())
def test_a_card_with_a_single_way_to_play_it_asks_nothing_not_even_to_pass(card: str):
    state = go_on(single_way(card), ("card", card))
    assert waits(state) == "Main 0"
    assert card not in held(state, 0)


# ---------------------------------------------------------------------- CK-5


@pytest.mark.rule("CK-5.2", "CK-7.1")
def test_the_yellow_die_has_no_say_at_a_gate():
    for yellow in range(1, 7):
        state = island(2)
        state.agenda.clear()
        fill_decks(state, "merchant")
        level(state, 1, 2, 0, 0)
        step(state, BeginTurn(0), "roll", (3, yellow, "gate_trade"))
        assert state.cards_held(1) == 1


@pytest.mark.rule("CK-5.1", "CK-8.1")
def test_red_and_yellow_together_say_which_hexes_yield():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    step(state, Roll(0), (4, 2, "gate_trade"))
    assert hand(state, 0) == {"brick": 1}
    state.agenda.clear()
    step(state, Produce(5))
    assert hand(state, 0) == {"brick": 1}
