"""Setup, production, robber and points of the base game (CK-25.1 to CK-25.6, CK-25.14)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.errors import BadSetup
from engine.games import load
from engine.games.knights.catan.game import GAME
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.catan.turn import BeginTurn, Produce, Roll, Turn
from engine.games.knights.robber import Seven
from tests.engine.games.catan.positions import begin, island
from tests.engine.games.knights.positions import (
    bag,
    bank,
    edges,
    give,
    hand,
    pending_step,
    possible,
    refused,
    rules_noted,
    run_agenda,
    shut,
    step,
    waits,
)


@pytest.mark.rule("CK-25.1")
def test_two_to_four_play_to_ten_points_and_there_is_no_preset():
    assert list(GAME.players) == [2, 3, 4]
    assert GAME.check(2, {})["win_target"] == "10"
    assert "preset" not in {setting.key for setting in GAME.settings()}
    with pytest.raises(BadSetup):
        GAME.check(5, {})
    state = island(2, cities={0: [12, 14, 16, 31]}, settlements={0: [10]})
    assert (state.points(0), state.over) == (9, False)
    state.lay_road(0, edges(state, "3-7")[0])
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    run_agenda(state, ("settlement", 3))
    assert state.over
    assert state.points(0) == 10


@pytest.mark.rule("CK-25.1", "CK-22.2")
def test_nine_points_do_not_win():
    state = island(2, cities={0: [12, 14, 16, 31]}, settlements={0: [10]})
    run_agenda(state, ("end",))
    assert not state.over


@pytest.mark.rule("CK-25.2")
def test_only_two_dice_and_no_city_and_knights_components():
    state = island(2)
    assert [kind.id for kind in state.box.kinds] == ["lumber", "brick", "wool", "grain", "ore"]
    assert state.box.tracks == ()
    assert [piece.id for piece in state.box.pieces] == ["road", "settlement", "city"]
    roll = Roll(0)
    dice = Dice(b"two dice")
    thrown = [roll.sample(state, dice) for _ in range(400)]
    assert {number for both in thrown for number in both} == set(range(1, 7))
    assert all(roll.check(state, one) is None for one in thrown)
    for wrong in ((1, 2, "ship"), (0, 3), (7, 1), (1,), 5, ("1", 2)):
        assert roll.check(state, wrong) is not None
    commands = [command.key for command in pending_step(state).commands(state)]
    assert commands == ["bank", "offer", "road", "settlement", "city", "buy", "card", "end"]


@pytest.mark.rule("CK-25.3", "CK-3.2", "CK-3.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_gives_two_settlements_and_resources_of_the_second(seats: int):
    match = begin(seats, layout="beginner")
    asked_for = []
    while not match.state.turn:
        pending = match.pending()[0]
        asked_for.append((pending.decision.name, pending.seat))
        match.choose(pending.seat, match.options(pending.seat)[0])
    order = [*range(seats), *reversed(range(seats))]
    first = [(name, seat) for seat in range(seats) for name in ("SetupSettlement", "SetupRoad")]
    second = [(name, seat) for seat in order[seats:] for name in ("SecondSettlement", "SetupRoad")]
    assert asked_for == first + second
    state: Any = match.state
    for seat in range(seats):
        assert [state.left(seat, piece) for piece in range(3)] == [13, 3, 4]
        assert state.points(seat) == 2


@pytest.mark.rule("CK-25.3")
def test_desert_gives_nothing_to_the_second_settlement():
    match = begin(2, layout="beginner")
    state: Any = match.state
    for pick in (44, 57, 31, 46):
        match.choose(match.pending()[0].seat, pick)
    seat = match.pending()[0].seat
    match.choose(seat, 24)  # h5 pasture 5, h9 the desert, h10 forest 3
    state = match.state
    assert hand(state, seat) == {"wool": 1, "lumber": 1}
    assert bank(state, "wool") == 18
    assert state.box.terrains[state.terrains[9]].id == "desert"


@pytest.mark.rule("CK-25.4", "CK-8.2", "CK-8.4")
def test_city_produces_two_and_settlement_one():
    state = island(settlements={1: [23]}, cities={0: [12]})
    step(state, Produce(6))
    assert hand(state, 0) == {"brick": 2}
    assert hand(state, 1) == {"brick": 1}
    step(state, Produce(10))
    assert hand(state, 0) == {"brick": 2, "ore": 2}
    assert [kind.bank for kind in state.box.kinds] == [19] * 5


@pytest.mark.rule("CK-25.4", "CK-8.7")
@pytest.mark.parametrize(
    ("second", "left", "brought"), [(True, 2, [0, 0]), (False, 2, [2, 0]), (True, 3, [2, 1])]
)
def test_shortage_gives_nobody_anything_unless_one_player_is_affected(
    second: bool, left: int, brought: list[int]
):
    """X4: hills 6 bring two to Anna and one to Boris, or to Anna alone."""
    state = island(3, settlements={1: [23]} if second else {}, cities={0: [12]})
    give(state, 2, brick=19 - left)
    step(state, Produce(6))
    brick = state.box.kind_numbers["brick"]
    assert [state.hands[seat][brick] for seat in (0, 1)] == brought


@pytest.mark.rule("CK-25.4")
def test_single_player_takes_the_remaining_cards_in_a_shortage():
    """X4: a city and a settlement at the same hex."""
    state = island(3, cities={0: [12]}, settlements={0: [23]})
    give(state, 2, brick=17)
    step(state, Produce(6))
    assert hand(state, 0) == {"brick": 2}


@pytest.mark.rule("CK-25.5", "CK-9.7", "CK-9.8", "CK-9.2")
def test_on_a_seven_hands_are_halved_and_the_robber_takes_a_card():
    state = island(3, settlements={1: [23]})
    assert state.terrains[state.robber] == "desert"
    assert not state.robber_locked
    give(state, 1, ore=7)
    give(state, 2, lumber=8)
    step(state, Seven(), (2, bag(lumber=4)))
    assert waits(state) == "RobberHex 0"
    assert refused(state, state.robber) == "CK-9.7"
    run_agenda(state, 4)
    assert waits(state) == "Steal"
    run_agenda(state, "ore")
    assert hand(state, 0) == {"ore": 1}
    assert hand(state, 1) == {"ore": 6}
    assert hand(state, 2) == {"lumber": 4}
    step(state, Seven(), 9)
    assert state.terrains[state.robber] == "desert"


@pytest.mark.rule("CK-25.5")
def test_robber_moves_at_the_very_first_seven():
    match = begin(2, layout="beginner")
    while not match.state.turn:
        pending = match.pending()[0]
        match.choose(pending.seat, match.options(pending.seat)[0])
    state: Any = match.state.copy()
    state.agenda[:] = []
    step(state, Seven())
    assert waits(state) == f"RobberHex {state.active}"


@pytest.mark.rule("CK-25.6", "CK-11.1", "CK-1.5")
def test_building_costs_and_supplies_match_the_box():
    state = island(2)
    costs = {
        name: {kind.id: n for kind, n in zip(state.box.kinds, cost, strict=True) if n}
        for name, cost in state.box.costs.items()
    }
    assert costs == {
        "road": {"brick": 1, "lumber": 1},
        "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
        "city": {"ore": 3, "grain": 2},
        "development": {"ore": 1, "wool": 1, "grain": 1},
    }
    assert [piece.count for piece in state.box.pieces] == [15, 5, 4]


@pytest.mark.rule("CK-25.6")
@pytest.mark.parametrize(
    ("key", "cards"),
    [
        ("road", {"lumber": 1, "brick": 1}),
        ("settlement", {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}),
        ("city", {"grain": 2, "ore": 3}),
        ("buy", {"wool": 1, "grain": 1, "ore": 1}),
    ],
)
def test_each_purchase_is_paid_to_the_bank(key: str, cards: dict[str, int]):
    state = island(2, settlements={0: [23]})
    state.lay_road(0, edges(state, "18-23")[0])
    state.lay_road(0, edges(state, "13-18")[0])
    assert not possible(state, key)
    assert "CK-" in shut(state, key)
    give(state, 0, **cards)
    before = sum(state.bank)
    pending_step(state)
    run_agenda(state, (key, *possible(state, key)[0]))
    assert not hand(state, 0)
    assert sum(state.bank) == before + sum(cards.values())


@pytest.mark.rule("CK-25.14", "CK-12.3", "CK-12.4", "CK-12.5")
def test_five_roads_take_the_award_and_six_take_it_over():
    state = island(2, roads={0: [], 1: []})
    for pair in ("47-51", "48-51", "48-52", "49-52", "49-53"):
        state.lay_road(1, edges(state, pair)[0])
    for pair in ("3-7", "0-3", "0-4", "1-4", "1-5"):
        state.lay_road(0, edges(state, pair)[0])
    give(state, 0, lumber=1, brick=1)
    state.award = 1
    run_agenda(state, ("road", edges(state, "2-5")[0]))
    assert state.award == 0
    assert state.points(0) == 2
    assert "CK-12.4" in rules_noted(state)


@pytest.mark.rule("CK-25.14", "CK-22.3", "CK-25.15")
def test_points_from_another_turn_win_at_the_start_of_the_own():
    """X2: six points are visible, two are hidden, and Longest Road comes when another's is cut."""
    state = island(3, cities={1: [47, 48, 49]})
    lay = {0: ("4-8",), 1: ("47-51", "48-51", "48-52", "49-52", "49-53")}
    lay[2] = ("3-7", "0-3", "0-4", "1-4", "1-5")
    for seat, pairs in lay.items():
        for pair in pairs:
            state.lay_road(seat, edges(state, pair)[0])
    state.award = 2
    points = state.box.card_numbers["victory_point"]
    state.progress[1], state.backs[1] = (points, points), (2,)
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    state.agenda.insert(0, Turn(1))
    assert state.view(0).points(1) == 6
    run_agenda(state, ("settlement", 4))
    assert state.award == 1
    assert state.view(0).points(1) == 8
    assert state.points(1) == 10
    assert [state.over, state.active] == [False, 0]
    run_agenda(state, ("end",))
    assert [state.over, state.active] == [True, 1]
    assert state.dice == (0, 0)


@pytest.mark.rule("CK-25.8", "CK-4.4", "CK-4.6")
def test_player_without_cards_rolls_automatically():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    step(state, BeginTurn(1))
    assert waits(state) == "Roll"
    run_agenda(state, (1, 3))
    assert hand(state, 0) == {"wool": 1}
    assert (state.dice, state.totals[4]) == ((1, 3), 1)


@pytest.mark.rule("CK-25.1")
def test_catan_and_cities_and_knights_are_separate_games():
    assert load("catan") is GAME
    assert GAME.folder != load("knights").folder
    assert isinstance(GAME.setup(2, GAME.check(2, {}), {}), CatanIsland)
