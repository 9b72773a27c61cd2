"""The barbarians (CK-6)."""

from __future__ import annotations

import pytest

from engine.games.knights.action_phase import Main
from engine.games.knights.barbarians import AfterAttack, Attack
from engine.games.knights.board import members
from engine.games.knights.building import upgradable
from engine.games.knights.production import Produce
from engine.games.knights.state import (
    CITY,
    SETTLEMENT,
    TIPPED,
    Island,
    available_cities,
    cities_on_board,
    strength,
)
from engine.games.knights.turn import Roll, apply_roll
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    fill_decks,
    give,
    hand,
    held,
    island,
    level,
    metropolis,
    pending_step,
    points,
    possible,
    refused,
    rules_noted,
    run_agenda,
    step,
    waits,
)

NODES = (0, 2, 6, 10, 16, 20, 27, 32, 38, 42, 47, 50, 52, 13, 23, 31)


LAND = island()


def attacked(state: Island, *values: object) -> Island:
    """Let the barbarians attack."""
    state.agenda.clear()
    state.push(Attack(), AfterAttack())
    return run_agenda(state, *values)


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
def test_seventh_ship_attacks_before_production():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    for sailed in range(1, 7):
        step(state, Roll(0), (1, 1, "ship"))
        assert state.ship == sailed
    before = len(state.notes or [])
    step(state, Roll(0), (1, 1, "ship"))
    assert state.ship == 0
    rules = rules_noted(state)[before:]
    assert rules.index("CK-6.7") < rules.index("CK-8.1")
    assert pending_step(state) is None
    step(state, Roll(0), (1, 3, "gate_trade"))
    assert state.ship == 0


@pytest.mark.rule("CK-6.4", "CK-6.18", "CK-14.8")
def test_w7_the_strength_of_the_barbarians_is_the_number_of_cities():
    state = island(settlements={3: [2]}, cities={0: [13], 1: [23], 2: [31]})
    assert cities_on_board(state) == 3
    metropolis(state, 0, 0, 13)
    assert cities_on_board(state) == 3
    state.replace(23, TIPPED)
    assert cities_on_board(state) == 2


@pytest.mark.rule("CK-6.5", "CK-6.6")
def test_active_knights_count_by_level():
    state = realm((1, 0), {0: {23: 2, 29: 1}, 1: {31: 3}})
    state.active_knights = 1 << 23 | 1 << 31
    assert [state.contribution(seat) for seat in (0, 1)] == [2, 3]
    assert [strength(state, seat) for seat in (0, 1)] == [3, 3]


@pytest.mark.rule("CK-6.4", "CK-6.5", "CK-6.6", "CK-6.7", "CK-6.8", "CK-6.14", "CK-6.15", "CK-6.20")
def test_w8_the_players_win():
    def w8(mighty: int) -> Island:
        state = realm((2, 1, 1, 0), {0: {23: 1}, 1: {29: mighty}, 2: {31: 2}, 3: {34: 1}})
        state.active_knights &= ~(1 << 31)
        metropolis(state, 0, 0, NODES[0])
        return attacked(state)

    state = w8(3)
    assert state.defenders == [0, 1, 0, 0]
    assert cities_on_board(state) == 4
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
    assert pending_step(state).options(state) == ["trade", "politics", "science"]
    assert state.levels[0] == (0, 0, 0)
    run_agenda(state, "science")
    assert waits(state) == "TieDeck 1"
    run_agenda(state, "politics")
    assert (held(state, 0), held(state, 1)) == (["mining"], ["spy"])
    assert state.defenders == [0, 0, 0, 0]
    assert state.attacks == 2


@pytest.mark.rule("CK-6.10")
def test_empty_deck_cannot_be_chosen_and_gives_nothing():
    state = realm((0, 0, 0), {0: {23: 2}, 1: {29: 2}})
    state.decks[0], state.deck_sizes[0] = (), 0
    attacked(state)
    assert pending_step(state).options(state) == ["politics", "science"]
    assert refused(state, "trade") == "CK-6.10"
    empty = realm((0, 0, 0), {0: {23: 2}, 1: {29: 2}})
    empty.decks, empty.deck_sizes = [(), (), ()], [0, 0, 0]
    attacked(empty)
    assert pending_step(empty) is None
    assert held(empty, 0) == []


