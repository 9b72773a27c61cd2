"""Tokenizer of terminal input: keys, sequences and pastes.

Only characters outside of sequences are keys. A sequence ends where ECMA-48 ends it, however slowly
it arrives. After a second of silence, an incomplete sequence is dropped, and its characters are
never typed. Two kinds are kept: a paste, and ESC with a single character, which is a key with Alt.

States follow the parser of DEC terminals: https://vt100.net/emu/dec_ansi_parser. Three forms
outside of ECMA-48 are supported: `ESC [ [ A` of the Linux console, `ESC [ M` followed by three
characters, and bracketed pastes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from time import monotonic
from typing import Final

from attrs import frozen

ESC: Final = "\x1b"
CTRL_C: Final = "\x03"

ESCAPE_SILENCE: Final = 0.1
"""Seconds of silence after which ESC is the Escape key."""

SEQUENCE_SILENCE: Final = 1.0
"""Seconds of silence after which an incomplete sequence is dropped, and an incomplete paste
ends."""

MAX_SEQUENCE_LENGTH: Final = 4096
"""Maximum length of a control sequence in characters. A longer one is dropped up to its end. The
content of strings is not kept."""

MAX_PASTE_LENGTH: Final = 1_000_000
"""Maximum length of a paste, in characters. The rest of a longer one is dropped."""

END_OF_PASTE: Final = ("\x1b[201~", "\x9b201~")
_PARTIAL_END_OF_PASTE: Final = re.compile(
    r"(?:\x1b(?:\[(?:2(?:0(?:1)?)?)?)?|\x9b(?:2(?:0(?:1)?)?)?)\Z"
)

_C1: Final = {
    "\x8f": "O",
    "\x90": "P",
    "\x98": "X",
    "\x9b": "[",
    "\x9d": "]",
    "\x9e": "^",
    "\x9f": "_",
}
"""C1 characters, each with the character that means the same after ESC."""

_STRING_TERMINATOR: Final = "\x9c"
_INTRODUCERS: Final = frozenset("[O]PX^_")
"""Characters after ESC that begin a sequence: CSI, SS3, and strings (OSC, DCS, SOS, PM, APC)."""

_RXVT_SHIFTED: Final = frozenset(("2", "3", "5", "6", "7", "8", "23", "24"))
"""Numbers of keys that rxvt sends as `ESC [ NUMBER $`, where `$` is not a final byte by the
standard."""


class Kind(Enum):
    """Kind of a token, which determines what its text contains."""

    CHARACTER = auto()
    """A character by itself. ESC stands for the Escape key."""
    ALT = auto()
    """A character after ESC, which stands for the key with Alt."""
    CSI = auto()
    """A control sequence, without `ESC [`."""
    SS3 = auto()
    """A key of the keypad or a function key, without `ESC O`."""
    CONSOLE = auto()
    """A function key of the Linux console, without `ESC [ [`."""
    MOUSE = auto()
    """Three characters after `ESC [ M`: button, column, row."""
    PASTE = auto()
    """Pasted text."""


@frozen
class Token:
    """A complete unit of input."""

    kind: Kind
    text: str


class _State(Enum):
    GROUND = auto()
    ESCAPE = auto()
    CSI = auto()
    CONSOLE = auto()
    SS3 = auto()
    MOUSE = auto()
    STRING = auto()
    PASTE = auto()


class Tokenizer:
    """State machine that splits characters into tokens. `clock` returns seconds. Silence is checked
    only by `tick`, so that input which had to wait for the program does not count as late."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._state = _State.GROUND
        self._last = 0.0
        self._introducer = ""
        """Character after ESC, until more arrives; empty for a C1 form."""
        self._collected: list[str] = []
        self._is_osc = False
        self._escaped = False
        """Whether the last character of a string or of a mouse report was ESC."""
        self._broken = False
        """Whether the sequence is invalid."""
        self._ends_with_m = False
        """Whether only the final characters of mouse reports end this sequence."""
        self._is_emitted = False
        """Whether the token has already been produced, so that the rest of the sequence is
        dropped."""
        self._handlers: dict[_State, Callable[[str], Iterator[Token]]] = {
            _State.GROUND: self._in_ground,
            _State.ESCAPE: self._in_escape,
            _State.CSI: self._in_csi,
            _State.CONSOLE: self._in_console,
            _State.SS3: self._in_ss3,
            _State.MOUSE: self._in_mouse,
            _State.STRING: self._in_string,
            _State.PASTE: self._in_paste,
        }

    @property
    def deadline(self) -> float | None:
        """Time, by `clock`, at which silence ends the current sequence; None outside of
        sequences."""
        if self._state is _State.GROUND:
            return None
        return self._last + (ESCAPE_SILENCE if self._state is _State.ESCAPE else SEQUENCE_SILENCE)

    @property
    def patience(self) -> float | None:
        """Seconds left until `deadline`; None outside of sequences."""
        deadline = self.deadline
        return None if deadline is None else max(0.0, deadline - self._clock())

    def feed(self, text: str) -> Iterator[Token]:
        """Yield the tokens completed by `text`."""
        self._last = self._clock()
        for character in text:
            yield from self._handlers[self._state](character)

    def tick(self) -> Iterator[Token]:
        """Yield the token ended by silence, if any. Call it only when no input is waiting."""
        deadline = self.deadline
        if deadline is not None and self._clock() >= deadline:
            yield from self.end()

    def end(self) -> Iterator[Token]:
        """End the current sequence. Yield the Escape key, the key with Alt or the paste that it
        amounts to so far; drop any other sequence."""
        state, collected = self._state, "".join(self._collected)
        introducer, escaped = self._introducer, self._escaped
        self._reset()
        if state is _State.ESCAPE:
            yield Token(Kind.CHARACTER, ESC)
        elif state is _State.PASTE:
            yield Token(Kind.PASTE, _PARTIAL_END_OF_PASTE.sub("", collected))
        elif introducer and not collected and not escaped:
            yield Token(Kind.ALT, introducer)

    # ------------------------------------------------------------------ states

    def _in_ground(self, character: str) -> Iterator[Token]:
        if character == ESC:
            self._enter(_State.ESCAPE)
        elif character in _C1:
            self._begin(_C1[character])
        elif not "\x80" <= character <= "\x9f":
            yield Token(Kind.CHARACTER, character)

    def _in_escape(self, character: str) -> Iterator[Token]:
        if character == ESC or "\x80" <= character <= "\x9f":
            self._reset()
            yield Token(Kind.CHARACTER, ESC)
            yield from self._in_ground(character)
        elif character in _INTRODUCERS:
            self._begin(character)
            self._introducer = character
        else:
            self._reset()
            yield Token(Kind.ALT, character)

    def _in_csi(self, character: str) -> Iterator[Token]:
        first = not self._collected
        self._introducer = ""
        if self._is_emitted:
            self._reset()
            if character != "y":
                yield from self._in_ground(character)
        elif self._aborts_sequence(character):
            yield from self._restart(character)
        elif first and character == "[":
            self._enter(_State.CONSOLE)
        elif first and character == "M":
            self._enter(_State.MOUSE)
        elif "@" <= character <= "~" and not self._continues(character):
            yield from self._end_csi(character)
        elif " " <= character <= "~":
            self._collect(character)
            if character == "$" and "".join(self._collected[:-1]) in _RXVT_SHIFTED:
                yield Token(Kind.CSI, "".join(self._collected))
                self._is_emitted = True
        else:
            self._broken = True
            if character == CTRL_C:
                yield Token(Kind.CHARACTER, CTRL_C)

    def _continues(self, letter: str) -> bool:
        """Return whether the control sequence continues after `letter`. Terminals written in
        JavaScript send mouse reports with `NaN`, `Infinity` or `1e+21` as a number."""
        if self._collected[:1] in (["?"], [">"], ["="]):
            return False
        before = self._collected[-1] if self._collected else ""
        self._ends_with_m |= (
            self._collected[:1] == ["<"]
            or (letter == "N" and before in ("", ";", "-"))
            or (letter == "I" and before in (";", "-"))
            or (letter == "e" and before.isdecimal())
        )
        return self._ends_with_m and letter not in "Mm"

    def _end_csi(self, final: str) -> Iterator[Token]:
        text = "".join((*self._collected, final))
        whole = not self._broken
        self._reset()
        if text == "200~" and whole:
            self._enter(_State.PASTE)
        elif text != "201~" and whole:
            yield Token(Kind.CSI, text)

    def _in_console(self, character: str) -> Iterator[Token]:
        if self._aborts_sequence(character) or character == CTRL_C:
            yield from self._restart(character)
        else:
            self._reset()
            yield Token(Kind.CONSOLE, character)

    def _in_ss3(self, character: str) -> Iterator[Token]:
        self._introducer = ""
        if self._aborts_sequence(character) or character == CTRL_C:
            yield from self._restart(character)
        elif character.isdecimal() or character == ";":
            self._collect(character)
        else:
            text, whole = "".join((*self._collected, character)), not self._broken
            self._reset()
            if whole and " " <= character <= "~":
                yield Token(Kind.SS3, text)

    def _in_mouse(self, character: str) -> Iterator[Token]:
        if self._escaped:
            self._escaped = False
            if character in _INTRODUCERS:
                self._begin(character)
                return
            self._collect(ESC)
            if len(self._collected) == 3:
                self._reset()
                yield from self._in_ground(character)
                return
        if character == ESC:
            self._escaped = True
            return
        self._collect(character)
        if len(self._collected) == 3:
            text = "".join(self._collected)
            self._reset()
            yield Token(Kind.MOUSE, text)

    def _in_string(self, character: str) -> Iterator[Token]:
        self._introducer = ""
        if self._escaped and character in _INTRODUCERS:
            self._begin(character)
        elif self._ends_string(character):
            self._reset()
        elif character in _C1:
            self._begin(_C1[character])
        else:
            self._escaped = character == ESC
        yield from ()

    def _ends_string(self, character: str) -> bool:
        if character == "\x07":
            return self._is_osc
        return character == _STRING_TERMINATOR or (self._escaped and character == "\\")

    def _in_paste(self, character: str) -> Iterator[Token]:
        if character == CTRL_C:
            yield Token(Kind.CHARACTER, CTRL_C)
            return
        self._collect(character, MAX_PASTE_LENGTH)
        if character == "~":
            tail = "".join(self._collected[-len(END_OF_PASTE[0]) :])
            for end in END_OF_PASTE:
                if tail.endswith(end):
                    text = "".join(self._collected[: -len(end)])
                    self._reset()
                    yield Token(Kind.PASTE, text)
                    return

    # ------------------------------------------------------------------ transitions

    def _aborts_sequence(self, character: str) -> bool:
        """Return whether a character aborts a control sequence, and may begin the next sequence."""
        return character == ESC or "\x80" <= character <= "\x9f"

    def _restart(self, character: str) -> Iterator[Token]:
        self._reset()
        yield from self._in_ground(character)

    def _begin(self, introducer: str) -> None:
        states = {"[": _State.CSI, "O": _State.SS3}
        self._enter(states.get(introducer, _State.STRING))
        self._is_osc = introducer == "]"

    def _enter(self, state: _State) -> None:
        self._reset()
        self._state = state

    def _reset(self) -> None:
        self._state = _State.GROUND
        self._introducer = ""
        self._collected = []
        self._is_osc = self._escaped = self._broken = self._ends_with_m = self._is_emitted = False

    def _collect(self, character: str, most: int = MAX_SEQUENCE_LENGTH) -> None:
        """Append a character. Beyond `most` characters, mark the sequence as invalid, and keep only
        its beginning and the last characters, which show whether a paste ends."""
        self._collected.append(character)
        if len(self._collected) > most:
            self._broken = True
            del self._collected[most - len(END_OF_PASTE[0]) : -len(END_OF_PASTE[0])]


def without_sequences(text: str) -> str:
    """Return a typed line without control sequences, such as replies that the terminal itself has
    sent."""
    tokenizer = Tokenizer()
    tokens = [*tokenizer.feed(text), *tokenizer.end()]
    own = (Kind.CHARACTER, Kind.ALT, Kind.PASTE)
    return "".join(token.text for token in tokens if token.kind in own)
