"""Chapters 6 to 8 of the rulebook, sentence by sentence: the barbarians, drawing and holding
progress cards, production. What other tests of these chapters hold already is not repeated."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.barbarians import AfterAttack, Attack
from engine.games.knights.board import members
from engine.games.knights.production import Produce
from engine.games.knights.state import SETTLEMENT, TIPPED, Island
from engine.games.knights.turn import Roll, have_fallen
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
    metropolis,
    points,
    possible,
    refused,
    rules_told,
    step,
    waits,
)

LAND = island()


def attacked(state: Island, *values: object) -> Island:
    """The barbarians attack."""
    state.agenda.clear()
    state.push(Attack(), AfterAttack())
    return go_on(state, *values)


# ---------------------------------------------------------------------- CK-6


@pytest.mark.rule("CK-6.7", "CK-6.8")
@pytest.mark.parametrize(("strong", "defenders"), [(1, [0, 0]), (2, [1, 0])])
def test_equal_strength_is_enough_and_one_less_is_not(strong: int, defenders: list[int]):
    state = island(2, cities={0: [13], 1: [40]}, knights={0: {23: strong}}, active=[23])
    attacked(state)
    assert state.defenders == defenders
    assert members(state.cities[0]) == (13,)
    assert state.cities[1].bit_count() == (0 if strong == 1 else 1)


@pytest.mark.rule("CK-6.5", "CK-6.8")
def test_who_has_no_city_defends_the_island_too_and_may_become_defender():
    state = island(
        3,
        cities={0: [13]},
        settlements={2: [40]},
        knights={2: {41: 2}, 0: {23: 1}},
        active=[41, 23],
    )
    attacked(state)
    assert state.defenders == [0, 0, 1]
    assert state.points(2) == 2


@pytest.mark.rule("CK-6.5", "CK-6.20")
def test_inactive_knights_neither_help_nor_become_active():
    state = island(2, cities={0: [13]}, knights={0: {23: 3}, 1: {41: 3}})
    attacked(state)
    assert members(state.settlements[0]) == (13,)
    assert state.active_knights == 0
    assert state.strength(0) == state.strength(1) == 3


@pytest.mark.rule("CK-6.9", "CK-6.12", "CK-7.5", "CK-7.6", "CK-7.7")
def test_four_defenders_with_full_hands_draw_and_discard_one_after_another():
    state = island(4, knights={0: {0: 2}, 1: {2: 2}, 2: {11: 2}, 3: {15: 2}}, active=[0, 2, 11, 15])
    for seat in range(4):
        deal(state, seat, "merchant", "resource_monopoly" if seat < 2 else "merchant_fleet")
        deal(state, seat, "spy" if seat < 3 else "wedding", "mining" if seat < 2 else "smith")
    fill_decks(state, "bishop", "warlord", "constitution", "printer")
    state.active = 3
    attacked(state, "politics", "politics")
    assert state.cards_held(3) == 5
    assert waits(state) == "ProgressDiscardOffTurn 0"
    assert refused(state, "wedding") == "CK-7.7"
    go_on(state, "warlord")
    assert held(state, 3)[-1] == "bishop"
    assert waits(state) == "TieDeck 1"
    go_on(state, "politics")
    assert waits(state) == "TieDeck 2"
    assert (state.points(1), state.cards_held(1)) == (1, 4)
    go_on(state, "science")
    assert (state.points(2), state.cards_held(2)) == (1, 4)
    assert [state.cards_held(seat) for seat in range(4)] == [4, 4, 4, 5]
    assert state.defenders == [0, 0, 0, 0]
    assert state.ship == state.active_knights == 0


@pytest.mark.rule("CK-6.10", "CK-6.9", "CK-7.3")
def test_the_last_card_of_the_last_deck_leaves_nothing_for_the_next_defender():
    state = island(3, knights={0: {0: 1}, 1: {2: 1}, 2: {11: 1}}, active=[0, 2, 11])
    spy, mining = (state.box.card_numbers[card] for card in ("spy", "mining"))
    state.decks, state.deck_sizes = [(), (spy,), (mining,)], [0, 1, 1]
    attacked(state)
    assert asked(state).options(state) == ["politics", "science"]
    go_on(state, "science")
    assert asked(state) is None
    assert [held(state, seat) for seat in range(3)] == [["mining"], ["spy"], []]


@pytest.mark.rule("CK-6.14", "CK-6.15")
def test_the_lowest_is_sought_only_among_those_who_can_lose_a_city():
    state = island(
        4,
        settlements={3: [52]},
        cities={0: [13], 1: [40], 2: [27, 20]},
        knights={0: {0: 1}, 2: {2: 2}},
        active=[0, 2],
    )
    metropolis(state, 0, 1, 40)
    attacked(state)
    assert [cities.bit_count() for cities in state.cities] == [0, 1, 2, 0]


@pytest.mark.rule("CK-6.15", "CK-6.14", "CK-14.8")
def test_where_all_cities_are_metropolises_a_lost_battle_costs_nothing_but_the_rest_follows():
    state = island(2, cities={0: [13, 40], 1: [27]}, knights={0: {0: 1}}, active=[0])
    for track, (seat, node) in enumerate(((0, 13), (0, 40), (1, 27))):
        metropolis(state, track, seat, node)
    state.robber_locked, state.ship = True, 7
    attacked(state)
    assert state.cities_on_board() == 3
    assert state.defenders == [0, 0]
    assert (state.ship, state.active_knights, state.robber_locked) == (0, 0, False)


@pytest.mark.rule("CK-6.16", "CK-6.14", "CK-14.8")
def test_the_loser_chooses_among_the_cities_without_metropolis():
    state = island(2, cities={0: [13, 40, 27], 1: [20]}, knights={1: {0: 1}}, active=[0])
    metropolis(state, 1, 0, 40)
    attacked(state)
    assert waits(state) == "PillageCity 0"
    assert asked(state).options(state) == (13, 27)
    assert refused(state, 40) == refused(state, 20) == "CK-6.14"


@pytest.mark.rule("CK-6.17", "CK-6.18", "CK-1.5")
def test_the_last_settlement_piece_is_used_before_a_city_is_tipped():
    state = island(2, settlements={0: [0, 2, 11, 15]}, cities={0: [13, 40]}, walls=[13, 40])
    attacked(state, 13)
    assert state.pieces[13] == SETTLEMENT
    assert (state.left(0, 1), state.left(0, 2), state.left(0, 3)) == (0, 3, 2)
    attacked(state)
    assert state.pieces[40] == TIPPED
    assert (state.left(0, 1), state.left(0, 2), state.left(0, 3)) == (0, 3, 3)
    assert state.points(0) == 6
    attacked(state)
    assert state.pieces[40] == TIPPED
    assert "CK-6.11" in rules_told(state)


def tipped() -> Island:
    """Anna's only city is tipped; all five settlements are on the board."""
    state = island(2, settlements={0: [0, 2, 11, 15, 52], 1: [50]}, cities={0: [40]}, walls=[40])
    attacked(state)
    assert state.pieces[40] == TIPPED
    state.agenda.append(LAND.agenda[0])
    return state