@pytest.mark.rule("CK-6.12")
def test_cards_for_the_defence_respect_the_hand_limit():
    state = realm((0, 0, 0), {1: {23: 2}, 2: {29: 2}})
    fill_decks(state, "printer")
    deal(state, 1, "merchant", "merchant", "spy", "spy")
    attacked(state, "trade")
    assert waits(state) == "ProgressDiscardOffTurn 1"
    run_agenda(state, "spy", "science")
    assert state.points(2) == 1
    assert held(state, 2) == []


@pytest.mark.rule("CK-6.11")
def test_nobody_is_rewarded_without_knights_and_cities():
    state = realm((0, 0), {})
    attacked(state)
    assert state.defenders == [0, 0]
    assert "CK-6.11" in rules_noted(state)


@pytest.mark.rule("CK-6.13", "CK-1.9")
def test_defender_of_catan_cards_are_unlimited():
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
    run_agenda(state, NODES[3])
    assert cities_on_board(state) == 2
    assert state.pieces[NODES[3]] == SETTLEMENT
    assert state.cities[0]


@pytest.mark.rule("CK-6.14", "CK-6.15", "CK-14.8")
def test_nothing_is_lost_if_no_city_can_be_lost():
    state = realm((1, 0), {})
    metropolis(state, 1, 0, NODES[0])
    attacked(state)
    assert cities_on_board(state) == 1
    assert pending_step(state) is None


@pytest.mark.rule("CK-6.16", "CK-4.10")
def test_losers_choose_in_turn_order_from_the_active_player():
    state = realm((2, 2, 2), {})
    state.active = 1
    attacked(state)
    assert waits(state) == "PillageCity 1"
    run_agenda(state, NODES[2])
    assert waits(state) == "PillageCity 2"
    run_agenda(state, NODES[4])
    assert waits(state) == "PillageCity 0"


@pytest.mark.rule("CK-6.17", "CK-11.11")
def test_pillaged_city_becomes_a_settlement_and_loses_its_wall():
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
    assert cities_on_board(state) == 0
    assert available_cities(state, 0) == 0
    assert upgradable(state, 0) == 1 << 40
    give(state, 0, grain=2, ore=3)
    state.push(Main(0))
    assert refused(state, ("city", 0)) == "CK-6.19"
    run_agenda(state, ("city", 40))
    assert state.pieces[40] == CITY
    assert (state.left(0, 1), state.left(0, 2)) == (0, 3)
    assert state.points(0) == 7


@pytest.mark.rule("CK-6.19")
def test_owner_chooses_which_tipped_city_is_restored():
    state = island(2, cities={0: [13, 40]})
    for node in (13, 40):
        state.replace(node, TIPPED)
    give(state, 0, grain=2, ore=3)
    assert {pick[1] for pick in pending_step(state).options(state) if pick[0] == "city"} == {13, 40}


@pytest.mark.rule("CK-6.18", "CK-8.2")
def test_tipped_city_produces_like_a_settlement():
    state = island(2, cities={0: [12]})
    state.replace(12, TIPPED)
    step(state, Roll(0), (5, 5, "gate_trade"))
    assert hand(state, 0) == {"ore": 1}


@pytest.mark.rule("CK-6.22", "CK-4.5")
def test_city_lost_in_the_attack_produces_like_a_settlement():
    state = island(2, cities={0: [12]})
    state.ship = 6
    step(state, Roll(0), (5, 5, "ship"))
    assert hand(state, 0) == {"ore": 1}


@pytest.mark.rule("CK-6.21", "CK-9.5")
@pytest.mark.parametrize("knights", [{}, {0: {23: 2}}])
def test_first_attack_frees_the_robber_whatever_its_result(knights: dict[int, dict[int, int]]):
    state = realm((1, 0), knights)
    state.robber_locked = True
    attacked(state)
    assert not state.robber_locked
    assert state.robber == 9


@pytest.mark.rule("CK-6.23")
def test_losing_a_city_costs_no_levels_and_no_cards():
    state = realm((1, 0), {})
    level(state, 0, 3, 2, 1)
    deal(state, 0, "spy")
    attacked(state)
    assert state.levels[0] == (3, 2, 1)
    assert held(state, 0) == ["spy"]


@pytest.mark.rule("CK-6.8", "CK-22.2")
def test_defender_may_win_in_own_turn():
    state = realm((0, 0), {0: {23: 2}})
    points(state, 0, 12)
    attacked(state)
    assert state.over
    assert state.agenda == []


