"""Size of a window, limited to a maximum."""

from __future__ import annotations

import os
import shutil
from typing import Final

WIDEST: Final = 400
TALLEST: Final = 150
"""Largest window drawn, in cells: more is not visible, and each cell costs memory."""


def screen_size(fileno: int) -> tuple[int, int]:
    """Columns and rows of a terminal, or of the environment if the terminal does not know them;
    at most `WIDEST` and `TALLEST`."""
    try:
        width, height = os.get_terminal_size(fileno)
    except OSError:
        width = height = 0
    if not (width and height):
        width, height = shutil.get_terminal_size()
    return min(width, WIDEST), min(height, TALLEST)
