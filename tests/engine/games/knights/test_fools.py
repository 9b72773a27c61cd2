"""Bots of today avoid the foolish moves of the old greedy bot."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.knights.fools import FOOLS
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
    "builds a wall for few cards": [
        (2, "fool-0", 151),
        (3, "fool-1", 176),
        (4, "fool-2", 39),
        (2, "fool-3", 356),
        (3, "fool-4", 80),
        (4, "fool-5", 28),
        (2, "fool-6", 10),
        (3, "fool-7", 16),
        (4, "fool-8", 68),
        (2, "fool-9", 134),
    ],
    "lets knights sleep before a lost attack": [
        (2, "fool-18", 95),
        (2, "fool-21", 163),
        (3, "fool-22", 46),
        (2, "fool-27", 213),
        (3, "fool-37", 227),
        (4, "fool-38", 336),
        (4, "fool-47", 341),
        (2, "fool-54", 58),
        (3, "fool-58", 167),
        (3, "fool-91", 247),
    ],
    "wakes knights in vain": [
        (2, "fool-0", 205),
        (3, "fool-1", 82),
        (4, "fool-2", 98),
        (2, "fool-3", 213),
        (3, "fool-4", 199),
        (4, "fool-5", 57),
        (2, "fool-6", 109),
        (3, "fool-7", 48),
        (4, "fool-8", 57),
        (3, "fool-10", 84),
    ],
    "keeps too many cards and lets knights sleep": [
        (2, "fool-3", 88),
        (3, "fool-7", 132),
        (3, "fool-10", 68),
        (2, "fool-12", 202),
        (2, "fool-15", 290),
        (3, "fool-16", 204),
        (2, "fool-18", 189),
        (3, "fool-22", 359),
        (2, "fool-24", 174),
        (3, "fool-25", 395),
    ],
    "buys a first level with four cards": [
        (3, "fool-1", 24),
        (4, "fool-2", 55),
        (3, "fool-4", 26),
        (4, "fool-5", 281),
        (2, "fool-6", 21),
        (3, "fool-7", 46),
        (4, "fool-8", 41),
        (3, "fool-10", 167),
        (2, "fool-12", 28),
        (3, "fool-13", 19),
    ],
    "helps a leader to a metropolis": [
        (4, "fool-8", 452),
        (4, "fool-11", 293),
        (4, "fool-14", 384),
        (4, "fool-17", 322),
        (3, "fool-19", 292),
        (4, "fool-20", 314),
        (3, "fool-22", 386),
        (4, "fool-23", 356),
        (3, "fool-25", 373),
        (4, "fool-26", 379),
    ],
    "buys grain to wake in vain": [
        (4, "fool-5", 200),
        (2, "fool-9", 196),
        (4, "fool-11", 101),
        (4, "fool-14", 73),
        (4, "fool-17", 172),
        (2, "fool-27", 131),
        (3, "fool-31", 96),
        (4, "fool-32", 315),
        (3, "fool-37", 230),
        (4, "fool-41", 395),
    ],
    "asks for what is not there": [
        (4, "fool-26", 162),
        (4, "fool-59", 298),
        (4, "fool-71", 749),
        (4, "fool-173", 250),
        (4, "fool-209", 83),
        (4, "fool-218", 448),
        (4, "fool-254", 335),
        (4, "fool-263", 92),
        (4, "fool-278", 130),
        (4, "fool-296", 251),
    ],
    "puts the first city on fields": [
        (4, "fool-29", 8),
        (4, "fool-59", 12),
        (4, "fool-98", 12),
        (4, "fool-101", 14),
        (3, "fool-112", 10),
        (3, "fool-130", 8),
        (4, "fool-170", 8),
        (3, "fool-175", 10),
        (4, "fool-221", 14),
        (3, "fool-247", 8),
    ],
}


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
def test_the_greedy_bot_of_old_was_a_fool(fool: str, kept: Kept):
    match = position("knights", kept)
    here = situation(match)
    assert FOOLS[fool].is_(match.state, here.decision, make_bot("old_greedy").choose(here))


@pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_are_none(bot: str, fool: str, kept: Kept):
    match = position("knights", kept)
    here = situation(match)
    assert not FOOLS[fool].is_(match.state, here.decision, make_bot(bot).choose(here))
