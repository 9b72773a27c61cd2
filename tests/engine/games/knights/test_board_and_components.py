"""Components and the island: counts, adjacency, layouts (CK-1, CK-2)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import engine.games.knights.components as module
from engine.core.chance import Dice
from engine.core.component_data import assumed_in
from engine.errors import BadSetup
from engine.games.knights.barbarians import PillageCity
from engine.games.knights.board import members
from engine.games.knights.component_types import DESERT
from engine.games.knights.components import components
from engine.games.knights.game import GAME
from engine.games.knights.setup import LayOut, reds_are_apart, spiral
from engine.games.knights.state import Island
from engine.geometry.bit_sets import mask_of
from tests.engine.games.knights.positions import (
    bag,
    bank,
    begin,
    deal,
    edges,
    give,
    island,
    level,
    points,
    possible,
    refused,
    run_agenda,
    step,
)

BOX = components()
DATA = tomllib.loads(Path(module.__file__).with_name("components.toml").read_text("utf-8"))


RULES = Path(module.__file__).with_name("rules.md").read_text("utf-8")

HEADING = re.compile(r"^- \*\*(CK-\d+\.\d+)\*\* \*\*([^*]+)\*\* \[[^\]]+\] x(\d+):", re.MULTILINE)

DECK_OF_CHAPTER = {"18": "trade", "19": "politics", "20": "science"}

LAND = island()


@pytest.mark.rule("CK-1.1", "CK-1.2", "CK-1.3")
def test_the_island_has_its_hexes_tokens_and_harbours():
    assert {one.id: one.count for one in BOX.terrains.values()} == {
        "forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1,
    }  # fmt: skip
    tokens = sorted(BOX.spiral.tokens)
    assert tokens == sorted([2, 12, *(2 * [3, 4, 5, 6, 8, 9, 10, 11])])
    harbors = {one.id: one.count for one in BOX.harbor_types.values()}
    assert harbors == {"generic": 4, "lumber": 1, "brick": 1, "wool": 1, "grain": 1, "ore": 1}
    assert all(
        one.kind is None or not BOX.kinds[one.kind].is_commodity
        for one in BOX.harbor_types.values()
    )


@pytest.mark.rule("CK-1.4", "CK-1.5", "CK-1.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bank_and_supplies_do_not_depend_on_number_of_players(seats: int):
    state = island(seats)
    assert state.bank == [19] * 5 + [12] * 3
    for seat in range(seats):
        assert [state.left(seat, piece) for piece in range(7)] == [15, 5, 4, 3, 2, 2, 2]
    assert len(BOX.tracks) == 3


@pytest.mark.rule("CK-1.7", "CK-5.3")
def test_the_event_die_has_three_ships_and_a_gate_of_each_track():
    assert sorted(BOX.event_faces) == ["gate_politics", "gate_science", "gate_trade"] + ["ship"] * 3


@pytest.mark.rule("CK-1.8", "CK-1.10")
def test_there_are_three_decks_of_eighteen_cards():
    for deck in range(3):
        assert sum(card.count for card in BOX.cards if card.deck == deck) == 18
    names = {card.id for card in BOX.cards}
    assert len(names) == 25
    assert not names & {"soldier", "knight", "victory_point", "year_of_plenty"}


@pytest.mark.rule("CK-2.1", "CK-2.2")
def test_numbering_of_hexes_nodes_and_edges_matches_the_data():
    board, geometry = BOX.board, DATA["geometry"]
    assert (board.hex_count, board.node_count, board.edge_count) == (19, 54, 72)
    for one in geometry["hexes"]:
        assert board.hex_nodes[one["id"]] == tuple(one["nodes"])
        assert board.hexes.sides_of(one["id"]) == tuple(one["edges"])
        assert sorted(board.neighbours[one["id"]]) == one["neighbours"]
    for one in geometry["nodes"]:
        corner = board.hexes.corners[one["id"]]
        assert (corner.x, corner.y) == (one["x"], one["y"])
        assert list(board.node_hexes[one["id"]]) == one["hexes"]
        assert list(members(board.near_masks[one["id"]])) == one["adjacent"]
        assert 1 <= len(one["hexes"]) <= 3
        assert 2 <= len(one["adjacent"]) <= 3
    for one in geometry["edges"]:
        assert board.ends[one["id"]] == (one["a"], one["b"])
        assert list(board.hexes.sides[one["id"]].cells) == one["hexes"]


def test_masks_and_numbers_are_the_same_sets():
    for numbers in ((), (0,), (0, 53), (3, 17, 52), tuple(range(54))):
        assert members(mask_of(numbers)) == numbers


@pytest.mark.rule("CK-2.4")
def test_a_harbour_serves_the_two_nodes_of_its_coast_edge():
    for place in BOX.harbor_places:
        assert BOX.board.ends[place.edge] == place.nodes
        assert BOX.board.hexes.sides[place.edge].is_coast
        assert BOX.board.hexes.sides[place.edge].cells == (place.hex,)
    assert len({place.edge for place in BOX.harbor_places}) == 9


@pytest.mark.rule("CK-2.5", "CK-2.6")
def test_red_numbers_are_never_adjacent_wherever_the_desert_is():
    for desert in range(19):
        terrains = ["forest"] * 19
        terrains[desert] = DESERT
        for corner in range(6):
            for clockwise in (True, False):
                numbers = spiral(BOX, terrains, corner, clockwise)
                assert numbers[desert] == 0
                assert sorted(numbers)[1:] == sorted(BOX.spiral.tokens)
                assert reds_are_apart(BOX, numbers)


@pytest.mark.rule("CK-2.5")
def test_spiral_starts_at_a_corner_and_ends_at_the_centre():
    terrains = ["forest"] * 19
    terrains[9] = DESERT
    numbers = spiral(BOX, terrains, 0, clockwise=True)
    assert [numbers[hex] for hex in (0, 1, 2, 6, 11)] == [5, 2, 6, 3, 8]
    numbers = spiral(BOX, terrains, 0, clockwise=False)
    assert [numbers[hex] for hex in (0, 3, 7, 12, 16)] == [5, 2, 6, 3, 8]
    for corner in range(6):
        for clockwise in (True, False):
            way = BOX.spiral.hexes(corner, clockwise)
            assert sorted(way) == list(range(19))
            steps = [BOX.board.hexes.distance(a, b) for a, b in pairwise(way)]
            assert steps == [1] * 18


@pytest.mark.rule("CK-2.5", "CK-2.7")
@pytest.mark.parametrize("layout", ["random_spiral", "random_balanced"])
def test_random_island_uses_all_pieces_and_separates_red_numbers(layout: str):
    state = GAME.setup(4, GAME.check(4, {"layout": layout}), {})
    seen = set()
    for number in range(30):
        step = LayOut()
        outcome = step.sample(state, Dice(b"%d" % number))
        assert step.check(state, outcome) is None
        terrains, numbers, harbors = outcome
        assert {name: terrains.count(name) for name in BOX.terrains} == {
            one.id: one.count for one in BOX.terrains.values()
        }
        assert {name: harbors.count(name) for name in BOX.harbor_types} == {
            one.id: one.count for one in BOX.harbor_types.values()
        }
        assert reds_are_apart(BOX, numbers)
        seen.add(outcome)
        swapped = list(numbers)
        six, two = swapped.index(6), swapped.index(2)
        swapped[six], swapped[two] = 2, 6
        assert layout != "random_spiral" or step.check(state, (terrains, tuple(swapped), harbors))
    assert len(seen) == 30


@pytest.mark.rule("CK-2.7")
def test_balanced_island_is_shuffled_wherever_the_desert_is():
    state = GAME.setup(4, GAME.check(4, {"layout": "random_balanced"}), {})
    outcomes = [LayOut().sample(state, Dice(b"%d" % number)) for number in range(400)]
    deserts = Counter(terrains.index(DESERT) for terrains, _, _ in outcomes)
    assert len(deserts) == 19
    for place in range(19):
        found = {numbers for terrains, numbers, _ in outcomes if terrains[place] == DESERT}
        assert len(found) == deserts[place]


@pytest.mark.parametrize("outcome", [None, (), ("a", "b", "c"), ((), (), ()), (1, 2, 3)])
def test_invalid_island_is_refused(outcome: Any):
    state = GAME.setup(4, GAME.check(4, {}), {})
    assert LayOut().check(state, outcome) is not None


@pytest.mark.rule("CK-2.8", "CK-2.9")
def test_the_beginners_island_is_fixed():
    match = begin(layout="beginner")
    state: Any = match.state
    assert state.terrains[:4] == ("mountains", "pasture", "forest", "fields")
    assert state.numbers == (10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11)
    assert state.harbors[1:3] == ("grain", "ore")
    assert state.robber == state.terrains.index(DESERT) == 9
    assert state.robber_locked
    assert not any(9 in hexes for hexes in state.hexes_by_number)


@pytest.mark.rule("CK-2.3")
def test_a_node_and_an_edge_hold_one_piece_and_a_hex_robber_and_merchant():
    state = island(settlements={0: [13]}, roads={0: [20]})
    state.merchant = state.robber
    assert state.occupied == 1 << 13
    assert not state.occupied & 1 << 12
    assert edges(state, "13-18") == [20]


@pytest.mark.rule("CK-1.8")
def test_decks_match_the_rules_of_their_chapters():
    found = {
        rule: (name, DECK_OF_CHAPTER[rule[3:5]], int(count))
        for rule, name, count in HEADING.findall(RULES)
    }
    assert len(found) == len(BOX.cards)
    for card in BOX.cards:
        track = BOX.tracks[card.deck].id
        assert found[card.rule] == (card.names.name_in("en"), track, card.count)


@pytest.mark.rule("CK-1.4")
def test_payments_discards_and_trades_return_to_the_bank():
    state = island(2, cities={0: [13]})
    give(state, 0, cloth=1, coin=12, wool=4)
    run_agenda(state, ("improve", "trade"), ("bank", "coin", "ore"), ("bank", "wool", "brick"))
    assert (bank(state, "cloth"), bank(state, "coin"), bank(state, "wool")) == (12, 4, 19)
    points(state, 0, 2)
    points(state, 1, 2)
    give(state, 1, lumber=19)
    deal(state, 0, "saboteur")
    run_agenda(state, ("card", "saboteur"), (1, bag(lumber=9)))
    assert bank(state, "lumber") == 9


@pytest.mark.rule("CK-1.5", "CK-1.11")
def test_pieces_run_out_and_return_to_the_supply():
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
    run_agenda(state, ("city", 0))
    assert [state.left(0, piece) for piece in (1, 2)] == [2, 0]
    assert refused(state, ("city", 2)) == "CK-1.5"
    step(state, PillageCity(0), 13)
    assert [state.left(0, piece) for piece in (1, 2, 3)] == [1, 1, 1]
    assert possible(state, "wall") == [(0,)]


@pytest.mark.rule("CK-2.3", "CK-11.5", "CK-15.1", "CK-16.4")
def test_occupied_node_takes_no_other_piece():
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
def test_random_layout_covers_all_corners_directions_and_places():
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
def test_desert_has_no_token_and_the_robber(layout: str):
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


# ---------------------------------------------------------------------- custom maps


def own(**changes: Any) -> dict[str, Any]:
    return {"layouts": {"beginner": changes}}


@pytest.mark.rule("CK-23.6", "CK-2.9")
def test_custom_map_is_used_with_any_layout():
    terrains = ["desert", *["fields"] * 18]
    numbers = [0, *[6] * 18]
    harbors = {"places": [{"id": 0, "beginner_type": "ore"}]}
    data = {**own(terrain_by_hex=terrains, number_by_hex=numbers), "harbors": harbors}
    state = GAME.setup(3, GAME.check(3, {}), data)
    assert state.terrains == tuple(terrains)
    assert state.robber == 0
    assert state.harbors[0] == "ore"
    assert len(state.hexes_by_number[6]) == 18


@pytest.mark.rule("CK-23.6", "CK-23.4")
@pytest.mark.parametrize(
    "data",
    [
        own(terrain_by_hex=["gold"] + ["desert"] * 18),
        own(terrain_by_hex=["desert"]),
        own(number_by_hex=[7] * 19),
        own(number_by_hex=[0] * 19),
        own(number_by_hex=["6"] * 19),
        own(terrain_by_hex=["fields"] * 19, number_by_hex=[6] * 19),
        {"harbors": {"places": [{"id": 0, "beginner_type": "coin"}]}},
        {"victory_points": {"city": 3}},
        {"costs": [{"id": "road", "cost": {"lumber": 2}}]},
        {"layouts": {"beginner": {"name_en": "Mine"}}},
    ],
)
def test_unplayable_map_is_refused(data: dict[str, Any]):
    with pytest.raises(BadSetup):
        GAME.setup(4, GAME.check(4, {}), data)


def test_assumptions_are_listed():
    assert "geometry" in {one.path for one in assumed_in(GAME.folder)}
