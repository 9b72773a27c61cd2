"""Situations of a builder for which the coach has advice of its own."""

from __future__ import annotations

from engine.games.era.situations import (
    CLOSES_WALL,
    FIRST_ROUNDS,
    LAST_ROUND,
    NEAR_END,
    SKULLS,
    build_situation,
    dice_situation,
    last_round,
)
from engine.games.era.state import Realm
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import Lord, table

WALLS = ("wall_2", "wall_3", "wall_4", "wall_5", "wall_6")


def position(round: int = 4) -> Realm:
    return table(Lord("2/5/5/2"), Lord(), round=round)


def test_first_rounds_have_their_own_advice() -> None:
    assert build_situation(position(2), 0, WALLS) == FIRST_ROUNDS
    assert build_situation(position(3), 0, WALLS) == ""


def test_game_may_end_with_the_last_building_of_a_kind() -> None:
    state = position()
    state.tokens_turned = state.tokens - 1
    state.supply = {id: 0 if number == 1 else number for id, number in state.supply.items()}
    assert build_situation(state, 0, WALLS) == ""
    state.supply["market"] = 1
    assert build_situation(state, 0, WALLS) == NEAR_END
    state.tokens_turned -= 1
    assert build_situation(state, 0, WALLS) == ""


def test_round_after_the_last_token_turned_is_the_last() -> None:
    state = position()
    assert last_round(state) == ""
    state.tokens_turned = state.tokens
    assert last_round(state) == build_situation(state, 0, WALLS) == LAST_ROUND


def test_last_round_of_the_solo_game() -> None:
    rounds = position().box.solo.rounds
    assert last_round(table(Lord(), round=rounds - 1)) == ""
    assert last_round(table(Lord(), round=rounds)) == LAST_ROUND


def test_closing_wall_precedes_the_end() -> None:
    state = position(1)
    wall(state.domains[0], "C6-C9", "D6-G6")
    assert build_situation(state, 0, WALLS) == CLOSES_WALL
    assert build_situation(state, 0, ("market",)) == FIRST_ROUNDS


def test_skulls_are_mentioned_from_the_second_on() -> None:
    assert dice_situation(table(Lord(dice="p_wood1_hammer1_skull"), Lord()), 0) == ""
    assert (
        dice_situation(table(Lord(dice="p_wood1_hammer1_skull n_goods2_skull"), Lord()), 0)
        == SKULLS
    )
