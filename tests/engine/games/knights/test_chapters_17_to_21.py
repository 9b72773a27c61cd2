"""Chapters 17 to 21 of the rulebook, sentence by sentence: progress cards and the merchant. What
other tests of these chapters hold already is not repeated."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.board import members
from engine.games.knights.cards_politics import removable
from engine.games.knights.main import EFFECTS
from engine.games.knights.state import TIPPED, Island
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
    level,
    points,
    possible,
    refused,
    waits,
)

LAND = island()


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


# ---------------------------------------------------------------------- CK-17


@pytest.mark.rule("CK-17.3", "CK-17.1")
@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_a_card_lies_under_its_own_deck_before_it_does_anything(card: str):
    state = full_table()
    deal(state, 0, card)
    deck = state.box.cards[state.box.card_numbers[card]].deck
    size = state.deck_sizes[deck]
    go_on(state, ("card", card))
    assert state.decks[deck][0] == state.box.card_numbers[card]
    assert state.deck_sizes[deck] == size + 1
    assert state.backs[0] == (0, 0, 0)


def full_table() -> Island:
    """A position in which every card has an effect and something to be asked."""
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


@pytest.mark.rule("CK-17.5")
def test_effects_on_several_go_round_from_the_seat_after_the_active_player():
    state = island(4, settlements={0: [13], 1: [8], 3: [17]})
    state.active = 2
    state.agenda[-1] = type(state.agenda[-1])(2)  # type: ignore[call-arg]
    for seat in (0, 1, 3):
        give(state, seat, ore=3, wool=1)
        points(state, seat, 2)
    deal(state, 2, "bishop", "wedding", "resource_monopoly")
    go_on(state, ("card", "wedding"))
    order = []
    for _ in range(3):
        order.append(asked(state).seat)
        go_on(state, bag(ore=2))
    assert order == [3, 0, 1]
    go_on(state, ("card", "bishop"), 4)
    taken = []
    for _ in range(3):
        taken.append(asked(state).victim)
        go_on(state, "wool")
    assert taken == [3, 0, 1]
    before = len(state.story or [])
    go_on(state, ("card", "resource_monopoly"), "ore")
    told = [note.seat for note in (state.story or [])[before:] if "gives" in note.text.plain()]
    assert told == [3, 0, 1]


@pytest.mark.rule("CK-17.6", "CK-19.9", "CK-19.6", "CK-18.2")
@pytest.mark.parametrize(("own", "theirs"), [(5, 4), (5, 5), (5, 6)])
def test_who_has_more_as_many_or_fewer_points(own: int, theirs: int):
    state = island(2)
    points(state, 0, own)
    points(state, 1, theirs)
    give(state, 1, ore=4)
    deal(state, 0, "wedding", "master_merchant", "saboteur")
    able = {pick[0] for pick in possible(state, "card")}
    assert ("wedding" in able) == ("master_merchant" in able) == (theirs > own)
    assert ("saboteur" in able) == (theirs >= own)


# ---------------------------------------------------------------------- CK-18


@pytest.mark.rule("CK-18.1", "CK-17.4", "CK-17.5")
def test_commercial_harbor_deals_in_any_order_once_with_each_and_failed_deals_count():
    state = island(4)
    give(state, 0, ore=2, brick=1, coin=1)
    give(state, 1, cloth=2)
    give(state, 3, wool=4)
    deal(state, 0, "commercial_harbor", "commercial_harbor")
    go_on(state, ("card", "commercial_harbor"))
    deals = asked(state).options(state)
    assert set(deals) == {(1, "ore"), (1, "brick"), (3, "ore"), (3, "brick"), ("stop",)}
    assert refused(state, (2, "ore")) == refused(state, (1, "coin")) == "CK-18.1"
    assert refused(state, (0, "ore")) == refused(state, (1, "wool")) == "CK-18.1"
    go_on(state, (3, "ore"))
    assert hand(state, 3) == {"wool": 4}
    go_on(state, (1, "brick"), "cloth")
    assert waits(state) == "Main 0"
    assert hand(state, 0) == {"ore": 2, "cloth": 1, "coin": 1}
    assert hand(state, 1) == {"brick": 1, "cloth": 1}
    assert refused(state, ("card", "commercial_harbor")) == "CK-18.1"


@pytest.mark.rule("CK-18.2")
@pytest.mark.parametrize(("cards", "asks"), [(1, False), (2, False), (3, True)])
def test_master_merchant_takes_two_or_all_there_is(cards: int, asks: bool):
    state = island(2)
    points(state, 1, 1)
    give(state, 1, ore=cards)
    deal(state, 0, "master_merchant")
    go_on(state, ("card", "master_merchant"))
    assert (waits(state) == "MasterTake 0") == asks
    if asks:
        go_on(state, bag(ore=2))
    assert (state.hand_sizes[0], state.hand_sizes[1]) == (min(2, cards), max(0, cards - 2))


@pytest.mark.rule("CK-18.3", "CK-21.2", "CK-21.1")
def test_the_merchant_may_stand_on_the_desert_for_its_point_alone():
    state = island(2, settlements={0: [24]})
    deal(state, 0, "merchant")
    go_on(state, ("card", "merchant"), 9)
    assert state.points(0) == 2
    assert state.rates(0) == [4] * 8


@pytest.mark.rule("CK-18.3", "CK-21.3", "CK-17.4")
def test_the_merchant_of_another_may_be_taken_over_where_it_stands_but_the_own_must_move():
    state = island(2, settlements={0: [0]})
    state.merchant, state.merchant_owner = 0, 1
    deal(state, 0, "merchant", "merchant")
    go_on(state, ("card", "merchant"))
    assert (state.merchant, state.merchant_owner) == (0, 0)
    assert (state.points(0), state.points(1)) == (2, 0)
    assert refused(state, ("card", "merchant")) == "CK-18.3"


@pytest.mark.rule("CK-18.4", "CK-10.8", "CK-17.4")
def test_a_fleet_names_any_kind_above_two_to_one_and_two_fleets_name_two():
    state = island(2)
    level(state, 0, 3, 0, 0)
    deal(state, 0, "merchant_fleet", "merchant_fleet")
    go_on(state, ("card", "merchant_fleet"))
    assert asked(state).options(state) == ["lumber", "brick", "wool", "grain", "ore"]
    assert refused(state, "coin") == "CK-18.4"
    go_on(state, "ore", ("card", "merchant_fleet"), "wool")
    assert state.rates(0) == [4, 4, 2, 4, 2, 2, 2, 2]
    state.fleet = 0b11111
    deal(state, 0, "merchant_fleet")
    assert refused(state, ("card", "merchant_fleet")) == "CK-18.4"


@pytest.mark.rule("CK-18.5", "CK-18.6", "CK-17.4")
@pytest.mark.parametrize(
    ("card", "kind", "taken"),
    [("resource_monopoly", "ore", [2, 1, 0]), ("commodity_monopoly", "coin", [1, 1, 0])],
)
def test_monopolies_take_two_resources_or_one_commodity_or_what_there_is(
    card: str, kind: str, taken: list[int]
):
    state = island(4)
    for seat, number in enumerate((3, 1), 1):
        give(state, seat, **{kind: number, "wool": 1})
    give(state, 0, **{kind: 1})
    sizes = list(state.hand_sizes)
    deal(state, 0, card)
    go_on(state, ("card", card), kind)
    assert [sizes[n] - state.hand_sizes[n] for n in (1, 2, 3)] == taken
    assert hand(state, 0) == {kind: 1 + sum(taken)}
    empty = island(2)
    deal(empty, 0, card)
    give(empty, 0, ore=3, coin=3)
    assert refused(empty, ("card", card)).startswith("CK-18")


# ---------------------------------------------------------------------- CK-19


@pytest.mark.rule("CK-19.1", "CK-9.8", "CK-9.10")
def test_the_bishop_takes_one_card_of_each_who_builds_there_and_has_any():
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
    go_on(state, ("card", "bishop"))
    assert refused(state, 9) == "CK-9.7"
    go_on(state, 4, "ore")
    assert waits(state) == "Main 0"
    assert state.hand_sizes == [1, 2, 0, 3]


@pytest.mark.rule("CK-19.3", "CK-4.11", "CK-15.1", "CK-2.3")
def test_the_deserter_may_stand_where_the_knight_it_comes_from_stood():
    state = island(
        2, roads={0: line("13-18"), 1: line("18-24")}, knights={1: {18: 2}, 0: {13: 1}}, active=[18]
    )
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"))
    assert asked(state).options(state) == [18, "pass"]
    go_on(state, 18)
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
def test_the_level_of_the_deserter_is_the_same_or_the_highest_lower_never_a_higher(
    gone: int, own: dict[int, int], instead: int
):
    state = island(
        2,
        roads={0: line("13-18", "18-24", "24-30", "30-36", "36-41")},
        knights={0: own, 1: {50: gone}},
    )
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"))
    assert state.knights[1] == 0
    if not instead:
        assert waits(state) == "Main 0"
        return
    assert asked(state).level == instead
    go_on(state, 41)
    assert state.level_at(41) == instead
    assert state.active_knights == 0


@pytest.mark.rule("CK-19.3", "CK-12.5", "CK-12.6")
@pytest.mark.parametrize("own", [{}, {13: 1, 18: 1}])
def test_the_road_that_the_deserter_cut_is_whole_again_though_none_takes_its_place(
    own: dict[int, int],
):
    five = line("12-17", "17-23", "23-29", "29-34", "34-39")
    roads = {0: line("13-18") if own else [], 1: five, 2: line("17-22")}
    state = island(3, roads=roads, knights={0: own, 2: {23: 1}})
    assert (state.lengths[1], state.award) == (3, -1)
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"))
    assert waits(state) == "Main 0"
    assert (state.lengths[1], state.award) == (5, 1)


@pytest.mark.rule("CK-19.3", "CK-16.1", "CK-15.8")
def test_an_active_deserter_acts_at_once_and_can_be_promoted():
    state = island(2, roads={0: line("13-18", "18-24")}, knights={1: {50: 1}}, active=[50])
    give(state, 0, wool=1, ore=1)
    deal(state, 0, "deserter")
    go_on(state, ("card", "deserter"), 18, ("promote", 18), ("move", 18, 13))
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
def test_a_road_is_open_where_its_owner_has_nothing_else_at_one_end(
    more: dict[str, Any], is_open: bool
):
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
def test_the_own_road_is_placed_again_by_what_is_left_of_the_network():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18", "18-24", "39-44")})
    deal(state, 0, "diplomat")
    go_on(state, ("card", "diplomat"))
    assert set(asked(state).options(state)) == {*line("18-24", "39-44")}
    go_on(state, *line("39-44"))
    legal = set(asked(state).options(state)) - {"pass"}
    assert legal == set(line("8-13", "9-13", "18-23", "24-30", "19-24"))
    go_on(state, *line("24-30"))
    assert state.networks[0].bit_count() == 3
    assert state.lengths[0] == 3


@pytest.mark.rule("CK-19.4", "CK-15.1")
def test_a_knight_of_another_does_not_hold_a_road_but_that_of_its_owner_does_at_either_end():
    state = island(
        3,
        roads={1: line("13-18"), 2: line("40-45")},
        knights={1: {18: 1}, 0: {45: 1}},
        settlements={0: [0]},
    )
    deal(state, 0, "diplomat")
    go_on(state, ("card", "diplomat"))
    assert (state.networks[1], state.networks[2]) == (1 << line("13-18")[0], 0)
    assert state.left(2, 0) == 15


@pytest.mark.rule("CK-19.5", "CK-16.6", "CK-16.8")
def test_intrigue_drives_a_mighty_active_knight_but_not_back_and_no_own_one():
    state = island(
        2,
        roads={0: line("13-18", "40-45"), 1: line("18-24", "24-30")},
        knights={0: {45: 1}, 1: {18: 3, 30: 1}},
        active=[18],
    )
    deal(state, 0, "intrigue", "intrigue")
    go_on(state, ("card", "intrigue"))
    assert (state.level_at(24), state.active_knights) == (3, 1 << 24)
    assert refused(state, ("card", "intrigue")) == "CK-19.5"


@pytest.mark.rule("CK-19.6", "CK-9.2", "CK-17.6")
def test_the_saboteur_leaves_those_with_fewer_points_or_a_single_card_alone():
    state = island(4, cities={1: [13]}, walls=[13])
    for seat, (number, size) in enumerate(((4, 9), (4, 3), (3, 8), (5, 1))):
        points(state, seat, number)
        give(state, seat, wool=min(size, 3), ore=max(0, size - 3))
    deal(state, 0, "saboteur")
    go_on(state, ("card", "saboteur"))
    assert [seat for seat, _ in asked(state).branches] == [1]
    go_on(state, (1, bag(wool=1)))
    assert state.hand_sizes == [9, 2, 8, 1]


@pytest.mark.rule("CK-19.7", "CK-7.10", "CK-17.2")
def test_the_spy_must_take_a_card_and_may_take_a_spy_and_play_it():
    state = island(2)
    deal(state, 0, "spy")
    deal(state, 1, "spy", "merchant")
    go_on(state, ("card", "spy"))
    assert "pass" not in asked(state).options(state)
    go_on(state, "spy", ("card", "spy"))
    assert held(state, 0) == ["merchant"]
    assert held(state, 1) == []


@pytest.mark.rule("CK-19.9", "CK-17.5", "CK-4.11")
def test_wedding_gifts_of_none_one_two_and_more_cards():
    state = island(4)
    for seat, cards in enumerate((0, 1, 3), 1):
        points(state, seat, 3)
        give(state, seat, wool=cards)
    deal(state, 0, "wedding")
    go_on(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 3"
    assert refused(state, bag(wool=3)) == refused(state, bag(wool=1)) == "CK-19.9"
    go_on(state, bag(wool=2))
    assert state.hand_sizes == [3, 0, 0, 1]
    points(state, 0, 3)
    deal(state, 0, "wedding")
    assert refused(state, ("card", "wedding")) == "CK-19.9"


# ---------------------------------------------------------------------- CK-20


@pytest.mark.rule("CK-20.3", "CK-13.1", "CK-13.3", "CK-17.3")
@pytest.mark.parametrize("own", range(5))
def test_the_crane_spares_one_commodity_of_one_improvement(own: int):
    state = island(2, cities={0: [13, 40]})
    level(state, 0, 0, own, 0)
    give(state, 0, coin=own)
    deal(state, 0, "crane")
    assert ("politics",) not in possible(state, "improve")
    assert ("politics", "crane") in possible(state, "improve")
    go_on(state, ("improve", "politics", "crane"))
    assert hand(state, 0) == {}
    assert state.levels[0] == (0, own + 1, 0)
    assert state.decks[2][0] == state.box.card_numbers["crane"]


@pytest.mark.rule("CK-20.4", "CK-11.10")
def test_the_engineer_needs_a_city_that_can_take_a_wall_and_pays_nothing():
    state = island(2, settlements={0: [27]}, cities={0: [13, 40]}, walls=[13])
    deal(state, 0, "engineer")
    go_on(state, ("card", "engineer"))
    assert state.walls == 1 << 13 | 1 << 40
    assert state.left(0, 3) == 1
    bare = island(2, settlements={0: [27]})
    deal(bare, 0, "engineer")
    assert possible(bare, "card") == []


@pytest.mark.rule("CK-20.5", "CK-8.6")
def test_the_inventor_moves_no_2_6_8_12_and_no_equal_number_but_any_two_others():
    state = island(2)
    deal(state, 0, "inventor")
    go_on(state, ("card", "inventor"))
    movable = {hex: n for hex, n in enumerate(state.numbers) if n in (3, 4, 5, 9, 10, 11)}
    pairs = {(a, b) for a in movable for b in movable if movable[a] != movable[b]}
    assert set(asked(state).options(state)) == pairs
    for pick in ((1, 0), (4, 0), (11, 0), (3, 0), (9, 0), (0, 0), (2, 7)):
        assert refused(state, pick) == "CK-20.5"
    state.robber = 7
    go_on(state, (7, 0))
    assert (state.numbers[7], state.numbers[0], state.robber) == (10, 9, 7)
    assert state.hexes_by_number[9] == (0, 2)
    assert state.hexes_by_number[10] == (6, 7)


@pytest.mark.rule("CK-20.6", "CK-20.8", "CK-6.18")
@pytest.mark.parametrize(
    ("card", "kind", "nodes", "left", "taken"),
    [
        ("irrigation", "grain", [45], 19, 4),
        ("irrigation", "grain", [45, 48], 19, 4),
        ("irrigation", "grain", [45, 11, 16], 19, 8),
        ("irrigation", "grain", [45, 11], 5, 5),
        ("mining", "ore", [0, 3], 19, 2),
        ("mining", "ore", [0, 37, 35], 1, 1),
        ("mining", "ore", [0, 37, 35], 19, 6),
    ],
)
def test_each_different_hex_brings_two_cards_whatever_stands_there(
    card: str, kind: str, nodes: list[int], left: int, taken: int
):
    state = island(2, cities={0: nodes[:1]}, settlements={0: nodes[1:]})
    if len(nodes) == 1:
        state.replace(nodes[0], TIPPED)
    state.bank[state.box.kind_numbers[kind]] = left
    deal(state, 0, card)
    go_on(state, ("card", card))
    assert hand(state, 0) == {kind: taken}


@pytest.mark.rule("CK-20.7", "CK-11.8", "CK-22.2")
def test_medicine_wants_its_price_and_a_city_piece_and_may_win():
    def there(**cards: int) -> Island:
        state = island(2, settlements={0: [13]})
        give(state, 0, **cards)
        deal(state, 0, "medicine")
        return state

    for cards in ({"ore": 1, "grain": 1}, {"ore": 2}, {"ore": 3}):
        assert refused(there(**cards), ("card", "medicine")) == "CK-20.7"
    state = there(ore=2, grain=1)
    points(state, 0, 12)
    go_on(state, ("card", "medicine"))
    assert state.over
    assert hand(state, 0) == {}
    none = island(2, settlements={0: [13]}, cities={0: [40, 27, 20, 52]})
    give(none, 0, ore=2, grain=1)
    deal(none, 0, "medicine")
    assert refused(none, ("card", "medicine")) == "CK-1.5"


@pytest.mark.rule("CK-20.10", "CK-12.6", "CK-1.5", "CK-11.2")
def test_the_second_free_road_may_start_from_the_first_and_may_be_left():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18")})
    deal(state, 0, "road_building")
    go_on(state, ("card", "road_building"))
    assert refused(state, "pass") == "CK-11.2"
    assert not asked(state).allows(state, line("24-30")[0])
    go_on(state, *line("18-24"))
    assert asked(state).allows(state, line("24-30")[0])
    assert asked(state).allows(state, "pass")
    assert state.lengths[0] == 1
    go_on(state, "pass")
    assert state.lengths[0] == 2
    assert state.left(0, 0) == 13


@pytest.mark.rule("CK-20.11", "CK-15.4", "CK-15.5", "CK-15.8")
def test_the_smith_promotes_two_different_knights_one_after_the_other():
    state = island(2, knights={0: {13: 2, 18: 1, 24: 2}}, active=[24], ready=[13])
    level(state, 0, 0, 3, 0)
    deal(state, 0, "smith")
    go_on(state, ("card", "smith"))
    assert asked(state).options(state) == (13, 24)
    go_on(state, 13)
    assert asked(state).options(state) == [18, 24, "pass"]
    go_on(state, 18)
    assert [state.level_at(node) for node in (13, 18, 24)] == [3, 2, 2]
    assert (state.ready, members(state.active_knights)) == (1 << 13, (13, 24))
    assert hand(state, 0) == {}


@pytest.mark.rule("CK-20.10", "CK-20.11")
def test_neither_a_third_road_nor_a_third_knight_is_free():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18")})
    deal(state, 0, "road_building")
    go_on(state, ("card", "road_building"), *line("18-24", "24-30"))
    assert waits(state) == "Main 0"
    assert state.networks[0].bit_count() == 3
    smith = island(2, knights={0: {13: 2, 18: 1, 24: 2, 30: 1}})
    level(smith, 0, 0, 3, 0)
    deal(smith, 0, "smith")
    go_on(smith, ("card", "smith"), 13, 24)
    assert waits(smith) == "Main 0"
    assert [smith.level_at(node) for node in (13, 18, 24, 30)] == [3, 1, 3, 1]


# ---------------------------------------------------------------------- CK-21


@pytest.mark.rule("CK-21.2", "CK-21.3", "CK-21.4", "CK-10.6")
def test_the_merchant_trades_the_resource_of_its_hex_at_once_and_never_the_commodity():
    state = island(2, settlements={0: [4], 1: [12]})
    state.move_robber(0)
    deal(state, 0, "merchant")
    give(state, 0, ore=2, coin=2)
    go_on(state, ("card", "merchant"), 0, ("bank", "ore", "wool"))
    assert hand(state, 0) == {"wool": 1, "coin": 2}
    assert possible(state, "bank") == []
    state.merchant_owner = 1
    assert state.rates(0) == [4] * 8
    assert state.rates(1) == [4, 4, 4, 4, 2, 4, 4, 4]
