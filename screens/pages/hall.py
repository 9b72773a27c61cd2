"""What the menu and the lobby of a house have in common: things to do, each with its key."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from screens.paint.canvas import Canvas, Rect, clip
from screens.paint.shapes import paint_cap

DO: Final = "do"
"""The first word of a place that stands for something to do."""

ROOMY: Final = 24
"""From so many rows of the body on panels have borders."""

CAP: Final = 4
"""The width of a key and the blank after it."""


NUMBERS: Final[list[BindingType]] = [
    Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
]
"""The keys of games that can be begun; all else has letters."""


def paint_doing(canvas: Canvas, line: Rect, cap: str, text: str, role: str = "text") -> None:
    """Something to do: its key, and what it is."""
    paint_cap(canvas, line.x, line.y, cap)
    canvas.put(line.x + CAP, line.y, clip(text, line.width - CAP, canvas.glyphs), role)
