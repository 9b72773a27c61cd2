"""Costs of everything and pieces left; affordable entries are bright if the hand is visible."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.state import is_hidden
from engine.games.knights.component_types import Counts
from engine.games.knights.state import Island
from screens.games.knights.symbols import IslandMarks
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip
from screens.table_view.scene import Scene

LABEL: Final = 15
COLUMN: Final = LABEL + 17
"""Minimum width of the first column: a settlement costs four kinds."""


def rows_for(width: int, marks: IslandMarks) -> int:
    """Number of rows of the table, in two columns or three."""
    columns = 3 if width >= 3 * COLUMN else 2
    return -(-len(marks.purchases(0)) // columns)


def paint_costs(
    scene: Scene[Island], canvas: Canvas, rect: Rect, marks: IslandMarks, seat: int
) -> int:
    """Paint the purchases with their costs; return the row after them."""
    view: Island = scene.view
    rows, lines = rows_for(rect.width, marks), marks.purchases(seat)
    step = max(COLUMN, rect.width // -(-len(lines) // rows))
    for number, (text, cost) in enumerate(lines):
        column, row = divmod(number, rows)
        x, y = rect.x + 1 + column * step, rect.y + row
        known = not is_hidden(view.hands[seat])
        role = "text" if known and view.holds(seat, cost) else "dim"
        canvas.put(x, y, clip(scene.say(text), LABEL - 1, canvas.glyphs), role)
        _paint_cost(canvas, x + LABEL, y, cost, marks)
    return rect.y + rows


def _paint_cost(canvas: Canvas, x: int, y: int, cost: Counts, marks: IslandMarks) -> None:
    _paint_amounts(canvas, x, y, [(n, number) for n, number in enumerate(cost) if number], marks)


def _paint_amounts(
    canvas: Canvas, x: int, y: int, amounts: Iterable[tuple[int, int]], marks: IslandMarks
) -> int:
    for kind, number in amounts:
        text = f"{marks.kind(kind)}{number}"
        x = canvas.put(x, y, text, marks.kind_role(kind, number), ground="") + 1
    return x


def paint_lands(canvas: Canvas, rect: Rect, marks: IslandMarks) -> int:
    """Paint the yield of each terrain for a settlement and a city; return the row after them."""
    lands = [terrain for terrain in marks.view.box.terrains.values() if terrain.settlement]
    columns = 3 if rect.width >= 3 * COLUMN else 2
    rows = -(-len(lands) // columns)
    step = max(COLUMN, rect.width // columns)
    for number, land in enumerate(lands):
        column, row = divmod(number, rows)
        x, y = rect.x + 1 + column * step, rect.y + row
        name = marks.scene.tongue.argument(land.names)
        canvas.put(x, y, clip(name, LABEL - 1, canvas.glyphs), "text")
        x = _paint_amounts(canvas, x + LABEL, y, land.settlement, marks)
        x = canvas.put(x, y, "/", "dim") + 1
        _paint_amounts(canvas, x, y, land.city, marks)
    return rect.y + rows
