"""Splitter of a client's input into keys, which limits their rate.

A key is the input from which `TerminalReader` makes one event. In cases of doubt, each character
counts as a key. Counting too many is harmless, but counting too few would let clients evade the
limit.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

from attrs import frozen

from screens.terminal.tokenizer import SEQUENCE_SILENCE
from tui.server.limits import Meter

PASTE_START: Final = b"\x1b[200~"
"""Sequence before pasted text."""

PASTE_END: Final = b"\x1b[201~"
"""Sequence after pasted text."""

_ENDS: Final = (PASTE_END, b"\x9b201~")

PASTE_PAUSE: Final = SEQUENCE_SILENCE / 2
"""Seconds without input after which a paste counts as over, because the session may consider it to
be over."""

_SEQUENCE: Final = re.compile(
    rb"\x1b\[(?:"
    rb"[A-IOPQRSZ]"
    rb"|\[[A-E]"
    rb"|\d{1,7}(?::\d{0,7}){0,2}(?:;\d{0,4}(?::\d)?(?:;\d{0,7})?)?[~uA-FHPQRS]"
    rb"|(?:\d{0,5};){5}[01]_"
    rb"|<\d{1,3};-?\d{1,5};-?\d{1,5}[Mm]"
    rb"|\?\d{1,5};\d\$y"
    rb")|\x1bO[A-DFHMP-Sa-djkm-y]"
)
_MOVE: Final = re.compile(rb"\x1b\[<(?:3[2-9]|[45]\d|6[0-3]);-?\d{1,5};-?\d{1,5}[Mm]")
_MOUSE: Final = b"\x1b[<"
"""Beginning of a mouse event."""

_LETTER: Final = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{1,3}|.", re.DOTALL)
_LINE: Final = re.compile(rb"[^\x1b\x9b\r\n]+(?:\r\n?|\n)?|\r\n?|\n")
_CTRL_C: Final = b"\x03"
"""Byte that counts as a key even within pasted text."""


class Mode(Enum):
    """Whether keys are typed or pasted."""

    TYPING = auto()
    PASTING = auto()


@frozen
class Stroke:
    """The first key of the queue: its length in bytes, the number of keys that it counts as, and
    the mode after it."""

    length: int
    keys: int
    then: Mode


class Keystrokes:
    """Queue of input in order of arrival. A mouse move that would have to wait is dropped if
    another mouse event follows directly, because that event has a position of its own."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._typed = bytearray()
        self._mode = Mode.TYPING
        self._last_passed = 0.0
        self.late = False
        """Whether some queued input must wait for the rate limit."""
        self.hasty = False
        """Whether the waiting input is more than a move of the mouse."""

    @property
    def rest(self) -> bytes:
        """The queued input."""
        return bytes(self._typed)

    def __len__(self) -> int:
        return len(self._typed)

    def add(self, data: bytes) -> None:
        """Append input to the queue."""
        self._typed += data

    def next_bytes(self) -> bytes:
        """Remove and return the input that the rate limit allows now, without dropped mouse moves,
        and update `late` and `hasty`."""
        ready = bytearray()
        self.late = self.hasty = False
        now = self._meter.clock()
        if now - self._last_passed >= PASTE_PAUSE:
            self._mode = Mode.TYPING
        while stroke := self._next():
            if self._meter.consume(stroke.keys):
                ready += self._typed[: stroke.length]
                self._mode = stroke.then
                self._last_passed = now
            elif not self._is_overtaken(stroke):
                self.late = True
                self.hasty = _MOVE.fullmatch(self._typed) is None
                break
            del self._typed[: stroke.length]
        return bytes(ready)

    def _next(self) -> Stroke | None:
        """Return the first key; None if the queue is empty or, within pasted text, may be the
        beginning of an end-of-paste sequence."""
        if not self._typed:
            return None
        return self._next_pasted() if self._mode is Mode.PASTING else self._next_typed()

    def _next_typed(self) -> Stroke:
        if self._typed.startswith(PASTE_START):
            return Stroke(len(PASTE_START), 1, Mode.PASTING)
        if self._typed.startswith(PASTE_END):
            return Stroke(len(PASTE_END), 1, Mode.TYPING)
        if sequence := _SEQUENCE.match(self._typed):
            return Stroke(sequence.end(), 1, Mode.TYPING)
        letter = _LETTER.match(self._typed)
        assert letter is not None
        return Stroke(letter.end(), len(letter[0].decode(errors="replace")), Mode.TYPING)

    def _next_pasted(self) -> Stroke | None:
        if line := _LINE.match(self._typed):
            keys = line[0].count(_CTRL_C) + line[0].endswith((b"\r", b"\n"))
            return Stroke(line.end(), keys, Mode.PASTING)
        for end in _ENDS:
            if self._typed.startswith(end):
                return Stroke(len(end), 0, Mode.TYPING)
            if end.startswith(self._typed):
                return None
        return Stroke(1, 0, Mode.PASTING)

    def _is_overtaken(self, stroke: Stroke) -> bool:
        """Return whether `stroke`, the first key of the queue, is a mouse move directly before
        another mouse event."""
        is_move = _MOVE.match(self._typed) is not None
        return is_move and self._typed.startswith(_MOUSE, stroke.length)
