"""The size of a window, limited to a maximum."""

from __future__ import annotations

import os
import shutil
from typing import Final

MAX_COLUMNS: Final = 400
"""Maximum width in columns that is drawn. More is not visible, and each cell costs memory."""

MAX_ROWS: Final = 150
"""Maximum height in rows that is drawn."""


def screen_size(fileno: int) -> tuple[int, int]:
    """Return the columns and rows of the terminal with this file descriptor, at most `MAX_COLUMNS`
    and `MAX_ROWS`. If the terminal does not report a size, use the environment variables."""
    try:
        width, height = os.get_terminal_size(fileno)
    except OSError:
        width = height = 0
    if not (width and height):
        width, height = shutil.get_terminal_size()
    return min(width, MAX_COLUMNS), min(height, MAX_ROWS)
