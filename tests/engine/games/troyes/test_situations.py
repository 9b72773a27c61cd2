"""Situations of a turn for which the coach has advice of its own."""

from __future__ import annotations

from engine.games.troyes.black_dice import FaceBlackDie
from engine.games.troyes.situations import (
    FIRST_ROUND,
    LAST_ROUND,
    NO_OWN_DICE,
    OTHERS_PASSED,
    TOO_WEAK,
    turn_situation,
)
from engine.games.troyes.turn import TakeTurn
from tests.engine.games.troyes.positions import Family, town


def test_first_and_last_round() -> None:
    seats = (Family(dice="y5"), Family(dice="r2"))
    assert turn_situation(town(*seats, round=1), 0) == FIRST_ROUND
    assert turn_situation(town(*seats, round=2), 0) == ""
    state = town(*seats, round=2)
    state.round = state.rounds
    assert turn_situation(state, 0) == LAST_ROUND


def test_district_without_dice() -> None:
    state = town(Family(), Family(dice="r2"))
    assert turn_situation(state, 0) == NO_OWN_DICE
    assert turn_situation(state, 1) == ""


def test_all_others_have_passed() -> None:
    state = town(Family(dice="y5"), Family(dice="r2"), Family(dice="w1"))
    state.passed[1] = True
    assert turn_situation(state, 0) == ""
    state.passed[2] = True
    assert turn_situation(state, 0) == OTHERS_PASSED
    assert turn_situation(state, 1) == ""
    assert TakeTurn(0).situation(state) == OTHERS_PASSED


def test_dice_that_do_not_reach_the_black_die() -> None:
    state = town(Family(dice="y2 r1"), Family())
    state.black = (5, 1)
    assert FaceBlackDie(0).situation(state) == TOO_WEAK
    state.black = (4, 1)
    assert FaceBlackDie(0).situation(state) == "", "the red die counts double"
