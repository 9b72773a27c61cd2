"""Legends in the corners and beside the regions of the map: the letters of the pieces, and the
letters of the terrains if the regions have no room for their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.deus.components import TEMPLE, TYPES
from engine.games.deus.science import piece_name
from engine.games.deus.state import World
from engine.games.deus.wording import within
from screens.games.deus.symbols import TERRAIN_WORDS, WorldLabels, chip, hue
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.shapes import paint_chip
from screens.table_view.scene import Scene

_ROW_COUNTS: Final = (6, 3, 2)
"""Possible numbers of rows of the legend, best first."""

_CHIP_WIDTH: Final = 4
"""Width of a chip with its letter, and of the blank after it."""

_COLUMN_GAP: Final = 2
"""Blank cells between the columns of the legend, or between its entries in a line."""


def paint_piece_legend(
    labels: WorldLabels, canvas: Canvas, area: Rect, regions: Sequence[Rect]
) -> list[Rect]:
    """Paint the legend of the pieces in a corner of `area` that has room for it beside `regions`.
    Return its rectangle in a list, or an empty list if there is no such corner."""
    names = list(_names(labels.scene))
    for rows in _ROW_COUNTS:
        columns = [names[at : at + rows] for at in range(0, len(names), rows)]
        widths = [_CHIP_WIDTH + widest(column) for column in columns]
        total_width = sum(widths) + _COLUMN_GAP * (len(widths) - 1)
        for corner in _corners(area, total_width, rows):
            if not any(_near(corner).clipped(region) for region in regions):
                _paint(canvas, corner, columns, widths, labels)
                return [corner]
    return []


def paint_terrain_legend(
    canvas: Canvas, area: Rect, regions: Sequence[Rect], labels: WorldLabels
) -> list[Rect]:
    """Paint the letters of the terrains with their names left and right of `regions`. Return the
    rectangles painted, or an empty list if there is not enough room."""
    entries = [
        (labels.terrain(id), labels.translate(word), "dim") for id, word in TERRAIN_WORDS.items()
    ]
    return _paint_beside(canvas, area, regions, entries)


def paint_piece_legend_in_lines(
    labels: WorldLabels, canvas: Canvas, area: Rect, taken: Sequence[Rect]
) -> None:
    """Paint the legend of the pieces left and right of the `taken` rectangles, or nothing if there
    is not enough room."""
    named = enumerate(_names(labels.scene))
    entries = [(labels.piece(type_), name, f"{hue(type_)} bold") for type_, name in named]
    _paint_beside(canvas, area, taken, entries)


def _paint_beside(
    canvas: Canvas, area: Rect, regions: Sequence[Rect], entries: Sequence[tuple[str, str, str]]
) -> list[Rect]:
    """Paint `entries`, which are (letter, word, role of the letter) tuples, in the rows left and
    right of `regions`. Return the rectangles painted, or an empty list if there is not enough
    room."""
    remaining = list(entries)
    lines: list[tuple[Rect, Sequence[tuple[str, str, str]]]] = []
    for y in range(area.y, area.bottom):
        for end in _free_ends(area, regions, y):
            line: list[tuple[str, str, str]] = []
            while remaining and _width_of_line([*line, remaining[0]]) < end.width:
                line.append(remaining.pop(0))
            if line:
                lines.append((end, line))
    if remaining:
        return []
    places = []
    for end, placed in lines:
        wide = _width_of_line(placed)
        x = end.x if end.x == area.x else end.right - wide
        places.append(Rect(x, end.y, wide, 1))
        for letter, word, role in placed:
            x = canvas.put(x, end.y, letter, role)
            x = canvas.put(x + 1, end.y, word, "dim") + _COLUMN_GAP
    return places


def _width_of_line(line: Sequence[tuple[str, str, str]]) -> int:
    """Return the width in columns of letters and words side by side."""
    return (
        sum(width_of(letter) + 1 + width_of(word) + _COLUMN_GAP for letter, word, _ in line)
        - _COLUMN_GAP
    )


def _free_ends(area: Rect, regions: Sequence[Rect], y: int) -> Iterator[Rect]:
    """Yield the parts of the row `y` left and right of all regions in it, a column away from them.
    If it has no regions, both parts are nearly the whole row."""
    regions_in_row = [region for region in regions if region.y <= y < region.bottom]
    left = min((region.x for region in regions_in_row), default=area.right) - 1
    right = max((region.right for region in regions_in_row), default=area.x) + 1
    if left > area.x:
        yield Rect(area.x, y, left - area.x, 1)
    if area.x < right < area.right:
        yield Rect(right, y, area.right - right, 1)


def _names(scene: Scene[World]) -> Iterator[str]:
    """Yield short names of the piece types, in order."""
    view = scene.view
    for type_, id in enumerate(TYPES):
        if type_ == TEMPLE:
            yield scene.translate(within(view.box.types[type_].names))
        else:
            yield scene.translate(piece_name(id))


def _corners(area: Rect, wide: int, high: int) -> Iterator[Rect]:
    """Yield rectangles of `wide` by `high` cells in the corners of `area`, one cell from its left
    and right sides. Yield nothing if they do not fit."""
    left, right = area.x + 1, area.right - wide - 1
    if left <= right and high <= area.height:
        for y in (area.y, area.bottom - high):
            for x in (left, right):
                yield Rect(x, y, wide, high)


def _near(rect: Rect) -> Rect:
    """Return `rect` with a margin of one column on the left and on the right."""
    return Rect(rect.x - 1, rect.y, rect.width + 2, rect.height)


def _paint(
    canvas: Canvas,
    rect: Rect,
    columns: Sequence[Sequence[str]],
    widths: Sequence[int],
    labels: WorldLabels,
) -> None:
    type_, x = 0, rect.x
    for column, width in zip(columns, widths, strict=True):
        for row, name in enumerate(column):
            end = paint_chip(canvas, x, rect.y + row, labels.piece(type_), chip(type_))
            canvas.put(end + 1, rect.y + row, name, "dim")
            type_ += 1
        x += width + _COLUMN_GAP
