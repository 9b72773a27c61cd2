"""Bots avoid foolish moves, recorded with the positions in which a former bot made them."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.core.event import Value
from tests.engine.games.knights.foolish_moves import FOOLISH_MOVES
from tests.foolish_moves import RecordedPosition, check_avoided, check_recorded, input_mode, rows

POSITIONS: Final[Mapping[str, Sequence[tuple[RecordedPosition, Value]]]] = {
    "builds a wall for few cards": [
        ((2, "fool-0", 151), ("wall", 13)),
        ((3, "fool-1", 176), ("wall", 4)),
        ((4, "fool-2", 39), ("wall", 17)),
        ((2, "fool-3", 356), ("wall", 8)),
        ((3, "fool-4", 80), ("wall", 44)),
        ((4, "fool-5", 28), ("wall", 39)),
        ((2, "fool-6", 10), ("wall", 29)),
        ((3, "fool-7", 16), ("wall", 9)),
        ((4, "fool-8", 68), ("wall", 23)),
        ((2, "fool-9", 134), ("wall", 44)),
    ],
    "lets knights sleep before a lost attack": [
        ((2, "fool-18", 95), ("wall", 40)),
        ((2, "fool-21", 161), ("wall", 34)),
        ((3, "fool-22", 46), ("wall", 28)),
        ((2, "fool-27", 213), ("wall", 8)),
        ((3, "fool-37", 227), ("wall", 40)),
        ((4, "fool-38", 336), ("wall", 5)),
        ((4, "fool-47", 341), ("wall", 22)),
        ((2, "fool-54", 58), ("wall", 25)),
        ((3, "fool-58", 167), ("wall", 12)),
        ((3, "fool-91", 247), ("wall", 14)),
    ],
    "wakes knights in vain": [
        ((2, "fool-0", 205), ("activate", 43)),
        ((3, "fool-1", 82), ("activate", 24)),
        ((4, "fool-2", 98), ("activate", 29)),
        ((2, "fool-3", 213), ("activate", 31)),
        ((3, "fool-4", 199), ("activate", 2)),
        ((4, "fool-5", 57), ("activate", 5)),
        ((2, "fool-6", 109), ("activate", 17)),
        ((3, "fool-7", 48), ("activate", 18)),
        ((4, "fool-8", 57), ("activate", 25)),
        ((3, "fool-10", 84), ("activate", 14)),
    ],
    "keeps too many cards and lets knights sleep": [
        ((2, "fool-3", 88), ("end",)),
        ((3, "fool-7", 132), ("end",)),
        ((3, "fool-10", 68), ("end",)),
        ((2, "fool-12", 109), ("end",)),
        ((2, "fool-15", 157), ("end",)),
        ((3, "fool-16", 204), ("end",)),
        ((2, "fool-18", 207), ("end",)),
        ((3, "fool-22", 359), ("end",)),
        ((2, "fool-24", 174), ("end",)),
        ((3, "fool-25", 395), ("end",)),
    ],
    "buys a first level with four cards": [
        ((3, "fool-1", 24), ("bank", "grain", "cloth")),
        ((4, "fool-2", 55), ("bank", "brick", "paper")),
        ((3, "fool-4", 26), ("bank", "grain", "cloth")),
        ((4, "fool-5", 281), ("bank", "lumber", "paper")),
        ((2, "fool-6", 21), ("bank", "wool", "coin")),
        ((3, "fool-7", 46), ("bank", "brick", "cloth")),
        ((4, "fool-8", 41), ("bank", "wool", "coin")),
        ((3, "fool-10", 167), ("bank", "lumber", "cloth")),
        ((2, "fool-12", 28), ("bank", "grain", "cloth")),
        ((3, "fool-13", 19), ("bank", "brick", "cloth")),
    ],
    "helps a leader to a metropolis": [
        ((3, "fool-30", 116), ("offer", (("coin", 1),), (("grain", 1),))),
        ((4, "fool-11", 293), ("offer", (("paper", 1),), (("lumber", 1),))),
        ((4, "fool-14", 340), ("offer", (("coin", 1),), (("paper", 1),))),
        ((4, "fool-17", 338), ("offer", (("cloth", 1),), (("brick", 1),))),
        ((3, "fool-19", 292), ("offer", (("cloth", 1),), (("grain", 1),))),
        ((4, "fool-20", 314), ("offer", (("paper", 1),), (("wool", 1),))),
        ((3, "fool-22", 386), ("offer", (("paper", 1),), (("lumber", 1),))),
        ((4, "fool-23", 356), ("offer", (("coin", 1),), (("wool", 1),))),
        ((3, "fool-25", 373), ("offer", (("coin", 1),), (("grain", 1),))),
        ((4, "fool-26", 379), ("offer", (("cloth", 1),), (("grain", 1),))),
    ],
    "buys grain to wake in vain": [
        ((4, "fool-5", 200), ("bank", "wool", "grain")),
        ((2, "fool-9", 196), ("bank", "brick", "grain")),
        ((4, "fool-11", 101), ("bank", "wool", "grain")),
        ((4, "fool-14", 73), ("bank", "brick", "grain")),
        ((4, "fool-17", 172), ("bank", "lumber", "grain")),
        ((2, "fool-27", 131), ("bank", "brick", "grain")),
        ((3, "fool-31", 96), ("bank", "wool", "grain")),
        ((4, "fool-32", 315), ("bank", "brick", "grain")),
        ((3, "fool-37", 230), ("bank", "ore", "grain")),
        ((4, "fool-41", 395), ("bank", "ore", "grain")),
    ],
    "asks for what is not there": [
        ((4, "fool-26", 162), ("counter", (("brick", 2),), (("ore", 1),))),
        ((4, "fool-59", 298), ("counter", (("ore", 2),), (("paper", 1),))),
        ((4, "fool-71", 749), ("counter", (("cloth", 2),), (("lumber", 1),))),
        ((4, "fool-173", 250), ("counter", (("ore", 1),), (("coin", 1),))),
        ((4, "fool-209", 83), ("counter", (("lumber", 2),), (("paper", 1),))),
        ((4, "fool-218", 448), ("counter", (("brick", 1),), (("coin", 1),))),
        ((4, "fool-254", 335), ("counter", (("grain", 1),), (("brick", 1),))),
        ((4, "fool-263", 92), ("counter", (("ore", 2),), (("coin", 1),))),
        ((4, "fool-278", 130), ("counter", (("grain", 1),), (("ore", 1),))),
        ((4, "fool-296", 251), ("counter", (("ore", 2),), (("paper", 1),))),
    ],
    "moves the robber to little effect": [
        ((3, "fool-412", 159), 14),
        ((3, "fool-418", 93), 1),
        ((3, "fool-427", 178), 11),
        ((4, "fool-434", 111), 17),
        ((3, "fool-436", 124), 3),
        ((3, "fool-445", 85), 0),
        ((4, "fool-449", 130), 18),
        ((4, "fool-455", 188), 3),
        ((2, "fool-483", 228), 0),
        ((2, "fool-495", 264), 1),
    ],
    "wastes the merchant": [
        ((4, "fool-404", 103), 3),
        ((3, "fool-415", 210), 8),
        ((4, "fool-419", 205), 7),
        ((3, "fool-427", 156), 1),
        ((4, "fool-431", 119), 10),
        ((4, "fool-437", 449), 10),
        ((3, "fool-442", 290), 12),
        ((4, "fool-449", 341), 17),
        ((3, "fool-460", 349), 1),
        ((3, "fool-484", 224), 3),
    ],
    "plays a second Merchant": [
        ((2, "fool-501", 210), ("card", "merchant")),
        ((3, "fool-529", 244), ("card", "merchant")),
        ((3, "fool-535", 308), ("card", "merchant")),
        ((2, "fool-546", 207), ("card", "merchant")),
        ((3, "fool-553", 219), ("card", "merchant")),
        ((4, "fool-554", 314), ("card", "merchant")),
        ((3, "fool-559", 342), ("card", "merchant")),
        ((2, "fool-573", 199), ("card", "merchant")),
        ((4, "fool-575", 353), ("card", "merchant")),
        ((2, "fool-579", 234), ("card", "merchant")),
    ],
    "puts the first city on fields": [
        ((4, "fool-29", 8), 31),
        ((4, "fool-59", 12), 28),
        ((4, "fool-98", 12), 18),
        ((4, "fool-101", 14), 24),
        ((3, "fool-112", 10), 44),
        ((3, "fool-130", 8), 31),
        ((4, "fool-170", 8), 41),
        ((3, "fool-175", 10), 18),
        ((4, "fool-221", 14), 41),
        ((3, "fool-247", 8), 25),
    ],
}


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
def test_recorded_move_is_foolish(fool: str, recorded: tuple[RecordedPosition, Value]):
    check_recorded("knights", FOOLISH_MOVES, fool, recorded)


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong", "hint"])
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded: tuple[RecordedPosition, Value]
):
    check_avoided("knights", FOOLISH_MOVES, fool, recorded, input_mode(bot))
