"""Modal card over the table with the task of a lesson, and lines of turn summaries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from attrs import evolve, frozen

from engine.core.state import State
from engine.i18n.text import Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, wrap
from screens.paint.shapes import RAISED, paint_panel
from screens.paint.theme import Glyphs
from screens.table_view.scene import Scene

NOTICE: Final = (buttons.NOTICE,)
"""Place of a card on the screen."""

WIDEST: Final = 100

INDENT: Final = 2
"""Columns by which further rows of a line are indented."""


@frozen
class CardLine:
    """A line of a card or of a turn summary: text, role, and a name before it (none on cards)."""

    text: str
    role: str = "text"
    name: str = ""
    name_role: str = "text"


@frozen
class _Row:
    """A row of a card: text and its indentation."""

    text: str
    role: str
    indent: int = 0


@frozen
class Notice:
    """Text of a card, which blocks all choices until it is dismissed.

    It covers the decision panel, or the top of the table if it hides less of the places in `of`
    there.
    """

    title: Text
    lines: Sequence[CardLine]
    of: Collection[Spot] = ()

    def paint(self, scene: Scene[State], canvas: Canvas, room: Rect) -> None:
        """Paint the card over the lower or upper part of `room`."""
        width = min(room.width - 2, WIDEST)
        rows = self._rows(scene, width - 4, room.height - 2)
        height = len(rows) + 2
        x = room.x + (room.width - width) // 2
        heights = (room.bottom - height, room.y)
        y = min(heights, key=lambda y: self._hides(canvas, Rect(x, y, width, height)))
        card = Canvas(width, height, scene.theme.glyphs)
        seat = scene.seat if scene.seat is not None else scene.asked
        role = "frame" if seat is None else f"seat.{seat}"
        go_on = scene.say(words("Space: continue"))
        title = scene.say(self.title)
        box = card.rect
        inner = paint_panel(card, box, title, go_on, role=role, fact_role="warn", ground=RAISED)
        for at, row in enumerate(rows, inner.y):
            card.put(inner.x + row.indent, at, row.text, row.role)
        card.spot(NOTICE, box)
        canvas.bury(box.moved(x, y))
        canvas.replace(card, x, y)

    def _hides(self, canvas: Canvas, box: Rect) -> int:
        """Number of cells of the places in `of` that a box hides."""
        rects = (rect.clipped(box) for place in self.of for rect in canvas.rects(place))
        return sum(rect.width * rect.height for rect in rects if rect is not None)

    def _rows(self, scene: Scene[State], width: int, most: int) -> list[_Row]:
        """The lines wrapped to the width. If not all fit, lines are cut to one row, then omitted,
        from the first on. A last line says so."""
        parts = [_broken(line, width) for line in self.lines]
        if sum(map(len, parts)) <= most:
            return [row for part in parts for row in part]
        more = _Row(scene.say(words("See the log for the rest.")), "dim")
        for number, part in enumerate(parts):
            if sum(map(len, parts)) >= most:
                parts[number] = [_cut(part, width, scene.theme.glyphs)]
        for number in range(len(parts)):
            if sum(map(len, parts)) >= most:
                parts[number] = []
        return [*(row for part in parts for row in part), more]


def _broken(line: CardLine, width: int) -> list[_Row]:
    """A line in rows, with all but the first indented."""
    first, *rest = wrap(line.text, width - INDENT)
    return [_Row(first, line.role), *(_Row(part, line.role, INDENT) for part in rest)]


def _cut(rows: Sequence[_Row], width: int, glyphs: Glyphs) -> _Row:
    """The first row of a line, with an ellipsis if there are more."""
    if len(rows) == 1:
        return rows[0]
    text = " ".join(row.text for row in rows)
    return evolve(rows[0], text=clip(text, width - INDENT, glyphs))
