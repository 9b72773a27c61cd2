"""Bots of today avoid the foolish moves of the old greedy bot."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.deus.fools import FOOLS
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
    "gives VP away": [
        (2, "fool-0", 53),
        (3, "fool-1", 54),
        (4, "fool-2", 63),
        (3, "fool-7", 106),
        (4, "fool-8", 65),
        (2, "fool-9", 79),
        (4, "fool-11", 91),
        (2, "fool-12", 40),
        (3, "fool-13", 39),
        (2, "fool-15", 30),
    ],
    "takes one kind alone": [
        (4, "fool-2", 188),
        (3, "fool-4", 27),
        (4, "fool-5", 37),
        (4, "fool-8", 107),
        (2, "fool-12", 13),
        (4, "fool-17", 122),
        (3, "fool-22", 62),
        (2, "fool-24", 14),
        (3, "fool-28", 15),
        (3, "fool-31", 60),
    ],
    "hoards goods": [
        (3, "fool-7", 88),
        (3, "fool-28", 201),
        (3, "fool-40", 140),
        (3, "fool-55", 129),
        (2, "fool-57", 112),
        (4, "fool-77", 165),
        (3, "fool-106", 67),
        (4, "fool-119", 100),
        (2, "fool-129", 137),
        (2, "fool-138", 94),
    ],
}


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
def test_the_greedy_bot_of_old_was_a_fool(fool: str, kept: Kept):
    match = position("deus", kept)
    here = situation(match)
    assert FOOLS[fool].is_(match.state, here.decision, make_bot("old_greedy").choose(here))


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_are_none(bot: str, fool: str, kept: Kept):
    match = position("deus", kept)
    here = situation(match)
    assert not FOOLS[fool].is_(match.state, here.decision, make_bot(bot).choose(here))
