"""A card that lies over the table until it was read (modal): what has happened, or what the coach
says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.sheet import Sheet
from engine.core.state import State
from engine.i18n.text import Text, words
from screens.choose.scene import Scene
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import wrap
from screens.paint.shapes import RAISED, paint_panel
from screens.tabletop.sheets import paint_sheet

NOTICE: Final = (buttons.NOTICE,)
"""The place of a card on the screen."""

WIDEST: Final = 100


LEAST_LINES: Final = 4
"""For fewer lines than these there is no table."""


OTHERS: Final = 0
ALL: Final = 1
READER: Final = 2
"""Whom a line concerns."""


@frozen
class CardLine:
    """A line of a card: its words, their role, and whom they concern."""

    text: str
    role: str = "text"
    concerns: int = ALL


@frozen
class Notice:
    """What the card says, and below it a table of all players.

    Nothing can be chosen before it was put away, unless it `waits` for nobody: then any key does
    what it does, and the card goes.
    """

    title: Text
    lines: Sequence[CardLine]
    sheet: Sheet | None = None
    waits: bool = True

    def paint(self, scene: Scene[State], canvas: Canvas, room: Rect) -> None:
        """Lay the card over the lower part of a room of the canvas."""
        width = min(room.width - 2, WIDEST)
        table = None if self.sheet is None else _paint_table(scene, self.sheet, width - 4)
        if table is not None and room.height - table.height < LEAST_LINES + 3:
            table = None
        least = 0 if table is None else table.height + 1
        rows = self._rows(scene, width - 4, room.height - 2 - least)
        height = len(rows) + least + 2
        x, y = room.x + (room.width - width) // 2, room.bottom - height
        card = Canvas(width, height, scene.look.glyphs)
        seat = scene.seat if scene.seat is not None else scene.asked
        role = "frame" if seat is None else f"seat.{seat}"
        go_on = scene.say(words("Space: go on"))
        title = scene.say(self.title)
        box = card.rect
        inner = paint_panel(card, box, title, go_on, role=role, fact_role="warn", ground=RAISED)
        for row, (text, how) in enumerate(rows, inner.y):
            card.put(inner.x, row, text, how)
        if table is not None:
            card.blit(table, inner.x, inner.bottom - table.height)
        card.spot(NOTICE, box)
        if self.waits:
            canvas.bury(box.moved(x, y))
        canvas.replace(card, x, y)

    def _rows(self, scene: Scene[State], width: int, most: int) -> list[tuple[str, str]]:
        """The lines broken to the width. Where not all have room, those that concern others go
        first, then those that concern all alike, from the top: what came last counts most."""
        kept, tail = list(self.lines), list[tuple[str, str]]()
        more = (scene.say(words("The log tells the rest.")), "dim")
        rows = _broken(kept, width)
        for concern in (OTHERS, ALL):
            less = [line for line in kept if line.concerns == concern]
            while less and len(rows) + len(tail) > most:
                kept.remove(less.pop(0))
                rows = _broken(kept, width)
                tail = [more] if concern == ALL else tail
        rows += tail
        return rows if len(rows) <= most else [*rows[: max(0, most - 1)], more]


def _broken(lines: Sequence[CardLine], width: int) -> list[tuple[str, str]]:
    return [
        (part if number == 0 else f"  {part}", line.role)
        for line in lines
        for number, part in enumerate(wrap(line.text, width - 2))
    ]


def _paint_table(scene: Scene[State], sheet: Sheet, width: int) -> Canvas:
    painted = paint_sheet(scene, sheet, width, title=False)
    canvas = Canvas(width, painted.height, scene.look.glyphs)
    canvas.fill(*canvas.rect, ground=RAISED)
    canvas.blit(painted, 0, 0)
    return canvas
