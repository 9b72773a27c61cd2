"""Overlays over a canvas: cursor, selectable places and their keys, closed places, recent changes.

No overlay relies on colour alone, except for that of closed places: there are markers at both ends
of a place, where a blank or a line has room for them, or there is a bar at its left edge, or the
text is bold or underlined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import ne, or_
from typing import Final

from attrs import frozen

from screens.paint.canvas import (
    BAR_STYLE,
    LIT_STYLE,
    MARKS_STYLE,
    OWN_STYLE,
    UPPER_HALF,
    Canvas,
    Rect,
    Spot,
)
from screens.paint.cells import SECOND_CELL

NO_LABELS: Final[Mapping[Spot, str]] = {}
"""Empty mapping, for places without keys."""


@frozen
class CellRow:
    """A row of the screen. Overlays change its cells in place."""

    chars: list[str]
    roles: list[str]

    def copy(self) -> CellRow:
        """Return an independent copy."""
        return CellRow(self.chars.copy(), self.roles.copy())

    def lay(self, start: int, end: int, role: str) -> None:
        """Add a role to the roles of the cells from column `start` up to, but not including, column
        `end`."""
        self.roles[start:end] = [f"{below} {role}" for below in self.roles[start:end]]

    def difference(self, other: CellRow) -> tuple[int, int] | None:
        """Return the half-open range of columns that differ, without cutting wide characters in
        two; None if the rows are equal."""
        if self is other or (self.chars == other.chars and self.roles == other.roles):
            return None
        chars, roles = map(ne, self.chars, other.chars), map(ne, self.roles, other.roles)
        differ = list(map(or_, chars, roles))
        start, end = differ.index(True), len(differ) - differ[::-1].index(True)
        while SECOND_CELL in (self.chars[start], other.chars[start]):
            start -= 1
        while end < len(differ) and SECOND_CELL in (self.chars[end], other.chars[end]):
            end += 1
        return start, end


class Overlay:
    """Drawing over a rectangle of a canvas."""

    def __init__(self, canvas: Canvas, rect: Rect) -> None:
        self.canvas = canvas
        self.rect = rect

    def rows(self) -> Iterable[int]:
        """Return the rows that the overlay touches."""
        return range(self.rect.y, self.rect.bottom)

    def draw(self, y: int, row: CellRow) -> None:
        """Draw the overlay's part of a row."""
        raise NotImplementedError


class Closed(Overlay):
    """A place that cannot be chosen now. A card loses its tint, but the players' pieces on it keep
    their colours."""

    def draw(self, y: int, row: CellRow) -> None:
        """Give the cells of a row the colour of closed places, except those with players'
        pieces."""
        grounds = self.canvas.grounds[y]
        for x in range(self.rect.x, self.rect.right):
            below = grounds[x]
            if "piece." in row.roles[x] or "seat." in row.roles[x]:
                continue
            if below and not below.startswith("on."):
                below = "on.surface"
            row.roles[x] = f"{below} closed" if below else "closed"


class Flash(Overlay):
    """Cells that have just changed.

    Cells on a plain background are highlighted. Cells with a coloured background keep it, because
    it shows their kind; their heading is underlined instead. Letters on players' pieces are also
    underlined. In a hex, district or other region of the board, only the left and right edges are
    highlighted, and the text is underlined. Cells split into two halves are unchanged.
    """

    def __init__(self, canvas: Canvas, rect: Rect, shade: str = MARKS_STYLE) -> None:
        super().__init__(canvas, rect)
        self.keeps_land = shade == LIT_STYLE and rect.width >= _MIN_LAND_WIDTH
        self.heading = heading_row(canvas, rect)

    def draw(self, y: int, row: CellRow) -> None:
        """Highlight or underline the changed cells of a row (see `Flash`)."""
        left, right = self.rect.x, self.rect.right
        grounds = self.canvas.grounds[y]
        for x in range(left, right):
            inside = self.keeps_land and left < x < right - 1
            piece = "piece." in row.roles[x] or "mid." in row.roles[x]
            if row.chars[x] == UPPER_HALF:
                continue
            if piece or inside:
                if row.chars[x].isalnum():
                    row.lay(x, x + 1, "underline")
            elif grounds[x] and not grounds[x].startswith("on.") and not self.keeps_land:
                if y == self.heading:
                    row.lay(x, x + 1, "underline")
            else:
                row.lay(x, x + 1, "flash")


FAINT_ROLE: Final = "dim"
"""Role of the keys of places that the command under the cursor does not lead to."""

_CORNER_WIDTH: Final = 3
"""Width in columns of a corner or side on a board: two marks and the cell between them."""

