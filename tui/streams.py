"""Standard output and standard error: prepared, complained into, and let go at the end."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

from engine.i18n.language import Tongue
from engine.i18n.text import Text, printable

LONGEST_SENTENCE: Final = 400
"""Maximum length of an error that is printed: a damaged file may contain anything."""


def prepare() -> None:
    """Print every letter: in UTF-8 into pipes and files on Windows, elsewhere in the terminal's own
    encoding, with a replacement for what that does not have."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _closed_stream(os.O_RDONLY if name == "stdout" else os.O_WRONLY))
        elif hasattr(stream, "reconfigure"):
            is_piped = sys.platform == "win32" and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if is_piped else None, errors="replace")


def _closed_stream(mode: int) -> TextIO:
    """Return a stream in place of one that was closed before the start: printing into such a stdout
    is an error, complaining into such a stderr is not."""
    return os.fdopen(os.open(os.devnull, mode), "w", encoding="utf-8")


def print_error(tongue: Tongue, text: Text) -> None:
    """One sentence on stderr, whatever a file may have brought into it."""
    tidy = printable(tongue.say(text)).replace("\n", " ")
    if len(tidy) > LONGEST_SENTENCE:
        tidy = f"{tidy[:LONGEST_SENTENCE]}…"
    try:
        print(f"guildhall: {tidy}", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def close_streams(*streams: TextIO) -> None:
    """Write what is left, or nothing where the other end is gone, so that Python need not try when
    it ends."""
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            silence(stream)


def silence(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, instead of failing once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
