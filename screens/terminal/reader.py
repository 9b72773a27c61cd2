"""Decoding of terminal input into Textual messages: keys, mouse, pastes, and a few replies.

Anything unknown is ignored. Textual's own parser would type an unknown sequence character by
character, so it gets only complete sequences that it knows.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from itertools import chain
from time import monotonic
from typing import Final

from textual.events import AppBlur, AppFocus, Paste
from textual.message import Message

from screens.terminal import key_decoder
from screens.terminal.key_decoder import WindowsKeyboard
from screens.terminal.mouse_reports import Mouse
from screens.terminal.textual_private import XTermParser
from screens.terminal.tokenizer import Kind, Token, Tokenizer

_MODE: Final = re.compile(r"\?(2026|2048|1016);([0-4])\$y")
_RESIZED: Final = re.compile(r"48((?:;\d{1,5}(?::[\d:]*)?){4})t")
_PIXELS: Final = "1016"
_UNDECODED: Final = re.compile("[\ud800-\udfff]")


class PixelsOffered(Message):
    """Message that the terminal can report the mouse in pixels, and does not do so yet."""


class TerminalReader:
    """Decoder of terminal input into messages. `clock` returns seconds."""

    def __init__(self, debug: bool, clock: Callable[[], float] = monotonic) -> None:
        self._tokenizer = Tokenizer(clock)
        self._decoder = getincrementaldecoder("utf-8")("surrogateescape")
        self._parser = XTermParser(debug)
        self._mouse = Mouse(self._parser)
        self._windows = WindowsKeyboard()
        self._in_pixels = False

    @property
    def patience(self) -> float | None:
        """Seconds until `tick` must be called; None if no sequence is incomplete."""
        return self._tokenizer.patience

    def feed_bytes(self, data: bytes) -> Iterator[Message]:
        """Yield the messages completed by `data`."""
        return self.feed(self._decoder.decode(data))

    def feed(self, text: str) -> Iterator[Message]:
        """Yield the messages completed by `text`."""
        return chain.from_iterable(map(self._read, self._tokenizer.feed(_with_c1(text))))

    def tick(self) -> Iterator[Message]:
        """Yield the messages of sequences that have timed out. Call it only when no input is
        waiting."""
        return chain.from_iterable(map(self._read, self._tokenizer.tick()))

    def _read(self, token: Token) -> Iterator[Message]:
        match token.kind:
            case Kind.CHARACTER:
                yield from key_decoder.typed(_UNDECODED.sub("\ufffd", token.text))
            case Kind.ALT:
                yield from key_decoder.with_alt(_UNDECODED.sub("\ufffd", token.text))
            case Kind.SS3:
                yield from key_decoder.of_ss3(token.text)
            case Kind.CONSOLE:
                yield from key_decoder.of_console(token.text)
            case Kind.PASTE:
                yield Paste(_UNDECODED.sub("\ufffd", token.text).replace("\x00", ""))
            case Kind.MOUSE:
                yield from _if_any(self._mouse.old_report(token.text))
            case Kind.CSI:
                yield from self._read_csi(token.text)

    def _read_csi(self, text: str) -> Iterator[Message]:
        if text == "I":
            yield AppFocus()
        elif text == "O":
            yield AppBlur()
        elif mode := _MODE.fullmatch(text):
            yield from self._handle_mode_report(mode[1], mode[2], text)
        elif resized := _RESIZED.fullmatch(text):
            yield from self._resize(
                [int(number.partition(":")[0]) for number in resized[1].split(";")[1:]]
            )
        elif text.endswith("_"):
            yield from self._windows.pressed(text[:-1])
        elif text[-1] in "Mm":
            yield from _if_any(self._mouse.reported(text))
        else:
            yield from key_decoder.of_csi(text)

    def _handle_mode_report(self, mode: str, setting: str, text: str) -> Iterator[Message]:
        """Yield the messages of a report of a terminal mode. If it is about the mouse in pixels,
        record whether this mode is set, and yield `PixelsOffered` if the terminal supports the
        mode, has not set it, and has reported its size in pixels."""
        if mode != _PIXELS:
            yield from self._parser.feed(f"\x1b[{text}")
            return
        self._in_pixels = setting in "13"
        self._update_mouse_unit()
        if setting == "2" and self._knows_pixels:
            yield PixelsOffered()

    def _resize(self, numbers: list[int]) -> Iterator[Message]:
        """Yield the messages of a report of the window size; none if the window is empty. `numbers`
        are the rows, the columns, and the height and width in pixels."""
        rows, columns, tall, wide = numbers
        if rows and columns:
            yield from self._parser.feed(f"\x1b[48;{rows};{columns};{tall};{wide}t")
            self._update_mouse_unit()

    @property
    def _knows_pixels(self) -> bool:
        size = self._parser.terminal_pixel_size
        return size is not None and all(size)

    def _update_mouse_unit(self) -> None:
        """Treat mouse positions as pixels only if the terminal reports them so and its size in
        pixels is known."""
        self._parser.mouse_pixels = self._in_pixels and self._knows_pixels


def _if_any(message: Message | None) -> Iterator[Message]:
    if message is not None:
        yield message


def _with_c1(text: str) -> str:
    """Return the text with 8-bit C1 controls, which are not valid UTF-8, decoded."""
    if text.isascii():
        return text
    return text.translate(_BYTES_OF_C1)


_BYTES_OF_C1: Final = {0xDC00 + code: code for code in range(0x80, 0xA0)}