_BESIDE_MARK: Final = 1
"""Column, counted from the left edge of a place, of a key beside the left mark."""

_MIN_LAND_WIDTH: Final = 5
"""Minimum width in columns of a region of the board. Narrower places are pieces or dice."""


class Marked(Overlay):
    """A place with a mark at each end of its heading, which is the first row inside its frame. The
    place's key (`label`, empty if there is none) is painted in one of the marks, further inside, or
    between the marks of a small place that is empty. `column` is the column in which the keys of
    all other places of this kind begin, counted from the left edge, or from the right edge if
    negative. If `column` is None, the overlay chooses a column itself."""

    left_mark = "mark.left"
    right_mark = "mark.right"

    def __init__(
        self, canvas: Canvas, rect: Rect, label: str = "", column: int | None = None
    ) -> None:
        super().__init__(canvas, rect)
        self.heading = heading_row(canvas, rect)
        self.label = label
        self.column = column

    def marks(self) -> Iterator[tuple[int, str]]:
        """Yield each position with room for a marker, with the marker."""
        ends = ((self.rect.x, self.left_mark), (self.rect.right - 1, self.right_mark))
        for x, mark in ends[: self.rect.width]:
            if self.canvas.chars[self.heading][x] == " " or self.canvas.edges[self.heading][x]:
                yield x, self.canvas.glyphs(mark)

    def labelled(self) -> Iterator[tuple[int, str]]:
        """Yield the column and the character of each cell of the key.

        In a small place that is empty, the key is between the marks. In others it begins at
        `column` or, if that is None, at the first of `columns` where no neighbouring character
        reads as part of it or, failing that, at the first with room. Yield nothing if there is no
        room.
        """
        column = 1 if self.has_key_between_marks else self.column
        columns = list(self.columns()) if column is None else [column]
        starts = [start for start in map(self._start, columns) if self._has_room(start)]
        start = next(filter(self._is_apart, starts), starts[0] if starts else None)
        if start is not None:
            yield from enumerate(self.label, start)

    def columns(self) -> Iterator[int]:
        """Yield the columns in which the key may begin, the best ones first. The best position is
        between the left mark and a blank, where the key cannot be confused with a number of the
        place."""
        last = self.rect.width - len(self.label)
        if self.rect.width > _CORNER_WIDTH and self._is_between_mark_and_blank():
            yield _BESIDE_MARK
        yield 0
        yield -len(self.label)
        if self.rect.width > _CORNER_WIDTH:
            yield from range(1, last)

    @property
    def has_key_between_marks(self) -> bool:
        """Whether the place is small and empty, with room for the key between its marks."""
        is_small = self.rect.width == _CORNER_WIDTH and len(self.label) == 1
        return is_small and all(map(self._is_free, range(self.rect.x, self.rect.right)))

    def suits(self, column: int) -> bool:
        """Return whether the key fits at `column`, and no neighbouring character reads as part of
        it."""
        start = self._start(column)
        if column == _BESIDE_MARK and not self._is_between_mark_and_blank():
            return False
        return self._has_room(start) and self._is_apart(start)

    def _is_between_mark_and_blank(self) -> bool:
        """Return whether there is room for the left mark, the key and a blank."""
        return all(map(self._is_free, range(self.rect.x, self.rect.x + len(self.label) + 2)))

    def _start(self, column: int) -> int:
        return (self.rect.x if column >= 0 else self.rect.right) + column

    def _has_room(self, start: int) -> bool:
        end = start + len(self.label)
        return self.rect.x <= start and all(self._is_free(x) for x in range(start, end))

    def _is_apart(self, start: int) -> bool:
        """Return whether a key that begins at `start` stands apart: it touches no characters that
        would read as part of it, it has a blank on at least one side unless it is at an edge of the
        place, and it does not look like the first of several words or numbers."""
        end = start + len(self.label)
        is_inside = self.rect.x < start and end < self.rect.right
        if is_inside and not (self._is_free(start - 1) or self._is_free(end)):
            return False
        if self._runs_into(start - 1) or self._runs_into(end):
            return False
        return not (start == self.rect.x and self._is_free(end) and self._runs_into(end + 1))

    def _runs_into(self, x: int) -> bool:
        """Return whether the character at `x`, next to the key, would be read as part of the key.
        Characters outside the place are considered only if the place is narrow."""
        seen = self.rect if self.rect.width >= _CORNER_WIDTH else self.canvas.rect
        if not seen.x <= x < seen.right:
            return False
        sign = self.canvas.chars[self.heading][x]
        return sign.isdigit() if self.label.isdigit() else sign.isalpha()

    def _is_free(self, x: int) -> bool:
        if not self.rect.x <= x < self.rect.right:
            return False
        sign = self.canvas.chars[self.heading][x]
        return sign == " " or bool(self.canvas.edges[self.heading][x])


