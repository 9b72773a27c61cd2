"""Bots of today avoid the foolish moves of the old greedy bot."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.middle_ages.fools import FOOLS, position
from tests.fools import Kept, rows

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
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

every_position = pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))


@every_position
def test_the_greedy_bot_of_old_was_a_fool(fool: str, kept: Kept):
    here = position(*kept)
    assert FOOLS[fool](here, make_bot("old_greedy").choose(here))


@every_position
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_are_none(bot: str, fool: str, kept: Kept):
    here = position(*kept)
    assert not FOOLS[fool](here, make_bot(bot).choose(here))
