"""Escape sequences that restore a terminal. Another process can also send them after a program has
crashed."""

from typing import Final

RESET_SEQUENCES: Final = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l\x1b[?1004l\x1b[?2004l\x1b[?2048l"
    b"\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Control sequences that reset mouse, paste, keyboard, line wrap, screen and cursor."""
