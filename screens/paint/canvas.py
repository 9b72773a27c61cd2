"""The canvas on which tables are painted: cells with a character and a role, and clickable places.

Below its character and role, every cell has a *ground*, which text leaves unchanged: panels and
cards are painted first, and text is written on them. A cell can also be split into two halves with
grounds of their own (`half`), which draw hexes, roads and slanted sides.

A canvas knows nothing of terminals or Textual. It can be read as text (tests, the command line,
screen readers), printed in colour, compared with another one, and asked for the place under a cell.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from screens.paint.cells import (
    clean,
    clip,
    in_cells,
    lay,
    lay_whole,
    width_of,
    without_halves,
    wrap,
)
from screens.paint.spots import (
    BAR_STYLE,
    LIT_STYLE,
    MARKS_STYLE,
    OWN_STYLE,
    Hint,
    Rect,
    Spot,
    Spots,
)
from screens.paint.theme import UNICODE, Glyphs

if TYPE_CHECKING:
    from rich.text import Text

    from screens.paint.theme import Theme

__all__ = [
    "BAR_STYLE",
    "LIT_STYLE",
    "MARKS_STYLE",
    "OWN_STYLE",
    "Canvas",
    "CellRun",
    "Hint",
    "Rect",
    "Replaced",
    "Spot",
]

_LATIN = {
    chr(code): base
    for code in range(0xC0, 0x180)
    if (base := unicodedata.normalize("NFD", chr(code))[0]).isascii()
}

_PLAIN = str.maketrans(
    {**_LATIN, "→": ">", "×": "x", "–": "-", "—": "-", "−": "-", "…": "~", "«": '"', "»": '"'}
)
"""ASCII replacements for typographic characters and accented Latin letters. Other scripts are
kept."""

EDGE, INSIDE = b"\1", b"\0"


UPPER_HALF = "▀"
UPPER = "upper."


class CellRun(NamedTuple):
    """Adjacent cells of a row that have the same role."""

    text: str
    role: str


class Replaced(NamedTuple):
    """Result of replacing a part of a canvas: whether its places have changed, and which rows look
    different."""

    spots: bool
    rows: Sequence[int]


@lru_cache(maxsize=4096)
def _over(ground: str, role: str) -> str:
    """Combine a role with the ground below it, if any. The result is cached, so that equal cells
    share a string."""
    return f"{ground} {role}" if ground else role


class Canvas:
    """A grid of styled cells with clickable places."""

    __slots__ = (
        "chars",
        "edges",
        "glyphs",
        "grounds",
        "height",
        "rect",
        "roles",
        "spots",
        "width",
    )

    def __init__(self, width: int, height: int, glyphs: Glyphs = UNICODE) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.rect = Rect(0, 0, self.width, self.height)
        """The rectangle of the whole canvas."""
        self.glyphs = glyphs
        self.chars: list[list[str]] = [[" "] * self.width for _ in range(self.height)]
        self.roles: list[list[str]] = [["text"] * self.width for _ in range(self.height)]
        self.grounds: list[list[str]] = [[""] * self.width for _ in range(self.height)]
        self.edges: list[bytearray] = [bytearray(self.width) for _ in range(self.height)]
        self.spots = Spots()

    # Painting

    def put(
        self,
        x: int,
        y: int,
        text: str,
        role: str = "text",
        spot: Spot = None,
        *,
        ground: str | None = None,
    ) -> int:
        """Write text, clipped to the canvas. Return the column after the whole text.

        With `spot`, the cells belong to that place. The ground is unchanged unless `ground` is
        given.
        """
        cells: Sequence[str] = text
        if not (text.isascii() and text.isprintable()):
            cells = in_cells(clean(text).translate(_PLAIN) if self.glyphs.plain else text)
        width = len(cells)
        if spot is not None:
            self.spot(spot, Rect(x, y, width, 1))
        self.put_cells(x, y, cells, role, INSIDE)
        if ground is not None:
            self.ground(Rect(x, y, width, 1), ground)
        return x + width

    def put_right(self, right: int, y: int, text: str, role: str = "text") -> int:
        """Write text that ends before column `right`. Return its first column."""
        x = right - width_of(text)
        self.put(x, y, text, role)
        return x

    def put_clipped(
        self, x: int, y: int, width: int, text: str, role: str = "text", spot: Spot = None
    ) -> int:
        """Write text, clipped to `width` cells, and return the column after it."""
        return self.put(x, y, clip(text, width, self.glyphs), role, spot)

    def put_centred(self, x: int, y: int, width: int, text: str, role: str = "text") -> None:
        """Write text centred in `width` cells, and clip it if it is longer."""
        text = clip(text, width, self.glyphs)
        self.put(x + (width - width_of(text)) // 2, y, text, role)

    def put_lines(self, x: int, y: int, width: int, text: str, role: str = "text") -> int:
        """Write text wrapped into lines. Return the row after them."""
        for line in wrap(text, width):
            self.put(x, y, line, role)
            y += 1
        return y

    def fill(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        char: str = " ",
        role: str = "text",
        *,
        ground: str | None = None,
    ) -> None:
        """Fill a rectangle with a character. The ground is unchanged unless `ground` is given."""
        sign = clean(char).translate(_PLAIN) if self.glyphs.plain else char
        cells = in_cells(sign * width)
        self.put_cells(x, y, cells, role, INSIDE, height)
        if ground is not None:
            self.ground(Rect(x, y, len(cells), height), ground)

    def ground(self, rect: Rect, role: str) -> None:
        """Set the ground of a rectangle, and keep its text."""
        if visible := rect.clipped(self.rect):
            for row in range(visible.y, visible.bottom):
                self.grounds[row][visible.x : visible.right] = [role] * visible.width

    def half(self, x: int, half_row: int, ground: str, *, line: bool = True) -> None:
        """Set the ground of half a cell. The `half_row` 2y is the upper half of row y, and 2y + 1
        the lower one.

        The cell's text is removed. If `line`, the cell counts as part of a line, so that markers of
        selectable places may be painted on it.
        """
        y, lower = divmod(half_row, 2)
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        below = self.grounds[y][x]
        above = self.roles[y][x].removeprefix(UPPER) if self.is_halved(x, y) else below
        above, below = (above, ground) if lower else (ground, below)
        same = above == below
        lay(self.chars[y], x, " " if same else UPPER_HALF)
        self.roles[y][x] = "text" if same else f"{UPPER}{above}"
        self.grounds[y][x] = below
        if line:
            self.edges[y][x] = EDGE[0]

    def is_halved(self, x: int, y: int) -> bool:
        """Return whether a cell is split into halves with different grounds."""
        return self.chars[y][x] == UPPER_HALF and self.roles[y][x].startswith(UPPER)

    def tint(self, x: int, y: int, width: int, height: int, role: str) -> None:
        """Set the role of a rectangle's cells, and keep their text."""
        if rect := Rect(x, y, width, height).clipped(self.rect):
            for row in range(rect.y, rect.bottom):
                self.roles[row][rect.x : rect.right] = [role] * rect.width

    def frame(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        role: str = "frame",
        title: str | None = None,
        *,
        line: str = "line",
    ) -> None:
        """Draw a frame along the inner edge of a rectangle, with `title` in its top line if there
        is room. `line` is the kind of line: "line", or "round" for round corners. Draw nothing if
        the rectangle has fewer than two columns or rows."""
        if width < 2 or height < 2:
            return
        sign = self.glyphs
        across = sign(f"{line}.h") * (width - 2)
        bottom = y + height - 1
        self.put_cells(x, y, sign(f"{line}.nw") + across + sign(f"{line}.ne"), role, EDGE)
        for column in (x, x + width - 1):
            self.post(column, y + 1, height - 2, role, line)
        self.put_cells(x, bottom, sign(f"{line}.sw") + across + sign(f"{line}.se"), role, EDGE)
        if title and width > 6:
            self.put(x + 2, y, f" {clip(title, width - 6, sign)} ", "title")

    def rule(self, x: int, y: int, width: int, role: str = "frame", line: str = "line") -> None:
        """Draw a horizontal line of the kind `line` (see `frame`)."""
        self.put_cells(x, y, self.glyphs(f"{line}.h") * width, role, EDGE)

    def post(self, x: int, y: int, height: int, role: str = "frame", line: str = "line") -> None:
        """Draw a vertical line of the kind `line` (see `frame`)."""
        self.put_cells(x, y, self.glyphs(f"{line}.v"), role, EDGE, height)

    def spot(
        self,
        place: Spot,
        rect: Rect,
        *,
        anchor: Rect | None = None,
        station: Rect | None = None,
        shade: str = MARKS_STYLE,
        key: Rect | None = None,
    ) -> None:
        """Make the cells of a rectangle, clipped to the canvas, belong to a place.

        A place can have several rectangles. With `anchor`, all of them share one pair of markers,
        at the ends of the anchor's first row, and the cursor fills the anchor. Without `anchor`,
        each rectangle has markers and cursor in its own first row. `station` is the position that
        counts for arrow keys, if it differs from the rectangle. `shade` is the style of the place
        when it is selectable, and `key` the cell of its key, if the key is not in a marker.
        """
        visible = rect.clipped(self.rect)
        if visible is None:
            return
        self.spots.setdefault(place, []).append(visible)
        if anchor is not None or station is not None or shade != MARKS_STYLE or key is not None:
            anchor = anchor and anchor.clipped(self.rect)
            self.spots.hints[place] = Hint(anchor, station, shade, key and key.clipped(self.rect))

    def blit(self, other: Canvas, x: int, y: int, part: Rect | None = None) -> None:
        """Copy `other`, or its `part`, onto this canvas at (`x`, `y`), including its places.

        Where `other` has no ground, this canvas keeps its own.
        """
        source = (part or other.rect).clipped(other.rect)
        if source is None:
            return
        dx, dy = x - source.x, y - source.y
        target = source.moved(dx, dy).clipped(self.rect)
        if target is None:
            return
        left, right = target.x - dx, target.right - dx
        for row in range(target.y, target.bottom):
            columns = slice(target.x, target.right)
            lay(self.chars[row], target.x, other.chars[row - dy][left:right])
            self.roles[row][columns] = other.roles[row - dy][left:right]
            self.edges[row][columns] = other.edges[row - dy][left:right]
            grounds = other.grounds[row - dy][left:right]
            if all(grounds):
                self.grounds[row][columns] = grounds
            elif any(grounds):
                row_grounds = self.grounds[row]
                below = row_grounds[columns]
                row_grounds[columns] = (
                    [new or old for new, old in zip(grounds, below, strict=True)]
                    if any(below)
                    else grounds
                )
        self.spots.add(other.spots, dx, dy, other.rect.moved(dx, dy), target)

    def share_rows(self, other: Canvas, y: int) -> None:
        """Replace the rows from `y` on with those of another canvas of the same width. Both
        canvases then share the rows, which is much quicker than copying them."""
        rows = slice(y, y + other.height)
        self.chars[rows], self.roles[rows] = other.chars, other.roles
        self.grounds[rows], self.edges[rows] = other.grounds, other.edges
        area = other.rect.moved(0, y)
        self.spots.add(other.spots, 0, y, area, area)

    def part(self, rect: Rect) -> Canvas:
        """Return a copy of the part of this canvas in `rect`."""
        other = Canvas(rect.width, rect.height, self.glyphs)
        other.blit(self, 0, 0, rect)
        return other

    def copy(self) -> Canvas:
        """Return an independent copy of this canvas."""
        other = Canvas(0, 0, self.glyphs)
        other.width, other.height, other.rect = self.width, self.height, self.rect
        other.chars = [row.copy() for row in self.chars]
        other.roles = [row.copy() for row in self.roles]
        other.grounds = [row.copy() for row in self.grounds]
        other.edges = [row.copy() for row in self.edges]
        other.spots = self.spots.duplicate()
        return other

    def replace(self, other: Canvas, x: int, y: int) -> Replaced:
        """Replace the cells and places in the area that `other` covers, from (`x`, `y`) on, with
        those of `other`. Return what has changed."""
        area = other.rect.moved(x, y)
        changed = self.spots.replace(other.spots, area, area.clipped(self.rect))
        return Replaced(changed, self.replace_cells(other, x, y))

    def replace_cells(self, other: Canvas, x: int, y: int) -> Sequence[int]:
        """Replace the cells, but not the places, in the area that `other` covers, from (`x`, `y`)
        on, with those of `other`. Return the rows that look different."""
        area = other.rect.moved(x, y).clipped(self.rect)
        if area is None:
            return ()
        target, source = slice(area.x, area.right), slice(area.x - x, area.right - x)
        rows = [
            row
            for row in range(area.y, area.bottom)
            if self._differs(row, target, other, y, source)
        ]
        for row in rows:
            lay(self.chars[row], area.x, other.chars[row - y][source])
            self.roles[row][target] = other.roles[row - y][source]
            self.edges[row][target] = other.edges[row - y][source]
            self.grounds[row][target] = other.grounds[row - y][source]
        return rows

    def rows_unlike(self, other: Canvas) -> list[int]:
        """Return the rows that look different in another canvas of the same size."""
        return [
            row
            for row in range(self.height)
            if self.chars[row] != other.chars[row]
            or self.roles[row] != other.roles[row]
            or self.grounds[row] != other.grounds[row]
            or self.edges[row] != other.edges[row]
        ]

    def _differs(self, row: int, target: slice, other: Canvas, y: int, source: slice) -> bool:
        return (
            self.chars[row][target] != other.chars[row - y][source]
            or self.roles[row][target] != other.roles[row - y][source]
            or self.grounds[row][target] != other.grounds[row - y][source]
            or self.edges[row][target] != other.edges[row - y][source]
        )

    def put_cells(
        self, x: int, y: int, cells: Sequence[str], role: str, edge: bytes, height: int = 1
    ) -> None:
        """Put `cells` into row `y` from column `x` on, in `role`, and the same cells into the rows
        below, in `height` rows altogether, clipped to the canvas. `edge` is `EDGE` if the cells are
        parts of lines, and otherwise `INSIDE`."""
        end = x + len(cells)
        if x >= self.width or end <= max(0, x):
            return
        if x < 0:
            cells, x = cells[-x:], 0
        if end > self.width:
            end = self.width
            cells = cells[: end - x]
        cells, roles, edges = without_halves(cells), [role] * (end - x), edge * (end - x)
        for row in range(max(0, y), min(y + height, self.height)):
            lay_whole(self.chars[row], x, cells)
            self.roles[row][x:end] = roles
            self.edges[row][x:end] = edges

    # Queries

    def rects(self, place: Spot) -> list[Rect]:
        """Return the rectangles of a place; empty if it is not on the canvas."""
        return self.spots.get(place, [])

    def painted(self, y: int) -> list[str]:
        """Return the roles of a row's cells, combined with their grounds."""
        grounds, roles = self.grounds[y], self.roles[y]
        return list(map(_over, grounds, roles)) if any(grounds) else roles.copy()

    def runs(self, y: int) -> Iterator[CellRun]:
        """Yield a row as runs of equal roles."""
        x = 0
        for role, cells in groupby(self.painted(y)):
            length = len(list(cells))
            yield CellRun("".join(self.chars[y][x : x + length]), role)
            x += length

    def lines(self) -> list[str]:
        """Return the rows as plain text, without trailing blanks."""
        return ["".join(row).rstrip() for row in self.chars]

    def text(self) -> str:
        """Return the canvas as plain text."""
        return "\n".join(self.lines())

    def to_rich(self, theme: Theme) -> Text:
        """Return the canvas as coloured Rich text, for printing."""
        from rich.text import Text

        text = Text(no_wrap=True, end="")
        for y in range(self.height):
            for run in self.runs(y):
                text.append(run.text, theme.printed(run.role))
            text.append("\n")
        return text
