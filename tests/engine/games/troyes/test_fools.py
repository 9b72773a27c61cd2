"""Bots of today avoid the foolish moves of the old greedy bot."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.troyes.fools import FOOLS
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
    "sells itself": [
        (2, "fool-0", 62),
        (3, "fool-1", 100),
        (4, "fool-2", 17),
        (2, "fool-3", 12),
        (3, "fool-4", 76),
        (2, "fool-6", 55),
        (3, "fool-7", 16),
        (4, "fool-8", 16),
        (2, "fool-9", 12),
        (3, "fool-10", 74),
    ],
    "burns money rather than pass": [
        (3, "fool-10", 72),
        (2, "fool-66", 52),
        (3, "fool-91", 71),
        (3, "fool-100", 37),
        (2, "fool-168", 34),
        (3, "fool-238", 80),
        (4, "fool-272", 116),
        (3, "fool-280", 96),
        (3, "fool-295", 34),
        (2, "fool-300", 41),
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
