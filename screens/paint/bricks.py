"""Maps of hexes drawn as bricks. Every hex is a rectangle two units wide, and every other row is
shifted by one unit. Neighbours touch, and a region has room for words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from attrs import frozen

from engine.geometry.hexes import Hexes
from screens.paint.canvas import LIT_STYLE, Canvas, Rect, Spot
from screens.paint.hexes import SEA, as_line
from screens.paint.theme import Theme


@frozen
class Bricks:
    """A map of hexes as bricks, from (`x`, `y`) on. A region is 2 * `unit` + 1 columns wide and
    `lines` rows high. Its first and last columns are walls shared with its neighbours."""

    hexes: Hexes
    unit: int
    lines: int
    x: int = 0
    y: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the map."""
        rects = [self.rect(cell) for cell in range(len(self.hexes.cells))]
        around = Rect.around(rects)
        return around.width, around.height

    def rect(self, cell: int) -> Rect:
        """Return the rectangle of the region `cell`, including both walls."""
        left, top = self._origin
        x, y = self.hexes.middle(cell)
        return Rect(
            self.x + (x - left) * self.unit,
            self.y + (y - top) // 3 * self.lines,
            2 * self.unit + 1,
            self.lines,
        )

    @cached_property
    def _origin(self) -> tuple[int, int]:
        middles = [self.hexes.middle(cell) for cell in range(len(self.hexes.cells))]
        return min(x for x, _ in middles), min(y for _, y in middles)

    def inside(self, cell: int) -> Rect:
        """Return the rectangle of the region `cell` between its walls."""
        rect = self.rect(cell)
        return Rect(rect.x + 1, rect.y, rect.width - 2, rect.height)

    def paint_walls(self, canvas: Canvas, theme: Theme, is_water: Callable[[int], bool]) -> None:
        """Paint the walls: gaps in the page's colour between tinted lands, and water between two
        regions of water. Without tints, paint lines."""
        for cell in range(len(self.hexes.cells)):
            rect = self.rect(cell)
            east = self.hexes.beyond(cell, 0)
            joined = east is not None and is_water(cell) and is_water(east)
            for x, ground in ((rect.x, ""), (rect.right - 1, SEA if joined else "")):
                if not theme.tinted:
                    canvas.post(x, rect.y, rect.height)
                elif ground:
                    canvas.ground(Rect(x, rect.y, 1, rect.height), ground)
                as_line(canvas, Rect(x, rect.y, 1, rect.height))

    def paint_region(self, canvas: Canvas, cell: int, role: str) -> Rect:
        """Fill the region `cell`, land or water, with the ground `role` between its walls. Return
        the rectangle to write on."""
        inside = self.inside(cell)
        canvas.fill(*inside, ground=role)
        return inside

    def spot(self, canvas: Canvas, place: Spot, cell: int) -> None:
        """Make the region `cell` clickable, walls included. The markers are on the walls of its
        first row, and the cursor fills the region."""
        rect = self.rect(cell)
        canvas.spot(place, rect, anchor=rect, shade=LIT_STYLE)
