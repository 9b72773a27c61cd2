"""Bots avoid foolish moves that a one-ply search makes."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from engine.games.middle_ages.bots.evaluation import evaluate
from engine.search import root_search, win_chances
from tests.engine.games.middle_ages.foolish_moves import FOOLISH_MOVES, position, throws_coins_away
from tests.foolish_moves import OnePly, RecordedPosition, rows

POSITIONS: Final[Mapping[str, Sequence[RecordedPosition]]] = {
    "takes what an event destroys": [
        (2, "fool/2/1", 17),
        (5, "fool/5/7", 34),
        (3, "fool/3/9", 35),
        (5, "fool/5/11", 93),
        (3, "fool/3/13", 21),
        (4, "fool/4/26", 82),
        (5, "fool/5/39", 31),
        (4, "fool/4/58", 79),
        (3, "fool/3/85", 23),
        (2, "fool/2/108", 40),
    ],
    "stays open to an attack": [
        (4, "fool/4/58", 32),
        (5, "fool/5/11", 29),
        (5, "fool/5/27", 92),
        (5, "fool/5/31", 74),
        (5, "fool/5/51", 39),
        (5, "fool/5/119", 57),
        (5, "fool/5/131", 33),
        (5, "fool/5/163", 35),
        (5, "fool/5/171", 39),
        (5, "fool/5/183", 47),
    ],
}

DECIDED: Final[Mapping[str, Sequence[RecordedPosition]]] = {
    "throws coins away once the game is decided": [
        (4, "token/4/2", 90),
        (3, "token/3/9", 59),
        (5, "token/5/19", 115),
        (4, "token/4/22", 66),
        (2, "token/2/24", 54),
        (2, "token/2/76", 51),
        (3, "token/3/77", 76),
        (5, "token/5/147", 103),
        (5, "token/5/163", 101),
        (4, "token/4/170", 68),
    ],
}
"""Positions in which the strong bot was a fool when it looked at the chance to win alone."""

every_position = pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))


@every_position
def test_one_ply_search_makes_the_recorded_foolish_move(
    fool: str, recorded_position: RecordedPosition
):
    here = position(*recorded_position)
    assert FOOLISH_MOVES[fool](here, OnePly(evaluate).choose(here))


@every_position
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded_position: RecordedPosition
):
    here = position(*recorded_position)
    assert not FOOLISH_MOVES[fool](here, make_bot(bot).choose(here))


@pytest.mark.parametrize(("fool", "recorded_position"), rows(DECIDED))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_coins_count_even_if_the_game_is_decided(
    bot: str, fool: str, recorded_position: RecordedPosition
):
    here = position(*recorded_position)
    assert not throws_coins_away(here, make_bot(bot).choose(here))


@pytest.mark.parametrize(("fool", "recorded_position"), rows(DECIDED))
def test_win_chance_alone_makes_foolish_moves_in_decided_games(
    fool: str, recorded_position: RecordedPosition, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(root_search, "MIN_LEAD", 0.0)
    monkeypatch.setattr(win_chances, "LEAD_SHARE", 0.0)
    here = position(*recorded_position)
    assert throws_coins_away(here, make_bot("strong").choose(here))
