"""Decoder of mouse reports: X10, UTF-8, urxvt, SGR, in cells or pixels."""

from __future__ import annotations

import re
from typing import Final

from textual.message import Message

from screens.paint.window_size import MAX_COLUMNS, MAX_ROWS
from screens.terminal.textual_private import XTermParser

_SGR: Final = re.compile(r"<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])")
_URXVT: Final = re.compile(r"(\d{1,3});(\d{1,5});(\d{1,5})M")
_OFFSET: Final = 32
"""Number that the older forms of reports add to the buttons, and the three-character form also to
the column and the row."""
_NO_BUTTON, _MOVES, _WHEEL, _OTHERS = 3, 32, 64, 128


class Mouse:
    """Decoder of mouse reports. It records the pressed button, because older reports do not say
    which button is released."""

    def __init__(self, parser: XTermParser) -> None:
        self._parser = parser
        self._down = _NO_BUTTON

    def reported(self, text: str) -> Message | None:
        """Return the event of a mouse report in a control sequence, given without `ESC [`; None if
        the report is invalid or ignored (see `_event`)."""
        if match := _SGR.fullmatch(text):
            buttons, x, y = map(int, match.groups()[:3])
            return self._event(buttons, x, y, match[4])
        if match := _URXVT.fullmatch(text):
            buttons, x, y = map(int, match.groups())
            return self._older(buttons - _OFFSET, x, y)
        return None

    def old_report(self, text: str) -> Message | None:
        """Return the event of a report of three characters: the buttons, the column and the row.
        None if the report is ignored (see `_event`), or reports a release while no button is down.

        A byte that is not UTF-8 counts as a character. A column beyond 161 followed by a row beyond
        95 looks like a UTF-8 character, and is ignored.
        """
        buttons, x, y = (
            ord(one.encode("utf-8", "surrogateescape")) if "\udc80" <= one <= "\udcff" else ord(one)
            for one in text
        )
        return self._older(buttons - _OFFSET, x - _OFFSET, y - _OFFSET)

    def _older(self, buttons: int, x: int, y: int) -> Message | None:
        if buttons & (_NO_BUTTON | _MOVES | _WHEEL) != _NO_BUTTON:
            return self._event(buttons, x, y, "M")
        if self._down == _NO_BUTTON:
            return None
        return self._event(buttons - _NO_BUTTON + self._down, x, y, "m")

    def _event(self, buttons: int, x: int, y: int, final: str) -> Message | None:
        """Return the event of an SGR report, and record which button is down. None for a position
        outside of any window, for extra buttons, and for the release of the wheel."""
        if buttons < 0 or buttons >= _OTHERS or (final == "m" and buttons & _WHEEL):
            return None
        pixels = self._parser.mouse_pixels and self._parser.terminal_pixel_size
        size = self._parser.terminal_size
        wide, tall = pixels if pixels and size else (1, 1)
        columns, rows = size if pixels and size else (1, 1)
        if not (0 < x <= MAX_COLUMNS * wide / columns and 0 < y <= MAX_ROWS * tall / rows):
            return None
        if not buttons & (_MOVES | _WHEEL):
            self._down = buttons & _NO_BUTTON if final == "M" else _NO_BUTTON
        return self._parser.parse_mouse_code(f"\x1b[<{buttons};{x};{y}{final}")
