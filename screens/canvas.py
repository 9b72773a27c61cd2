"""The canvas on which boards are painted: cells with a character and a role, and hot spots.

A canvas knows nothing of the terminal or of Textual. It can be read as text (tests, the command
line, screen readers), printed in colour, compared with another one, and asked which place of the
game lies under a cell.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from screens.look import UNICODE, Glyphs

if TYPE_CHECKING:
    from rich.text import Text

    from screens.look import Look

Place = Hashable
"""What a hot spot stands for: `("display", 2, 3)`. Anything that can be a key."""


class Rect(NamedTuple):
    """Some cells of a canvas: a rectangle by its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies within."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def moved(self, dx: int, dy: int) -> Rect:
        """The same size elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def clipped(self, other: Rect) -> Rect | None:
        """The cells that both have, if any."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        width = min(self.right, other.right) - x
        height = min(self.bottom, other.bottom) - y
        return Rect(x, y, width, height) if width > 0 and height > 0 else None

    @classmethod
    def around(cls, rects: Iterable[Rect]) -> Rect:
        """The smallest rectangle that holds them all."""
        lefts, tops, rights, bottoms = zip(
            *((rect.x, rect.y, rect.right, rect.bottom) for rect in rects), strict=True
        )
        x, y = min(lefts), min(tops)
        return cls(x, y, max(rights) - x, max(bottoms) - y)


class _Cells(dict[int, str]):
    """For `str.translate`: what to draw for a character, so that it takes one cell or none."""

    def __missing__(self, code: int) -> str:
        self[code] = cell = _cell(chr(code))
        return cell


def _cell(char: str) -> str:
    category = unicodedata.category(char)
    if char == "\t" or category in ("Zs", "Zl", "Zp"):
        return " "
    if category in ("Mn", "Mc", "Me", "Cf"):
        return ""
    if _is_narrow(char):
        return char
    alike = unicodedata.normalize("NFKC", char)
    return alike if len(alike) == 1 and _is_narrow(alike) else "?"


def _is_narrow(char: str) -> bool:
    return (
        unicodedata.east_asian_width(char) not in "WF"
        and unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn")
        and char not in _UNSURE
    )


_UNSURE = frozenset(
    chr(code)
    for first, last in (
        (0x1160, 0x11FF),  # Hangul vowels and finals, which join the letter before them
        (0xD7B0, 0xD7FF),
        (0x2630, 0x2637),  # trigrams and the like, double since Unicode 16
        (0x268A, 0x268F),
        (0x4DC0, 0x4DFF),
        (0x1D300, 0x1D376),
        (0xFFA0, 0xFFA0),
    )
    for code in range(first, last + 1)
)
"""Characters whose width differs between the versions of Unicode that terminals know."""

_CELLS = _Cells()


