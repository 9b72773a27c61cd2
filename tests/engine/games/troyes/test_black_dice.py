"""Black dice (section 8)."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.games.troyes.black_dice import (
    BlackDice,
    FaceBlackDie,
    FaceNext,
    RollBlackDice,
    fewest,
    tightest_dice,
    total_of,
)
from engine.games.troyes.influence import own_dice
from tests.engine.games.troyes.positions import (
    A,
    F,
    Family,
    J,
    dice,
    lay,
    lay_black,
    own_cubes,
    pending_step,
    run_agenda,
    step,
    town,
)


def facing(*black, **own):
    state = town(Family(**own), Family(influence=0), Family(influence=0))
    lay_black(state, *black)
    return step(state, FaceNext(A))


def refused(state, pick):
    decision = pending_step(state)
    assert not decision.allows(state, pick)
    return decision.refuse(state, pick).rule


@pytest.mark.rule("TRO-8.1", "TRO-8.3")
def test_all_black_dice_are_rolled():
    state = town(Family(dice="r6 r6"), Family(), first=0)
    state.black_taken = 9
    roll = BlackDice(9)
    assert roll.check(state, (1,) * 8) is not None
    assert roll.check(state, (1,) * 8 + (7,)) is not None
    step(state, RollBlackDice(), (3, 1, 4, 1, 5, 2, 6, 5, 3))
    assert state.black == (6, 5, 5, 4, 3, 3, 2, 1, 1)
    assert pending_step(state) == FaceBlackDie(A)


@pytest.mark.rule("TRO-8.2")
def test_players_face_the_highest_black_dice_in_turn():
    state = town(Family(10, 0, "y6 y6"), Family(10, 0, "y6 y6"), first=1)
    lay_black(state, 6, 5, 4)
    step(state, FaceNext(F), ("defeat", ("1y6",)), ("defeat", ("0y6",)))
    assert pending_step(state).seat == F
    run_agenda(state, ("defeat", ("1y6",)))
    assert (state.black, dice(state, A), dice(state, F)) == ((), "y6", "")


@pytest.mark.rule("TRO-8.4", "TRO-8.11")
def test_red_dice_count_double_and_any_number_may_be_discarded():
    state = facing(6, dice="r3 w1 w1 y2 y2")
    assert pending_step(state).allows(state, ("defeat", ("0r3",)))
    assert pending_step(state).allows(state, ("defeat", ("0w1", "0w1b", "0y2", "0y2b")))
    assert pending_step(state).allows(state, ("defeat", ("0r3", "0w1", "0w1b", "0y2", "0y2b")))
    assert refused(state, ("defeat", ("0w1", "0y2", "0y2b"))) == "TRO-8.4"
    assert refused(state, ("defeat", ("0y2", "0r3"))) == "TRO-8.10"
    run_agenda(state, ("defeat", ("0r3", "0y2")))
    assert (dice(state, A), state.influence[A]) == ("w1 w1 y2", 5)


@pytest.mark.rule("TRO-8.5", "TRO-8.6")
def test_several_black_dice_need_the_sum():
    state = facing(4, 4, 3, dice="r6 y1")
    assert pending_step(state).allows(state, ("defeat", ("0r6", "k4b", "k3")))
    assert pending_step(state).allows(state, ("defeat", ("0r6", "k3")))
    assert refused(state, ("defeat", ("0r6", "k4", "k3"))) == "TRO-8.5"
    assert refused(state, ("defeat", ("0r6", "k3", "k4b"))) == "TRO-8.5"
    poor = facing(4, 4, 3, dice="r5 y1")
    assert refused(poor, ("defeat", ("0r5", "k4b", "k3"))) == "TRO-8.5"
    run_agenda(state, ("defeat", ("0r6", "k4b")))
    assert (state.influence[A], dice(state, A)) == (6, "y1")


@pytest.mark.rule("TRO-8.7", "TRO-8.8")
def test_player_yields_only_if_unable():
    state = facing(5, dice="y4", vp=3)
    assert "your dice are not enough" in pending_step(state).question(state).plain()
    assert refused(state, ("defeat", ("0y4",))) == "TRO-8.7"
    run_agenda(state, ("yield",))
    assert (state.black, dice(state, A), state.vp[A]) == ((), "y4", 1)
    able = facing(4, dice="y4")
    assert "red ones count x2" in pending_step(able).question(able).plain()
    assert refused(able, ("yield",)) == "TRO-8.8"


@pytest.mark.rule("TRO-8.9", "TRO-10.1")
def test_influence_may_change_what_is_possible():
    state = facing(5, dice="y1", influence=9)
    assert pending_step(state).allows(state, ("yield",))
    run_agenda(state, ("flip", ("0y1",)))
    assert refused(state, ("yield",)) == "TRO-8.8"
    run_agenda(state, ("recruit",))
    run_agenda(state, ("reroll", "0y6"), 2)
    assert (state.influence[A], dice(state, A)) == (2, "y2")
    assert pending_step(state).allows(state, ("yield",))
    weak = facing(5, dice="y1", influence=1)
    assert pending_step(weak).allows(weak, ("reroll", "0y1"))
    assert refused(weak, ("flip", ("0y1",))) == "TRO-10.4"


@pytest.mark.rule("TRO-8.10", "TRO-13.3")
def test_black_dice_cannot_be_beaten_with_foreign_dice_or_cubes():
    state = town(Family(dice="y1"), Family(dice="r6", influence=0), Family())
    lay(state, "confession")
    own_cubes(state, "confession", A, 3)
    lay_black(state, 6)
    step(state, FaceNext(A))
    assert refused(state, ("defeat", ("1r6",))) == "TRO-8.7"
    assert pending_step(state).refuse_place(state, ("defeat",), ("die", F, 0)).rule == "TRO-8.10"
    rich = facing(2, dice="y6")
    rich.dice[J] = (3,)
    assert refused(rich, ("defeat", ("2r4",))) == "TRO-8.10"
    assert refused(rich, ("defeat", "confession", ("0y6",))) == "TRO-8.5"


def test_suggested_dice_are_the_fewest_or_waste_least():
    dice_ = Dice(b"black")
    for number in range(200):
        own = " ".join(f"{dice_.pick('rwy')}{dice_.roll()}" for _ in range(1 + dice_.below(7)))
        state = town(Family(dice=own), Family())
        target = 1 + dice_.below(14)
        sums = sums_of(state)
        reached = [one for one in sums if one[0] >= target]
        for found in (fewest(state, A, target), tightest_dice(state, A, target)):
            assert bool(found) == bool(reached), number
        if reached:
            assert total_of(state, tightest_dice(state, A, target)) == min(reached)[0]
            least = min(size for _, size in reached)
            assert len(fewest(state, A, target)) == least
            smallest = min(total for total, size in reached if size == least)
            assert total_of(state, fewest(state, A, target)) == smallest


def sums_of(state):
    """Total and number of every selection of the seat's dice, one by one."""
    names = own_dice(state, A)
    return [
        (total_of(state, [name for k, name in enumerate(names) if mask >> k & 1]), mask.bit_count())
        for mask in range(1, 1 << len(names))
    ]
