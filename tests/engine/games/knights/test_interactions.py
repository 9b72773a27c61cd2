"""Interactions of several rules of Cities & Knights: rare states that are easily misread."""

from __future__ import annotations

import pytest

from engine.games.knights.board import members
from engine.games.knights.production import Produce
from engine.games.knights.robber import victims
from engine.games.knights.rounds import EndOfTurn
from engine.games.knights.state import BASIC_KNIGHT, TIPPED, Island, available_cities
from engine.games.knights.turn import BeginTurn, Roll
from tests.engine.games.knights.positions import (
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

LAND = island()
LINE = ("12-17", "17-23", "23-29", "29-34", "34-39")
"""A road of five, across the middle of the island."""


# ---------------------------------------------------------------------- the turn


@pytest.mark.rule("CK-4.7", "CK-11.12")
def test_commands_are_possible_in_any_order_and_number():
    def there() -> Island:
        state = island(2, cities={0: [13]}, roads={0: edges(LAND, "13-18")})
        give(state, 0, lumber=3, brick=5, wool=2, ore=2, grain=1, paper=3, cloth=4)
        deal(state, 0, "merchant")
        return state

    state = there()
    run_agenda(
        state,
        ("wall", 13),
        ("road", *edges(LAND, "18-24")),
        ("improve", "science"),
        ("recruit", 18),
        ("bank", "cloth", "coin"),
        ("card", "merchant"),
        1,
        ("road", *edges(LAND, "24-30")),
        ("activate", 18),
        ("improve", "politics"),
        ("promote", 18),
        ("improve", "science"),
        ("road", *edges(LAND, "30-36")),
    )
    assert waits(state) == "Main 0"
    assert hand(state, 0) == {}
    assert state.levels[0] == (0, 1, 2)
    idle = run_agenda(there(), ("end",))
    assert idle.hand_sizes[0] == 20
    assert idle.networks[0].bit_count() == 1


@pytest.mark.rule("CK-4.2", "CK-16.1", "CK-22.3")
def test_turn_starts_with_checking_points_and_readying_knights():
    state = island(2, knights={0: {13: 1, 18: 2}, 1: {40: 1}}, active=[13, 40])
    state.agenda.clear()
    step(state, BeginTurn(0))
    assert state.ready == 1 << 13
    assert waits(state) == "PreRoll 0"
    won = island(2)
    won.agenda.clear()
    points(won, 0, 13)
    deal(won, 0, "alchemist")
    step(won, BeginTurn(0))
    assert won.over
    assert pending_step(won) is None


@pytest.mark.rule("CK-7.8", "CK-7.6", "CK-17.2")
def test_playing_a_fifth_card_avoids_the_discard():
    state = island(2, cities={0: [13]})
    deal(state, 0, "merchant", "spy", "bishop", "wedding", "engineer")
    run_agenda(state, ("card", "engineer"), ("end",))
    assert pending_step(state) is None
    assert held(state, 0) == ["merchant", "spy", "bishop", "wedding"]


# ---------------------------------------------------------------------- barbarians


@pytest.mark.rule("CK-6.9", "CK-6.10", "CK-6.12", "CK-7.7", "CK-7.9")
def test_card_discarded_for_the_defence_can_be_drawn_again():
    state = island(3, knights={0: {23: 1}, 1: {29: 1}, 2: {34: 1}}, active=[23, 29, 34])
    deal(state, 1, "spy", "spy", "spy", "bishop")
    state.decks, state.deck_sizes = [(), (), state.decks[2][-2:]], [0, 0, 2]
    state.ship = 6
    step(state, Roll(0), (1, 1, "ship"))
    assert waits(state) == "ProgressDiscardOffTurn 1"
    assert held(state, 0) != []
    run_agenda(state, "bishop")
    assert held(state, 2) == ["bishop"]
    assert state.deck_sizes == [0, 0, 0]


@pytest.mark.rule("CK-6.18", "CK-9.8", "CK-10.9", "CK-11.10", "CK-18.3")
def test_tipped_city_counts_as_a_settlement():
    state = island(2, cities={0: [1]})
    state.replace(1, TIPPED)
    give(state, 0, brick=2)
    assert possible(state, "wall") == []
    assert state.rates(0)[state.box.kind_numbers["grain"]] == 2
    deal(state, 0, "merchant")
    run_agenda(state, ("card", "merchant"))
    assert state.merchant == 1
    state.move_robber(1)
    assert victims(state, 1) == [0]


@pytest.mark.rule("CK-6.19", "CK-20.7", "CK-11.8")
def test_medicine_restores_a_tipped_city_without_a_city_piece():
    state = island(2, settlements={0: [0]}, cities={0: [13, 40, 27, 37]})
    state.replace(40, TIPPED)
    assert state.left(0, 2) == 0
    give(state, 0, ore=4, grain=2)
    deal(state, 0, "medicine", "medicine")
    run_agenda(state, ("card", "medicine"))
    assert waits(state) == "Main 0"
    assert state.cities[0].bit_count() == 4
    assert members(state.settlements[0]) == (0,)
    assert refused(state, ("card", "medicine")) == "CK-1.5"


@pytest.mark.rule("CK-6.21", "CK-9.5", "CK-16.11", "CK-19.1")
def test_robber_bishop_and_chasing_are_available_after_the_first_attack():
    state = island(2, settlements={0: [0]}, knights={0: {18: 1}})
    state.robber_locked, state.attacks, state.ship = True, 0, 6
    deal(state, 0, "bishop")
    assert refused(state, ("card", "bishop")) == "CK-19.1"
    step(state, Roll(0), (1, 1, "ship"))
    assert possible(state, "card") == [("bishop",)]
    state.active_knights = state.ready = 1 << 18
    assert possible(state, "chase") == [(18,)]


# ---------------------------------------------------------------------- production


@pytest.mark.rule("CK-8.9", "CK-4.11")
def test_aqueduct_gives_nothing_without_resources_in_the_bank():
    state = island(2, settlements={1: [13]})
    level(state, 0, 0, 0, 3)
    state.bank[:5] = [0] * 5
    state.agenda.clear()
    step(state, Produce(4))
    assert pending_step(state) is None
    assert state.hand_sizes == [0, 0]


@pytest.mark.rule("CK-8.7", "CK-8.8")
def test_remaining_cards_go_to_one_player_with_several_buildings():
    state = island(2, settlements={0: [23]}, cities={0: [12]})
    state.bank[1] = 1
    level(state, 0, 0, 0, 3)
    state.agenda.clear()
    step(state, Produce(6))
    assert hand(state, 0) == {"brick": 1}
    assert pending_step(state) is None


# ---------------------------------------------------------------------- Longest Road


@pytest.mark.rule("CK-12.2", "CK-11.3")
def test_own_knights_and_buildings_do_not_interrupt_a_road():
    state = island(2, settlements={0: [29]}, roads={0: edges(LAND, *LINE)}, knights={0: {23: 1}})
    assert (state.lengths[0], state.award) == (5, 0)


@pytest.mark.rule("CK-12.6", "CK-22.2", "CK-16.6")
@pytest.mark.parametrize(("goal", "length"), [(29, 3), (18, 5)])
def test_roads_are_measured_after_the_displaced_knight_moved(goal: int, length: int):
    theirs = edges(LAND, "18-23", "18-24", "24-30", "30-35", "29-35")
    state = island(
        2, roads={0: edges(LAND, *LINE), 1: theirs}, knights={0: {12: 2}, 1: {23: 1}}, ready=[12]
    )
    points(state, 0, 11)
    assert state.lengths == [3, 5]
    state.award = -1
    run_agenda(state, ("displace", 12, 23))
    assert waits(state) == "Relocate 1"
    assert (state.lengths[0], state.award, state.over) == (3, -1, False)
    assert {goal} <= set(pending_step(state).options(state))
    run_agenda(state, goal)
    assert state.lengths[0] == length


@pytest.mark.rule("CK-12.5", "CK-12.6", "CK-19.4")
def test_holder_moving_own_road_keeps_the_award():
    rival = ("9-14", "14-19", "19-25", "25-31", "31-37")
    state = island(2, roads={0: edges(LAND, *LINE), 1: edges(LAND, *rival)})
    state.award = 0
    deal(state, 0, "diplomat", "diplomat")
    run_agenda(state, ("card", "diplomat"), *edges(LAND, "34-39"))
    assert waits(state) == "DiplomatReplace 0"
    assert state.award == 0
    run_agenda(state, *edges(LAND, "7-12"))
    assert (state.lengths, state.award) == ([5, 5], 0)
    run_agenda(state, ("card", "diplomat"), *edges(LAND, "7-12"), "pass")
    assert (state.lengths, state.award) == ([4, 5], 1)


@pytest.mark.rule("CK-12.5", "CK-19.4", "CK-22.2")
def test_diplomat_removing_a_road_may_bring_award_and_victory():
    rival = ("9-14", "14-19", "19-25", "25-31", "31-37")
    state = island(2, roads={0: edges(LAND, *LINE), 1: edges(LAND, *rival)})
    state.award = 1
    points(state, 0, 11)
    deal(state, 0, "diplomat")
    run_agenda(state, ("card", "diplomat"), *edges(LAND, "31-37"))
    assert (state.award, state.over) == (0, True)


@pytest.mark.rule("CK-12.6", "CK-19.3")
@pytest.mark.parametrize(("place", "holder"), [(23, -1), ("pass", 1)])
def test_deserter_may_cut_the_same_road_again(place: object, holder: int):
    state = island(
        3,
        roads={0: edges(LAND, "18-23"), 1: edges(LAND, *LINE), 2: edges(LAND, "18-24")},
        knights={2: {23: 1}},
    )
    assert (state.lengths[1], state.award) == (3, -1)
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"))
    assert waits(state) == "DeserterPlace 0"
    assert state.award == -1
    run_agenda(state, place)
    assert state.award == holder


@pytest.mark.rule("CK-12.2", "CK-12.5", "CK-16.4")
def test_leaving_knight_restores_the_road_it_cut():
    state = island(
        2,
        roads={0: edges(LAND, "18-23", "18-24"), 1: edges(LAND, *LINE)},
        knights={0: {23: 1}},
        ready=[23],
    )
    assert state.award == -1
    run_agenda(state, ("move", 23, 24))
    assert (state.lengths[1], state.award) == (5, 1)


@pytest.mark.rule("CK-12.2", "CK-12.5", "CK-12.6", "CK-22.2")
def test_winning_settlement_has_cut_the_road_below():
    state = island(2, roads={0: edges(LAND, "18-23"), 1: edges(LAND, *LINE)})
    points(state, 0, 12)
    points(state, 1, 10)
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    run_agenda(state, ("settlement", 23))
    assert state.over
    assert (state.lengths, state.award) == ([1, 3], -1)
    assert [state.points(seat) for seat in (0, 1)] == [13, 8]
    assert rules_noted(state)[-1] == "CK-22.2"


# ---------------------------------------------------------------------- knights


@pytest.mark.rule("CK-16.6", "CK-16.8", "CK-16.3")
def test_displaced_knight_may_move_to_the_origin_of_the_displacer():
    state = island(
        2,
        roads={0: edges(LAND, "13-18", "18-24"), 1: edges(LAND, "24-30", "9-13", "18-23")},
        knights={0: {13: 2}, 1: {24: 1}},
        active=[24],
        ready=[13],
    )
    state.lay_road(1, *edges(LAND, "19-24"))
    for pair in ("14-19", "9-14"):
        state.lay_road(1, *edges(LAND, pair))
    run_agenda(state, ("displace", 13, 24))
    assert set(pending_step(state).options(state)) == {30, 19, 14, 9, 13}
    run_agenda(state, 13)
    assert (state.pieces[13], state.owners[13]) == (BASIC_KNIGHT, 1)
    assert state.active_knights == 1 << 13


@pytest.mark.rule("CK-19.5", "CK-16.7")
def test_displaced_knight_with_only_own_buildings_in_reach_is_removed():
    state = island(
        2,
        settlements={1: [29]},
        roads={0: edges(LAND, "18-23"), 1: edges(LAND, "23-29")},
        knights={1: {23: 3}},
    )
    deal(state, 0, "intrigue")
    run_agenda(state, ("card", "intrigue"))
    assert state.knights[1] == 0
    assert state.left(1, 6) == 2
    assert "CK-16.7" in rules_noted(state)


@pytest.mark.rule("CK-16.10", "CK-16.9")
def test_second_knight_chases_the_robber_from_its_new_hex():
    state = island(2, settlements={1: [2]}, knights={0: {24: 1, 4: 2}}, ready=[24, 4])
    give(state, 1, ore=1, coin=1)
    run_agenda(state, ("chase", 24), 1)
    assert possible(state, "chase") == [(4,)]
    run_agenda(state, ("chase", 4), 2, "coin")
    assert hand(state, 0) == {"coin": 1}
    assert state.active_knights == 0


@pytest.mark.rule("CK-19.3", "CK-15.7", "CK-15.8", "CK-1.5")
def test_deserter_uses_the_next_lower_level_if_exhausted():
    state = island(
        2,
        roads={0: edges(LAND, "13-18", "18-24", "24-30")},
        knights={0: {13: 3, 18: 3, 24: 2}, 1: {40: 3}},
        active=[40],
    )
    level(state, 0, 0, 3, 0)
    give(state, 0, wool=1, ore=1)
    deal(state, 0, "deserter")
    run_agenda(state, ("card", "deserter"), 30)
    assert state.level_at(30) == 2
    assert state.ready == state.active_knights == 1 << 30
    assert [state.left(0, piece) for piece in (4, 5, 6)] == [2, 0, 0]
    assert refused(state, ("promote", 30)) == "CK-15.4"


# ---------------------------------------------------------------------- improvements


@pytest.mark.rule("CK-13.8", "CK-13.9", "CK-20.3", "CK-14.3")
def test_available_city_is_required_despite_taken_metropolis_or_crane():
    state = island(2, cities={0: [13], 1: [40]})
    metropolis(state, 0, 0, 13)
    metropolis(state, 1, 1, 40)
    level(state, 0, 4, 3, 0)
    level(state, 1, 0, 4, 0)
    give(state, 0, coin=4, cloth=4)
    deal(state, 0, "crane")
    assert refused(state, ("improve", "politics")) == "CK-13.8"
    assert refused(state, ("improve", "politics", "crane")) == "CK-13.8"
    run_agenda(state, ("improve", "trade", "crane"))
    assert state.levels[0] == (5, 3, 0)
    assert hand(state, 0) == {"coin": 4}
    free = island(2, cities={0: [13, 27], 1: [40]})
    metropolis(free, 1, 1, 40)
    level(free, 0, 0, 3, 0)
    level(free, 1, 0, 4, 0)
    give(free, 0, coin=4)
    run_agenda(free, ("improve", "politics"))
    assert free.metropolis_owners[1] == 1
    assert waits(free) == "Main 0"


@pytest.mark.rule("CK-13.8", "CK-13.9", "CK-13.1", "CK-20.3")
def test_improvement_refusal_names_the_missing_commodity_of_its_track():
    state = island(2, cities={0: [13]})
    metropolis(state, 0, 0, 13)
    level(state, 0, 4, 3, 4)
    give(state, 0, coin=4, paper=5, cloth=3)
    assert possible(state, "improve") == []
    assert refused(state, ("improve", "politics")) == "CK-13.8"
    assert refused(state, ("improve", "science")) == "CK-13.9"
    assert refused(state, ("improve", "trade")) == "CK-13.1"
    assert refused(state, ("improve", "trade", "crane")) == "CK-20.3"
    closed = {command.key: refusal for command, refusal in pending_step(state).closed(state)}
    assert closed["improve"].rule == "CK-13.8"
    deal(state, 0, "crane")
    assert refused(state, ("improve", "trade", "crane")) == "CK-13.1"
    lacking = pending_step(state).refuse(state, ("improve", "trade", "crane")).reason.plain()
    assert "1 cloth" in lacking


@pytest.mark.rule("CK-14.4", "CK-14.8", "CK-1.11", "CK-6.14")
def test_metropolis_moves_after_its_new_owner_chose_the_city():
    state = island(2, cities={0: [13, 27], 1: [40]})
    metropolis(state, 1, 1, 40)
    level(state, 0, 0, 4, 0)
    level(state, 1, 0, 4, 0)
    give(state, 0, coin=5)
    run_agenda(state, ("improve", "politics"))
    assert waits(state) == "MetropolisCity 0"
    assert state.metropolis_owners[1] == 1
    run_agenda(state, 27)
    assert (state.metropolises[1], state.metropolis_owners[1]) == (27, 0)
    assert available_cities(state, 1) == 1 << 40


# ---------------------------------------------------------------------- cards


@pytest.mark.rule("CK-17.3", "CK-19.7", "CK-17.1")
def test_alchemist_taken_by_a_spy_waits_for_the_next_turn():
    state = island(2)
    deal(state, 0, "spy")
    deal(state, 1, "alchemist")
    run_agenda(state, ("card", "spy"))
    assert held(state, 0) == ["alchemist"]
    assert refused(state, ("card", "alchemist")) == "CK-17.1"


@pytest.mark.rule("CK-17.2", "CK-7.11", "CK-19.7")
def test_card_taken_by_a_spy_is_playable_at_once():
    state = island(2, settlements={0: [13]})
    deal(state, 0, "spy")
    deal(state, 1, "merchant")
    run_agenda(state, ("card", "spy"), ("card", "merchant"), 4)
    assert state.merchant_owner == 0


@pytest.mark.rule("CK-4.11", "CK-18.1", "CK-24.5")
@pytest.mark.parametrize(("rules", "asks"), [(2, False), (1, True)])
def test_only_commodity_in_hand_is_given_without_asking(rules: int, asks: bool):
    state = island(3)
    state.rules = rules
    give(state, 0, ore=2)
    give(state, 1, coin=1)
    give(state, 2, coin=2)
    deal(state, 0, "commercial_harbor")
    run_agenda(state, ("card", "commercial_harbor"), (1, "ore"))
    assert waits(state) == ("HarborReturn 1" if asks else "HarborDeal 0")
    if asks:
        run_agenda(state, "coin")
    assert (hand(state, 0), hand(state, 1)) == ({"ore": 1, "coin": 1}, {"ore": 1})
    run_agenda(state, (2, "ore"))
    assert waits(state) == "HarborReturn 2"


@pytest.mark.rule("CK-21.3", "CK-22.2", "CK-22.1")
def test_taking_the_merchant_wins_and_lowers_the_former_owner():
    state = island(2, settlements={0: [13]})
    state.merchant, state.merchant_owner = 4, 1
    points(state, 0, 12)
    points(state, 1, 12)
    deal(state, 0, "merchant")
    fill_decks(state)
    run_agenda(state, ("card", "merchant"), 4)
    assert state.over
    assert [state.points(seat) for seat in (0, 1)] == [13, 11]


@pytest.mark.rule("CK-20.11", "CK-15.6", "CK-15.8")
def test_smith_needs_fortress_for_mighty_knights_and_no_double_promotion():
    state = island(2, knights={0: {13: 2, 18: 1}})
    deal(state, 0, "smith", "smith")
    run_agenda(state, ("card", "smith"))
    assert (state.level_at(13), state.level_at(18)) == (2, 2)
    assert waits(state) == "Main 0"
    level(state, 0, 0, 3, 0)
    run_agenda(state, ("card", "smith"))
    assert state.level_at(13) == 3
    assert state.level_at(18) == 2


@pytest.mark.rule("CK-10.8", "CK-18.4", "CK-4.8")
def test_fleet_trades_repeatedly_until_the_end_of_the_turn():
    state = island(2)
    deal(state, 0, "merchant_fleet")
    give(state, 0, coin=7)
    run_agenda(state, ("card", "merchant_fleet"), "coin")
    run_agenda(state, ("bank", "coin", "ore"), ("bank", "coin", "ore"), ("bank", "coin", "wool"))
    assert hand(state, 0) == {"ore": 2, "wool": 1, "coin": 1}
    state.agenda.insert(0, EndOfTurn())
    run_agenda(state, ("end",))
    assert state.rates(0) == [4] * 8
