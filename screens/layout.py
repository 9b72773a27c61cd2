"""How a table grows: rows and columns buy things independently, in steps.

A game writes down two tables, of rows and of columns, each line a size and what it adds. `Room`
says for a terminal what there is; no size has a layout of its own.

    ROOM = Room(
        rows=((25, "with one more"), (27, "preview"), (40, "effects")),
        columns=((100, "words"), (120, "side")),
    )
    has = ROOM.at(width, height)
    if "side" in has: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import field, frozen

from screens.canvas import Rect

LEAST: Final = (80, 24)
"""Columns and rows of the smallest terminal that is served."""

Line = tuple[int, str]
Both = tuple[int, int, str]
Wish = tuple[str, int, bool]

SIDE_WIDTH: Final = 40
"""How wide the column at the right is, where there is one, up to 160 columns."""


def _rising(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line[0]))


@frozen
class Room:
    """What rows and what columns a table grows by. `both` are things that need so many columns and
    so many rows at once: (columns, rows, what)."""

    rows: Sequence[Line] = field(default=(), converter=_rising)
    columns: Sequence[Line] = field(default=(), converter=_rising)
    both: Sequence[Both] = ()

    def at(self, width: int, height: int) -> frozenset[str]:
        """What a terminal of that size has room for, in cells of the whole screen."""
        found = {what for least, what in self.rows if height >= least}
        found |= {what for least, what in self.columns if width >= least}
        found |= {what for wide, high, what in self.both if width >= wide and height >= high}
        return frozenset(found)


def beside(rect: Rect, width: int, gap: int = 1) -> tuple[Rect, Rect]:
    """A rectangle in two, the right one so wide, with a gap between."""
    width = min(width, rect.width)
    left = max(0, rect.width - width - gap)
    return (
        Rect(rect.x, rect.y, left, rect.height),
        Rect(rect.right - width, rect.y, width, rect.height),
    )


def below(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """A rectangle in two, the lower one so high, with a gap between."""
    height = min(height, rect.height)
    upper = max(0, rect.height - height - gap)
    return (
        Rect(rect.x, rect.y, rect.width, upper),
        Rect(rect.x, rect.bottom - height, rect.width, height),
    )


def side_width(width: int) -> int:
    """How wide the column at the right is on a screen of that width; none below 120."""
    if width < 120:
        return 0
    return SIDE_WIDTH if width < 160 else SIDE_WIDTH + 7 + (width - 160) // 2


def left_of(width: int, side: int) -> int:
    """The columns left of a column at the right that is so wide (0: there is none) and of the one
    between them."""
    return width - side - (1 if side else 0)


def bought(wishes: Iterable[Wish], rows: int) -> tuple[frozenset[str], int]:
    """What so many rows buy, and the rows that are left. Wishes are bought in their order: what,
    how many rows it takes, whether there can be such a thing."""
    found = set()
    for what, price, possible in wishes:
        if possible and rows >= price:
            found.add(what)
            rows -= price
    return frozenset(found), rows
