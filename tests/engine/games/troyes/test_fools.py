"""Where the greedy bot of old was a fool, the bots of today are none."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.troyes.fools import FOOLS
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
    "sells itself": [
        (2, "fool-0", 62),
        (3, "fool-1", 102),
        (4, "fool-2", 17),
        (2, "fool-3", 12),
        (3, "fool-4", 96),
        (4, "fool-5", 120),
        (2, "fool-6", 73),
        (3, "fool-7", 16),
        (4, "fool-8", 16),
        (2, "fool-9", 12),
    ],
    "builds in vain": [
        (3, "fool-4", 44),
        (4, "fool-5", 65),
        (2, "fool-6", 63),
        (2, "fool-9", 61),
        (3, "fool-10", 52),
        (4, "fool-11", 52),
        (3, "fool-13", 76),
        (3, "fool-19", 33),
        (3, "fool-28", 73),
        (4, "fool-29", 84),
    ],
    "burns money rather than pass": [
        (2, "fool-66", 52),
        (3, "fool-91", 88),
        (3, "fool-100", 37),
        (4, "fool-137", 122),
        (2, "fool-168", 34),
    ],
}


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
def test_the_greedy_bot_of_old_was_a_fool(fool: str, kept: Kept):
    match = position("troyes", kept)
    here = situation(match)
    assert FOOLS[fool].is_(match.state, here.decision, make_bot("old_greedy").choose(here))


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_are_none(bot: str, fool: str, kept: Kept):
    match = position("troyes", kept)
    here = situation(match)
    assert not FOOLS[fool].is_(match.state, here.decision, make_bot(bot).choose(here))
