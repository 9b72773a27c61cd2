"""Drawing primitives of all tables: panels, cards, chips, key caps, meters, tracks.

Most functions paint at a position on a canvas, and return the column after the painted cells or the
rectangle left inside. Text is readable on its background in every palette: text on a card has the
role `text`, `strong` or `note` (`dim` looks the same there), and a player's name on a card is a
chip.

    inner = paint_panel(canvas, rect, "Display", "next event: Vast Holdings")
    box = paint_card(canvas, Rect(inner.x, inner.y, 14, 2), "tint.orange", spot=("tile", 3))
    canvas.put(box.x, box.y, "4 Mill")
    paint_chip(canvas, box.right - 3, box.y + 1, "A", "piece.0")
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from screens.paint.canvas import BAR_STYLE, Canvas, Rect, Spot
from screens.paint.cells import clean, clip, cut, width_of

SURFACE: Final = "on.surface"
RAISED: Final = "on.raised"


def paint_panel(
    canvas: Canvas,
    rect: Rect,
    title: str = "",
    fact: str = "",
    *,
    role: str = "frame",
    title_role: str = "title",
    fact_role: str = "dim",
    border: bool = True,
) -> Rect:
    """Paint a panel with its title at the left of its top border and a fact at the right. Return
    the area inside, with a blank column between it and the border at each side.

    Without `border`, or if the panel is too small for one, title and fact are in the first row; if
    both are empty, all rows are available. A fact without enough room is left out. `role` is the
    role of the border, such as `seat.0` for the panel of the active player.
    """
    canvas.fill(*rect, ground=SURFACE)
    if border and rect.width >= 4 and rect.height >= 2:
        canvas.frame(*rect, role, line="round")
        if title or fact:
            _paint_heads(canvas, rect, title, fact, title_role, fact_role)
        return Rect(rect.x + 2, rect.y + 1, rect.width - 4, rect.height - 2)
    top = rect.y
    if title or fact:
        _paint_heads(canvas, rect, title, fact, title_role, fact_role, margin=0)
        top += 1
    return Rect(rect.x + 1, top, rect.width - 2, rect.bottom - top)


def _paint_heads(
    canvas: Canvas,
    rect: Rect,
    title: str,
    fact: str,
    title_role: str,
    fact_role: str,
    margin: int = 2,
) -> None:
    """Paint the title and the fact in the first row of a rectangle, each between two blanks. If
    there is not enough room for both, leave out the fact."""
    room = rect.width - 2 * margin - 2
    title, fact = clip(title, room, canvas.glyphs), clean(fact)
    if title:
        canvas.put(rect.x + margin, rect.y, f" {title} ", title_role)
    left = room - width_of(title) - (3 if title else 0)
    if fact and width_of(fact) <= left:
        canvas.put_right(rect.right - margin, rect.y, f" {fact} ", fact_role)


def paint_heading(
    canvas: Canvas, rect: Rect, title: str, fact: str = "", *, title_role: str = "title"
) -> None:
    """Paint the heading of a part of a panel in the first row of a rectangle: a horizontal line
    with a title at its left end and a fact at its right end. A fact without enough room is left
    out."""
    canvas.rule(rect.x, rect.y, rect.width)
    _paint_heads(canvas, rect, title, fact, title_role, "dim", margin=1)


# ---------------------------------------------------------------------- cards


def paint_card(canvas: Canvas, rect: Rect, role: str, *, spot: Spot = None) -> Rect:
    """Paint a filled block for an object that can be owned, taken or rolled. Return the area
    inside.

    `role` is the background of the block (`tint.red`, `block.red`, or a game's own name). With
    `spot`, the whole block belongs to that place. A selectable block has a bright bar at its left
    edge, and the block under the cursor is bright. A column at each side is reserved for bar and
    markers.
    """
    canvas.fill(*rect, ground=role)
    if spot is not None:
        canvas.spot(spot, rect, anchor=rect, shade=BAR_STYLE)
    return Rect(rect.x + 1, rect.y, max(0, rect.width - 2), rect.height)


def paint_chip(canvas: Canvas, x: int, y: int, text: str, role: str, *, spot: Spot = None) -> int:
    """Paint a small block with a blank at each side of its text: ` A `. Return the column after
    it."""
    return canvas.put(x, y, f" {text} ", role, spot=spot)


def paint_plate(canvas: Canvas, x: int, y: int, text: str, role: str, *, line: bool = True) -> int:
    """Paint a piece or a number on a map as a plate that extends half a column on each side. Return
    the column after it.

    With `line` the end columns can have markers. In ASCII they are brackets.
    """
    ends = ("half.right", "half.left")
    for at, end in ((x, ends[0]), (x + 1 + width_of(text), ends[1])):
        ground = _ground_at(canvas, at, y)
        sign = canvas.glyphs(end)
        canvas.put(at, y, sign, "text" if canvas.glyphs.plain else f"upper.{role}", ground=ground)
        if line and 0 <= y < canvas.height and 0 <= at < canvas.width:
            canvas.edges[y][at] = 1
    canvas.put(x + 1, y, text, role, ground="")
    return x + 2 + width_of(text)


def _ground_at(canvas: Canvas, x: int, y: int) -> str:
    inside = 0 <= x < canvas.width and 0 <= y < canvas.height
    return canvas.grounds[y][x] if inside else ""


def paint_cap(
    canvas: Canvas, x: int, y: int, key: str, *, pointed: bool = False, role: str = "cap"
) -> int:
    """Paint a key cap: ` 3 `, or `»3«` if `pointed` (under the cursor). Return the column after
    it."""
    if pointed:
        left, right = canvas.glyphs("point.left"), canvas.glyphs("point.right")
        return canvas.put(x, y, f"{left}{key}{right}", "cursor", ground="")
    return canvas.put(x, y, f" {key} ", role, ground="")


def paint_chequer(canvas: Canvas, rect: Rect, wide: int = 2, high: int = 1) -> None:
    """Paint empty cells of a board, each `wide` columns by `high` rows, in two similar shades."""
    for row in range(0, rect.height, high):
        for column in range(0, rect.width, wide):
            odd = (row // high + column // wide) % 2
            cell = Rect(rect.x + column, rect.y + row, wide, high).clipped(rect)
            if cell is not None:
                canvas.ground(cell, "on.chequer" if odd else SURFACE)


# ---------------------------------------------------------------------- amounts


def paint_meter(
    canvas: Canvas,
    x: int,
    y: int,
    value: int,
    whole: int,
    role: str = "text",
    *,
    width: int | None = None,
    number: bool = True,
) -> int:
    """Paint a meter such as `▰▰▱▱ 2/4`, with a symbol per step or, with `width`, scaled to `width`
    symbols. Without `number`, leave out the digits. Return the column after it."""
    cells = max(0, whole if width is None else width)
    full = min(cells, max(0, value))
    if width is not None and whole > 0:
        full = max(0, min(cells, round(cells * value / whole)))
    x = canvas.put(x, y, canvas.glyphs("meter.full") * full, role)
    x = canvas.put(x, y, canvas.glyphs("meter.empty") * (cells - full), "faint")
    return canvas.put(x + 1, y, f"{value}/{whole}", "strong") if number else x


def paint_track(canvas: Canvas, x: int, y: int, value: int, steps: int, role: str) -> int:
    """Paint the steps of a track: those reached as cubes, the others as dots. Return the column
    after it."""
    reached = max(0, min(value, steps))
    x = canvas.put(x, y, canvas.glyphs("cube") * reached, role)
    return canvas.put(x, y, canvas.glyphs("dot") * (steps - reached), "faint")


# ---------------------------------------------------------------------- names


def seat_marks(names: Sequence[str], taken: str = "") -> list[str]:
    """Return a different letter for each player, but no letter that the board uses (`taken`): the
    first free letter of the player's name, in upper case.

    Players whose names differ only by a number get letters of the alphabet in the order of their
    seats. Wide letters do not fit into a cell, so players whose names have no other letters get
    letters of the alphabet. Both kinds of players get their letters after all others.
    """
    return list(_marks_of(tuple(names), taken))


@lru_cache
def _marks_of(names: tuple[str, ...], taken: str) -> Sequence[str]:
    bases = [_without_number(name) for name in names]
    numbered = [bases.count(base) > 1 for base in bases]
    own = [[] if numbered[seat] else _own_marks(base) for seat, base in enumerate(bases)]
    marks = [""] * len(names)
    for seat in sorted(range(len(names)), key=lambda seat: not own[seat]):
        first = bases[seat][:1].upper()
        alphabet = _CYRILLIC if first and first in _CYRILLIC else _LATIN
        letters = own[seat] or (alphabet[seat:] if numbered[seat] else "")
        free = (
            letter for letter in [*letters, *alphabet, *_LATIN] if letter not in (*marks, *taken)
        )
        marks[seat] = next(free)
    return marks


def _own_marks(name: str) -> Sequence[str]:
    """Return the letters of a name that fit into a cell, in upper case."""
    letters = (letter.upper() for letter in name if letter.isalpha())
    return [letter for letter in letters if width_of(letter) == 1]


def _without_number(name: str) -> str:
    return clean(name).rstrip(" 0123456789")


_LATIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CYRILLIC: Final = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ"


def short_names(names: Sequence[str], width: int, sign: str = "~") -> list[str]:
    """Return the names, each in at most `width` cells. A longer name keeps the number at its end,
    or else its last letter, and `sign` stands for the letters cut out before this end. If names
    would be equal, all but the last of them end with `sign` and their position instead, counted
    from 1."""
    cleaned = [clean(name) for name in names]
    short = [name if width_of(name) <= width else _cut(name, width, sign) for name in cleaned]
    for number, name in enumerate(short):
        if short.count(name) > 1:
            tail = f"{sign}{number + 1}"
            short[number] = cut(cleaned[number], width - width_of(tail)) + tail
    return short


def _cut(name: str, width: int, sign: str) -> str:
    base = _without_number(name)
    end = name.removeprefix(base).strip()
    if end and width_of(base) + width_of(end) <= width:
        return base + end
    end = sign + (end or name[-1:])
    return cut(cut(name, max(1, width - width_of(end))) + end, width)
