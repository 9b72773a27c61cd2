"""Modal card over the table with the task of a lesson, and lines of turn summaries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from attrs import evolve, frozen

from engine.core.state import State
from engine.i18n.text import Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import RAISED, paint_panel
from screens.paint.theme import Glyphs
from screens.table_view.scene import Scene

NOTICE: Final = (buttons.NOTICE,)
"""Place of a card on the screen."""

WIDEST: Final = 100


LONGEST_NAME: Final = 12
"""Maximum width of a name, including a blank."""

OTHERS: Final = 0
ALL: Final = 1
READER: Final = 2
"""The players whom a line is about."""


@frozen
class CardLine:
    """A line of a card: text, role, the players it is about, and a name before it."""

    text: str
    role: str = "text"
    concerns: int = ALL
    name: str = ""
    name_role: str = "text"


@frozen
class _Row:
    """A row of a card: name at the left, text and its indentation."""

    text: str
    role: str
    indent: int = 0
    name: str = ""
    name_role: str = "text"


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
            card.put(inner.x, at, row.name, row.name_role)
            card.put(inner.x + row.indent, at, row.text, row.role)
        card.spot(NOTICE, box)
        canvas.spots.bury(box.moved(x, y))
        canvas.replace(card, x, y)

    def _hides(self, canvas: Canvas, box: Rect) -> int:
        """Number of cells of the places in `of` that a box hides."""
        rects = (rect.clipped(box) for place in self.of for rect in canvas.rects(place))
        return sum(rect.width * rect.height for rect in rects if rect is not None)

    def _parts(self, scene: Scene[State], width: int) -> list[list[_Row]]:
        """The lines wrapped to the width, after a column of names."""
        names = max((width_of(line.name) + 1 for line in self.lines if line.name), default=0)
        names = min(names, LONGEST_NAME)
        return [_broken(line, width, names, scene.theme.glyphs) for line in self.lines]

    def _rows(self, scene: Scene[State], width: int, most: int) -> list[_Row]:
        """The lines wrapped to the width. If not all fit, lines about others are cut to one row,
        then the remaining ones; then lines about everyone are omitted, those about others, and
        those about the reader, oldest first. A last line says so."""
        lines, glyphs = list(self.lines), scene.theme.glyphs
        parts = self._parts(scene, width)
        if sum(map(len, parts)) <= most:
            return [row for part in parts for row in part]
        more = _Row(scene.say(words("See the log for the rest.")), "dim")
        for concern in (OTHERS, ALL, READER):
            for number, line in enumerate(lines):
                if line.concerns == concern and sum(map(len, parts)) >= most:
                    parts[number] = [_cut(parts[number], width, glyphs)]
        for concern in (ALL, OTHERS, READER):
            for number, line in enumerate(lines):
                if line.concerns == concern and sum(map(len, parts)) >= most:
                    parts[number] = []
        return [*(row for part in parts for row in part), more]


def _broken(line: CardLine, width: int, names: int, glyphs: Glyphs) -> list[_Row]:
    """A line in rows, with all but the first indented."""
    indent = names if line.name else 0
    name = clip(line.name, names - 1, glyphs) if line.name else ""
    first, *rest = wrap(line.text, width - max(2, indent))
    return [
        _Row(first, line.role, indent, name, line.name_role),
        *(_Row(part, line.role, indent or 2) for part in rest),
    ]


def _cut(rows: Sequence[_Row], width: int, glyphs: Glyphs) -> _Row:
    """The first row of a line, with an ellipsis if there are more."""
    if len(rows) == 1:
        return rows[0]
    text = " ".join(row.text for row in rows)
    return evolve(rows[0], text=clip(text, width - max(2, rows[0].indent), glyphs))
