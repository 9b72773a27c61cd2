"""Painting of chat messages, at tables and in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.lobby.chat import ChatLine
from screens.match_summary import local
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of, wrap
from screens.paint.theme import Glyphs

ROOM_OF_HEAD: Final = 12
"""Number of columns beside the text of a message, other than those for the author's name: the time,
the margins and the blanks."""


def paint_head(canvas: Canvas, x: int, y: int, line: ChatLine, role: str) -> int:
    """Paint the time of a message and, in `role`, its author. Return the column after them."""
    x = canvas.put(x, y, f"{local(line.at):%H:%M} ", "dim")
    return canvas.put(x, y, f"{line.name}: ", role)


def paint_chat(
    lines: Sequence[ChatLine],
    rect: Rect,
    glyphs: Glyphs,
    role_of: Callable[[ChatLine], str],
) -> Canvas:
    """Paint all messages on a page as wide as `rect` and at least as high, starting in column
    `rect.x`. `role_of` returns the style role of a message's author."""
    rows = [
        (line if part == 0 else None, text)
        for line in lines
        for part, text in enumerate(
            wrap(line.text, rect.width - width_of(line.name) - ROOM_OF_HEAD)
        )
    ]
    page = Canvas(rect.width, max(rect.height, len(rows)), glyphs)
    indent = rect.x
    for row, (line, text) in enumerate(rows):
        if line is not None:
            indent = paint_head(page, rect.x, row, line, role_of(line))
        page.put(indent, row, text, "text")
    return page