@pytest.mark.rule("CK-6.18", "CK-13.2", "CK-11.10", "CK-20.4", "CK-20.3", "CK-9.2", "CK-14.1")
def test_a_tipped_city_bears_no_wall_no_improvement_and_no_metropolis():
    state = tipped()
    give(state, 0, brick=2, cloth=5, coin=5, paper=5)
    deal(state, 0, "engineer", "crane")
    assert possible(state, "wall") == possible(state, "improve") == possible(state, "card") == []
    assert refused(state, ("improve", "trade")) == "CK-13.2"
    assert refused(state, ("improve", "trade", "crane")) == "CK-13.2"
    assert refused(state, ("card", "engineer")) == "CK-11.10"
    assert state.discard_limit(0) == 7
    assert state.available_cities(0) == 0
    assert state.cities_on_board() == 0


@pytest.mark.rule("CK-6.18", "CK-11.2", "CK-11.7", "CK-20.6", "CK-20.8", "CK-9.8", "CK-3.4")
def test_a_tipped_city_is_a_settlement_for_roads_distance_cards_and_the_robber():
    state = tipped()
    give(state, 0, lumber=1, brick=1)
    beside = set(edges(LAND, "35-40", "40-44", "40-45"))
    assert beside <= {pick[0] for pick in possible(state, "road")}
    assert not state.sites & (1 << 35 | 1 << 44 | 1 << 45)
    deal(state, 0, "irrigation")
    before = hand(state, 0).get("grain", 0)
    go_on(state, ("card", "irrigation"))
    fields = [h for h in (3, 7, 14, 17) if state.board.hex_masks[h] & state.buildings(0)]
    assert hand(state, 0)["grain"] == before + 2 * len(fields)
    step(state, Produce(3))
    assert hand(state, 0)["ore"] == 1


@pytest.mark.rule("CK-6.19", "CK-11.8", "CK-1.5")
def test_no_settlement_is_upgraded_before_the_tipped_city_stands_again():
    state = tipped()
    give(state, 0, grain=4, ore=6)
    assert possible(state, "city") == [(40,)]
    assert refused(state, ("city", 0)) == "CK-6.19"
    go_on(state, ("city", 40))
    assert [state.left(0, piece) for piece in (1, 2)] == [0, 3]
    go_on(state, ("city", 0))
    assert [state.left(0, piece) for piece in (1, 2)] == [1, 2]