@pytest.mark.rule("CK-6.7", "CK-6.8")
@pytest.mark.parametrize(("strong", "defenders"), [(1, [0, 0]), (2, [1, 0])])
def test_equal_strength_defends_and_one_less_does_not(strong: int, defenders: list[int]):
    state = island(2, cities={0: [13], 1: [40]}, knights={0: {23: strong}}, active=[23])
    attacked(state)
    assert state.defenders == defenders
    assert members(state.cities[0]) == (13,)
    assert state.cities[1].bit_count() == (0 if strong == 1 else 1)


@pytest.mark.rule("CK-6.5", "CK-6.8")
def test_player_without_city_may_become_defender():
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
def test_inactive_knights_do_not_defend_and_stay_inactive():
    state = island(2, cities={0: [13]}, knights={0: {23: 3}, 1: {41: 3}})
    attacked(state)
    assert members(state.settlements[0]) == (13,)
    assert state.active_knights == 0
    assert strength(state, 0) == strength(state, 1) == 3


@pytest.mark.rule("CK-6.9", "CK-6.12", "CK-7.5", "CK-7.6", "CK-7.7")
def test_four_defenders_with_full_hands_draw_and_discard_in_turn():
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
    run_agenda(state, "warlord")
    assert held(state, 3)[-1] == "bishop"
    assert waits(state) == "TieDeck 1"
    run_agenda(state, "politics")
    assert waits(state) == "TieDeck 2"
    assert (state.points(1), state.cards_held(1)) == (1, 4)
    run_agenda(state, "science")
    assert (state.points(2), state.cards_held(2)) == (1, 4)
    assert [state.cards_held(seat) for seat in range(4)] == [4, 4, 4, 5]
    assert state.defenders == [0, 0, 0, 0]
    assert state.ship == state.active_knights == 0


@pytest.mark.rule("CK-6.10", "CK-6.9", "CK-7.3")
def test_last_card_of_the_last_deck_leaves_none_for_the_next_defender():
    state = island(3, knights={0: {0: 1}, 1: {2: 1}, 2: {11: 1}}, active=[0, 2, 11])
    spy, mining = (state.box.card_numbers[card] for card in ("spy", "mining"))
    state.decks, state.deck_sizes = [(), (spy,), (mining,)], [0, 1, 1]
    attacked(state)
    assert pending_step(state).options(state) == ["politics", "science"]
    run_agenda(state, "science")
    assert pending_step(state) is None
    assert [held(state, seat) for seat in range(3)] == [["mining"], ["spy"], []]


@pytest.mark.rule("CK-6.14", "CK-6.15")
def test_only_players_who_can_lose_a_city_are_compared():
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
def test_lost_battle_costs_nothing_if_all_cities_are_metropolises():
    state = island(2, cities={0: [13, 40], 1: [27]}, knights={0: {0: 1}}, active=[0])
    for track, (seat, node) in enumerate(((0, 13), (0, 40), (1, 27))):
        metropolis(state, track, seat, node)
    state.robber_locked, state.ship = True, 7
    attacked(state)
    assert cities_on_board(state) == 3
    assert state.defenders == [0, 0]
    assert (state.ship, state.active_knights, state.robber_locked) == (0, 0, False)


@pytest.mark.rule("CK-6.16", "CK-6.14", "CK-14.8")
def test_loser_chooses_among_cities_without_metropolis():
    state = island(2, cities={0: [13, 40, 27], 1: [20]}, knights={1: {0: 1}}, active=[0])
    metropolis(state, 1, 0, 40)
    attacked(state)
    assert waits(state) == "PillageCity 0"
    assert pending_step(state).options(state) == (13, 27)
    assert refused(state, 40) == refused(state, 20) == "CK-6.14"


@pytest.mark.rule("CK-6.17", "CK-6.18", "CK-1.5")
def test_last_settlement_piece_is_used_before_a_city_is_tipped():
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
    assert "CK-6.11" in rules_noted(state)


def tipped() -> Island:
    """Anna's only city is tipped; all five settlements are on the board."""
    state = island(2, settlements={0: [0, 2, 11, 15, 52], 1: [50]}, cities={0: [40]}, walls=[40])
    attacked(state)
    assert state.pieces[40] == TIPPED
    state.agenda.append(LAND.agenda[0])
    return state


