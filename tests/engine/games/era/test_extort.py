"""Extort among players (section 10)."""

from __future__ import annotations

import pytest

from engine.games.era.extort import AnswerDemand, Demand, Extort, ExtortTurn, targets
from tests.engine.games.era.positions import (
    Lord,
    noted,
    options,
    pending_step,
    run_agenda,
    step,
    table,
    tracks,
)

THREE = "n_sword3"


@pytest.mark.rule("ERA-10.1", "ERA-10.5", "ERA-4.3")
def test_each_player_extorts_once_clockwise():
    strong = Lord("1/0/0/0", THREE)
    weak = Lord("0/0/5/0", "n_sword1")
    state = table(strong, weak, Lord("0/0/5/0", "n_goods1"), first=1)
    step(state, Extort())
    handled = []
    while state.agenda:
        handled.append((pending_step(state).seat, pending_step(state).of))
        run_agenda(state, "spare")
    assert handled == [(1, 2), (0, 1), (0, 2)]


@pytest.mark.rule("ERA-10.2", "ERA-10.3")
@pytest.mark.parametrize(
    ("mine", "theirs", "extorted"),
    [
        ("n_sword3", "n_sword2", True),
        ("n_sword3", "n_sword3", False),
        ("n_sword3", "n_shield4", False),
        ("n_sword3 n_sword1", "n_shield4", False),
        ("n_sword3 n_sword2", "n_shield4", True),
        ("n_sword3 n_sword2", "n_shield4 n_sword3 n_sword2", False),
        ("n_sword1", "", True),
        ("n_goods1", "", False),
    ],
)
def test_targets_have_fewer_swords_and_shields_than_the_attacker_swords(mine, theirs, extorted):
    state = table(Lord(dice=mine), Lord(dice=theirs))
    assert targets(state, 0) == ([1] if extorted else [])


@pytest.mark.rule("ERA-10.4")
def test_swords_and_shields_are_not_used_up():
    state = table(Lord(dice=THREE), *[Lord("0/0/1/0", "n_sword1") for _ in range(3)])
    step(state, ExtortTurn(0))
    for seat in (1, 2, 3):
        assert pending_step(state) == Demand(0, seat)
        run_agenda(state, "wood", "pay")
    assert tracks(state, 0) == "0/0/3/0"
    assert state.swords(0) == 3


@pytest.mark.rule("ERA-10.6")
def test_demand_names_a_kind_that_the_target_has():
    state = table(Lord(dice=THREE), Lord("0/2/0/1"))
    step(state, ExtortTurn(0))
    assert options(state) == ["stone", "food", "spare"]
    assert pending_step(state).refuse(state, "wood").rule == "ERA-10.6"
    assert pending_step(state).refuse(state, "swords").rule == "ERA-10.6"
    assert pending_step(state).target(state, ("stone",)) == ("track", 1, "stone")
    assert pending_step(state).refuse_place(state, (), ("track", 1, "goods")).rule == "ERA-10.6"
    assert pending_step(state).refuse_place(state, (), ("track", 0, "goods")).rule == "ERA-10.5"


@pytest.mark.rule("ERA-10.7", "ERA-10.9")
def test_target_hands_over_one_of_that_kind():
    state = table(Lord("0/1/0/0", THREE), Lord("0/2/0/1"))
    step(state, ExtortTurn(0), "stone")
    assert pending_step(state) == AnswerDemand(1, to=0, kind="stone")
    assert options(state) == ["pay", "refuse"]
    run_agenda(state, "pay")
    assert (tracks(state, 0), tracks(state, 1)) == ("0/2/0/0", "0/1/0/1")
    assert state.disaster(1) == 0


@pytest.mark.rule("ERA-10.7", "ERA-10.8")
def test_refusing_costs_two_disaster_points():
    state = table(Lord(dice=THREE), Lord("0/2/0/1"))
    step(state, ExtortTurn(0), "stone", "refuse")
    assert (tracks(state, 0), tracks(state, 1)) == ("0/0/0/0", "0/2/0/1")
    assert (state.disaster(0), state.disaster(1)) == (0, 2)


@pytest.mark.rule("ERA-10.6", "ERA-10.8", "ERA-16.6")
def test_target_with_nothing_is_demanded_from_without_a_kind():
    state = table(Lord(dice=THREE), Lord("0/0/0/0"))
    step(state, ExtortTurn(0))
    assert options(state) == ["demand", "spare"]
    run_agenda(state, "demand")
    assert not state.agenda, "the target is not asked"
    assert state.disaster(1) == 2


@pytest.mark.rule("ERA-10.9", "ERA-6.7")
def test_receiver_loses_what_exceeds_the_cap():
    state = table(Lord("6/0/0/0", THREE), Lord("3/0/0/0"))
    step(state, ExtortTurn(0), "goods", "pay")
    assert (tracks(state, 0), tracks(state, 1)) == ("6/0/0/0", "2/0/0/0")
    assert noted(state, "ERA-10.9") == ["seat 1 has no room left and loses 1 trade good."]


@pytest.mark.rule("ERA-10.10")
@pytest.mark.parametrize("theirs", ["0/0/0/0", "1/1/1/1"])
def test_target_may_be_spared(theirs):
    state = table(Lord(dice=THREE), Lord(theirs), Lord("0/0/1/0"))
    step(state, ExtortTurn(0), "spare")
    assert pending_step(state) == Demand(0, 2)
    run_agenda(state, "spare")
    assert not state.agenda
    assert (tracks(state, 1), state.disaster(1)) == (theirs, 0)


@pytest.mark.rule("ERA-10.11")
def test_received_goods_can_be_extorted_later():
    state = table(Lord("0/0/0/0", "n_sword1"), Lord("1/0/0/0"), Lord(dice=THREE))
    step(state, Extort(), "goods", "pay")
    assert pending_step(state) == Demand(2, 0)
    assert options(state) == ["goods", "spare"]
    run_agenda(state, "goods", "pay", "demand")
    assert [tracks(state, seat) for seat in range(3)] == ["0/0/0/0", "0/0/0/0", "1/0/0/0"]
    assert [state.disaster(seat) for seat in range(3)] == [0, 2, 0]


def test_extort_texts():
    state = table(Lord(dice=THREE), Lord("0/2/0/1"))
    step(state, ExtortTurn(0))
    assert pending_step(state).question(state).plain() == "What do you demand from seat 2?"
    assert pending_step(state).label(state, ("stone",)).plain() == "Demand 1 stone"
    run_agenda(state, "stone")
    assert pending_step(state).label(state, ("pay",)).plain() == "Hand over 1 stone"
    assert pending_step(state).label(state, ("refuse",)).plain() == "Refuse: 2 disaster points"
    assert pending_step(state).target(state, ("pay",)) == ("track", 1, "stone")
    assert pending_step(state).target(state, ("refuse",)) == ("track", 1, "disaster")
    assert pending_step(state).refuse(state, "perhaps").rule == "ERA-10.7"
