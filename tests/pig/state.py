"""State of the table."""

from __future__ import annotations

from attrs import field

from engine.core.state import State, shared, table
from tests.pig.components import Box, components


@table
class PigTable(State):
    """The safe points of each seat, and in the `pot` those of this turn, which are not safe yet.
    Nothing is secret."""

    box: Box = shared(factory=components)
    points: list[int] = field(factory=list)
    pot: int = 0