class Legal(Marked):
    """A selectable place, drawn in the style of its `shade`."""

    def __init__(
        self,
        canvas: Canvas,
        rect: Rect,
        shade: str = MARKS_STYLE,
        label: str = "",
        column: int | None = None,
        *,
        is_faint: bool = False,
    ) -> None:
        super().__init__(canvas, rect, label, column)
        self.shade = shade
        self.key_role = FAINT_ROLE if is_faint else "legal"

    def draw(self, y: int, row: CellRow) -> None:
        """Colour the lines of the place, and add markers and the key to its heading, or underline
        the heading if there is no room for markers. With the shade `BAR_STYLE`, if the heading's
        first cell is blank, draw a bar at the left edge of every row instead of lines and markers.
        With `OWN_STYLE`, draw nothing."""
        if self.shade == OWN_STYLE or (self.shade == BAR_STYLE and self._draw_bar(y, row)):
            return
        lit = "on.lit " if self.shade == LIT_STYLE else ""
        edges = self.canvas.edges[y]
        for x in range(self.rect.x, self.rect.right):
            if edges[x]:
                row.roles[x] = f"{lit}legal"
                if row.chars[x] == UPPER_HALF:
                    row.chars[x] = " "
        if y != self.heading:
            return
        marks = list(self.marks())
        row.lay(self.rect.x, self.rect.right, "legal.text" if marks else "legal.tight")
        for x, mark in marks:
            row.chars[x], row.roles[x] = mark, f"{lit}legal"
        for x, sign in self.labelled():
            row.chars[x], row.roles[x] = sign, f"{lit}{self.key_role}"

    def _draw_bar(self, y: int, row: CellRow) -> bool:
        x = self.rect.x
        if self.canvas.chars[self.heading][x] != " ":
            return False
        if row.chars[x] == " ":
            row.chars[x] = self.canvas.glyphs("half.left")
            row.roles[x] += " legal"
        if y == self.heading:
            row.lay(x + 1, self.rect.right, "legal.text")
            for at, sign in self.labelled():
                row.chars[at], row.roles[at] = sign, f"{row.roles[at]} {self.key_role}"
        return True


class Key(Overlay):
    """The key of a selectable place, in a cell outside its marks."""

    def __init__(self, canvas: Canvas, rect: Rect, label: str, *, is_faint: bool = False) -> None:
        super().__init__(canvas, rect)
        self.label = label
        self.role = FAINT_ROLE if is_faint else "legal"

    def draw(self, y: int, row: CellRow) -> None:
        """Paint the key, keeping the background below it."""
        for x, sign in enumerate(self.label, self.rect.x):
            row.chars[x], row.roles[x] = sign, f"{row.roles[x]} {self.role}"


class Cursor(Marked):
    """The place under the cursor, highlighted.

    Only the heading is filled, so that moving the cursor costs few bytes. With `whole`, every row
    is filled.
    """

    left_mark = "point.left"
    right_mark = "point.right"

    def __init__(
        self,
        canvas: Canvas,
        rect: Rect,
        role: str = "cursor",
        *,
        whole: bool = False,
        label: str = "",
        column: int | None = None,
    ) -> None:
        super().__init__(canvas, rect, label, column)
        self.role = role
        self.whole = whole

    def rows(self) -> Iterable[int]:
        """Return the rows that the cursor fills."""
        return super().rows() if self.whole else (self.heading,)

    def draw(self, y: int, row: CellRow) -> None:
        """Fill the cursor's cells in a row, and paint the markers and the key if the row is the
        heading."""
        glyphs = self.canvas.glyphs
        halves = () if glyphs.plain else (UPPER_HALF, glyphs("half.left"), glyphs("half.right"))
        for x in range(self.rect.x, self.rect.right):
            if row.chars[x] in halves:
                row.chars[x] = " "
        if y == self.heading:
            for x, mark in (*self.marks(), *self.labelled()):
                row.chars[x] = mark
        row.lay(self.rect.x, self.rect.right, self.role)


def heading_row(canvas: Canvas, rect: Rect) -> int:
    """Return the first row of `rect` below the top border of a frame; its first row if it has no
    such border."""
    for y in range(rect.y, rect.bottom):
        if not all(canvas.edges[y][rect.x : min(rect.x + 2, rect.right)]):
            return y
    return rect.y
