"""Layout of the table of Era for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.paint.canvas import Rect
from screens.paint.layout import left_of

BOARD_WIDTH: Final = 30
"""Width of the player's own domain with its numbers, at two columns per cell."""

SIDE_WIDTH: Final = 49
"""Width of the area beside the domain on screens without frames."""

FRAMED_ROWS: Final = 17
"""Rows of the player's own domain in a frame."""

MIN_STRIP_HEIGHT: Final = 9

MIN_LINE_WIDTH: Final = 40
"""Minimum width of an area that shows the other players in lines instead of blocks."""

MAX_IN_COLUMN: Final = 3
"""Maximum number of players with which a framed layout without large cells has the log only in the
other players' column. With more players, the log is also below the supply, if rows are left."""


@frozen
class TableLayout:
    """Layout for a screen size. `column` is the width of the other players' column, or 0 if there
    is none. `strip` is the number of rows left below the player's own domain, or 0 if they are too
    few to use. `border` adds frames, and `large` larger cells."""

    width: int
    height: int
    column: int = 0
    strip: int = 0
    border: bool = False
    large: bool = False

    @classmethod
    def of(cls, width: int, height: int) -> TableLayout:
        """Return the layout for `width` x `height` cells."""
        if width >= 150 and height >= 32:
            return cls(width, height, 0, height - 32, border=True, large=True)
        column = 40 if width >= 120 else 20 if width >= 100 else 0
        if width > 125:
            column = width - 85
        border = column >= 40 and height >= FRAMED_ROWS + 9
        top = FRAMED_ROWS if border else 15
        strip = height - top
        if not border and strip < MIN_STRIP_HEIGHT:
            strip = 0
        return cls(width, height, column, strip, border)

    @property
    def left(self) -> int:
        """Width of the area to the left of the other players' column and of the gap before it; the
        whole width if there is no such column."""
        return left_of(self.width, self.column)


def own_part(layout: TableLayout) -> list[Rect]:
    """Return the rectangles of the player's own area, which is repainted during a decision."""
    if layout.large:
        return [Rect(0, 0, 62, 32), Rect(62, 0, 98, 15)]
    left = layout.left
    if layout.border:
        return [Rect(0, 0, left, layout.height)]
    return [Rect(0, 0, min(left, BOARD_WIDTH + 1 + SIDE_WIDTH), layout.height - layout.strip)]
