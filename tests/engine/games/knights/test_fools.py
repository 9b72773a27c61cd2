"""Where the greedy bot of old was a fool, the bots of today are none."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.knights.fools import FOOLS
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
    "builds a wall for few cards": [
        (2, "fool-0", 151),
        (4, "fool-2", 39),
        (3, "fool-4", 89),
        (4, "fool-5", 28),
        (2, "fool-6", 10),
        (3, "fool-7", 16),
        (4, "fool-8", 68),
        (3, "fool-13", 228),
        (4, "fool-14", 158),
        (2, "fool-15", 327),
    ],
    "lets knights sleep before a lost attack": [
        (2, "fool-18", 95),
        (3, "fool-22", 45),
        (2, "fool-27", 254),
        (2, "fool-54", 58),
        (2, "fool-75", 259),
        (3, "fool-103", 345),
        (4, "fool-116", 132),
        (2, "fool-126", 33),
        (2, "fool-147", 27),
        (3, "fool-151", 292),
    ],
    "wakes knights in vain": [
        (2, "fool-0", 202),
        (3, "fool-1", 82),
        (4, "fool-2", 98),
        (2, "fool-3", 308),
        (3, "fool-4", 133),
        (4, "fool-5", 57),
        (2, "fool-6", 109),
        (3, "fool-7", 48),
        (4, "fool-8", 57),
        (2, "fool-9", 141),
    ],
    "buys a first level with four cards": [
        (3, "fool-1", 24),
        (4, "fool-2", 55),
        (2, "fool-3", 144),
        (3, "fool-4", 26),
        (2, "fool-6", 21),
        (3, "fool-7", 46),
        (4, "fool-8", 41),
        (3, "fool-10", 373),
        (2, "fool-12", 28),
        (3, "fool-13", 19),
    ],
    "helps a leader to a metropolis": [
        (3, "fool-4", 289),
        (4, "fool-5", 278),
        (4, "fool-8", 213),
        (2, "fool-9", 102),
        (3, "fool-10", 299),
        (4, "fool-11", 327),
        (4, "fool-14", 260),
        (3, "fool-16", 238),
        (4, "fool-17", 308),
        (3, "fool-19", 415),
    ],
    "buys grain to wake in vain": [
        (4, "fool-8", 145),
        (4, "fool-11", 101),
        (4, "fool-26", 124),
        (3, "fool-31", 96),
        (3, "fool-34", 228),
        (2, "fool-36", 152),
        (3, "fool-40", 234),
        (3, "fool-46", 241),
        (4, "fool-47", 81),
        (4, "fool-53", 126),
    ],
    "asks for what is not there": [
        (4, "fool-17", 179),
        (4, "fool-173", 250),
        (4, "fool-209", 81),
        (4, "fool-212", 81),
        (4, "fool-263", 93),
        (4, "fool-278", 130),
        (4, "fool-296", 251),
        (4, "fool-302", 151),
        (4, "fool-308", 324),
        (3, "fool-505", 404),
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
