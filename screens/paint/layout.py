"""How the room of a table is cut in two, how wide its column at the right is, what its rows buy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from screens.paint.canvas import Rect

Wish = tuple[str, int, bool]
"""What is wanted, how many rows it takes, and whether there can be such a thing."""

SIDE_WIDTH: Final = 40
"""How wide the column at the right is, where there is one, up to 160 columns."""


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
