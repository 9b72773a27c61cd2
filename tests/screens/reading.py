"""Reading what a painter has painted, for tests of tables."""

from __future__ import annotations

from typing import Any

from screens.paint.canvas import Canvas


def roles_used(canvas: Canvas) -> set[str]:
    """Every role that some cell has, over its ground."""
    return {role for y in range(canvas.height) for role in canvas.painted(y)}


def words_at(canvas: Canvas, place: Any) -> str:
    """What is written on a place."""
    return "\n".join(
        "".join(canvas.chars[y][rect.x : rect.right])
        for rect in canvas.rects(place)
        for y in range(rect.y, rect.bottom)
    )
