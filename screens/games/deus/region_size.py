"""Region sizes of the map of Deus."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from engine.geometry.hexes import Hexes
from screens.paint.bricks import Bricks

LINE: Final = (4, 1)
SIZES: Final = ((7, 3), (6, 3), (5, 3), (4, 3), (4, 2), LINE, (3, 1), (2, 1))
"""Possible region sizes, largest first: columns per unit (a region has two, and a wall) and rows.
"""

WORDS: Final = (4, 2)
"""From this size on terrains are words, and the pieces have a row of their own."""


@frozen
class Measures:
    """Size of the regions and of the visible part of the map."""

    unit: int
    lines: int
    width: int
    height: int

    @property
    def has_words(self) -> bool:
        """Whether terrains are written as words."""
        return (self.unit, self.lines) >= WORDS and self.lines > 1

    @classmethod
    def of(cls, hexes: Hexes | None, width: int, height: int) -> Measures:
        """The largest regions with which the whole map fits, else the smallest readable ones."""
        if hexes is None:
            return cls(*LINE, 0, 0)
        for unit, lines in SIZES:
            wide, high = Bricks(hexes, unit, lines).size
            if wide <= width and high <= height:
                return cls(unit, lines, wide, high)
        unit, lines = LINE if height >= _LEAST_WINDOW else SIZES[-1]
        wide, high = Bricks(hexes, unit, lines).size
        return cls(unit, lines, min(wide, width), min(high, height))


_LEAST_WINDOW: Final = 6
