"""Helpers that read what a painter has painted."""

from __future__ import annotations

from typing import Any

from screens.paint.canvas import Canvas


def roles_used(canvas: Canvas) -> set[str]:
    """Return all roles of cells, combined with their grounds."""
    return {role for y in range(canvas.height) for role in canvas.painted(y)}


def words_at(canvas: Canvas, place: Any) -> str:
    """Return the text on a place."""
    return "\n".join(
        "".join(canvas.chars[y][rect.x : rect.right])
        for rect in canvas.rects(place)
        for y in range(rect.y, rect.bottom)
    )
