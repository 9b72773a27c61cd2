"""Collect and Feed (sections 6 and 7)."""

from __future__ import annotations

import pytest

from engine.games.era.collect import ChooseGain, Collect, CollectTurn, Feed
from tests.engine.games.era.positions import (
    Lord,
    building,
    noted,
    options,
    pending_step,
    rules,
    run_agenda,
    step,
    table,
    tracks,
)


@pytest.mark.rule("ERA-6.1", "ERA-1.10")
def test_dice_results_are_added_to_the_tracks():
    dice = "p_food3 p_wood3 p_stone2 b_goods2 b_goods1 b_stone2 b_culture1 n_goods1 c_food2"
    state = table(Lord("0/0/0/0", dice), Lord())
    step(state, Collect())
    assert tracks(state, 0) == "4/4/3/5"
    assert state.culture(0) == 1
    assert tracks(state, 1) == "0/0/0/0"


@pytest.mark.rule("ERA-6.1")
def test_hammers_swords_shields_and_feathers_give_nothing_yet():
    state = table(Lord(dice="p_hammer2 n_sword3 n_shield4 c_feather_a b_hammer2"))
    step(state, CollectTurn(0))
    assert tracks(state, 0) == "0/0/0/0"


@pytest.mark.rule("ERA-6.2")
def test_each_die_with_an_or_face_gives_one_alternative():
    state = table(Lord(dice="p_food2_or_stone1 c_stone1_or_wood2 p_food2_or_stone1"), Lord())
    step(state, Collect())
    assert pending_step(state) == ChooseGain(0, 0)
    assert options(state) == [1, 2]
    run_agenda(state, 1)
    assert pending_step(state) == ChooseGain(0, 1)
    run_agenda(state, 2, 2)
    assert tracks(state, 0) == "0/1/2/2"
    assert not state.agenda


@pytest.mark.rule("ERA-6.2", "ERA-4.3")
def test_alternatives_are_chosen_in_turn_order():
    lord = Lord(dice="p_food2_or_stone1")
    state = table(lord, lord, lord, first=2)
    step(state, Collect())
    seats = []
    while state.agenda:
        seats.append(pending_step(state).seat)
        assert state.active == pending_step(state).seat
        run_agenda(state, 1)
    assert seats == [2, 0, 1]


@pytest.mark.rule("ERA-6.3", "ERA-6.4")
def test_skull_face_gives_its_resources_and_no_disaster_point():
    dice = "p_wood1_hammer1_skull b_stone1_hammer1_skull n_goods2_skull c_culture2_skull"
    state = table(Lord(dice=dice))
    step(state, CollectTurn(0))
    assert tracks(state, 0) == "2/1/1/0"
    assert state.culture(0) == 2
    assert state.disaster(0) == 0


@pytest.mark.rule("ERA-6.5", "ERA-6.6", "ERA-14.7", "ERA-14.8", "ERA-9.6")
def test_farms_give_food_and_lumber_mills_wood():
    state = table(Lord(), Lord())
    building(state, 0, "farm", "A1 B1 A2", "D1 E1 D2")
    building(state, 0, "lumber_mill", "A4 A5 A6 B6", "D4 D5 D6 E6")
    step(state, Collect())
    assert tracks(state, 0) == "0/0/4/2"
    assert tracks(state, 1) == "0/0/0/0"


@pytest.mark.rule("ERA-6.7")
def test_resources_above_the_cap_are_lost():
    state = table(Lord("5/6/7/14", "b_goods2 b_stone2 p_wood3 p_food3"))
    step(state, CollectTurn(0))
    assert tracks(state, 0) == "6/7/8/15"
    (lost,) = noted(state, "ERA-6.7")
    assert lost == "seat 1 has no room left and loses 1 trade good, 1 stone, 2 wood, 2 food."


