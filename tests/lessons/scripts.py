"""How the matches of the lessons were played: seeds, seats, the picks that no bot would make."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from engine.core.data import Data
from engine.core.event import Value

LEARNER = 0


@frozen
class Script:
    """A match that is played so: `events` is how long its log becomes at least, `picks` are those
    that differ from a greedy bot's, by the numbers of their events."""

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
}
