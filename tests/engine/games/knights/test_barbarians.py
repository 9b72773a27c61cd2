"""The barbarians (CK-6)."""

from __future__ import annotations

import pytest

from engine.games.knights.barbarians import AfterAttack, Attack
from engine.games.knights.building import upgradable
from engine.games.knights.main import Main
from engine.games.knights.state import CITY, SETTLEMENT, TIPPED, Island
from engine.games.knights.turn import Roll
from tests.engine.games.knights.positions import (
    asked,
    deal,
    fill_decks,
    give,
    go_on,
    hand,
    held,
    island,
    level,
    metropolis,
    points,
    refused,
    rules_told,
    step,
    waits,
)

NODES = (0, 2, 6, 10, 16, 20, 27, 32, 38, 42, 47, 50, 52, 13, 23, 31)


def attacked(state: Island, *values: object) -> Island:
    """The barbarians attack."""
    state.agenda.clear()
    state.push(Attack(), AfterAttack())
    return go_on(state, *values)


def realm(
    cities: tuple[int, ...], knights: dict[int, dict[int, int]], active: bool = True
) -> Island:
    """Cities by seat on some nodes, knights by seat and node."""
    nodes = iter(NODES)
    standing = [node for levels in knights.values() for node in levels]
    return island(
        len(cities),
        cities={seat: [next(nodes) for _ in range(n)] for seat, n in enumerate(cities)},
        knights=knights,
        active=standing if active else (),
    )


@pytest.mark.rule("CK-6.1", "CK-6.2", "CK-6.3", "CK-6.20")
def test_the_seventh_ship_attacks_at_once_and_before_the_yield():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    for sailed in range(1, 7):
        step(state, Roll(0), (1, 1, "ship"))
        assert state.ship == sailed
    before = len(state.story or [])
    step(state, Roll(0), (1, 1, "ship"))
    assert state.ship == 0
    told = rules_told(state)[before:]
    assert told.index("CK-6.7") < told.index("CK-8.1")
    assert asked(state) is None
    step(state, Roll(0), (1, 3, "gate_trade"))
    assert state.ship == 0


@pytest.mark.rule("CK-6.4", "CK-6.18", "CK-14.8")
def test_w7_the_strength_of_the_barbarians_is_the_number_of_cities():
    state = island(settlements={3: [2]}, cities={0: [13], 1: [23], 2: [31]})
    assert state.cities_on_board() == 3
    metropolis(state, 0, 0, 13)
    assert state.cities_on_board() == 3
    state.replace(23, TIPPED)
    assert state.cities_on_board() == 2


@pytest.mark.rule("CK-6.5", "CK-6.6")
def test_all_active_knights_count_by_their_level_and_no_others():
    state = realm((1, 0), {0: {23: 2, 29: 1}, 1: {31: 3}})
    state.active_knights = 1 << 23 | 1 << 31
    assert [state.contribution(seat) for seat in (0, 1)] == [2, 3]
    assert [state.strength(seat) for seat in (0, 1)] == [3, 3]


@pytest.mark.rule("CK-6.4", "CK-6.5", "CK-6.6", "CK-6.7", "CK-6.8", "CK-6.14", "CK-6.15", "CK-6.20")
def test_w8_the_players_win():
    def w8(mighty: int) -> Island:
        state = realm((2, 1, 1, 0), {0: {23: 1}, 1: {29: mighty}, 2: {31: 2}, 3: {34: 1}})
        state.active_knights &= ~(1 << 31)
        metropolis(state, 0, 0, NODES[0])
        return attacked(state)

    state = w8(3)
    assert state.defenders == [0, 1, 0, 0]
    assert state.cities_on_board() == 4
    assert (state.ship, state.active_knights) == (0, 0)
    state = w8(1)
    assert state.defenders == [0, 0, 0, 0]
    assert [cities.bit_count() for cities in state.cities] == [2, 1, 0, 0]
    assert state.settlements[2].bit_count() == 1


@pytest.mark.rule("CK-6.9", "CK-6.10", "CK-4.10")
def test_w9_a_tie_at_the_top():
    state = realm((2, 1, 1, 0), {0: {23: 2}, 1: {29: 2}, 2: {31: 1}})
    state.active = 2
    fill_decks(state, "mining", "spy")
    attacked(state)
    assert waits(state) == "TieDeck 0"
    assert asked(state).options(state) == ["trade", "politics", "science"]
    assert state.levels[0] == (0, 0, 0)
    go_on(state, "science")
    assert waits(state) == "TieDeck 1"
    go_on(state, "politics")
    assert (held(state, 0), held(state, 1)) == (["mining"], ["spy"])
    assert state.defenders == [0, 0, 0, 0]
    assert state.attacks == 2


@pytest.mark.rule("CK-6.10")
def test_an_empty_deck_cannot_be_chosen_and_from_none_nothing_is_drawn():
    state = realm((0, 0, 0), {0: {23: 2}, 1: {29: 2}})
    state.decks[0], state.deck_sizes[0] = (), 0
    attacked(state)
    assert asked(state).options(state) == ["politics", "science"]
    assert refused(state, "trade") == "CK-6.10"
    empty = realm((0, 0, 0), {0: {23: 2}, 1: {29: 2}})
    empty.decks, empty.deck_sizes = [(), (), ()], [0, 0, 0]
    attacked(empty)
    assert asked(empty) is None
    assert held(empty, 0) == []


@pytest.mark.rule("CK-6.12")
def test_cards_drawn_for_the_defence_keep_to_the_limits():
    state = realm((0, 0, 0), {1: {23: 2}, 2: {29: 2}})
    fill_decks(state, "printer")
    deal(state, 1, "merchant", "merchant", "spy", "spy")
    attacked(state, "trade")
    assert waits(state) == "ProgressDiscardOffTurn 1"
    go_on(state, "spy", "science")
    assert state.points(2) == 1
    assert held(state, 2) == []


