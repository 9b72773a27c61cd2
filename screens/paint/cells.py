"""Text as cells: the visible form of a text, its width, and cutting it to a width.

A cell holds one character. A wide character (日) is in the first of its two cells, and the second
is empty, so that a row of cells, joined, is the text sent to a terminal.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from screens.paint.theme import UNICODE, Glyphs

SECOND_CELL: Final = ""
"""The second cell of a wide character."""


class _Cells(dict[int, str]):
    """Table for `str.translate` that replaces characters so that each takes one cell, two cells or
    none."""

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
    """Return whether a character is ASCII in Unicode's compatibility form (NFKC), as the full-width
    letters are."""
    return unicodedata.normalize("NFKC", char).isascii()


_FLAGS: Final = {chr(0x1F1E6 + n): letter for n, letter in enumerate(ascii_uppercase)}
"""The letters that replace the two characters of a flag, because terminals disagree about the width
of flags."""

_UNSEEN: Final = frozenset(map(chr, (0x3164, *range(0x1F3FB, 0x1F400))))
"""Characters that are not shown: the Hangul filler, and skin tones, which join the character before
them."""

_UNSURE: Final = frozenset(
    chr(code)
    for first, last in (
        (0x1160, 0x11FF),  # Hangul vowels and finals, which join the letter before them
        (0xD7B0, 0xD7FF),
        (0x2630, 0x2637),  # trigrams and the like, wide since Unicode 16
        (0x268A, 0x268F),
        (0x4DC0, 0x4DFF),
        (0x1D300, 0x1D376),
        (0xFFA0, 0xFFA0),
    )
    for code in range(first, last + 1)
)
"""Characters whose width differs between terminals, for example because it has changed between
versions of Unicode."""

_CELLS: Final = _Cells()

_FIRST_WIDE: Final = "\u1100"
"""The first wide character in the order of code points."""


def clean(text: str) -> str:
    """Return the visible form of a text: without zero-width characters, with a blank for a tab or
    any other kind of space, letters for flags, ASCII characters for their full-width forms, and "?"
    for control characters and characters of uncertain width."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(in_cells(text))


def in_cells(text: str) -> Sequence[str]:
    """Return the cells of the visible form of a text (see `clean`), each with its character or
    `SECOND_CELL`."""
    if text.isascii() and text.isprintable():
        return text
    return _cells_of(text)


@lru_cache(maxsize=8192)
def _cells_of(text: str) -> Sequence[str]:
    normalized = unicodedata.normalize("NFC", text).translate(_CELLS)
    if not any(map(is_wide, normalized)):
        return normalized
    return tuple(
        cell for char in normalized for cell in ((char, SECOND_CELL) if is_wide(char) else (char,))
    )


def is_wide(char: str) -> bool:
    """Return whether a character takes two cells."""
    return char >= _FIRST_WIDE and unicodedata.east_asian_width(char) in "WF"


def width_of(text: str) -> int:
    """Return the width of a text in cells."""
    return len(in_cells(text))


def cut(text: str, width: int) -> str:
    """Return the longest prefix of the visible form of a text (see `clean`) that fits into `width`
    cells."""
    cells = in_cells(text)
    if len(cells) <= width:
        return "".join(cells)
    end = max(0, width)
    return "".join(cells[: end - (cells[end] == SECOND_CELL)]) if end else ""


def clip(text: str, width: int, glyphs: Glyphs = UNICODE) -> str:
    """Return the text cut to `width` cells, with an ellipsis if something is missing."""
    if width_of(text) <= width:
        return clean(text)
    return cut(text, width - 1) + glyphs("ellipsis") if width > 0 else ""


def padded(text: str, width: int) -> str:
    """Return the text padded on the right with blanks, to `width` cells."""
    return text + " " * (width - width_of(text))


def centred(text: str, width: int) -> str:
    """Return the text centred in `width` cells."""
    left = max(0, width - width_of(text)) // 2
    return padded(" " * left + text, width)


def widest(texts: Iterable[str]) -> int:
    """Return the width of the widest text, or 0 if there is none."""
    return max(map(width_of, texts), default=0)


def wrap(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` cells, broken at its newlines and, where
    possible, between words."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _broken(paragraph, max(1, width))
    return lines


def wrap_within(text: str, width: int, rows: int, glyphs: Glyphs = UNICODE) -> list[str]:
    """Return the text in at most `rows` lines of at most `width` cells. If it does not fit, the
    last line ends with an ellipsis."""
    lines = wrap(text, width)
    if len(lines) <= rows:
        return lines
    if rows <= 0:
        return []
    return [*lines[: rows - 1], clip(" ".join(lines[rows - 1 :]), width, glyphs)]


@lru_cache(maxsize=4096)
def _broken(paragraph: str, width: int) -> Sequence[str]:
    text = clean(paragraph)
    if width_of(text) == len(text):  # type: ignore[text-width]
        return textwrap.wrap(text, width) or ("",)
    return _broken_wide(text, max(2, width))


def _broken_wide(text: str, width: int) -> Sequence[str]:
    """Wrap a text in its visible form, which contains wide characters, to `width` cells (at least
    2). Words that are too long are broken anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split():
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
    """Overwrite cells of a row from column `x` on. `cells` must not be empty and must fit into the
    row. If a wide character is cut in two, the remaining half becomes a blank."""
    lay_whole(row, x, without_halves(cells))


def without_halves(cells: Sequence[str]) -> Sequence[str]:
    """Return the cells, with a blank instead of half a wide character at either end. `cells` must
    not be empty."""
    if cells[0] == SECOND_CELL:
        cells = [" ", *cells[1:]]
    return [*cells[:-1], " "] if is_wide(cells[-1]) else cells


def lay_whole(row: list[str], x: int, cells: Sequence[str]) -> None:
    """Overwrite cells of a row from column `x` on. `cells` must not begin or end with half a wide
    character (see `without_halves`). If a wide character of the row is cut in two, the remaining
    half becomes a blank."""
    end = x + len(cells)
    if x and row[x] == SECOND_CELL:
        row[x - 1] = " "
    if end < len(row) and row[end] == SECOND_CELL:
        row[end] = " "
    row[x:end] = cells