def clean(text: str) -> str:
    """The text with every character one cell wide: no controls, no zero width, nothing double."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", text).translate(_CELLS)


def clip(text: str, width: int, glyphs: Glyphs = UNICODE) -> str:
    """The text cut to a width, with an ellipsis where something is missing."""
    text = clean(text)
    if len(text) <= width:
        return text
    return text[: width - 1] + glyphs("ellipsis") if width > 0 else ""


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words where possible."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _broken(paragraph, max(1, width))
    return lines


@lru_cache(maxsize=4096)
def _broken(paragraph: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(clean(paragraph), width)) or ("",)


_PLAIN = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-", "…": "~", "«": '"', "»": '"'})
"""What stands in plain ASCII for the signs of sentences (letters of other scripts stay)."""

EDGE, INSIDE = b"\1", b"\0"


class Run(NamedTuple):
    """Neighbouring cells of one role in one row."""

    text: str
    role: str


class Canvas:
    """A board of styled cells with hot spots."""

    __slots__ = ("chars", "edges", "glyphs", "height", "roles", "spots", "width")

    def __init__(self, width: int, height: int, glyphs: Glyphs = UNICODE) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.glyphs = glyphs
        self.chars: list[list[str]] = [[" "] * self.width for _ in range(self.height)]
        self.roles: list[list[str]] = [["text"] * self.width for _ in range(self.height)]
        self.edges: list[bytearray] = [bytearray(self.width) for _ in range(self.height)]
        self.spots: dict[Place, list[Rect]] = {}

    # Painting

    def put(self, x: int, y: int, text: str, role: str = "text", spot: Place = None) -> int:
        """Write text and return the column after it; what lies outside is left out.

        With `spot`, its cells belong to that place.
        """
        if not (text.isascii() and text.isprintable()):
            text = unicodedata.normalize("NFC", text).translate(_CELLS)
            if self.glyphs.plain:
                text = text.translate(_PLAIN)
        end = x + len(text)
        if spot is not None:
            self.spot(spot, Rect(x, y, len(text), 1))
        self._write(x, y, text, role, INSIDE)
        return end

    def put_right(self, right: int, y: int, text: str, role: str = "text") -> int:
        """Write text so that it ends before column `right`; return the column where it begins."""
        text = clean(text)
        self.put(right - len(text), y, text, role)
        return right - len(text)

    def put_centred(self, x: int, y: int, width: int, text: str, role: str = "text") -> None:
        """Write text in the middle of `width` cells, cut if it is longer."""
        text = clip(text, width, self.glyphs)
        self.put(x + (width - len(text)) // 2, y, text, role)

    def put_lines(self, x: int, y: int, width: int, text: str, role: str = "text") -> int:
        """Write text broken into lines; return the row after them."""
        for line in wrap(text, width):
            self.put(x, y, line, role)
            y += 1
        return y

    def fill(
        self, x: int, y: int, width: int, height: int, char: str = " ", role: str = "text"
    ) -> None:
        """Fill a rectangle with one character."""
        for row in range(y, y + height):
            self.put(x, row, char * width, role)

    def tint(self, x: int, y: int, width: int, height: int, role: str) -> None:
        """Give the cells of a rectangle another role and leave what is written there."""
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
        title_role: str = "title",
    ) -> None:
        """Draw a frame (`line`, `heavy` or `double`) along the inside of a rectangle."""
        if width < 2 or height < 2:
            return
        sign = self.glyphs
        across = sign(f"{line}.h") * (width - 2)
        bottom = y + height - 1
        self._write(x, y, sign(f"{line}.nw") + across + sign(f"{line}.ne"), role, EDGE)
        for row in range(y + 1, bottom):
            self._write(x, row, sign(f"{line}.v"), role, EDGE)
            self._write(x + width - 1, row, sign(f"{line}.v"), role, EDGE)
        self._write(x, bottom, sign(f"{line}.sw") + across + sign(f"{line}.se"), role, EDGE)
        if title and width > 6:
            self.put(x + 2, y, f" {clip(title, width - 6, sign)} ", title_role)

    def rule(self, x: int, y: int, width: int, role: str = "frame", line: str = "line") -> None:
        """Draw a line across."""
        self._write(x, y, self.glyphs(f"{line}.h") * width, role, EDGE)

    def post(self, x: int, y: int, height: int, role: str = "frame", line: str = "line") -> None:
        """Draw a line downwards."""
        for row in range(y, y + height):
            self._write(x, row, self.glyphs(f"{line}.v"), role, EDGE)

    def spot(self, place: Place, rect: Rect) -> None:
        """Let the cells of a rectangle, as far as they are on the canvas, stand for a place."""
        if visible := rect.clipped(self.rect):
            self.spots.setdefault(place, []).append(visible)

    def blit(self, other: Canvas, x: int, y: int, part: Rect | None = None) -> None:
        """Copy another canvas, or a part of it, to this one, its hot spots included."""
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
            self.chars[row][columns] = other.chars[row - dy][left:right]
            self.roles[row][columns] = other.roles[row - dy][left:right]
            self.edges[row][columns] = other.edges[row - dy][left:right]
        for place, rects in other.spots.items():
            for rect in rects:
                if visible := rect.moved(dx, dy).clipped(target):
                    self.spots.setdefault(place, []).append(visible)

    def replace(self, other: Canvas, x: int, y: int) -> bool:
        """Put another canvas in place of what is here, its hot spots in place of those that lie
        there; says whether the hot spots of the place have changed."""
        area = other.rect.moved(x, y)
        before: dict[Place, list[Rect]] = {}
        for place, rects in self.spots.items():
            if inside := [rect for rect in rects if area.holds(rect.x, rect.y)]:
                before[place] = inside
        for place, inside in before.items():
            rest = [rect for rect in self.spots.pop(place) if rect not in inside]
            if rest:
                self.spots[place] = rest
        self.blit(other, x, y)
        return before != {
            place: [rect.moved(x, y) for rect in rects] for place, rects in other.spots.items()
        }

    def _write(self, x: int, y: int, text: str, role: str, edge: bytes) -> None:
        end = x + len(text)
        if not 0 <= y < self.height or x >= self.width or end <= 0:
            return
        if x < 0:
            text, x = text[-x:], 0
        if end > self.width:
            end = self.width
            text = text[: end - x]
        length = end - x
        self.chars[y][x:end] = text
        self.roles[y][x:end] = [role] * length
        self.edges[y][x:end] = edge * length

    # Asking

    @property
    def rect(self) -> Rect:
        """All of it."""
        return Rect(0, 0, self.width, self.height)

    def at(self, x: int, y: int) -> Place | None:
        """The place under a cell; where several overlap, the one that was named last."""
        found: Place | None = None
        for place, rects in self.spots.items():
            if any(rect.holds(x, y) for rect in rects):
                found = place
        return found

    def rects(self, place: Place) -> list[Rect]:
        """The rectangles of a place; none if it is not on the canvas."""
        return self.spots.get(place, [])

    def region(self, place: Place) -> Rect | None:
        """The smallest rectangle around a place."""
        rects = self.spots.get(place)
        return Rect.around(rects) if rects else None

    def roles_used(self) -> set[str]:
        """Every role that some cell has."""
        return {role for row in self.roles for role in row}

    def runs(self, y: int) -> Iterator[Run]:
        """A row as runs of equal roles."""
        x = 0
        for role, cells in groupby(self.roles[y]):
            length = len(list(cells))
            yield Run("".join(self.chars[y][x : x + length]), role)
            x += length

    def lines(self) -> list[str]:
        """The rows as plain text, without the blanks at their ends."""
        return ["".join(row).rstrip() for row in self.chars]

    def text(self) -> str:
        """The whole as plain text."""
        return "\n".join(self.lines())

    def to_rich(self, look: Look) -> Text:
        """The whole as text in colour, for printing."""
        from rich.text import Text

        text = Text(no_wrap=True, end="")
        for y in range(self.height):
            for run in self.runs(y):
                text.append(run.text, look.printed(run.role))
            text.append("\n")
        return text
