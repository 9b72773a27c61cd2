"""Layout of tables: splitting areas, width of the column on the right, and use of spare rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, product
from typing import Final

from screens.paint.canvas import Rect
from screens.paint.cells import width_of

Wish = tuple[str, int, bool]
"""A wanted part of the table: its name, the rows it takes, and whether the rest of the layout
allows it."""

SIDE_WIDTH: Final = 40
"""Width of the column on the right, on screens with 120 to 159 columns."""


def beside(rect: Rect, width: int, gap: int = 1) -> tuple[Rect, Rect]:
    """Split a rectangle into a left part and a right part `width` wide, with a gap between them."""
    width = min(width, rect.width)
    left = max(0, rect.width - width - gap)
    return (
        Rect(rect.x, rect.y, left, rect.height),
        Rect(rect.right - width, rect.y, width, rect.height),
    )


def below(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """Split a rectangle into an upper part and a lower part `height` high, with a gap between
    them."""
    height = min(height, rect.height)
    upper = max(0, rect.height - height - gap)
    return (
        Rect(rect.x, rect.y, rect.width, upper),
        Rect(rect.x, rect.bottom - height, rect.width, height),
    )


def side_width(width: int) -> int:
    """Return the width of the column on the right on a screen with `width` columns, or 0 below 120
    columns."""
    if width < 120:
        return 0
    return SIDE_WIDTH if width < 160 else SIDE_WIDTH + 7 + (width - 160) // 2


def left_of(width: int, side: int) -> int:
    """Return the width of the area to the left of a column `side` wide, without the gap between
    them. It is all of `width` if `side` is 0."""
    return width - side - (1 if side else 0)


def parts_that_fit(preferences: Iterable[Wish], rows: int) -> tuple[frozenset[str], int]:
    """Assign `rows` in the order of `preferences`. Return the names of the parts that get their
    rows, and the number of rows left."""
    parts = set()
    for what, price, possible in preferences:
        if possible and rows >= price:
            parts.add(what)
            rows -= price
    return frozenset(parts), rows


def shares(lengths: Sequence[int], room: int) -> list[int]:
    """Divide `room` columns among parts with these `lengths`. Short parts get their length, and the
    others get equal shares of the remaining columns, rounded to whole columns."""
    widths = dict[int, int]()
    for left, at in enumerate(sorted(range(len(lengths)), key=lengths.__getitem__)):
        share = max(0, room - sum(widths.values())) // (len(lengths) - left)
        widths[at] = min(lengths[at], share)
    return [widths[at] for at in range(len(lengths))]


def in_rows(
    needs: Sequence[int], columns: int, rect: Rect, least: Sequence[int] | None = None
) -> list[Rect]:
    """Return the rectangles of parts that need the widths `needs`, in order, in the rows of `rect`,
    with a blank between neighbours. Each row holds `columns` parts or one fewer, chosen so that as
    few parts as possible get less than their width in `least` (by default, in `needs`). Return an
    empty list if the rows cannot hold this number of parts."""
    least = needs if least is None else least
    best: list[list[int]] = []
    lowest = (len(needs) + 1, 0)
    for sizes in product((columns - 1, columns), repeat=rect.height):
        if sum(sizes) == len(needs):
            ends = accumulate(sizes)
            rows = [needs[end - size : end] for size, end in zip(sizes, ends, strict=True)]
            widths = [_widths(row, rect.width - len(row) + 1) for row in rows]
            missing = [max(0, need - w) for need, w in zip(least, chain(*widths), strict=True)]
            cost = (sum(map(bool, missing)), sum(missing))
            if cost < lowest:
                best, lowest = widths, cost
    return [
        Rect(rect.x + at + sum(row[:at]), y, row[at], 1)
        for y, row in enumerate(best, rect.y)
        for at in range(len(row))
    ]


def _widths(row: Sequence[int], room: int) -> list[int]:
    """Divide `room` columns among parts that need the widths in `row`: equally if no part then gets
    less than it needs, otherwise by their needs."""
    equal = room // len(row)
    if max(row) <= equal:
        return [equal] * len(row)
    widths = shares(row, room)
    return [width + (room - sum(widths)) // len(row) for width in widths]


def in_lines(parts: Iterable[str], width: int) -> list[str]:
    """Put as many parts as fit on each line of `width` cells, two blanks apart. No part is
    broken."""
    lines: list[str] = []
    for part in parts:
        if lines and width_of(lines[-1]) + 2 + width_of(part) <= width:
            lines[-1] += f"  {part}"
        else:
            lines.append(part)
    return lines