@pytest.mark.rule("CK-6.20", "CK-6.21", "CK-16.1")
@pytest.mark.parametrize("cities", [{0: [13]}, {0: [13, 40, 27, 20]}])
def test_after_every_attack_ship_and_knights_rest_and_none_is_ready(cities: dict[int, list[int]]):
    state = island(2, cities=cities, knights={0: {0: 2}}, ready=[0])
    state.ship = 6
    give(state, 0, grain=1)
    step(state, Roll(0), (1, 1, "ship"), *((13,) if len(cities[0]) > 1 else ()))
    assert (state.ship, state.active_knights, state.ready) == (0, 0, 0)
    go_on(state, ("activate", 0))
    assert possible(state, "move") == []
    assert refused(state, ("move", 0, 4)) == "CK-16.1"


@pytest.mark.rule("CK-6.22", "CK-6.17", "CK-9.2", "CK-9.6")
def test_a_wall_lost_in_the_attack_no_longer_counts_at_the_seven_of_the_same_roll():
    state = island(2, cities={1: [13]}, walls=[13])
    state.robber_locked, state.ship = True, 6
    give(state, 1, wool=9)
    step(state, Roll(0), (3, 4, "ship"), (1, bag(wool=4)))
    assert hand(state, 1) == {"wool": 5}
    assert waits(state) == "RobberHex 0"


@pytest.mark.rule("CK-6.23", "CK-13.7", "CK-7.1")
def test_without_any_city_the_tracks_still_trade_promote_draw_and_give_water():
    state = island(2, cities={0: [13]}, knights={0: {18: 2}})
    level(state, 0, 3, 3, 3)
    attacked(state)
    assert state.cities[0] == 0
    assert state.rates(0)[5:] == [2, 2, 2]
    state.agenda.append(LAND.agenda[0])
    give(state, 0, wool=1, ore=1)
    assert possible(state, "promote") == [(18,)]
    have_fallen(state, 0, 4, 6, "gate_politics")
    go_on(state)
    assert state.cards_held(0) == 1
    assert waits(state) == "Aqueduct 0"


# ---------------------------------------------------------------------- CK-7


@pytest.mark.rule("CK-7.2", "CK-7.3", "CK-7.7", "CK-7.9")
def test_a_card_discarded_at_the_gate_is_drawn_by_the_next_of_an_empty_deck():
    state = island(3)
    state.agenda.clear()
    deal(state, 1, "spy", "spy", "merchant", "merchant")
    state.decks[0] = (state.box.card_numbers["merchant_fleet"],)
    state.deck_sizes[0] = 1
    for seat in (1, 2):
        level(state, seat, 1, 0, 0)
    step(state, Roll(0), (1, 1, "gate_trade"))
    assert waits(state) == "ProgressDiscardOffTurn 1"
    go_on(state, "merchant")
    assert held(state, 2) == ["merchant"]
    assert state.deck_sizes[0] == 0


@pytest.mark.rule("CK-7.6", "CK-7.8", "CK-7.5")
def test_five_may_be_held_in_the_own_turn_and_point_cards_never_count():
    state = island(2, cities={0: [13]})
    deal(state, 0, "merchant", "spy", "bishop", "mining")
    fill_decks(state, "constitution", "wedding")
    level(state, 0, 0, 1, 0)
    step(state, Roll(0), (1, 1, "gate_politics"))
    assert (state.cards_held(0), len(state.open_cards[0])) == (4, 1)
    step(state, Roll(0), (1, 1, "gate_politics"))
    assert state.cards_held(0) == 5
    assert waits(state) == "Main 0"
    go_on(state, ("end",))
    assert waits(state) == "ProgressDiscardEnd 0"
    assert set(asked(state).options(state)) == {"merchant", "spy", "bishop", "mining", "wedding"}


@pytest.mark.rule("CK-7.7", "CK-7.8", "CK-4.11")
def test_a_discard_is_asked_though_all_five_cards_are_the_same_since_others_cannot_know_it():
    state = island(2)
    state.agenda.clear()
    for seat in (0, 1):
        deal(state, seat, "merchant", "merchant")
    merchant = state.box.card_numbers["merchant"]
    state.progress[1], state.backs[1] = (merchant,) * 4, (4, 0, 0)
    state.decks[0], state.deck_sizes[0] = (merchant,), 1
    level(state, 1, 1, 0, 0)
    step(state, Roll(0), (1, 1, "gate_trade"))
    assert waits(state) == "ProgressDiscardOffTurn 1"
    assert asked(state).options(state) == ["merchant"]
    own = island(2)
    own.progress[0], own.backs[0] = (merchant,) * 5, (5, 0, 0)
    go_on(own, ("end",))
    assert waits(own) == "ProgressDiscardEnd 0"


