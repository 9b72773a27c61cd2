"""How large a window is, and how large it is drawn at most."""

from __future__ import annotations

import os
import shutil
from typing import Final

WIDEST: Final = 400
TALLEST: Final = 150
"""The largest window in cells that is drawn: nobody sees more, and each cell costs memory."""


def screen_size(fileno: int) -> tuple[int, int]:
    """The columns and rows of a terminal. Where it does not know them itself, they are those of the
    environment; never more than `WIDEST` and `TALLEST`."""
    try:
        width, height = os.get_terminal_size(fileno)
    except OSError:
        width = height = 0
    if not (width and height):
        width, height = shutil.get_terminal_size()
    return min(width, WIDEST), min(height, TALLEST)
