"""Bots avoid foolish moves, recorded with the positions in which a former bot made them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from engine.bots import make_bot
from engine.core.event import Value
from tests.engine.games.deus.foolish_moves import FOOLISH_MOVES
from tests.foolish_moves import RecordedPosition, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[tuple[RecordedPosition, Value]]]] = {
    "gives VP away": [
        ((2, "fool-0", 53), ("build", "farm", (("wood", 1), ("clay", 1)), "2.0")),
        ((3, "fool-1", 54), ("build", "galley", (("wood", 1), ("wheat", 1)), "1.5")),
        ((4, "fool-2", 63), ("build", "laboratory_blue", (("wood", 1), ("wheat", 1)), "4.6")),
        ((3, "fool-7", 106), ("build", "commercial_sailing_ship_wheat", (("gold", 4),), "1.5")),
        ((4, "fool-8", 65), ("build", "school", (("wheat", 1),), "4.3")),
        ((2, "fool-9", 79), ("build", "galley", (("wood", 1), ("gold", 4)), "2.6")),
        ((4, "fool-11", 91), ("build", "temporary_camps", (("wheat", 1),), "5.2")),
        ((2, "fool-12", 40), ("build", "small_production_building", (("wood", 1),), "3.4")),
        ((3, "fool-13", 39), ("build", "commercial_sailing_ship_clay", (("wood", 1),), "5.1")),
        ((2, "fool-15", 30), ("build", "small_port_wheat", (("clay", 1), ("stone", 1)), "2.6")),
    ],
    "takes one kind alone": [
        ((4, "fool-2", 188), (("stone", 4),)),
        ((3, "fool-4", 27), (("wood", 4),)),
        ((4, "fool-5", 37), (("wood", 4),)),
        ((4, "fool-8", 107), (("wheat", 3),)),
        ((2, "fool-12", 13), (("wood", 4),)),
        ((4, "fool-17", 122), (("clay", 3),)),
        ((3, "fool-22", 62), (("wheat", 4),)),
        ((2, "fool-24", 14), (("clay", 3),)),
        ((3, "fool-28", 15), (("stone", 4),)),
        ((3, "fool-31", 60), (("wood", 4),)),
    ],
    "hoards goods": [
        ((3, "fool-7", 88), ("offer", ("war_elephants", "cooperative_mountain"))),
        (
            (3, "fool-28", 201),
            ("offer", ("war_elephants", "siege_tower", "farm", "small_production_building")),
        ),
        ((3, "fool-40", 140), ("offer", ("legion", "ballista", "brewery_3", "cooperative_field"))),
        ((3, "fool-55", 129), ("offer", ("galley", "small_production_building"))),
        (
            (2, "fool-57", 112),
            (
                "offer",
                (
                    "bakers_guild",
                    "commercial_sailing_ship_stone",
                    "small_port_wheat",
                    "centurion",
                    "sawmill",
                ),
            ),
        ),
        (
            (4, "fool-77", 165),
            (
                "offer",
                (
                    "laboratory_red",
                    "triumphal_arch_5",
                    "commercial_sailing_ship_wood",
                    "academy_green",
                    "farm",
                ),
            ),
        ),
        (
            (3, "fool-106", 67),
            ("offer", ("academy_brown", "laboratory_blue", "cooperative_mountain")),
        ),
        ((4, "fool-119", 100), ("offer", ("laboratory_blue", "school", "school 2", "quarry"))),
        (
            (2, "fool-129", 137),
            ("offer", ("small_port_wood", "university", "laboratory_red", "cooperative_forest")),
        ),
        (
            (2, "fool-138", 94),
            ("offer", ("trading_post_mountain", "brewery_4", "triumphal_arch_4", "farm")),
        ),
    ],
}


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
def test_recorded_move_is_foolish(fool: str, recorded: tuple[RecordedPosition, Value]):
    recorded_position, move = recorded
    match = position("deus", recorded_position)
    decision: Any = match.decision(match.pending()[0].seat)
    assert decision.allows(match.state, move)
    assert FOOLISH_MOVES[fool].is_(match.state, decision, move)


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded: tuple[RecordedPosition, Value]
):
    recorded_position, _ = recorded
    match = position("deus", recorded_position)
    here = situation(match)
    assert not FOOLISH_MOVES[fool].is_(match.state, here.decision, make_bot(bot).choose(here))
