"""Layout of the table of Cities & Knights and of Catan for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.paint.canvas import Rect
from screens.paint.hex_measures import HUGE, LARGE, SMALL, VAST, HexMeasures

ISLAND_SCALES: Final = ((VAST, (99, 39)), (HUGE, (79, 33)), (LARGE, (68, 28)), (SMALL, (57, 17)))
"""Scales of the island, largest first, with the columns and rows that each needs."""

SIDE_WIDTH: Final = 46
"""Minimum number of columns to the right of the island, gap included, for an island larger than the
smallest or for the wide panels."""

MIN_HAND_ROWS: Final = 2
"""Minimum number of rows of the player's hand below the island."""


@frozen
class TableLayout:
    """Rectangles of the island (at the scale `measures`), the hand below it if there is room, and
    the column on the right. `is_wide` is true if the column has room for the wide panels."""

    measures: HexMeasures
    island: Rect
    hand: Rect | None
    side: Rect
    is_wide: bool

    @classmethod
    def of(cls, width: int, height: int) -> TableLayout:
        """Return the layout for `width` x `height` cells."""
        measures, size = next(
            (scale, size)
            for scale, size in ISLAND_SCALES
            if scale is SMALL
            or (width >= size[0] + SIDE_WIDTH and height >= size[1] + MIN_HAND_ROWS)
        )
        below = height - size[1]
        wide = width - size[0] >= SIDE_WIDTH
        side = Rect(size[0] + 1, 0, width - size[0] - 1, height)
        hand = Rect(0, size[1], size[0], below) if below >= MIN_HAND_ROWS else None
        room = Rect(0, 0, size[0], size[1] if hand else height)
        return cls(measures, room, hand, side, wide)
