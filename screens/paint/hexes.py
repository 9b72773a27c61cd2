"""Maps of hexes, such as an island, with their corners and sides on a canvas.

`HexBoard` draws hexes with slanted sides in half cells, at four scales (`SMALL` for 80 x 24,
`LARGE` from 120 x 40, `HUGE` from 160 x 50, `VAST` from 200 x 55 on): lands first, then sides,
roads, corners and pieces, texts last. Free slanted sides are half a row thick, and upright sides
are a column wide. Roads have the owner's letter in their middle, where slanted ones are a whole row
thick. Without half cells, sides are drawn with `.-'` and lines, and only their texts distinguish
lands.

    board = HexBoard(HEXES, SMALL, scene.theme, x=2, y=1)
    board.paint_sea(canvas)
    board.paint_lands(canvas, [f"land.{terrain}" for terrain in terrains])
    board.paint_road(canvas, side, seat, "A")
    board.spot_side(canvas, ("edge", side), side)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

from engine.geometry.hexes import Hexes
from screens.paint.canvas import EDGE, LIT_STYLE, UPPER, Canvas, Rect, Spot
from screens.paint.cells import centred, width_of
from screens.paint.hex_measures import HexMeasures
from screens.paint.shapes import paint_plate
from screens.paint.theme import Glyph, Theme

GUTTER: Final = "land.gutter"
COAST: Final = "land.coast"
SEA: Final = "land.sea"
SHALLOW: Final = "land.shallow"


PIP: Final = Glyph("·", ":")
"""Pip below a number, one for each combination of dice with this total."""

RED_PIP: Final = Glyph("•", "*")
"""Pip below one of the most frequent numbers."""

MARGIN: Final = 2
"""Columns beside the outermost corners. A corner takes three columns, or five with markers."""

_OVER_END: Final = 4
_NEVER: Final = 1000


@frozen
class HexBoard:
    """A map of hexes with corners and sides, with its top left corner at (`x`, `y`) of a canvas."""

    hexes: Hexes
    measures: HexMeasures
    theme: Theme
    x: int = 0
    y: int = 0

    # Positions

    @cached_property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the map, with a margin at both sides."""
        corners = [self.corner_at(corner.number) for corner in self.hexes.corners]
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        return right - self.x + MARGIN + 1, bottom - self.y + 1

    def _level(self, y: int) -> tuple[int, int]:
        """Return the index, counted from the top, of the zigzag of corners that has a corner at the
        height `y` of `hexes`, and 0 if this corner is a peak of the zigzag or 1 if it is a
        valley."""
        return divmod(y - self._origin[1], 3)

    @cached_property
    def _origin(self) -> tuple[int, int]:
        """The x of the leftmost corner in `hexes` and the y of the topmost one."""
        corners = self.hexes.corners
        return min(corner.x for corner in corners), min(corner.y for corner in corners)

    def _at(self, x: int, y: int) -> tuple[int, int]:
        left, _ = self._origin
        zigzag, valley = self._level(y)
        row = zigzag * self.measures.row + (self.measures.slant if valley else 0)
        return self.x + MARGIN + self.measures.half * (x - left), self.y + row

    def corner_at(self, corner: int) -> tuple[int, int]:
        """Return the column and row of a corner."""
        found = self.hexes.corners[corner]
        return self._at(found.x, found.y)

    def peak_of(self, cell: int) -> tuple[int, int]:
        """Return the column and row of the upper corner of the hex `cell`."""
        return self.corner_at(self.hexes.corners_of(cell)[0])

    def text_row(self, cell: int) -> tuple[int, int]:
        """Return the middle column of a hex, and the row of its name."""
        x, y = self.peak_of(cell)
        return x, y + self.measures.slant + self.measures.name_row

    def middle_of(self, side: int) -> tuple[int, int]:
        """Return the column and row of the middle of a side, where a road has its letter."""
        (ax, ay), (bx, by) = (self.corner_at(end) for end in self.hexes.sides[side].ends)
        if ax == bx:
            return ax, ay + self.measures.upright // 2
        thick = self.measures.letter_column
        across = thick if bx > ax else -thick
        top = min(ay, by)
        start = ax if ay == top else bx
        across = across if ay == top else -across
        return start + across, top + self.measures.slant - 1

    # Grounds

    def paint_sea(self, canvas: Canvas, rect: Rect | None = None) -> None:
        """Give a rectangle (by default the whole map) the background of the sea. Without half
        cells, do nothing."""
        if self.theme.halves:
            canvas.ground(rect or Rect(self.x, self.y, *self.size), SEA)

    def paint_lands(
        self, canvas: Canvas, roles: Sequence[str], *, shallow: bool = True, lines: bool = True
    ) -> None:
        """Paint each hex in its role from `roles` and, if `shallow`, a strip of shallow water
        around the land. With `lines`, paint all corners and sides as free, dark between hexes and
        in the colour of the coast at the edge. Without half cells, only draw the corners and
        sides."""
        if self.theme.halves:
            for cell, role in enumerate(roles):
                self._paint_land(canvas, cell, role)
        if lines:
            for side in self.hexes.sides:
                self._stroke(canvas, side.number, COAST if side.is_coast else GUTTER)
            for corner in self.hexes.corners:
                self.paint_corner(canvas, corner.number)
        if self.theme.halves:
            self._paint_water(canvas, shallow=shallow)

    def _paint_land(self, canvas: Canvas, cell: int, role: str) -> None:
        x, y = self.peak_of(cell)
        slant, half = self.measures.slant, self.measures.half
        rows = self.measures.wide_rows
        canvas.fill(x - half + 1, y + slant, 2 * half - 1, rows, ground=role)
        for half_row, wide in self.measures.spans.items():
            for column in range(x - wide, x + wide + 1):
                canvas.half(column, 2 * y + half_row, role, line=False)

    def _paint_water(self, canvas: Canvas, *, shallow: bool) -> None:
        """Give gaps of sea between hexes to the adjacent land and, if `shallow`, paint half a cell
        of shallow water wherever the sea touches land."""
        around = Rect(self.x - 1, self.y - 1, self.size[0] + 2, self.size[1] + 2)
        area = around.clipped(canvas.rect) or Rect(0, 0, 0, 0)
        grounds = _grounds_of_halves(canvas, area)
        gaps = {place for place, ground in grounds.items() if ground == SEA}
        columns, half_rows = (area.x, area.right - 1), (2 * area.y, 2 * area.bottom - 1)
        front = [place for place in gaps if place[0] in columns or place[1] in half_rows]
        gaps.difference_update(front)
        while front:
            place = front.pop()
            for near in _beside(place):
                if near in gaps:
                    gaps.discard(near)
                    front.append(near)
                elif shallow and _is_land(grounds.get(near)):
                    canvas.half(*place, SHALLOW, line=False)
        for place in gaps:
            lands = [grounds[near] for near in _beside(place) if _is_land(grounds.get(near))]
            inner = [land for land in lands if land not in (COAST, GUTTER)]
            canvas.half(*place, (*inner, GUTTER)[0], line=False)

    # Sides and corners

    def _stroke(self, canvas: Canvas, side: int, role: str, letter: str = "") -> None:
        (ax, ay), (bx, by) = (self.corner_at(end) for end in self.hexes.sides[side].ends)
        if not self.theme.halves:
            self._draw_line(canvas, side, role, letter)
        elif ax == bx:
            canvas.fill(ax, ay + 1, 1, by - ay - 1, ground=role)
            for y in range(ay + 1, by):
                as_line(canvas, Rect(ax, y, 1, 1))
        else:
            top = min(ay, by)
            start = ax if ay == top else bx
            way = 1 if (bx > ax) == (ay == top) else -1
            base = 2 * (top + self.measures.slant - 1)
            for column, half_rows in self.measures.strokes.items():
                thick = (0, 1) if letter and column == self.measures.letter_column else half_rows
                for half_row in thick:
                    canvas.half(start + way * column, base + half_row, role)

    def _draw_line(self, canvas: Canvas, side: int, role: str, letter: str) -> None:
        """Draw a side as a line, either upright or as `'-.` or `.-'`, with the `letter` of a road
        if it is not empty."""
        (ax, ay), (bx, by) = (self.corner_at(end) for end in self.hexes.sides[side].ends)
        pen = role if letter else "dim"
        if ax == bx:
            canvas.post(ax, ay + 1, by - ay - 1, pen)
            if letter:
                canvas.put(*self.middle_of(side), letter, pen)
            as_line(canvas, Rect(ax, ay + 1, 1, by - ay - 1))
            return
        x, y = self.middle_of(side)
        falls = (bx > ax) == (by > ay)
        signs = f"'{letter or '-'}." if falls else f".{letter or '-'}'"
        canvas.put(x - 1, y, signs, pen)
        as_line(canvas, Rect(x - 1, y, 3, 1))

    def paint_road(self, canvas: Canvas, side: int, seat: int, letter: str) -> None:
        """Paint a road in the colour of its owner `seat`, with the owner's `letter`."""
        if not self.theme.halves:
            self._draw_line(canvas, side, f"seat.{seat} bold", letter)
            return
        role = f"piece.{seat}"
        self._stroke(canvas, side, role, letter)
        x, y = self.middle_of(side)
        canvas.put(x, y, letter, "bold", ground=role)
        as_line(canvas, Rect(x, y, 1, 1))

    def paint_corner(self, canvas: Canvas, corner: int, *, harbour: bool = False) -> None:
        """Paint a free corner as a dot, or as a ring at a harbour."""
        x, y = self.corner_at(corner)
        sign = canvas.glyphs("meeple.out" if harbour else "dot")
        if self.theme.halves:
            inland = len(self.hexes.corners[corner].cells) == 3
            canvas.put(x, y, sign, "strong", ground=GUTTER if inland else COAST)
        else:
            canvas.put(x, y, sign, "text" if harbour else "dim")
        as_line(canvas, Rect(x, y, 1, 1))

    def paint_piece(self, canvas: Canvas, corner: int, text: str, role: str) -> None:
        """Paint a piece on a corner. `text` is either one character, which gets half a column of
        the piece's colour at each side (a blank without half cells), or three characters. Markers
        can replace the outer two of the three cells. `role` is the role of a block (`piece.0`,
        `mid.0`)."""
        x, y = self.corner_at(corner)
        if width_of(text) == 1 and self.theme.halves:
            paint_plate(canvas, x - 1, y, text, role)
            canvas.put(x, y, text, f"{role} bold", ground="")
            return
        shown = f" {text} " if width_of(text) == 1 else text
        canvas.put(x - 1, y, shown, f"{role} bold", ground="" if self.theme.tinted else None)
        for at in (x - 1, x + 1):
            as_line(canvas, Rect(at, y, 1, 1))

    # Labels beside the map

    @cached_property
    def _cover_costs(self) -> dict[tuple[int, int], int]:
        """Cost of covering a cell with a label, by column and row: prohibitive for corners, lands
        and the middle of a side, low for the cells to the left and right of these middles and
        corners. Other cells are missing and cost nothing."""
        costs: dict[tuple[int, int], int] = {}
        for side in self.hexes.sides:
            x, y = self.middle_of(side.number)
            costs |= {(x - 1, y): _OVER_END, (x, y): _NEVER, (x + 1, y): _OVER_END}
        for corner in self.hexes.corners:
            x, y = self.corner_at(corner.number)
            for dx, price in ((-2, 1), (2, 1), (-1, _NEVER), (0, _NEVER), (1, _NEVER)):
                costs[x + dx, y] = max(price, costs.get((x + dx, y), 0))
        half, slant = self.measures.half, self.measures.slant
        for cell in range(len(self.hexes.cells)):
            x, y = self.peak_of(cell)
            for row in range(y + slant, y + slant + self.measures.wide_rows):
                costs |= {(column, row): _NEVER for column in range(x - half, x + half + 1)}
            for half_row, wide in self.measures.spans.items():
                row = y + half_row // 2
                costs |= {(column, row): _NEVER for column in range(x - wide, x + wide + 1)}
        return costs

    def label_beside(self, side: int, width: int, room: Rect) -> Rect:
        """Return the rectangle inside `room` for a label of `width` columns beside a coast side,
        near the middle of the side and preferably over water. Raises ValueError if `room` has no
        space near the side."""
        (cell,) = self.hexes.sides[side].cells
        x, y = self.middle_of(side)
        middle, peak = self.peak_of(cell)
        ends = [self.hexes.corners[end] for end in self.hexes.sides[side].ends]
        way = 1 if x > middle else -1
        if ends[0].x == ends[1].x:
            ideal = (x + 3 * way, y)
        else:
            below = y > peak + self.measures.slant
            ideal = (x + 2 * way, y + (1 if below else -1))

        def price(at: tuple[int, int]) -> int:
            left, row = at
            covered = sum(self._cover_costs.get((left + n, row), 0) for n in range(width))
            away = abs(left + width // 2 - ideal[0]) + 2 * abs(row - ideal[1])
            return away + covered

        near = range(ideal[0] - 9, ideal[0] + 9)
        places = [
            (left, row)
            for row in range(max(room.y, ideal[1] - 3), min(room.bottom, ideal[1] + 4))
            for left in near
            if room.x <= left <= room.right - width
        ]
        left, row = min(places, key=price)
        return Rect(left, row, width, 1)

    # Texts of a hex

    def paint_name(
        self,
        canvas: Canvas,
        cell: int,
        code: str,
        name: str,
        role: str = "text",
        pieces: Collection[int] = (),
    ) -> None:
        """Paint the two letters of a hex's `code` at the small scale, and its `name`, clipped to
        the hex, at larger ones. If there is room, leave a blank column between the name and the
        pieces on the corners `pieces`."""
        x, y = self.text_row(cell)
        if self.measures.has_words:
            room = self._between(cell, y, self.measures.half - 2, pieces)
            if room.width < width_of(name):
                room = self._between(cell, y, self.measures.half - 1, pieces, gap=0)
            at = max(room.x, min(x - width_of(name) // 2, room.right - width_of(name)))
            canvas.put_clipped(at, y, room.width, name, role)
        else:
            canvas.put(x - 2, y, code, role)

    def paint_token(
        self,
        canvas: Canvas,
        cell: int,
        number: int,
        pips: int,
        *,
        red: bool = False,
        off: bool = False,
    ) -> None:
        """Paint the number of a hex and its pips. `red` marks one of the most frequent numbers, and
        `off` a number that the occupant of the hex blocks."""
        x, y = self.text_row(cell)
        plate = "plate.off" if off else "plate"
        ink = " plate.red" if red and not off else ""
        dots = canvas.glyphs(RED_PIP if red else PIP) * pips
        if not self.theme.halves:
            text = "hue.red bold" if red else "strong"
            text = "closed" if off else text
            large = self.measures.has_words
            if large:
                canvas.put(x - 2, y + 1, f"{number:^5}", text)
            else:
                canvas.put(x + 1, y, str(number), text)
            canvas.put(x - 2, y + 1 + large, f"{dots:^5}", text)
        elif self.measures.has_words:
            beside = self.measures.half // 2
            wide = 2 * beside - 1
            for row, text in ((y + 1, f"{number:^{wide}}"), (y + 2, f"{dots:^{wide}}")):
                paint_plate(canvas, x - beside, row, text, plate, line=False)
                canvas.put(x - beside + 1, row, text, f"{plate}{ink} bold", ground="")
        else:
            paint_plate(canvas, x, y, str(number), plate, line=False)
            canvas.put(x + 1, y, str(number), f"{plate}{ink} bold", ground="")
            canvas.put(x - 2, y + 1, f"{dots:^5}", "strong")

    def paint_occupant(
        self,
        canvas: Canvas,
        cell: int,
        letter: str,
        names: Sequence[str],
        role: str,
        pieces: Collection[int] = (),
    ) -> None:
        """Paint the occupant of a hex: its `letter` at the small scale. At larger ones, paint the
        first of `names`, longest first, that has room with a blank between the name and the pieces
        on the corners `pieces`. The last name always fits."""
        x, y = self.text_row(cell)
        if self.measures.has_words:
            rect = self._between(cell, y + 3, 4, pieces)
            name = next((name for name in names if width_of(name) <= rect.width), names[-1])
            canvas.put(rect.x, rect.y, centred(name, rect.width), role, ground="")
        else:
            canvas.put(x - 3, y + 1, letter, role, ground="")

    def _between(
        self, cell: int, row: int, wide: int, pieces: Collection[int], gap: int = 1
    ) -> Rect:
        """Return the part of `row` that extends up to `wide` columns to each side of a hex's
        middle, without the columns of the pieces on the corners `pieces` in `row`, and without
        `gap` blanks beside each of these pieces."""
        middle, _ = self.text_row(cell)
        left, right = middle - wide, middle + wide + 1
        for corner in self.hexes.corners_of(cell):
            x, y = self.corner_at(corner)
            if corner in pieces and y == row:
                if x < middle:
                    left = max(left, x + 2 + gap)
                else:
                    right = min(right, x - 1 - gap)
        return Rect(left, row, right - left, 1)

    def _guest_at(self, cell: int) -> Rect:
        """Return the rectangle of the name of a hex's occupant, at scales with room for names."""
        x, y = self.text_row(cell)
        return Rect(x - 4, y + 3, 9, 1)

    # Places

    def _station(self, x: int, corner_y: int, *, between: bool = False) -> Rect:
        """Return the position for arrow keys of a corner or side in column `x`, with its upper end
        at `corner_y` in `hexes`. The corners and slanted sides of a zigzag share a row, and upright
        sides (`between`) share one between two zigzags. Left and right thus follow a zigzag, and up
        and down cross it."""
        zigzag, _ = self._level(corner_y)
        down = self.measures.row // 2 if between else 0
        return Rect(x, self.y + zigzag * self.measures.row + down, 1, 1)

    def spot_corner(self, canvas: Canvas, place: Spot, corner: int, *, wide: bool = False) -> None:
        """Make a corner clickable, in three cells, or in five cells if `wide` (with a piece)."""
        x, y = self.corner_at(corner)
        rect = Rect(x - 2, y, 5, 1) if wide else Rect(x - 1, y, 3, 1)
        as_line(canvas, rect, blank=True)
        station = self._station(x, self.hexes.corners[corner].y)
        canvas.spot(place, rect, anchor=rect, station=station, shade=LIT_STYLE)

    def spot_side(
        self, canvas: Canvas, place: Spot, side: int, labels: Collection[Rect] = ()
    ) -> None:
        """Make a side clickable: its three middle cells, except those that `labels` cover (unless
        they cover all three), and the other cells of an upright side."""
        x, y = self.middle_of(side)
        ends = [self.hexes.corners[end] for end in self.hexes.sides[side].ends]
        upright = ends[0].x == ends[1].x
        near = range(x - 1, x + 2)
        free = [at for at in near if not any(label.holds(at, y) for label in labels)] or near
        rect = Rect(free[0], y, free[-1] + 1 - free[0], 1)
        as_line(canvas, rect, blank=True)
        station = self._station(x, min(end.y for end in ends), between=upright)
        canvas.spot(place, rect, anchor=rect, station=station, shade=LIT_STYLE)
        for row in self._rows_of(side) if upright else ():
            if row != y:
                canvas.spot(
                    place, Rect(x, row, 1, 1), anchor=rect, station=station, shade=LIT_STYLE
                )

    def _rows_of(self, side: int) -> range:
        """Return the rows between the ends of an upright side."""
        top, bottom = sorted(self.corner_at(end)[1] for end in self.hexes.sides[side].ends)
        return range(top + 1, bottom)

    def spot_hex(self, canvas: Canvas, place: Spot, cell: int) -> None:
        """Make the middle rows of a hex clickable, with one pair of markers in the row below the
        name."""
        x, y = self.text_row(cell)
        wide, above = self.measures.half - 1, self.measures.name_row
        rect = Rect(x - wide, y - above, 2 * wide + 1, self.measures.upright)
        anchor = Rect(x - wide, y + 1, 2 * wide + 1, 1)
        canvas.spot(place, rect, anchor=anchor, shade=LIT_STYLE)

    def spot_guest(self, canvas: Canvas, place: Spot, cell: int) -> None:
        """Make the name of a hex's occupant part of `place`, the place of the hex, at scales with
        room for names."""
        if self.measures.has_words:
            canvas.spots.setdefault(place, []).append(self._guest_at(cell))


def as_line(canvas: Canvas, rect: Rect, *, blank: bool = False) -> None:
    """Mark cells as part of a line, so that markers of selectable places may be painted on them.
    With `blank`, mark only cells without text."""
    if visible := rect.clipped(canvas.rect):
        for y in range(visible.y, visible.bottom):
            for x in range(visible.x, visible.right):
                if not blank or canvas.chars[y][x] == " " or canvas.is_halved(x, y):
                    canvas.edges[y][x] = EDGE[0]


_HalfCell = tuple[int, int]


def _grounds_of_halves(canvas: Canvas, area: Rect) -> dict[_HalfCell, str]:
    """Return the backgrounds of all half cells of an area that have no text, by column and half
    row."""
    grounds: dict[_HalfCell, str] = {}
    for y in range(area.y, area.bottom):
        chars, roles, below = canvas.chars[y], canvas.roles[y], canvas.grounds[y]
        for x in range(area.x, area.right):
            if canvas.is_halved(x, y):
                grounds[x, 2 * y] = roles[x].removeprefix(UPPER)
                grounds[x, 2 * y + 1] = below[x]
            elif chars[x] == " ":
                grounds[x, 2 * y] = grounds[x, 2 * y + 1] = below[x]
    return grounds


def _beside(place: _HalfCell) -> tuple[_HalfCell, ...]:
    x, row = place
    return (x - 1, row), (x + 1, row), (x, row - 1), (x, row + 1)


def _is_land(ground: str | None) -> bool:
    return ground is not None and ground.startswith("land.") and ground not in (SEA, SHALLOW)
