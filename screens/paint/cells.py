"""Text as cells: what is shown of it, how wide that is, and how it is cut to a width.

A cell holds one character. A letter that takes two (日) stands in the first of them, and the second
holds nothing: so a row of cells, joined, is the text that a terminal is sent.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from screens.paint.theme import UNICODE, Glyphs

REST: Final = ""
"""The second cell of a letter that takes two."""


class _Cells(dict[int, str]):
    """For `str.translate`: what to draw for a character, so that it takes one cell, two or none."""

    def __missing__(self, code: int) -> str:
        self[code] = cell = _cell(chr(code))
        return cell


def _cell(char: str) -> str:
    category = unicodedata.category(char)
    if char == "\t" or category in ("Zs", "Zl", "Zp"):
        return " "
    if char in _FLAGS:
        return _FLAGS[char]
    if category in ("Mn", "Mc", "Me", "Cf") or char in _UNSEEN:
        return ""
    if category in ("Cc", "Cs", "Co", "Cn") or char in _UNSURE:
        return "?"
    if unicodedata.east_asian_width(char) == "F" and _is_plain(char):
        return unicodedata.normalize("NFKC", char)
    return char


def _is_plain(char: str) -> bool:
    """Whether it is a sign or letter of ASCII, only wider."""
    return unicodedata.normalize("NFKC", char).isascii()


_FLAGS: Final = {chr(0x1F1E6 + n): letter for n, letter in enumerate(ascii_uppercase)}
"""Halves of flags, and the letters for which they stand: terminals disagree about their width."""

_UNSEEN: Final = frozenset(map(chr, (0x3164, *range(0x1F3FB, 0x1F400))))
"""A filler, and colours of skin, which join the sign before them."""

_UNSURE: Final = frozenset(
    chr(code)
    for first, last in (
        (0x1160, 0x11FF),  # Hangul vowels and finals, which join the letter before them
        (0xD7B0, 0xD7FF),
        (0x2630, 0x2637),  # trigrams and the like, double since Unicode 16
        (0x268A, 0x268F),
        (0x4DC0, 0x4DFF),
        (0x1D300, 0x1D376),
        (0xFFA0, 0xFFA0),
    )
    for code in range(first, last + 1)
)
"""Characters whose width differs between the versions of Unicode that terminals know."""

_CELLS: Final = _Cells()

_FIRST_WIDE: Final = "\u1100"
"""No letter before this one takes two cells."""


def clean(text: str) -> str:
    """What is shown of a text: no controls, nothing of zero width, nothing of which one cannot say
    whether it takes one cell or two."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(in_cells(text))


def in_cells(text: str) -> Sequence[str]:
    """The cells that a text takes, each with its character or with `REST`."""
    if text.isascii() and text.isprintable():
        return text
    return _cells_of(text)


@lru_cache(maxsize=8192)
def _cells_of(text: str) -> Sequence[str]:
    shown = unicodedata.normalize("NFC", text).translate(_CELLS)
    if not any(map(is_wide, shown)):
        return shown
    return tuple(cell for char in shown for cell in ((char, REST) if is_wide(char) else (char,)))


def is_wide(char: str) -> bool:
    """Whether a character takes two cells."""
    return char >= _FIRST_WIDE and unicodedata.east_asian_width(char) in "WF"


def width_of(text: str) -> int:
    """How many cells a text takes."""
    return len(in_cells(text))


def cut(text: str, width: int) -> str:
    """As many letters from the beginning of a text as fit into a width."""
    cells = in_cells(text)
    if len(cells) <= width:
        return "".join(cells)
    end = max(0, width)
    return "".join(cells[: end - (cells[end] == REST)]) if end else ""


def clip(text: str, width: int, glyphs: Glyphs = UNICODE) -> str:
    """The text cut to a width, with an ellipsis where something is missing."""
    if width_of(text) <= width:
        return clean(text)
    return cut(text, width - 1) + glyphs("ellipsis") if width > 0 else ""


def padded(text: str, width: int) -> str:
    """The text with blanks behind it up to a width."""
    return text + " " * (width - width_of(text))


def centred(text: str, width: int) -> str:
    """The text with blanks around it up to a width."""
    left = max(0, width - width_of(text)) // 2
    return padded(" " * left + text, width)


def widest(texts: Iterable[str]) -> int:
    """The width of the widest text; 0 where there is none."""
    return max(map(width_of, texts), default=0)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words where possible."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _broken(paragraph, max(1, width))
    return lines


def wrap_within(text: str, width: int, rows: int, glyphs: Glyphs = UNICODE) -> list[str]:
    """Lines of at most that width, so many at most: the last ends in dots where more would come."""
    lines = wrap(text, width)
    if len(lines) <= rows:
        return lines
    if rows <= 0:
        return []
    return [*lines[: rows - 1], clip(" ".join(lines[rows - 1 :]), width, glyphs)]


@lru_cache(maxsize=4096)
def _broken(paragraph: str, width: int) -> Sequence[str]:
    shown = clean(paragraph)
    if width_of(shown) == len(shown):
        return textwrap.wrap(shown, width) or ("",)
    return _broken_wide(shown, max(2, width))


def _broken_wide(shown: str, width: int) -> Sequence[str]:
    """Lines of a text in which letters take two cells: a word that is too long is cut anywhere."""
    lines: list[str] = []
    line = ""
    for word in shown.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer) > width:
            lines.append(line)
            longer = word
        while width_of(longer) > width:
            lines.append(cut(longer, width))
            longer = longer.removeprefix(lines[-1])
        line = longer
    return [*lines, line]


def lay(row: list[str], x: int, cells: Sequence[str]) -> None:
    """Write cells, one at least, over those of a row from a column on, all of them within it. Of a
    letter of two cells of which one goes, or does not come along, a blank is left."""
    end = x + len(cells)
    if x and row[x] == REST:
        row[x - 1] = " "
    if end < len(row) and row[end] == REST:
        row[end] = " "
    row[x:end] = cells
    if row[x] == REST:
        row[x] = " "
    if row[end - 1] >= _FIRST_WIDE and is_wide(row[end - 1]):
        row[end - 1] = " "
