"""The size of a window, limited to a maximum."""

from __future__ import annotations

import os
import shutil
from typing import Final

MAX_COLUMNS: Final = 400
"""Maximum number of columns that are drawn, because each cell costs memory."""

MAX_ROWS: Final = 150
"""Maximum number of rows that are drawn."""


def screen_size(fileno: int) -> tuple[int, int]:
    """Return the columns and rows of the terminal with this file descriptor, at most `MAX_COLUMNS`
    and `MAX_ROWS`. If the terminal does not report a size, use the one that `shutil` finds
    (`COLUMNS` and `LINES`, the standard output, or else 80 x 24)."""
    try:
        width, height = os.get_terminal_size(fileno)
    except OSError:
        width = height = 0
    if not (width and height):
        width, height = shutil.get_terminal_size()
    return min(width, MAX_COLUMNS), min(height, MAX_ROWS)
