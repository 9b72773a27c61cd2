"""Scripts of the lesson matches: seeds, seats, and the picks that no bot would make."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from engine.core.component_data import Data
from engine.core.event import Value

LEARNER = 0


@frozen
class Script:
    """A scripted match: `events` is the minimum length of its log, `picks` are those that no bot
    would make, by the numbers of their events."""

    seed: str
    seats: tuple[tuple[str, str], ...]
    events: int
    picks: Mapping[int, Value] = field(factory=dict)
    options: Mapping[str, str] = field(factory=dict)
    data: Data = field(factory=dict)


TWO = (("Anna", "person"), ("Boris", "bot:greedy"))
THREE = (*TWO, ("Clara", "bot:greedy"))

SCRIPTS: Mapping[str, Script] = {
    "middle_ages": Script("lesson", TWO, 200, {11: "church", 53: (2, 3), 56: 3}),
    "era": Script(
        "lesson",
        TWO,
        85,
        {
            1: ("wall_4", "C6", 90),
            2: ("wall_4", "D9", 0),
            3: ("wall_4", "D6", 0),
            4: ("longhouse", "D7", 90),
            5: ("longhouse", "F7", 90),
            6: ("longhouse", "J7", 90),
            7: ("farm", "J11", 0),
            8: ("scorched_area", "M1", 0),
            9: ("scorched_area", "M3", 0),
            10: ("ready",),
            36: ("longhouse", "L8", 0),
            37: ("lumber_mill", "A1", 180),
            42: (1, 2),
            44: (1,),
            50: ("keep", "G3", 0),
            73: (),
        },
    ),
    "troyes": Script(
        "lesson",
        TWO,
        200,
        {22: ("recruit",), 23: ("activate", "merchant", "", ("ny6",), "supply", 3)},
    ),
    "catan": Script(
        "lesson 79",
        TWO,
        2000,
        {
            135: ("end",),
            147: ("buy",),
            148: ("end",),
            151: "roll",
            153: ("card", "monopoly"),
            154: "ore",
            155: ("city", 44),
            220: ("bank", "grain", "brick"),
            221: ("road", 69),
        },
        options={"layout": "beginner"},
    ),
    "knights": Script("lesson 37", TWO, 2000, options={"layout": "beginner"}),
    "deus": Script(
        "lesson 3",
        TWO,
        200,
        {
            5: ("build", "small_production_building", (("wood", 1),), "3.5"),
            10: ("build", "brickyard", (("stone", 1), ("wheat", 1)), "3.0"),
            11: "3.5",
            15: ("build", "ballista", (("clay", 1), ("wheat", 1), ("gold", 4)), "3.0"),
            19: ("build", "galley", (("wheat", 1), ("gold", 4)), "3.1"),
            23: "ceres",
            24: (("wood", 1),),
            31: ("build", "farm", (("wood", 1), ("clay", 1)), "3.4"),
            32: "3.4",
            37: (
                "build",
                "temple_field",
                (("wood", 1), ("clay", 1), ("wheat", 1), ("gold", 4)),
                "3.0",
            ),
            100: "ceres",
        },
    ),
}
