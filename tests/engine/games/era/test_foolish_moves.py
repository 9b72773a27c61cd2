"""Bots avoid foolish moves that a one-ply search makes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from engine.core.event import Value
from engine.games.era.bots.playout_policy import widest
from engine.games.era.components import components
from engine.games.era.setup import LAYOUT
from engine.search.one_ply import MAX_COMPARED
from engine.search.simulation import lookahead
from tests.engine.games.era.foolish_moves import (
    FOOLISH_MOVES,
    FOOLISH_MOVES_IN_YARDS,
    is_fool,
    yard,
)
from tests.foolish_moves import OnePly, RecordedPosition, input_mode, position, rows, situation

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
        (4, "fool-23", 107),
        (4, "fool-26", 83),
        (3, "fool-28", 6),
        (3, "fool-34", 6),
        (2, "fool-36", 18),
        (4, "fool-38", 137),
        (2, "fool-45", 45),
        (4, "fool-53", 10),
        (3, "fool-70", 67),
        (4, "fool-71", 115),
    ],
    "crowds its walls": [
        (4, "fool-2", 25),
        (3, "fool-7", 73),
        (4, "fool-8", 145),
        (3, "fool-10", 90),
        (2, "fool-12", 39),
        (3, "fool-13", 104),
        (4, "fool-14", 23),
        (3, "fool-16", 75),
        (4, "fool-17", 62),
        (2, "fool-15", 60),
    ],
    "rolls its meal away": [
        (4, "fool-20", 55),
        (3, "fool-28", 85),
        (2, "fool-39", 30),
        (4, "fool-110", 175),
        (4, "fool-161", 217),
        (4, "fool-164", 102),
        (2, "fool-237", 69),
        (2, "fool-243", 73),
        (3, "fool-256", 45),
        (4, "fool-257", 115),
    ],
    "leaves the last Market": [
        (2, "fool-6", 30),
        (3, "fool-7", 60),
        (3, "fool-10", 72),
        (2, "fool-12", 30),
        (2, "fool-15", 22),
        (3, "fool-19", 36),
        (4, "fool-20", 42),
        (2, "fool-21", 39),
        (4, "fool-23", 57),
        (4, "fool-26", 46),
    ],
    "catches disease": [
        (2, "fool-0", 78),
        (3, "fool-1", 74),
        (2, "fool-9", 89),
        (3, "fool-22", 82),
        (4, "fool-23", 152),
        (3, "fool-25", 80),
        (4, "fool-26", 118),
        (4, "fool-29", 166),
        (3, "fool-31", 78),
        (2, "fool-39", 73),
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
    (2, "fool-3", 81),
    (4, "fool-5", 178),
    (4, "fool-8", 185),
    (2, "fool-12", 81),
    (4, "fool-14", 127),
    (4, "fool-26", 150),
    (3, "fool-37", 83),
    (4, "fool-44", 168),
    (4, "fool-50", 123),
    (4, "fool-53", 154),
]
"""Positions in the last round in which the rules of thumb once built something that cost points."""

every_position = pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
every_yard = pytest.mark.parametrize(("fool", "recorded_yard"), rows(YARDS))
every_bot = pytest.mark.parametrize("bot", ["medium", "strong", "hint"])


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
    assert not is_fool(FOOLISH_MOVES[fool], here, input_mode(bot)(here))


@every_bot
def test_starting_domains_are_wide_and_differ(bot: str):
    setups = []
    for recorded_position in POSITIONS["scatters the kit"]:
        here = situation(position("era", recorded_position), recorded_position[1])
        pick: Any = input_mode(bot)(here)
        assert pick in [(LAYOUT, id) for id in widest(components(), recorded_position[0])]
        setups.append(pick)
    assert len(set(setups)) >= 3


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
    assert not is_fool(FOOLISH_MOVES_IN_YARDS[fool], here, input_mode(bot)(here))


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

    picks = [input_mode(bot)(here) for bot in ("medium", "strong", "hint")]
    picks.append(here.game.quick(here.view, here.decision, here.dice))
    assert min(map(points, picks)) >= here.game.value(here.view, here.seat)