@pytest.mark.rule("CK-6.11")
def test_without_any_knight_and_city_nobody_is_rewarded():
    state = realm((0, 0), {})
    attacked(state)
    assert state.defenders == [0, 0]
    assert "CK-6.11" in rules_told(state)


@pytest.mark.rule("CK-6.13", "CK-1.9")
def test_there_is_a_defender_for_everybody_who_earns_one():
    state = realm((0, 0), {0: {23: 2}})
    state.defenders[0] = 6
    attacked(state)
    assert state.defenders[0] == 7
    assert state.points(0) == 7


@pytest.mark.rule("CK-6.14", "CK-6.15", "CK-6.16", "CK-4.10")
def test_w10_a_tie_at_the_bottom():
    state = realm((1, 1, 2, 0), {1: {23: 1}, 2: {29: 1}})
    metropolis(state, 0, 0, NODES[0])
    attacked(state)
    assert state.cities[1] == 0
    assert waits(state) == "PillageCity 2"
    assert refused(state, NODES[0]) == "CK-6.14"
    go_on(state, NODES[3])
    assert state.cities_on_board() == 2
    assert state.pieces[NODES[3]] == SETTLEMENT
    assert state.cities[0]


@pytest.mark.rule("CK-6.14", "CK-6.15", "CK-14.8")
def test_if_nobody_can_lose_a_city_nothing_is_lost():
    state = realm((1, 0), {})
    metropolis(state, 1, 0, NODES[0])
    attacked(state)
    assert state.cities_on_board() == 1
    assert asked(state) is None


@pytest.mark.rule("CK-6.16", "CK-4.10")
def test_losers_choose_in_turn_order_from_the_active_player():
    state = realm((2, 2, 2), {})
    state.active = 1
    attacked(state)
    assert waits(state) == "PillageCity 1"
    go_on(state, NODES[2])
    assert waits(state) == "PillageCity 2"
    go_on(state, NODES[4])
    assert waits(state) == "PillageCity 0"


@pytest.mark.rule("CK-6.17", "CK-11.11")
def test_a_pillaged_city_becomes_a_settlement_and_loses_its_wall():
    state = island(2, cities={0: [13]}, walls=[13])
    assert state.discard_limit(0) == 9
    attacked(state)
    assert state.pieces[13] == SETTLEMENT
    assert state.walls == 0
    assert [state.left(0, piece) for piece in (1, 2, 3)] == [4, 4, 3]
    assert state.discard_limit(0) == 7


@pytest.mark.rule("CK-6.18", "CK-6.19", "CK-11.8")
def test_w26_a_tipped_city():
    settled = [0, 2, 11, 15, 21]
    state = island(2, settlements={0: settled}, cities={0: [40]}, walls=[40])
    assert state.points(0) == 7
    attacked(state)
    assert state.pieces[40] == TIPPED
    assert state.points(0) == 6
    assert (state.left(0, 1), state.left(0, 2), state.walls) == (0, 3, 0)
    assert state.cities_on_board() == 0
    assert state.available_cities(0) == 0
    assert upgradable(state, 0) == 1 << 40
    give(state, 0, grain=2, ore=3)
    state.push(Main(0))
    assert refused(state, ("city", 0)) == "CK-6.19"
    go_on(state, ("city", 40))
    assert state.pieces[40] == CITY
    assert (state.left(0, 1), state.left(0, 2)) == (0, 3)
    assert state.points(0) == 7


@pytest.mark.rule("CK-6.19")
def test_of_several_tipped_cities_the_owner_chooses_the_order():
    state = island(2, cities={0: [13, 40]})
    for node in (13, 40):
        state.replace(node, TIPPED)
    give(state, 0, grain=2, ore=3)
    assert {pick[1] for pick in asked(state).options(state) if pick[0] == "city"} == {13, 40}


@pytest.mark.rule("CK-6.18", "CK-8.2")
def test_a_tipped_city_yields_as_a_settlement():
    state = island(2, cities={0: [12]})
    state.replace(12, TIPPED)
    step(state, Roll(0), (5, 5, "gate_trade"))
    assert hand(state, 0) == {"ore": 1}


@pytest.mark.rule("CK-6.22", "CK-4.5")
def test_a_city_lost_in_the_attack_yields_as_a_settlement():
    state = island(2, cities={0: [12]})
    state.ship = 6
    step(state, Roll(0), (5, 5, "ship"))
    assert hand(state, 0) == {"ore": 1}


@pytest.mark.rule("CK-6.21", "CK-9.5")
@pytest.mark.parametrize("knights", [{}, {0: {23: 2}}])
def test_the_first_attack_frees_the_robber_whatever_its_result(knights: dict[int, dict[int, int]]):
    state = realm((1, 0), knights)
    state.robber_locked = True
    attacked(state)
    assert not state.robber_locked
    assert state.robber == 9


@pytest.mark.rule("CK-6.23")
def test_a_lost_city_takes_no_levels_and_no_cards():
    state = realm((1, 0), {})
    level(state, 0, 3, 2, 1)
    deal(state, 0, "spy")
    attacked(state)
    assert state.levels[0] == (3, 2, 1)
    assert held(state, 0) == ["spy"]


@pytest.mark.rule("CK-6.8", "CK-22.2")
def test_a_defender_may_win_the_own_turn():
    state = realm((0, 0), {0: {23: 2}})
    points(state, 0, 12)
    attacked(state)
    assert state.over
    assert state.agenda == []