@pytest.mark.rule("CK-7.10", "CK-7.5", "CK-19.7", "CK-9.8")
def test_neither_robber_nor_saboteur_nor_wedding_touches_progress_cards_nor_a_spy_open_ones():
    state = island(2, settlements={1: [13]})
    points(state, 1, 3)
    deal(state, 1, "merchant", "mining")
    state.open_cards[1] = (state.box.card_numbers["printer"],)
    deal(state, 0, "saboteur", "wedding", "bishop", "master_merchant")
    assert possible(state, "card") == [("bishop",)]
    go_on(state, ("card", "bishop"), 4)
    assert held(state, 1) == ["merchant", "mining"]
    bare = island(2)
    bare.open_cards[1] = state.open_cards[1]
    deal(bare, 0, "spy")
    assert refused(bare, ("card", "spy")) == "CK-19.7"


# ---------------------------------------------------------------------- CK-8


@pytest.mark.rule("CK-8.1", "CK-8.2", "CK-8.3", "CK-8.4", "CK-8.5")
def test_every_hex_of_the_number_yields_to_every_building_on_its_six_nodes():
    state = island(3, settlements={0: [1, 9], 1: [14]}, cities={2: [25], 0: [42]})
    state.agenda.clear()
    metropolis(state, 0, 2, 25)
    step(state, Produce(10))
    assert [hand(state, seat) for seat in range(3)] == [{}, {"brick": 1}, {"brick": 2}]
    step(state, Produce(5))
    assert hand(state, 0) == {"wool": 1, "cloth": 1}
    step(state, Produce(3))
    assert hand(state, 2) == {"brick": 2, "lumber": 1, "paper": 1}


@pytest.mark.rule("CK-8.7")
def test_what_is_left_is_for_a_single_taker_though_others_are_due_other_kinds():
    state = island(3, cities={0: [17]}, settlements={1: [1], 2: [9]})
    state.agenda.clear()
    state.set_numbers(tuple(2 if hex in (1, 4) else 0 for hex in range(19)))
    state.bank[:5] = [19, 1, 1, 19, 19]
    step(state, Produce(2))
    assert [hand(state, seat) for seat in range(3)] == [{"brick": 1}, {}, {}]
    assert (bank(state, "brick"), bank(state, "wool")) == (0, 1)


@pytest.mark.rule("CK-8.7", "CK-8.3", "CK-8.8")
def test_of_a_citys_two_cards_each_may_be_missing_by_itself():
    def produced(**left: int) -> Any:
        state = island(2, cities={0: [13]}, settlements={1: [4]})
        state.agenda.clear()
        state.set_numbers(tuple(2 if n == 1 else 0 for n in range(19)))
        for kind, number in left.items():
            state.bank[state.box.kind_numbers[kind]] = number
        level(state, 0, 0, 0, 3)
        step(state, Produce(2))
        return [hand(state, 0), hand(state, 1), waits(state)]

    assert produced() == [{"wool": 1, "cloth": 1}, {"wool": 1}, ""]
    assert produced(wool=1) == [{"cloth": 1}, {}, ""]
    assert produced(cloth=0) == [{"wool": 1}, {"wool": 1}, ""]
    assert produced(wool=1, cloth=0) == [{}, {}, "Aqueduct 0"]


@pytest.mark.rule("CK-8.8", "CK-8.9", "CK-4.10")
def test_aqueducts_are_asked_from_the_active_player_on_and_only_for_what_is_left():
    state = island(3)
    state.agenda.clear()
    state.active = 1
    for seat in range(3):
        level(state, seat, 0, 0, 3)
    state.bank[:5] = [1, 0, 1, 0, 0]
    step(state, Produce(6))
    assert waits(state) == "Aqueduct 1"
    assert asked(state).options(state) == ["lumber", "wool", "pass"]
    go_on(state, "lumber")
    assert waits(state) == "Aqueduct 2"
    assert asked(state).options(state) == ["wool", "pass"]
    assert refused(state, "lumber") == refused(state, "paper") == "CK-8.9"
    go_on(state, "wool")
    assert asked(state) is None
    assert state.hand_sizes == [0, 1, 1]


@pytest.mark.rule("CK-8.8", "CK-8.10", "CK-20.2")
def test_the_aqueduct_helps_after_an_alchemists_roll_but_not_after_its_seven():
    for dice, name in (((1, 1), "Aqueduct 0"), ((1, 6), "RobberHex 0")):
        state = island(2)
        state.agenda.clear()
        level(state, 0, 0, 0, 3)
        have_fallen(state, 0, *dice, "gate_trade")
        assert waits(go_on(state)) == name