@pytest.mark.rule("ERA-6.9", "ERA-6.7")
@pytest.mark.parametrize("picks", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_cap_does_not_depend_on_order_of_gains(picks):
    state = table(Lord("0/5/6/12", "p_food2_or_stone1 p_stone2 p_food2_or_stone1 p_food3"))
    step(state, CollectTurn(0), *picks)
    stone, food = 5 + 2 + picks.count(2), 12 + 3 + 2 * picks.count(1)
    assert tracks(state, 0) == f"0/{min(7, stone)}/6/{min(15, food)}"


@pytest.mark.rule("ERA-6.9", "ERA-4.4")
def test_collecting_and_feeding_are_mandatory():
    state = table(Lord("0/0/0/1", "p_food3 p_wood3"), Lord("0/0/0/9", "p_stone2"))
    state.push(Collect(), Feed())
    run_agenda(state)
    assert not state.agenda
    assert (tracks(state, 0), tracks(state, 1)) == ("0/0/3/2", "0/2/0/8")


@pytest.mark.rule("ERA-6.8", "ERA-1.11")
def test_culture_wraps_around_and_keeps_counting():
    state = table(Lord(dice="c_culture2_skull b_culture1", culture=23))
    step(state, CollectTurn(0))
    assert (state.laps(0, "culture"), state.peg(0, "culture")) == (1, 1)
    assert state.culture(0) == 26
    assert noted(state, "ERA-6.8") == ["seat 1 scores +25 for going round the culture track."]


@pytest.mark.rule("ERA-6.8")
def test_culture_on_the_last_space_has_not_wrapped():
    state = table(Lord(dice="b_culture1", culture=23))
    step(state, CollectTurn(0))
    assert (state.laps(0, "culture"), state.peg(0, "culture"), state.culture(0)) == (0, 24, 24)


@pytest.mark.rule("ERA-7.1")
def test_each_die_costs_one_food():
    state = table(Lord("0/0/0/5", "p p n"), Lord("0/0/0/4", "p p n c"))
    step(state, Feed())
    assert (tracks(state, 0), tracks(state, 1)) == ("0/0/0/2", "0/0/0/0")
    assert (state.disaster(0), state.disaster(1)) == (0, 0)


@pytest.mark.rule("ERA-7.2", "ERA-1.12", "ERA-7.3")
def test_each_unfed_die_is_a_disaster_point():
    state = table(Lord("6/7/8/1", "p p p n"))
    step(state, Feed())
    assert tracks(state, 0) == "6/7/8/0"
    assert state.disaster(0) == 3
    assert noted(state, "ERA-7.2") == ["seat 1: 3 disaster points, 3 dice went hungry."]


@pytest.mark.rule("ERA-7.4", "ERA-1.11")
def test_disaster_points_wrap_around_and_keep_counting():
    state = table(Lord("0/0/0/0", "p p p n", disaster=23))
    step(state, Feed())
    assert (state.laps(0, "disaster"), state.peg(0, "disaster"), state.disaster(0)) == (1, 2, 27)
    assert noted(state, "ERA-7.4") == ["seat 1 scores −25 for going round the disaster track."]


@pytest.mark.rule("ERA-7.4")
def test_disaster_points_are_unlimited():
    state = table(Lord("0/0/0/0", "p p p n"))
    for _ in range(30):
        step(state, Feed())
    assert state.disaster(0) == 120
    assert state.laps(0, "disaster") == 4
    assert rules(state).count("ERA-7.4") == 4


def test_gain_choice_texts_and_targets():
    state = table(Lord(dice="p_food2_or_stone1"), Lord())
    step(state, Collect())
    decision = pending_step(state)
    assert decision.refuse(state, 3).rule == "ERA-6.2"
    assert decision.target(state, (1,)) == ("track", 0, "food")
    assert decision.target(state, (2,)) == ("track", 0, "stone")
    assert decision.refuse_place(state, (), ("track", 0, "wood")).rule == "ERA-6.2"
    assert decision.refuse_place(state, (), ("track", 1, "wood")) is None
    assert decision.label(state, (2,)).plain() == "1 stone"
    assert decision.question(state).plain() == "Peasant: 2 food or 1 stone?"
