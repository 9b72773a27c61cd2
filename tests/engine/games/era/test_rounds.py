"""Rounds, their end and the end of the game (sections 4, 11 and 16)."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.errors import CannotTakeBack
from engine.games.era.build import Build, BuildStructure, BuildTurn
from engine.games.era.collect import Collect, Feed
from engine.games.era.disasters import Disasters
from engine.games.era.extort import Extort
from engine.games.era.roll import Roll
from engine.games.era.rounds import EndGame, EndOfRound, Round
from tests.engine.games.era.positions import (
    Lord,
    begin,
    building,
    noted,
    place_kits,
    play_out,
    realm,
    rules,
    run_agenda,
    step,
    table,
)


def end_of_round(state):
    """Run only the end of the round, without the next one."""
    EndOfRound().run(state)
    return state


@pytest.mark.rule("ERA-4.1", "ERA-4.2", "ERA-4.5")
def test_round_has_six_steps_in_order():
    state = table(Lord(), Lord(), round=0)
    Round().run(state)
    assert state.agenda[::-1] == [
        Roll(),
        Collect(),
        Feed(),
        Disasters(),
        Build(),
        Extort(),
        EndOfRound(),
    ]


@pytest.mark.rule("ERA-4.2")
def test_step_is_finished_by_everyone_before_the_next_starts():
    match = play_out(begin(4, seed="steps"), 5)
    order = [one.id for one in realm(match).box.steps]
    seen: list[tuple[int, str]] = []
    for count in range(len(match.line)):
        state = realm(match.at(count + 1))
        moment = (state.round, state.step)
        if state.step in order and (not seen or seen[-1] != moment):
            seen.append(moment)
    places = [(round, order.index(name)) for round, name in seen]
    assert places == sorted(set(places))


@pytest.mark.rule("ERA-4.3")
def test_players_act_clockwise_after_the_roll():
    match = begin(4, seed="order")
    dice = Dice(b"order")
    acted: dict[tuple[int, str, int], list[int]] = {}
    while not match.over and realm(match).round < 5:
        state, pending = realm(match), match.pending()[0]
        if state.step in ("collect", "build", "extort"):
            assert len(match.pending()) == 1
            acted.setdefault((state.round, state.step, state.first), []).append(state.active)
        match.choose(pending.seat, match.sample(pending.seat, dice))
    assert {step for _, step, _ in acted} == {"collect", "build", "extort"}
    for (_, _, first), seats in acted.items():
        places = [(seat - first) % 4 for seat in seats]
        assert places == sorted(places)


@pytest.mark.rule("ERA-11.1", "ERA-11.3")
def test_buildings_of_this_round_add_their_dice():
    state = table(Lord("6/7/8/15", "p_hammer2 p_hammer2 p_hammer2"), Lord(dice="p_food3"))
    building(state, 0, "longhouse", "L1 M1", "L3 M3", "L5 M5")
    state.domains[0].remove(state.domains[0].pieces[0])
    supply = dict(state.supply)
    picks = [("keep", "A1", 0), ("longhouse", "A3", 0), ("townhouse", "A5", 0), ("church", "A7", 0)]
    step(state, BuildTurn(0), *picks, ("farm", "A9", 0), ("done",))
    end_of_round(state)
    assert state.dice[0] == (
        "peasant",
        "peasant",
        "peasant",
        "peasant",
        "burgher",
        "noble",
        "clergy",
    )
    assert state.gained_dice == [(), ()]
    for die in ("noble", "peasant", "burgher", "clergy"):
        assert state.supply[die] == supply[die] - 1
    assert "ERA-11.1" in rules(state)


@pytest.mark.rule("ERA-11.2", "ERA-1.8")
def test_dice_of_buildings_lost_this_round_go_to_the_box():
    state = table(Lord(dice="p_food3 p_food3 n_sword1"), Lord(dice="p_food3"))
    state.lost_dice[0] = ("peasant", "noble")
    supply, boxed = dict(state.supply), dict(state.boxed)
    end_of_round(state)
    assert state.dice[0] == ("peasant",)
    assert state.boxed["peasant"] == boxed["peasant"] + 1
    assert state.boxed["noble"] == boxed["noble"] + 1
    assert (state.supply["peasant"], state.supply["noble"]) == (supply["peasant"], supply["noble"])
    assert state.lost_dice == [(), ()]


@pytest.mark.rule("ERA-11.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(5))
def test_dice_match_buildings_at_the_end_of_every_round(seats, number):
    match = begin(seats, seed=f"dice {number}")
    dice = Dice(b"dice %d" % number)
    rounds = set()
    while not match.over:
        state = realm(match)
        if state.step == "roll" and state.round not in rounds:
            rounds.add(state.round)
            assert_dice_follow_buildings(state)
        seat = match.pending()[0].seat
        match.choose(seat, match.sample(seat, dice))
    assert_dice_follow_buildings(realm(match))
    assert len(rounds) > 5


def assert_dice_follow_buildings(state):
    for die in state.box.dice.values():
        for seat in range(state.seats):
            assert state.dice[seat].count(die.id) == state.domains[seat].count(die.building)
        assert state.supply[die.id] >= 0


@pytest.mark.rule("ERA-11.4")
def test_game_ends_with_the_round_of_the_last_turned_token():
    state = table(Lord("0/1/1/0", "p_hammer2"), Lord(dice="p_food3 n_sword3"))
    state.supply["farm"] = 1
    state.tokens_turned = 2
    state.push(Build(), Extort(), EndOfRound())
    run_agenda(state, ("farm", "A1", 0), ("done",))
    assert state.tokens_turned == state.tokens == 3
    assert [state.over, "ERA-11.4" in rules(state)] == [False, False], "Extort comes first"
    run_agenda(state, "stone", "refuse")
    assert [state.over, "ERA-11.4" in rules(state)] == [True, True]


@pytest.mark.rule("ERA-11.4")
def test_game_continues_while_a_token_is_blank():
    state = table(Lord(dice="p"), Lord(dice="p"))
    state.tokens_turned = 2
    end_of_round(state)
    assert state.agenda == [Round()]


@pytest.mark.rule("ERA-11.5")
def test_first_player_rotates_clockwise():
    state = table(Lord(dice="p"), Lord(dice="p"), Lord(dice="p"), first=1)
    for first in (2, 0, 1):
        end_of_round(state)
        assert state.agenda.pop() == Round()
        assert state.first == first
    assert not state.over


@pytest.mark.rule("ERA-11.6")
def test_game_ends_when_nobody_can_roll_a_hammer():
    state = table(Lord(dice="n c"), Lord(dice="n"))
    end_of_round(state)
    assert state.agenda == [EndGame()]
    assert noted(state, "ERA-11.6")
    state = table(Lord(dice="n c"), Lord(dice="b"))
    end_of_round(state)
    assert state.agenda == [Round()]


@pytest.mark.rule("ERA-11.6")
def test_game_ends_after_ten_rounds_without_building():
    state = table(Lord(dice="p"), Lord(dice="p"))
    for _ in range(9):
        end_of_round(state)
        assert state.agenda.pop() == Round()
    state.built = 1
    end_of_round(state)
    assert (state.idle, state.agenda.pop()) == (0, Round())
    state.built = 0
    for _ in range(9):
        end_of_round(state)
        assert state.agenda.pop() == Round()
    end_of_round(state)
    assert state.agenda.pop() == EndGame()


@pytest.mark.rule("ERA-11.6")
def test_number_of_idle_rounds_comes_from_the_data():
    state = table(Lord(dice="p"), Lord(dice="p"), data={"safeguard": {"idle_rounds": 2}})
    end_of_round(state)
    assert state.agenda.pop() == Round()
    end_of_round(state)
    assert state.agenda.pop() == EndGame()


@pytest.mark.rule("ERA-16.5")
def test_pick_can_be_undone_until_another_player_acts():
    match = begin(2, seed="back")
    place_kits(match)
    dice = Dice(b"back")
    while not builds_before_another(match):
        seat = match.pending()[0].seat
        match.choose(seat, match.sample(seat, dice))
    seat = match.pending()[0].seat
    before = match.state.copy()
    match.choose(seat, ("done",))
    match.undo(seat)
    assert match.state == before
    match.redo(seat)
    (other,) = (pending.seat for pending in match.pending())
    assert other != seat
    assert match.why_not_undo(seat) is None
    match.choose(other, match.options(other)[0])
    with pytest.raises(CannotTakeBack, match="has moved since then"):
        match.undo(seat)


def builds_before_another(match):
    """Whether a seat builds, and another one is asked after it."""
    (pending, *_) = match.pending()
    if not isinstance(pending.decision, BuildStructure):
        return False
    following = match.preview(pending.seat, ("done",)).view.agenda[-1]
    return isinstance(following, BuildStructure) and following.seat != pending.seat


@pytest.mark.rule("ERA-16.4")
def test_setup_cannot_be_undone_after_the_reveal():
    match = begin(2)
    place_kits(match)
    for seat in (0, 1):
        with pytest.raises(CannotTakeBack):
            match.undo(seat)