@pytest.mark.rule("CK-6.18", "CK-13.2", "CK-11.10", "CK-20.4", "CK-20.3", "CK-9.2", "CK-14.1")
def test_tipped_city_has_no_wall_improvement_or_metropolis():
    state = tipped()
    give(state, 0, brick=2, cloth=5, coin=5, paper=5)
    deal(state, 0, "engineer", "crane")
    assert possible(state, "wall") == possible(state, "improve") == possible(state, "card") == []
    assert refused(state, ("improve", "trade")) == "CK-13.2"
    assert refused(state, ("improve", "trade", "crane")) == "CK-13.2"
    assert refused(state, ("card", "engineer")) == "CK-11.10"
    assert state.discard_limit(0) == 7
    assert available_cities(state, 0) == 0
    assert cities_on_board(state) == 0


@pytest.mark.rule("CK-6.18", "CK-11.2", "CK-11.7", "CK-20.6", "CK-20.8", "CK-9.8", "CK-3.4")
def test_tipped_city_is_a_settlement_for_other_rules():
    state = tipped()
    give(state, 0, lumber=1, brick=1)
    beside = set(edges(LAND, "35-40", "40-44", "40-45"))
    assert beside <= {pick[0] for pick in possible(state, "road")}
    assert not state.sites & (1 << 35 | 1 << 44 | 1 << 45)
    deal(state, 0, "irrigation")
    before = hand(state, 0).get("grain", 0)
    run_agenda(state, ("card", "irrigation"))
    fields = [h for h in (3, 7, 14, 17) if state.board.hex_masks[h] & state.buildings(0)]
    assert hand(state, 0)["grain"] == before + 2 * len(fields)
    step(state, Produce(3))
    assert hand(state, 0)["ore"] == 1


@pytest.mark.rule("CK-6.19", "CK-11.8", "CK-1.5")
def test_no_settlement_is_upgraded_before_the_tipped_city_is_restored():
    state = tipped()
    give(state, 0, grain=4, ore=6)
    assert possible(state, "city") == [(40,)]
    assert refused(state, ("city", 0)) == "CK-6.19"
    run_agenda(state, ("city", 40))
    assert [state.left(0, piece) for piece in (1, 2)] == [0, 3]
    run_agenda(state, ("city", 0))
    assert [state.left(0, piece) for piece in (1, 2)] == [1, 2]


@pytest.mark.rule("CK-6.20", "CK-6.21", "CK-16.1")
@pytest.mark.parametrize("cities", [{0: [13]}, {0: [13, 40, 27, 20]}])
def test_ship_and_knights_are_reset_after_every_attack(cities: dict[int, list[int]]):
    state = island(2, cities=cities, knights={0: {0: 2}}, ready=[0])
    state.ship = 6
    give(state, 0, grain=1)
    step(state, Roll(0), (1, 1, "ship"), *((13,) if len(cities[0]) > 1 else ()))
    assert (state.ship, state.active_knights, state.ready) == (0, 0, 0)
    run_agenda(state, ("activate", 0))
    assert possible(state, "move") == []
    assert refused(state, ("move", 0, 4)) == "CK-16.1"


@pytest.mark.rule("CK-6.22", "CK-6.17", "CK-9.2", "CK-9.6")
def test_wall_lost_in_the_attack_does_not_count_at_the_seven():
    state = island(2, cities={1: [13]}, walls=[13])
    state.robber_locked, state.ship = True, 6
    give(state, 1, wool=9)
    step(state, Roll(0), (3, 4, "ship"), (1, bag(wool=4)))
    assert hand(state, 1) == {"wool": 5}
    assert waits(state) == "RobberHex 0"


@pytest.mark.rule("CK-6.23", "CK-13.7", "CK-7.1")
def test_improvement_abilities_work_without_a_city():
    state = island(2, cities={0: [13]}, knights={0: {18: 2}})
    level(state, 0, 3, 3, 3)
    attacked(state)
    assert state.cities[0] == 0
    assert state.rates(0)[5:] == [2, 2, 2]
    state.agenda.append(LAND.agenda[0])
    give(state, 0, wool=1, ore=1)
    assert possible(state, "promote") == [(18,)]
    apply_roll(state, 0, 4, 6, "gate_politics")
    run_agenda(state)
    assert state.cards_held(0) == 1
    assert waits(state) == "Aqueduct 0"
