"""Chat messages, painted: the latest below the table, or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import State
from engine.lobby.chat import ChatLine
from screens.match_summary import local
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import RAISED
from screens.table_view.scene import Scene

TALK: Final = "talk"
"""Page with all chat messages."""


def paint_heard(scene: Scene[State], canvas: Canvas, room: Rect, heard: Sequence[ChatLine]) -> Rect:
    """Paint the latest messages over the lower end of `room`; return the remaining room."""
    y = room.bottom - len(heard)
    canvas.bury(Rect(room.x, y, room.width, len(heard)))
    for row, line in enumerate(heard, y):
        canvas.fill(room.x, row, room.width, 1)
        canvas.ground(Rect(room.x, row, room.width, 1), RAISED)
        x = canvas.put(2, row, f"{line.name}: ", _role_of(scene, line))
        canvas.put(x, row, clip(line.text, canvas.width - x - 1, canvas.glyphs), "text")
    return Rect(room.x, room.y, room.width, room.height - len(heard))


def paint_talk(scene: Scene[State], lines: Sequence[ChatLine], width: int, height: int) -> Canvas:
    """Paint all messages, at least `height` rows high."""
    rows = [
        (line if part == 0 else None, text)
        for line in lines
        for part, text in enumerate(wrap(line.text, width - width_of(line.name) - 12))
    ]
    page = Canvas(width, max(height, len(rows)), scene.theme.glyphs)
    indent = 0
    for row, (line, text) in enumerate(rows):
        if line is not None:
            x = page.put(2, row, f"{local(line.at):%H:%M} ", "dim")
            indent = page.put(x, row, f"{line.name}: ", _role_of(scene, line))
        page.put(indent, row, text, "text")
    return page


def _role_of(scene: Scene[State], line: ChatLine) -> str:
    """Return the role that paints the author's colour."""
    names = list(scene.tongue.seats)
    return f"seat.{names.index(line.name)} bold" if line.name in names else "dim"
