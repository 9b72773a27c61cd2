"""What lies on top of a canvas: the cursor, the legal places, the closed ones, what just changed.

No overlay relies on colour alone: marks stand at both ends of a place where there is a blank or a
frame to put them, and the text is bold, underlined or reversed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from screens.canvas import Canvas, Rect


@frozen
class Row:
    """One row as it is to be shown. Overlays change its cells in place."""

    chars: list[str]
    roles: list[str]

    def lay(self, start: int, end: int, role: str) -> None:
        """Lay a role over the roles that are there."""
        self.roles[start:end] = [f"{below} {role}" for below in self.roles[start:end]]

    def difference(self, other: Row) -> tuple[int, int] | None:
        """The columns from the first cell that differs to the one after the last."""
        if self.chars == other.chars and self.roles == other.roles:
            return None
        differ = [
            x
            for x, (a, b, c, d) in enumerate(
                zip(self.chars, other.chars, self.roles, other.roles, strict=True)
            )
            if a != b or c != d
        ]
        return differ[0], differ[-1] + 1


class Overlay:
    """Something drawn over one rectangle of a canvas."""

    def __init__(self, canvas: Canvas, rect: Rect) -> None:
        self.canvas = canvas
        self.rect = rect

    def rows(self) -> Iterable[int]:
        """The rows that it touches."""
        return range(self.rect.y, self.rect.bottom)

    def draw(self, y: int, row: Row) -> None:
        """Draw its part of one row."""
        raise NotImplementedError


class Closed(Overlay):
    """A place that cannot be chosen now, in the background."""

    def draw(self, y: int, row: Row) -> None:
        """Give every cell the colour of what is out of play."""
        row.roles[self.rect.x : self.rect.right] = ["closed"] * self.rect.width


class Flash(Overlay):
    """Cells that just changed."""

    def draw(self, y: int, row: Row) -> None:
        """Lay the flash over every cell."""
        row.lay(self.rect.x, self.rect.right, "flash")


class Marked(Overlay):
    """A place with a mark at each end of its heading, the first row that is not its frame."""

    left_mark = "mark.left"
    right_mark = "mark.right"

    def __init__(self, canvas: Canvas, rect: Rect) -> None:
        super().__init__(canvas, rect)
        self.heading = heading_row(canvas, rect)

    def marks(self) -> Iterator[tuple[int, str]]:
        """Where a mark finds room, and which one."""
        ends = ((self.rect.x, self.left_mark), (self.rect.right - 1, self.right_mark))
        for x, mark in ends[: self.rect.width]:
            if self.canvas.chars[self.heading][x] == " " or self.canvas.edges[self.heading][x]:
                yield x, self.canvas.glyphs(mark)


class Legal(Marked):
    """A place that can be chosen."""

    def draw(self, y: int, row: Row) -> None:
        """Colour its frame; on the heading, add the marks, or underline where they find no room."""
        edges = self.canvas.edges[y]
        for x in range(self.rect.x, self.rect.right):
            if edges[x]:
                row.roles[x] = "legal"
        if y != self.heading:
            return
        marks = list(self.marks())
        row.lay(self.rect.x, self.rect.right, "legal.text" if marks else "legal.tight")
        for x, mark in marks:
            row.chars[x], row.roles[x] = mark, "legal"


class Cursor(Marked):
    """The place that the next press of a key would choose."""

    left_mark = "point.left"
    right_mark = "point.right"

    def __init__(self, canvas: Canvas, rect: Rect, role: str = "cursor") -> None:
        super().__init__(canvas, rect)
        self.role = role

    def rows(self) -> Iterable[int]:
        """Its heading only, so that a step costs few bytes."""
        return (self.heading,)

    def draw(self, y: int, row: Row) -> None:
        """Reverse the heading and point at it from both ends."""
        for x, mark in self.marks():
            row.chars[x] = mark
        row.lay(self.rect.x, self.rect.right, self.role)


def heading_row(canvas: Canvas, rect: Rect) -> int:
    """The first row of a rectangle that is not the upper line of a frame."""
    for y in range(rect.y, rect.bottom):
        if not all(canvas.edges[y][rect.x : min(rect.x + 2, rect.right)]):
            return y
    return rect.y
