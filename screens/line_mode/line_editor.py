"""Line editor that echoes the typed line itself, so that it can repeat the line after printed
news."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final

from screens.line_mode.input_parser import MAX_LINE_LENGTH
from screens.paint.cells import width_of
from screens.terminal.tokenizer import Kind, Token, Tokenizer

_LINE_ENDS: Final = "\r\n"
_END_OF_INPUT: Final = "\x04"
_ERASE_KEYS: Final = "\x7f\b"
_ERASES_WORD: Final = "\x17"
_ERASES_ALL: Final = "\x15"
_REPRINT_KEY: Final = "\x12"

_TYPED: Final = (Kind.CHARACTER, Kind.ALT, Kind.PASTE)


class LineEditor:
    """Editor of one line, fed with the bytes of a terminal. `text` is the current line, and `ended`
    is true after Ctrl+D in an empty line. Output goes to `show`. Sequences of arrow keys and
    terminal reports are dropped. `clock` returns seconds."""

    def __init__(self, show: Callable[[str], None], clock: Callable[[], float] = monotonic) -> None:
        self._show = show
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._tokenizer = Tokenizer(clock)
        self._after_return = False
        self.text = ""
        self.ended = False

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which `tick` ends an incomplete sequence; None outside of
        sequences."""
        return self._tokenizer.patience

    def feed(self, typed: bytes) -> list[str]:
        """Process bytes and return the completed lines."""
        return self._edit(self._tokenizer.feed(self._decoder.decode(typed)))

    def tick(self) -> list[str]:
        """End an incomplete escape sequence whose timeout has passed. Return the completed
        lines."""
        return self._edit(self._tokenizer.tick())

    def _edit(self, tokens: Iterable[Token]) -> list[str]:
        lines = []
        for token in tokens:
            if token.kind in _TYPED:
                lines += [line for letter in token.text for line in self._handle_letter(letter)]
        return lines

    def _handle_letter(self, letter: str) -> Iterator[str]:
        after_return, self._after_return = self._after_return, letter == "\r"
        if letter not in _LINE_ENDS:
            self._change(letter)
        elif not (after_return and letter == "\n"):
            self._show("\n")
            line, self.text = self.text, ""
            yield line

    def repeat(self) -> None:
        self._show(self.text)

    def _change(self, letter: str) -> None:
        if letter in _ERASE_KEYS:
            self._erase(self._last_letter())
        elif letter == _ERASES_WORD:
            kept = self.text.rstrip().rpartition(" ")
            self._erase(len(self.text) - len(kept[0] + kept[1]))
        elif letter == _ERASES_ALL:
            self._erase(len(self.text))
        elif letter == _REPRINT_KEY:
            self._show(f"\n{self.text}")
        elif letter == _END_OF_INPUT:
            self.ended = not self.text
        else:
            shown = " " if letter == "\t" else letter
            if shown.isprintable() and len(self.text) < MAX_LINE_LENGTH:
                self.text += shown
                self._show(shown)

    def _last_letter(self) -> int:
        """Return the number of characters that make up the last letter, including combining
        accents."""
        size = min(1, len(self.text))
        while size < len(self.text) and width_of(self.text[-size:]) == 0:
            size += 1
        return size

    def _erase(self, size: int) -> None:
        """Delete the last `size` characters of the line, and erase them on the screen."""
        kept = len(self.text) - size
        width = width_of(self.text[kept:])
        self.text = self.text[:kept]
        self._show("\b" * width + " " * width + "\b" * width)
