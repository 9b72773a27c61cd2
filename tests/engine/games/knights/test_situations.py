"""Situations of a turn for which the coach has advice of its own."""

from __future__ import annotations

from engine.games.knights.action_phase import Main
from engine.games.knights.situations import (
    BARBARIANS,
    BARBARIANS_POOR,
    FIRST_TURNS,
    NEAR_WIN,
    NO_SETTLEMENTS,
    ONE_ANSWER,
    OVER_LIMIT,
    situation,
)
from engine.games.knights.trade import TradeConfirm
from engine.games.knights.turn import ALCHEMIST, PreRoll
from tests.engine.games.knights.positions import deal, give, island

CORNERS = (2, 12, 23, 40, 50)


def test_turn_is_first_until_something_was_built() -> None:
    state = island(2, settlements={0: [12]}, cities={0: [23]})
    assert situation(state, 0) == FIRST_TURNS
    state = island(2, settlements={0: [12, 40]}, cities={0: [23]})
    assert situation(state, 0) == ""


def test_hand_over_the_limit_is_more_urgent() -> None:
    state = island(2, settlements={0: [12]}, cities={0: [23]})
    give(state, 0, lumber=state.discard_limit(0))
    assert situation(state, 0) == FIRST_TURNS
    give(state, 0, grain=1)
    assert situation(state, 0) == OVER_LIMIT


def test_all_settlements_on_the_board() -> None:
    state = island(2, settlements={0: CORNERS})
    assert situation(state, 0) == NO_SETTLEMENTS
    state.win_target = state.points(0) + 2
    assert situation(state, 0) == NEAR_WIN


def test_near_barbarians_are_mentioned_if_they_take_a_city() -> None:
    state = island(2, settlements={0: [12, 40]}, cities={0: [23]}, knights={0: {17: 1}})
    state.win_target = 13
    main = Main(0)
    assert main.situation(state) == ""
    state.ship = state.box.attack_step - 2
    assert main.situation(state) == BARBARIANS_POOR
    give(state, 0, grain=1)
    assert main.situation(state) == BARBARIANS, "the knight can be activated"
    state.active_knights |= 1 << 17
    assert main.situation(state) == "", "the knight is strong enough"


def test_alchemist_is_mentioned_only_to_its_owner() -> None:
    state = island(2, cities={0: [23]})
    assert PreRoll(0).situation(state) == ""
    deal(state, 0, "alchemist")
    assert PreRoll(0).situation(state) == ALCHEMIST


def test_choosing_among_answers_speaks_of_several_only_if_there_are() -> None:
    state = island(3)
    answers = tuple((seat, "accept", (), ()) for seat in (1, 2))
    assert TradeConfirm(0, (), (), answers[:1]).situation(state) == ONE_ANSWER
    assert TradeConfirm(0, (), (), answers).situation(state) == ""
