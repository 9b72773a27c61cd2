"""Standard output and standard error: set-up, error messages, and closing."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

from engine.i18n.language import Translator
from engine.i18n.text import Text, printable

MAX_SENTENCE_LENGTH: Final = 400
"""Maximum number of characters of an error message that are printed. A damaged file may contain
anything."""


def prepare() -> None:
    """Make it possible to print any character: as UTF-8 into pipes and files on Windows, and
    elsewhere in the stream's own encoding, with replacements. Replace streams that are closed (see
    `_closed_stream`)."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _closed_stream(os.O_RDONLY if name == "stdout" else os.O_WRONLY))
        elif hasattr(stream, "reconfigure"):
            is_piped = sys.platform == "win32" and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if is_piped else None, errors="replace")


def _closed_stream(mode: int) -> TextIO:
    """Return a replacement for a stream that was closed before the start, opened on the null device
    with `mode`. Printing to a read-only replacement is an error; printing to another one is not."""
    return os.fdopen(os.open(os.devnull, mode), "w", encoding="utf-8")


def print_error(translator: Translator, text: Text) -> None:
    """Print a message to stderr as one line of printable characters, cut after
    `MAX_SENTENCE_LENGTH` of them. If stderr is closed, discard it."""
    tidy = printable(translator.translate(text)).replace("\n", " ")
    if len(tidy) > MAX_SENTENCE_LENGTH:
        tidy = f"{tidy[:MAX_SENTENCE_LENGTH]}…"
    try:
        print(f"guildhall: {tidy}", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def close_streams(*streams: TextIO) -> None:
    """Flush the streams. Discard their output if the reader is gone, so that Python does not fail
    at exit."""
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            silence(stream)


def silence(stream: TextIO) -> None:
    """Discard the remaining output of a stream, because writing it would fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
