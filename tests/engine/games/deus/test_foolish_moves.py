"""Bots avoid foolish moves, recorded with the positions in which a former bot made them."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from engine.core.event import Value
from tests.engine.games.deus.foolish_moves import FOOLISH_MOVES
from tests.foolish_moves import RecordedPosition, check_avoided, check_recorded, input_mode, rows

POSITIONS: Final[Mapping[str, Sequence[tuple[RecordedPosition, Value]]]] = {
    "gives VP away": [
        ((4, "fool-5", 131), ("build", "small_production_building", (("wood", 1),), "3.6")),
        ((2, "fool-6", 80), ("build", "bakers_guild", (("clay", 1), ("stone", 1)), "1.2")),
        ((3, "fool-7", 48), ("build", "trading_post_mountain", (("wood", 1),), "1.3")),
        (
            (2, "fool-9", 55),
            (
                "build",
                "commercial_port_clay_wheat",
                (("clay", 1), ("stone", 1), ("wheat", 1)),
                "2.6",
            ),
        ),
        ((4, "fool-11", 246), ("build", "commercial_sailing_ship_wheat", (("wood", 1),), "1.5")),
        ((2, "fool-12", 46), ("build", "brewery_5", (("wheat", 1),), "0.0")),
        ((4, "fool-14", 139), ("build", "small_port_stone", (("clay", 1), ("stone", 1)), "6.3")),
        (
            (4, "fool-17", 150),
            ("build", "workshop_3", (("wood", 1), ("clay", 1), ("stone", 1)), "5.1"),
        ),
        (
            (4, "fool-20", 65),
            ("build", "cooperative_mountain", (("clay", 1), ("stone", 1), ("wheat", 1)), "6.3"),
        ),
        ((4, "fool-23", 116), ("build", "small_production_building", (("wood", 1),), "5.2")),
    ],
    "offers instead of building": [
        ((4, "build-2", 13), ("offer", ("brewery_5", "university", "trading_post_swamp"))),
        (
            (4, "build-11", 53),
            ("offer", ("war_elephants", "legion", "sawmill", "commercial_port_stone_wheat")),
        ),
        (
            (2, "build-12", 33),
            ("offer", ("school", "siege_tower", "stonecutters_guild", "forum_3", "sawmill")),
        ),
        (
            (2, "build-15", 20),
            (
                "offer",
                ("workshop_3", "war_elephants", "small_production_building", "temple_regions_4"),
            ),
        ),
        ((3, "build-25", 16), ("offer", ("temporary_camps", "university", "cooperative_mountain"))),
        (
            (3, "build-28", 30),
            (
                "offer",
                ("forum_3", "war_elephants", "small_port_stone", "small_port_wood", "quarry"),
            ),
        ),
        (
            (2, "build-33", 0),
            (
                "offer",
                (
                    "workshop_2",
                    "temporary_camps",
                    "trading_post_field",
                    "brewery_2",
                    "cooperative_field",
                ),
            ),
        ),
        (
            (4, "build-44", 38),
            ("offer", ("brewery_3", "forum_3", "academy_brown", "commercial_port_clay_stone")),
        ),
        (
            (2, "build-45", 1),
            (
                "offer",
                (
                    "temporary_camps",
                    "siege_tower",
                    "trading_post_forest",
                    "quarry",
                    "small_production_building",
                ),
            ),
        ),
        (
            (3, "build-49", 31),
            (
                "offer",
                ("school", "commercial_port_clay_wheat", "galley", "temporary_camps", "farm"),
            ),
        ),
    ],
    "takes one kind alone": [
        ((4, "fool-2", 35), (("wood", 5),)),
        ((4, "fool-5", 146), (("clay", 5),)),
        ((2, "fool-6", 5), (("wood", 3),)),
        ((3, "fool-7", 21), (("wood", 5),)),
        ((4, "fool-8", 30), (("wood", 5),)),
        ((3, "fool-10", 24), (("wood", 7),)),
        ((2, "fool-12", 11), (("wood", 5),)),
        ((3, "fool-13", 66), (("wood", 4),)),
        ((4, "fool-14", 21), (("wood", 3),)),
        ((3, "fool-16", 25), (("wood", 5),)),
    ],
    "hoards goods": [
        (
            (4, "fool-5", 48),
            ("offer", ("bakers_guild", "university", "war_elephants", "small_production_building")),
        ),
        (
            (3, "fool-7", 56),
            (
                "offer",
                (
                    "brewery_2",
                    "small_port_wood",
                    "academy_green",
                    "laboratory_green",
                    "cooperative_forest",
                ),
            ),
        ),
        (
            (4, "fool-11", 98),
            ("offer", ("galley", "trading_post_field", "forum_3", "cooperative_field")),
        ),
        ((2, "fool-12", 82), ("offer", ("temporary_camps", "legion", "small_production_building"))),
        ((2, "fool-15", 75), ("offer", ("war_elephants", "university", "brickyard"))),
        ((3, "fool-19", 120), ("offer", ("ballista", "workshop_2", "brickmakers_guild", "farm"))),
        (
            (4, "fool-20", 89),
            (
                "offer",
                (
                    "temporary_camps",
                    "academy_brown",
                    "commercial_sailing_ship_wheat",
                    "commercial_port_clay_stone",
                    "quarry",
                ),
            ),
        ),
        (
            (4, "fool-23", 32),
            (
                "offer",
                (
                    "farm",
                    "small_port_clay",
                    "commercial_port_clay_stone",
                    "small_production_building",
                ),
            ),
        ),
        (
            (4, "fool-26", 164),
            (
                "offer",
                ("centurion", "ballista", "siege_tower", "triumphal_arch_4", "cooperative_swamp"),
            ),
        ),
        (
            (2, "fool-30", 71),
            (
                "offer",
                (
                    "war_elephants",
                    "bakers_guild",
                    "university",
                    "university 2",
                    "laboratory_green",
                    "sawmill",
                ),
            ),
        ),
    ],
}


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
def test_recorded_move_is_foolish(fool: str, recorded: tuple[RecordedPosition, Value]):
    check_recorded("deus", FOOLISH_MOVES, fool, recorded)


@pytest.mark.parametrize(("fool", "recorded"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong", "hint"])
def test_current_bots_avoid_the_recorded_foolish_moves(
    bot: str, fool: str, recorded: tuple[RecordedPosition, Value]
):
    check_avoided("deus", FOOLISH_MOVES, fool, recorded, input_mode(bot))
