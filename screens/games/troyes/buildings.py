"""The three buildings and the cathedral of Troyes."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.component_types import SPACES_PER_BUILDING, Building
from engine.games.troyes.state import FREE, Town
from engine.i18n.text import words
from screens.games.troyes.symbols import HUES, TownLabels, building_name
from screens.games.troyes.table_layout import BUILDINGS_HEIGHT
from screens.paint.canvas import LIT_STYLE, Canvas, Rect, Spot
from screens.paint.cells import clip
from screens.paint.shapes import SURFACE, paint_plate

CELL_WIDTH: Final = 3
LABEL_WIDTH: Final = 4


def paint_buildings(labels: TownLabels, canvas: Canvas, x: int, y: int, right: int) -> int:
    """Paint the three buildings and the cathedral side by side, between the columns `x` and
    `right`. Return the row after them."""
    view = labels.view
    palace, *row_buildings = view.box.buildings
    spare = max(0, right - x - _min_width(view)) // 3
    _paint_palace(labels, canvas, x, y, palace)
    left = x + SPACES_PER_BUILDING * CELL_WIDTH + 1 + spare
    for building in row_buildings:
        _paint_rows(labels, canvas, left, y, building)
        left += LABEL_WIDTH + _longest(building) * CELL_WIDTH + 1 + spare
    _paint_cathedral(labels, canvas, right - 3 - SPACES_PER_BUILDING * CELL_WIDTH, y)
    return y + BUILDINGS_HEIGHT


def _longest(building: Building) -> int:
    """Return the number of spaces in the longest row of a building, but at least 4, so that there
    is room for its name."""
    return max(4, *(length for _, length in building.row_of[1:]))


def _min_width(view: Town) -> int:
    """Return the minimum width of the three buildings and the cathedral side by side."""
    rows = sum(
        LABEL_WIDTH + _longest(building) * CELL_WIDTH + 1 for building in view.box.buildings[1:]
    )
    return SPACES_PER_BUILDING * CELL_WIDTH + 1 + rows + 3 + SPACES_PER_BUILDING * CELL_WIDTH


def _paint_name(labels: TownLabels, canvas: Canvas, x: int, y: int, building: Building) -> None:
    name = labels.translate(building_name(building))
    canvas.put(x, y, name, f"hue.{HUES[building.index]} bold")


def _paint_space(
    labels: TownLabels, canvas: Canvas, x: int, y: int, owner: int, place: Spot, *, odd: int
) -> None:
    """Paint a space of a building or of the cathedral with the citizen or cube of `owner`, or as
    free if that is `FREE`. The cursor can put markers into its two end columns. The shade of a free
    space depends on whether `odd` is odd."""
    rect = Rect(x, y, CELL_WIDTH, 1)
    if owner == FREE:
        canvas.fill(*rect, ground="on.chequer" if odd % 2 else SURFACE)
        if not labels.scene.theme.tinted or canvas.glyphs.plain:
            canvas.put(x, y, "[ ]", "frame")
        canvas.edges[y][x : x + CELL_WIDTH] = b"\1\0\1"
    else:
        paint_plate(canvas, x, y, labels.owner(owner), labels.owner_role(owner))
    canvas.spot(place, rect, anchor=rect, shade=LIT_STYLE)


def _paint_palace(labels: TownLabels, canvas: Canvas, x: int, y: int, building: Building) -> None:
    _paint_name(labels, canvas, x, y, building)
    owners = labels.view.buildings[building.index]
    for space, (owner, (value,)) in enumerate(zip(owners, building.values, strict=True)):
        at = x + space * CELL_WIDTH
        canvas.put(at, y + 1, f" {value} ", "dim")
        _paint_space(labels, canvas, at, y + 2, owner, (building.id, value), odd=space)
    _paint_expelled(labels, canvas, x, y + BUILDINGS_HEIGHT - 1, building)


def _paint_rows(labels: TownLabels, canvas: Canvas, x: int, y: int, building: Building) -> None:
    """Paint a building with rows, which citizens enter from the left: its name, the die values and
    spaces of each row, and the expelled citizens."""
    _paint_name(labels, canvas, x, y, building)
    owners = labels.view.buildings[building.index]
    rows = sorted(dict.fromkeys(building.row_of[1:]))[: BUILDINGS_HEIGHT - 2]
    for row, (begin, length) in enumerate(rows):
        values = building.values[begin]
        at = y + 1 + row
        label = f"{min(values)}-{max(values)}" if len(values) > 1 else f"{values[0]}"
        canvas.put(x, at, label, "dim")
        canvas.put(x + LABEL_WIDTH - 1, at, canvas.glyphs("right"), "dim")
        for space, owner in enumerate(owners[begin : begin + length]):
            left, place = x + LABEL_WIDTH + space * CELL_WIDTH, (building.id, row + 1, space + 1)
            _paint_space(labels, canvas, left, at, owner, place, odd=row + space)
    _paint_expelled(labels, canvas, x, y + BUILDINGS_HEIGHT - 1, building)


def _paint_expelled(labels: TownLabels, canvas: Canvas, x: int, y: int, building: Building) -> None:
    """Paint the expelled citizens, who protect their colour."""
    start = x
    owners = labels.view.lying[building.index]
    x = canvas.put(x, y, labels.translate(words("expelled")), "dim") + 1
    for owner in owners:
        x = labels.put_owner(canvas, x, y, owner)
    if not owners:
        x = canvas.put(x, y, "-", "faint")
    canvas.spot((building.id, "lying"), Rect(start, y, x - start, 1))


def _paint_cathedral(labels: TownLabels, canvas: Canvas, x: int, y: int) -> None:
    """Paint the cathedral: its levels from the top, its columns by die value and, below them, the
    influence that a cube brings."""
    scene, view = labels.scene, labels.view
    levels = view.box.levels
    canvas.put(x, y, scene.translate(view.box.cathedral_names), "strong")
    vp = view.box.cathedral_vp
    if len(set(vp)) == 1:
        vp_text = scene.translate(words("{n} VP each", n=vp[0]))
        canvas.put_right(x + 2 + SPACES_PER_BUILDING * CELL_WIDTH, y, vp_text, "dim")
    for row, level in enumerate(range(levels - 1, -1, -1)):
        canvas.put(x, y + 1 + row, str(level + 1), "dim")
        for column, cubes in enumerate(view.cathedral):
            owner = cubes[level] if len(cubes) > level else FREE
            at, place = x + 2 + column * CELL_WIDTH, ("cathedral", level + 1, column + 1)
            _paint_space(labels, canvas, at, y + 1 + row, owner, place, odd=row + column)
    for column in range(SPACES_PER_BUILDING):
        at = x + 2 + column * CELL_WIDTH
        canvas.put(at, y + 1 + levels, f" {column + 1} ", "dim")
        gained = scene.translate(words("+{n}i", n=view.box.cathedral_influence[column]))
        canvas.put(at, y + 2 + levels, clip(gained, CELL_WIDTH), "text")
    heading = Rect(x, y, 2 + SPACES_PER_BUILDING * CELL_WIDTH, 1)
    canvas.spot(("cathedral",), heading, key=Rect(x - 2, y, 1, 1))
