"""Message shown on terminals that are too small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.i18n.text import Text, words
from screens.paint.canvas import Canvas
from screens.paint.cells import wrap
from screens.paint.theme import Glyphs

MIN_WIDTH: Final = 80
MIN_HEIGHT: Final = 22


LINES_KEY: Final = "l"
"""The key for line mode. It works in either case and in any keyboard layout."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether a terminal is too small for the tables and pages."""
    return width < MIN_WIDTH or height < MIN_HEIGHT


def paint_too_small(
    width: int, height: int, translate: Callable[[Text], str], glyphs: Glyphs
) -> Canvas:
    """Paint a message with the required size and the terminal's size, `width` x `height`."""
    sentence = words(
        "Guildhall needs {width} x {height} cells, but this terminal has {w} x {h}. Make it larger "
        "to continue. Nothing is lost. Press {key} for line mode, or Ctrl+C to leave.",
        width=MIN_WIDTH,
        height=MIN_HEIGHT,
        w=width,
        h=height,
        key=LINES_KEY.upper(),
    )
    canvas = Canvas(width, height, glyphs)
    for y, line in enumerate(wrap(translate(sentence), max(1, width - 1))[:height]):
        canvas.put(0, y, line, "warn")
    return canvas
