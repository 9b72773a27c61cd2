"""Bots avoid foolish moves, recorded with the positions in which a former bot made them."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.core.event import Value
from tests.engine.games.troyes.foolish_moves import FOOLISH_MOVES
from tests.foolish_moves import RecordedPosition, check_avoided, check_recorded, input_mode, rows

POSITIONS: Final[Mapping[str, Sequence[tuple[RecordedPosition, Value]]]] = {
    "sells itself": [
        ((2, "fool-0", 62), ("flip", ("0r1", "0r2", "0w1"))),
        ((3, "fool-1", 100), ("flip", ("1r2", "1w1", "1y2"))),
        ((4, "fool-2", 17), ("flip", ("2r2", "2w2", "2y1"))),
        ((2, "fool-3", 12), ("flip", ("0r1", "0r1b", "0y1"))),
        ((3, "fool-4", 76), ("flip", ("1w1", "1y1", "1y1b"))),
        ((2, "fool-6", 55), ("flip", ("1r1", "1w1", "1y1"))),
        ((3, "fool-7", 16), ("flip", ("1r1", "1y1", "1y2"))),
        ((4, "fool-8", 16), ("flip", ("1w1", "1y1", "1y1b"))),
        ((2, "fool-9", 12), ("flip", ("0r3", "0w1", "0y1"))),
        ((3, "fool-10", 74), ("flip", ("2r1", "2w1", "2y2"))),
    ],
    # Strong made the first of these; the others are moves that it could make.
    "rerolls a high die": [
        ((4, "fool-38", 16), ("reroll", "1w6")),
        ((3, "fool-1", 15), ("reroll", "2y6")),
        ((4, "fool-2", 16), ("reroll", "1y4")),
        ((2, "fool-3", 11), ("reroll", "1y5b")),
        ((3, "fool-4", 15), ("reroll", "0y6")),
        ((2, "fool-6", 11), ("reroll", "0y4")),
        ((3, "fool-7", 15), ("reroll", "0w4")),
        ((4, "fool-8", 17), ("reroll", "2w6")),
        ((2, "fool-9", 11), ("reroll", "1y6")),
        ((3, "fool-10", 15), ("reroll", "2y6")),
    ],
    "discards too much against a black die": [
        ((3, "fool-400", 16), ("defeat", ("2y6", "k1"))),
        ((4, "fool-401", 42), ("defeat", ("2w2", "2y1", "2y5b", "k2"))),
        ((4, "fool-404", 16), ("defeat", ("2w2", "2y5"))),
        ((4, "fool-407", 16), ("defeat", ("1r5",))),
        ((3, "fool-412", 15), ("defeat", ("2r3", "2w3"))),
        ((4, "fool-416", 16), ("defeat", ("3r6", "3y2", "k6b"))),
        ((3, "fool-424", 15), ("defeat", ("1r4", "1w1", "k2b"))),
        ((4, "fool-428", 41), ("defeat", ("1r1", "1y3"))),
        ((2, "fool-435", 37), ("defeat", ("1r2", "1r2b"))),
        ((2, "fool-489", 57), ("defeat", ("0r5", "0y1", "k2", "k1"))),
    ],
    "uses a needless die": [
        ((2, "fool-507", 72), ("fight", "theological_conflict", "", ("0w5", "0w5b"), 1)),
        ((2, "fool-516", 37), ("fight", "skirmishes_1", "", ("0r2", "0r4", "0r5"), 3)),
        ((2, "fool-525", 59), ("fight", "migrant_workers", "", ("1y3", "1y6", "1y6b"), 3)),
        ((4, "fool-530", 50), ("fight", "brigands_2", "tithing", ("0y6", "2y6", "3y4"), 3)),
        ((2, "fool-603", 20), ("fight", "war_1", "", ("1r2", "1r5"), 1)),
        ((4, "fool-608", 27), ("activate", "tithing", "", ("0w1", "3w6"), "palace.lying", 3)),
        ((2, "fool-612", 19), ("fight", "marauding", "tithing", ("0y5", "1y6", "ny6"), 4)),
        ((3, "fool-613", 23), ("fight", "skirmishes_2", "", ("1r6", "2r4", "2r6"), 4)),
        ((4, "fool-629", 20), ("fight", "skirmishes_2", "", ("0r3", "2r6", "3r6"), 4)),
    ],
    "burns money rather than pass": [
        ((3, "fool-10", 72), ("farm", "", ("ny2",))),
        ((2, "fool-66", 52), ("farm", "", ("ny2",))),
        ((3, "fool-91", 71), ("place", "", ("nr3",), "palace.3")),
        ((3, "fool-100", 37), ("farm", "priest", ("ny1",))),
        ((2, "fool-168", 34), ("farm", "", ("ny1",))),
        ((3, "fool-238", 80), ("place", "", ("ny1",), "city_hall.1.2")),
        ((4, "fool-272", 116), ("place", "", ("nr1",), "palace.1")),
        ((3, "fool-280", 96), ("place", "", ("nr3",), "palace.3")),
        ((3, "fool-295", 34), ("farm", "", ("ny2",))),
        ((2, "fool-300", 41), ("farm", "", ("ny2",))),
    ],
    "places a citizen in vain": [
        ((3, "fool-7", 115), ("place", "", ("ny1",), "city_hall.1.3")),
        ((2, "fool-21", 27), ("place", "", ("1r1",), "palace.4")),
        ((2, "fool-39", 29), ("place", "", ("0r3",), "palace.4")),
        ((4, "fool-56", 64), ("place", "", ("2r1",), "palace.1")),
        ((4, "fool-98", 37), ("place", "", ("ny2",), "city_hall.1.3")),
        ((2, "fool-105", 23), ("place", "", ("0r5",), "palace.6")),
        ((4, "fool-116", 117), ("place", "", ("2y1",), "city_hall.1.2")),
        ((2, "fool-117", 46), ("place", "", ("1r6",), "palace.5")),
        ((3, "fool-118", 114), ("place", "", ("2w5",), "bishopric.1.2")),
        ((2, "fool-126", 24), ("place", "", ("1r2",), "palace.1")),
    ],
}


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
def test_recorded_move_is_foolish(fool: str, recorded: tuple[RecordedPosition, Value]):
    check_recorded("troyes", FOOLISH_MOVES, fool, recorded)


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong", "hint"])
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded: tuple[RecordedPosition, Value]
):
    check_avoided("troyes", FOOLISH_MOVES, fool, recorded, input_mode(bot))
