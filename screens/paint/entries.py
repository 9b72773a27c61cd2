"""Entries in rows, each with a key and a label, scrolled to the entry under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from engine.core.step import Place
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_cap
from screens.paint.theme import Glyphs

ENTRY_GAP: Final = 2


@frozen
class PanelEntry:
    """An entry of the panel: its key, its label, the role of the label (`closed` if the entry
    cannot be chosen), and its clickable place."""

    key: str
    label: str
    role: str
    place: Place
    width: int = field(init=False, eq=False)
    """Width in cells, computed once, because lists are painted at every cursor step."""

    @width.default
    def _measure(self) -> int:
        return width_of(self.key) + 3 + width_of(self.label)

    def paint(self, canvas: Canvas, x: int, y: int, *, pointed: bool) -> int:
        """Paint the entry from column `x` on, highlighted if `pointed`, and make it clickable.
        Return the column of the next entry."""
        start = x
        shut = self.role == "closed"
        x = paint_cap(canvas, x, y, self.key, pointed=pointed, role="closed" if shut else "cap") + 1
        role = "strong" if pointed and not shut else self.role
        x = canvas.put_clipped(x, y, canvas.width - x - 1, self.label, role) + ENTRY_GAP
        canvas.spot(self.place, Rect(start, y, x - start - ENTRY_GAP, 1), shade=OWN_STYLE)
        return x


def paint_row(canvas: Canvas, y: int, entries: Iterable[PanelEntry], under: Place | None) -> None:
    """Paint entries side by side. `under` is the place under the cursor."""
    x = 2
    for entry in entries:
        x = entry.paint(canvas, x, y, pointed=entry.place == under)


def paint_entries(
    entries: Sequence[PanelEntry], under: Place | None, width: int, most: int, glyphs: Glyphs
) -> Canvas:
    """Paint entries in at most `most` rows, scrolled by whole pages so that the entry under the
    cursor is visible. Most cursor steps then change only two entries.

    If entries are hidden, clickable marks on the right lead to the last one before the visible
    entries and to the first one after them. The place of a mark is `(MORE, index of the entry)`.
    """
    lines = broken(entries, width - 4)
    rows = min(most, len(lines))
    seen = [n for n, line in enumerate(lines) if any(entries[k].place == under for k in line)]
    at = seen[0] if seen else 0
    first = min(at // rows * rows, len(lines) - rows)
    canvas = Canvas(width, rows, glyphs)
    for y, line in enumerate(lines[first : first + rows]):
        paint_row(canvas, y, (entries[number] for number in line), under)
    if first:
        before = (buttons.MORE, lines[first - 1][-1])
        canvas.put(width - (2 if rows == 1 else 1), 0, glyphs("more.up"), "key", spot=before)
    if first + rows < len(lines):
        after = (buttons.MORE, lines[first + rows][0])
        canvas.put(width - 1, rows - 1, glyphs("more.down"), "key", spot=after)
    return canvas


def broken(entries: Sequence[PanelEntry], width: int) -> Sequence[Sequence[int]]:
    """Return the indexes of the entries on each line, if lines have at most `width` cells,
    including the gaps between entries."""
    return _broken(tuple(entry.width for entry in entries), width)


@lru_cache(maxsize=64)
def _broken(widths: Sequence[int], width: int) -> Sequence[Sequence[int]]:
    """Return the indexes of the entries on each line, given the width of each entry. The result is
    cached, because a list is painted at every cursor step."""
    lines: list[list[int]] = [[]]
    used = 0
    for index, wide in enumerate(widths):
        if lines[-1] and used + wide > width:
            lines.append([])
            used = 0
        lines[-1].append(index)
        used += wide + ENTRY_GAP
    return lines
