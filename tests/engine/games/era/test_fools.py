"""Bots of today avoid the foolish moves of the old greedy bot."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.bots import make_bot
from tests.engine.games.era.fools import FOOLS, FOOLS_IN_YARDS, is_fool, yard
from tests.fools import Kept, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[Kept]]] = {
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
        (4, "fool-5", 160),
        (3, "fool-28", 6),
        (3, "fool-34", 6),
        (3, "fool-40", 44),
        (4, "fool-47", 153),
        (4, "fool-53", 10),
        (4, "fool-65", 124),
        (2, "fool-66", 44),
        (4, "fool-80", 92),
        (2, "fool-81", 51),
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


every_position = pytest.mark.parametrize(("fool", "kept"), rows(POSITIONS))
every_yard = pytest.mark.parametrize(("fool", "kept"), rows(YARDS))
every_bot = pytest.mark.parametrize("bot", ["medium", "strong"])


@every_position
def test_the_greedy_bot_of_old_was_a_fool(fool: str, kept: Kept):
    here = situation(position("era", kept))
    assert is_fool(FOOLS[fool], here, make_bot("old_greedy").choose(here))


@every_bot
@every_position
def test_the_bots_of_today_are_none(bot: str, fool: str, kept: Kept):
    here = situation(position("era", kept))
    assert not is_fool(FOOLS[fool], here, make_bot(bot).choose(here))


@every_yard
def test_the_greedy_bot_of_old_was_a_fool_in_its_yard(fool: str, kept: tuple[int, str]):
    here = yard(*kept)
    assert is_fool(FOOLS_IN_YARDS[fool], here, make_bot("old_greedy").choose(here))


@every_bot
@every_yard
def test_the_bots_of_today_are_none_in_their_yards(bot: str, fool: str, kept: tuple[int, str]):
    here = yard(*kept)
    assert not is_fool(FOOLS_IN_YARDS[fool], here, make_bot(bot).choose(here))
