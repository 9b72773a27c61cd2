"""Names of several words, shortened to a width."""

from __future__ import annotations

from typing import Final

from screens.paint.cells import clean, clip, cut, width_of
from screens.paint.theme import Glyphs

_LEAST_STUMP: Final = 3
"""Minimum number of letters of an abbreviated word."""


def abbreviated(text: str, width: int) -> str:
    """Shorten a name of several words to at most `width` cells.

    The longest words are shortened first. `_LATE` protects the last word, because the names of
    similar cards differ in their last words. If no word but the last can be shortened further,
    words in the middle are dropped. The end is cut only if nothing else helps."""
    parts = clean(text).split(" ")
    while width_of(" ".join(parts)) > width:
        able = [at for at, part in enumerate(parts) if _stump(part) != part]
        if able and (able != [len(parts) - 1] or len(parts) < 3):
            at = max(
                able, key=lambda one: width_of(parts[one]) - (_LATE if one == len(parts) - 1 else 0)
            )
            parts[at] = _stump(parts[at])
        elif len(parts) > 2:
            del parts[1]
        else:
            return cut(" ".join(parts), width)
    return " ".join(parts)


_LATE: Final = 3
"""The last word is shortened before the others only if it is longer than them by more than this
number of cells."""


def _stump(word: str) -> str:
    """Shorten a word by one cell, so that it ends with a full stop, and keep a final colon. If the
    word would become too short, return it unchanged."""
    colon = ":" if word.endswith(":") else ""
    bare = word.removesuffix(":").removesuffix(".")
    stump = bare[:-1] if word.removesuffix(":").endswith(".") else bare[:-2]
    return f"{stump}.{colon}" if len(stump) >= _LEAST_STUMP else word  # type: ignore[text-width]


def abbreviated_or_cut(text: str, width: int, glyphs: Glyphs) -> str:
    """Shorten a name to `width` cells. If a word would become too short to be understood, cut the
    end of the name instead."""
    short = abbreviated(text, width)
    for part in short.split(" "):
        if part not in text.split(" ") and not (part.endswith(".") and width_of(part) > _CLEAR):
            return clip(text, width, glyphs)
    return short


_CLEAR: Final = 4
"""Maximum width, in cells, at which an abbreviated word is too short to be understood."""
