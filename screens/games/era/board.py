"""Domains: pieces as blocks, joined walls, enclosed areas, and the piece in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from engine.games.era.component_types import Building, Structure
from engine.games.era.domain import Domain, Placement
from engine.games.era.placement import Preview
from engine.games.era.state import Realm
from engine.geometry.bit_sets import Mask, members
from screens.games.era.symbols import (
    BUILDING_LETTERS,
    EMPTY,
    INSIDE,
    SCORCHED,
    WALL,
    letter,
    role_of,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_chequer
from screens.table_view.scene import Scene

SHADE_COUNT: Final = 3

SHADE_CHARACTERS: Final = "\"',"
"""Fill character per shade of a building, for themes that have only ASCII characters or no tinted
backgrounds."""

HATCHING_ROLE: Final = "frame"
"""Role of the hatching of scorched areas."""


@frozen
class Scale:
    """Size of a cell in columns and rows. `numbers` is the width of the row numbers."""

    wide: int
    high: int
    numbers: int = 2

    def size(self, domain: Domain) -> tuple[int, int]:
        """Return the width and height of a whole domain in columns and rows of the screen,
        including letters and numbers."""
        rules = domain.geometry.components.domain
        return self.numbers + self.wide * rules.columns, 1 + self.high * rules.rows


SMALL_SCALE: Final = Scale(1, 1)
USUAL_SCALE: Final = Scale(2, 1)
LARGE_SCALE: Final = Scale(4, 2, 3)


@frozen
class Ghost:
    """A piece that is not placed yet: its placement, its `blocked` cells, whether its position is
    legal (`fits`), and its preview."""

    placement: Placement
    blocked: Mask
    fits: bool
    preview: Preview


def paint_domain(
    scene: Scene[Realm],
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    scale: Scale = USUAL_SCALE,
    *,
    domain: Domain | None = None,
    spots: bool = True,
) -> None:
    """Paint the domain of a seat with letters above it and numbers on its left.

    `domain`, if given, is painted instead of the seat's own. With `spots`, its cells are
    clickable."""
    shown = scene.view.domain(seat) if domain is None else domain
    painter = _DomainPainter(scene, canvas, x + scale.numbers, y + 1, shown, scale)
    painter.paint_edges(x, y)
    painter.paint_land()
    if spots:
        painter.lay_spots(seat)
    shades = shades_of(shown)
    for number, piece in enumerate(shown.pieces):
        painter.paint_piece(piece, shades[number])


def paint_ghost(
    scene: Scene[Realm], canvas: Canvas, x: int, y: int, seat: int, scale: Scale, ghost: Ghost
) -> None:
    """Paint a piece that is not placed yet over the domain painted at (x, y)."""
    domain = scene.view.domain(seat)
    _DomainPainter(scene, canvas, x + scale.numbers, y + 1, domain, scale).paint_ghost(ghost)


def shades_of(domain: Domain) -> list[int]:
    """Return a shade for each piece, so that adjacent buildings of the same colour differ as far as
    the number of shades allows."""
    shades: list[int] = []
    for number, piece in enumerate(domain.pieces):
        used_shades = {
            shades[other]
            for other in range(number)
            if piece.touches(domain.pieces[other]) and _alike(piece, domain.pieces[other])
        }
        free = (shade for shade in range(SHADE_COUNT) if shade not in used_shades)
        shades.append(next(free, 0))
    return shades


def _alike(placement: Placement, other: Placement) -> bool:
    a, b = placement.kind, other.kind
    return isinstance(a, Building) and isinstance(b, Building) and a.colour == b.colour


@frozen
class _DomainPainter:
    """Painter of a domain on a canvas. The domain's first cell is at (x, y)."""

    scene: Scene[Realm]
    canvas: Canvas
    x: int
    y: int
    domain: Domain
    scale: Scale

    @property
    def lettered(self) -> bool:
        """Whether characters fill the pieces, because the theme has only ASCII characters or no
        tinted backgrounds."""
        theme = self.scene.theme
        return theme.glyphs.plain or not theme.tinted

    def at(self, cell: int) -> Rect:
        """Return the rectangle of a cell."""
        column, row = self.domain.geometry.grid.place(cell)
        wide, high = self.scale.wide, self.scale.high
        return Rect(self.x + wide * column, self.y + high * row, wide, high)

    def paint_edges(self, x: int, y: int) -> None:
        """Paint the letters of the columns in row `y`, and the numbers of the rows right-aligned in
        the two columns from `x` on."""
        rules = self.domain.geometry.components.domain
        wide, high = self.scale.wide, self.scale.high
        for column in range(rules.columns):
            self.canvas.put(self.x + wide * column, y, chr(ord("A") + column), "dim")
        for row in range(rules.rows):
            self.canvas.put_right(x + 2, self.y + high * row, str(row + 1), "dim")

    def paint_land(self) -> None:
        """Paint empty cells as a chequerboard (as stripes if cells are one column wide), with dots
        if the domain is `lettered`. Enclosed cells are green, with a symbol instead of a dot."""
        rules, wide, high = self.domain.geometry.components.domain, self.scale.wide, self.scale.high
        whole = Rect(self.x, self.y, wide * rules.columns, high * rules.rows)
        paint_chequer(self.canvas, whole, wide if wide > 1 else whole.width, high)
        if self.lettered:
            for cell in members(self.domain.empty & ~self.domain.enclosed()):
                self.canvas.put(*self.at(cell)[:2], self.canvas.glyphs(EMPTY), "faint")
        for cell in members(self.domain.enclosed() & self.domain.empty):
            rect = self.at(cell)
            self.canvas.fill(*rect, ground="tint.green")
            self._mark_enclosed(rect)

    def _mark_enclosed(self, rect: Rect) -> None:
        self.canvas.put(rect.right - 1, rect.y, self.canvas.glyphs(INSIDE), "text")

    def lay_spots(self, seat: int) -> None:
        """Make each cell clickable."""
        for cell, name in _named(self.domain):
            self.canvas.spot(("domain", seat, name), self.at(cell))

    # ------------------------------------------------------------------ pieces

    def paint_piece(self, piece: Placement, shade: int) -> None:
        """Paint a piece as a block without inner lines. The letter or name of a building begins in
        its first cell."""
        role = role_of(piece.kind, shade)
        sign = self._filling(piece, shade)
        inside = self.domain.enclosed()
        for cell in members(piece.mask):
            rect = self.at(cell)
            text = "text" if isinstance(piece.kind, Structure) else HATCHING_ROLE
            for row in range(rect.y, rect.bottom):
                self.canvas.put(rect.x, row, sign * rect.width, text, ground=role)
            if inside >> cell & 1 and self.scale.wide > 1:
                self._mark_enclosed(rect)
        if piece.kind.id in BUILDING_LETTERS:
            self._paint_name(piece)

    def _filling(self, piece: Placement, shade: int) -> str:
        """Return the fill character of a piece: the hatching of scorched areas, or else the symbol
        of walls or of the building's shade if the domain is `lettered`, or else a blank."""
        glyphs = self.canvas.glyphs
        if not isinstance(piece.kind, Structure):
            return glyphs(SCORCHED)
        if piece.kind.id not in BUILDING_LETTERS:
            return glyphs(WALL) if self.lettered else " "
        return SHADE_CHARACTERS[shade] if self.lettered else " "

    def _paint_name(self, piece: Placement) -> None:
        first = members(piece.mask)[0]
        rect, sign = self.at(first), letter(self.scene, piece.kind.id)
        name = self.scene.translate(piece.kind.names)
        width = self._run(piece, first) * self.scale.wide
        if self.scale.high > 1 and width_of(name) + 2 <= width:
            inside = self.domain.enclosed() & piece.mask
            if not self.lettered:
                self.canvas.fill(rect.x, rect.y, width, 1)
            self.canvas.put(rect.x + 1, rect.y, name, "text bold")
            if inside:
                self._mark_enclosed(Rect(rect.x, rect.y, width, 1))
            return
        self.canvas.put(rect.x + (1 if self.scale.high > 1 else 0), rect.y, sign, "text bold")

    def _run(self, piece: Placement, first: int) -> int:
        """Return the number of consecutive cells of a piece in the row of its first cell."""
        grid = self.domain.geometry.grid
        column, row = grid.place(first)
        number = 1
        while column + number < self.domain.geometry.components.domain.columns:
            if not piece.mask >> grid.index(column + number, row) & 1:
                break
            number += 1
        return number

    def paint_ghost(self, ghost: Ghost) -> None:
        """Paint the piece in hand between markers, highlight what it would enclose, and cross
        out blocked cells."""
        for cell in members(ghost.preview.newly_enclosed):
            rect = self.at(cell)
            self.canvas.ground(rect, "on.lit")
            self._mark_enclosed(rect)
        mask = ghost.placement.mask
        for cell in members(mask):
            rect = self.at(cell)
            blocked = ghost.blocked >> cell & 1
            sign = self.canvas.glyphs("no") if blocked else " "
            role = "block.red" if blocked else "cursor"
            for row in range(rect.y, rect.bottom):
                self.canvas.put(rect.x, row, sign * rect.width, role, ground="")
        self._paint_ends(ghost)

    def _paint_ends(self, ghost: Ghost) -> None:
        """Paint the ghost's letter, and a marker at both ends of each of its rows, except in
        blocked cells and where cells are too narrow."""
        glyphs, grid = self.canvas.glyphs, self.domain.geometry.grid
        rows: dict[int, list[int]] = {}
        for cell in members(ghost.placement.mask):
            rows.setdefault(grid.place(cell)[1], []).append(cell)
        sign = letter(self.scene, ghost.placement.kind.id)
        first = members(ghost.placement.mask)[0]
        for covered in rows.values():
            left, right = self.at(covered[0]), self.at(covered[-1])
            if not ghost.blocked >> covered[0] & 1:
                self.canvas.put(left.x, left.y, glyphs("point.left"), "cursor", ground="")
                if covered[0] == first and self.scale.wide > 1:
                    self.canvas.put(left.x + 1, left.y, sign, "cursor bold", ground="")
            narrow = covered[0] == covered[-1] == first and self.scale.wide < LARGE_SCALE.wide
            if not ghost.blocked >> covered[-1] & 1 and not narrow:
                mark = glyphs("point.right")
                self.canvas.put(right.right - 1, right.y, mark, "cursor", ground="")


def _named(domain: Domain) -> Iterator[tuple[int, str]]:
    """Yield every cell of a domain with its name."""
    grid = domain.geometry.grid
    return ((cell, grid.name(cell)) for cell in members(grid.all))


def paint_shape(
    scene: Scene[Realm], canvas: Canvas, right: int, y: int, piece: Placement, rows: int
) -> None:
    """Paint the shape of a piece in its rotation, right-aligned before column `right`, in at
    most `rows` rows."""
    grid = piece_offsets(piece)
    width = 2 * (1 + max(column for column, _ in grid))
    role = role_of(piece.kind)
    for column, row in grid:
        if row < rows:
            canvas.fill(right - width + 2 * column, y + row, 2, 1, ground=role)
            if not scene.theme.tinted or scene.theme.glyphs.plain:
                canvas.put(right - width + 2 * column, y + row, "[]", "text")


def piece_offsets(piece: Placement) -> Sequence[tuple[int, int]]:
    """Return the cells of a piece as (column, row), relative to its bounding box."""
    names = [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in piece.cells]
    left, top = min(column for column, _ in names), min(row for _, row in names)
    return [(column - left, row - top) for column, row in names]
