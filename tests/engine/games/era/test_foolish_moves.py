"""Bots avoid foolish moves that a one-ply search makes."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from engine.core.event import Value
from engine.search.one_ply import MAX_COMPARED
from engine.search.simulation import lookahead
from tests.engine.games.era.foolish_moves import (
    FOOLISH_MOVES,
    FOOLISH_MOVES_IN_YARDS,
    is_fool,
    yard,
)
from tests.foolish_moves import OnePly, RecordedPosition, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[RecordedPosition]]] = {
    "scatters the kit": [
        (2, "fool-0", 0),
        (3, "fool-1", 0),
        (4, "fool-2", 0),
        (2, "fool-3", 0),
        (3, "fool-4", 0),
        (4, "fool-5", 0),
        (2, "fool-6", 0),
        (3, "fool-7", 0),
        (4, "fool-8", 0),
        (2, "fool-9", 0),
    ],
    "lets a round go by without hammers": [
        (3, "fool-28", 6),
        (3, "fool-34", 6),
        (2, "fool-36", 24),
        (3, "fool-46", 82),
        (3, "fool-52", 23),
        (4, "fool-53", 10),
        (4, "fool-59", 136),
        (3, "fool-85", 9),
        (4, "fool-95", 12),
        (3, "fool-100", 9),
    ],
    "crowds its walls": [
        (3, "fool-1", 72),
        (4, "fool-2", 24),
        (2, "fool-3", 62),
        (3, "fool-4", 48),
        (4, "fool-5", 130),
        (3, "fool-7", 18),
        (4, "fool-8", 48),
        (3, "fool-10", 97),
        (4, "fool-11", 95),
        (2, "fool-12", 21),
    ],
    "rolls its meal away": [
        (3, "fool-16", 50),
        (4, "fool-17", 70),
        (2, "fool-21", 30),
        (4, "fool-50", 60),
        (2, "fool-81", 38),
        (3, "fool-85", 36),
        (2, "fool-108", 37),
        (4, "fool-119", 65),
        (4, "fool-134", 67),
        (4, "fool-167", 118),
    ],
}

YARDS: Final[Mapping[str, Sequence[tuple[int, str]]]] = {
    "builds farms for nobody": [
        (2, "fool-27"),
        (3, "fool-52"),
        (4, "fool-98"),
        (3, "fool-106"),
        (3, "fool-115"),
        (4, "fool-122"),
        (2, "fool-135"),
        (3, "fool-136"),
        (4, "fool-146"),
        (2, "fool-174"),
    ],
    "closes a ring with a scarce wall": [
        (2, "fool-36"),
        (3, "fool-109"),
        (2, "fool-114"),
        (2, "fool-141"),
        (2, "fool-147"),
        (2, "fool-150"),
        (2, "fool-168"),
        (2, "fool-192"),
        (3, "fool-229"),
        (3, "fool-268"),
    ],
}


LAST_BUILDINGS: Final[Sequence[RecordedPosition]] = [
    (4, "keep 15", 215),
    (2, "keep 8", 70),
    (2, "keep 12", 92),
    (2, "keep 12", 96),
    (3, "keep 10", 101),
    (3, "keep 17", 122),
    (3, "keep 28", 105),
    (4, "keep 3", 180),
    (4, "keep 6", 219),
    (4, "keep 14", 195),
]
"""Positions in the last round in which the rules of thumb build something that costs points."""

every_position = pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
every_yard = pytest.mark.parametrize(("fool", "recorded_yard"), rows(YARDS))
every_bot = pytest.mark.parametrize("bot", ["medium", "strong"])


@every_position
def test_one_ply_search_makes_the_recorded_foolish_move(
    fool: str, recorded_position: RecordedPosition
):
    here = situation(position("era", recorded_position))
    assert is_fool(FOOLISH_MOVES[fool], here, OnePly().choose(here))


@every_bot
@every_position
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded_position: RecordedPosition
):
    here = situation(position("era", recorded_position))
    assert not is_fool(FOOLISH_MOVES[fool], here, make_bot(bot).choose(here))


@every_yard
def test_one_ply_search_makes_the_recorded_foolish_move_in_a_yard(
    fool: str, recorded_yard: tuple[int, str]
):
    here = yard(*recorded_yard)
    assert is_fool(FOOLISH_MOVES_IN_YARDS[fool], here, OnePly().choose(here))


@every_bot
@every_yard
def test_current_bots_avoid_the_recorded_foolish_moves_in_a_yard(
    bot: str, fool: str, recorded_yard: tuple[int, str]
):
    here = yard(*recorded_yard)
    assert not is_fool(FOOLISH_MOVES_IN_YARDS[fool], here, make_bot(bot).choose(here))


@pytest.mark.parametrize("recorded_position", POSITIONS["rolls its meal away"])
def test_reroll_that_wastes_food_is_not_a_candidate(recorded_position: RecordedPosition) -> None:
    here = situation(position("era", recorded_position))
    fool = FOOLISH_MOVES["rolls its meal away"]
    picks = here.game.candidates(here.view, here.decision, here.dice, MAX_COMPARED)
    assert len(picks) > 1
    assert not [pick for pick in picks if is_fool(fool, here, pick)]


@pytest.mark.parametrize(
    "recorded_position",
    [
        pytest.param(one, marks=[pytest.mark.long] if number else [])
        for number, one in enumerate(LAST_BUILDINGS)
    ],
)
def test_bots_lose_no_points_with_the_last_building(recorded_position: RecordedPosition) -> None:
    here = situation(position("era", recorded_position))

    def points(pick: Value) -> float:
        return here.game.value(lookahead(here, pick), here.seat)

    now = here.game.value(here.view, here.seat)
    assert points(here.game.quick(here.view, here.decision, here.dice)) < now
    assert all(points(make_bot(bot).choose(here)) >= now for bot in ("medium", "strong"))
