"""Which names look alike (confusables), and of which script a name is (UTS 39).

The tables are those that the package confusable-homoglyphs makes of Unicode's. They are read only
when a name is taken, and without the package's own code, which would load the web for it.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Final, TypedDict

ANY: Final = frozenset[str]()
"""The scripts of what goes with all of them: digits and signs."""

_MARKS: Final = ("Mn", "Mc", "Me")
_SIGNS: Final = str.maketrans("", "", " '’-._")
_STROKE: Final = str.maketrans("i", "l")
"""A capital I is an l to the eye already; so is a 1."""

_FROM_LEFT_MARK: Final = "\u200e"
"""Stands in the table around letters that are written from the right."""

_TOGETHER: Final[Mapping[str, Iterable[str]]] = {
    "HAN": ("JPAN", "KORE", "HANB"),
    "HIRAGANA": ("JPAN",),
    "KATAKANA": ("JPAN",),
    "HANGUL": ("KORE",),
    "BOPOMOFO": ("HANB",),
}
"""Scripts that are written together make another one (augmented script sets): Japanese, Korean, and
Chinese with its letters."""

_SHARED: Final[Mapping[str, Iterable[str]]] = {
    "ー": ("HIRAGANA", "KATAKANA"),
    "・": ("HIRAGANA", "KATAKANA"),
    "〆": ("HAN",),
}
"""Signs of no script of their own that only some have (script extensions)."""


class _Confusable(TypedDict):
    """A line of the table: a letter, or several, that look like another."""

    c: str


class _Scripts(TypedDict):
    """The scripts by their names, and the ranges of letters, each with the number of its script."""

    iso_15924_aliases: Sequence[str]
    code_points_ranges: Sequence[tuple[int, int, int, int]]


def skeletons(name: str) -> frozenset[str]:
    """What a name looks like as it is written, in small letters and in capitals: two that have one
    of these in common look alike. Spaces, signs and marks that are not drawn do not count."""
    simple = unicodedata.normalize("NFKC", name).translate(_SIGNS)
    drawn = "".join(one for one in simple if unicodedata.category(one) not in _MARKS)
    return frozenset(map(_look, (drawn, drawn.lower(), drawn.upper())))


def fold(name: str) -> str:
    """The name in small letters, without spaces and signs."""
    simple = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFC", simple).translate(_SIGNS)


def is_of_one_script(name: str) -> bool:
    """Whether all letters of a name are of one script, or of scripts that are written together."""
    sets = [found for letter in name if (found := scripts_of(letter))]
    return not sets or bool(reduce(frozenset.intersection, sets))


def scripts_of(letter: str) -> frozenset[str]:
    """The script of a letter, and those that it makes with others; `ANY` for a sign or digit."""
    names = _SHARED.get(letter, (_script_of(letter),))
    if "COMMON" in names or "INHERITED" in names:
        return ANY
    return frozenset(names).union(*(_TOGETHER.get(name, ()) for name in names))


def _look(text: str) -> str:
    alike = _prototypes()
    seen = "".join(alike.get(letter, letter) for letter in unicodedata.normalize("NFD", text))
    return seen.casefold().translate(_STROKE)


@cache
def _prototypes() -> Mapping[str, str]:
    """What stands for each letter that looks like others: one of them, the same for all."""
    table: Mapping[str, Sequence[_Confusable]] = json.loads(_text("confusables.json"))
    found = {}
    for letter, others in table.items():
        if len(others) == 1:  # one with more stands for them
            one, other = (text.strip(_FROM_LEFT_MARK) for text in (letter, others[0]["c"]))
            is_alone = len(other) == len(table[others[0]["c"]]) == 1
            found[one] = min(one, other) if is_alone else other
    return found


def _script_of(letter: str) -> str:
    table, code = _scripts(), ord(letter)
    at = bisect(table["code_points_ranges"], code, key=lambda one: one[0]) - 1
    first, last, script, _ = table["code_points_ranges"][max(0, at)]
    return table["iso_15924_aliases"][script] if first <= code <= last else "UNKNOWN"


@cache
def _scripts() -> _Scripts:
    table: _Scripts = json.loads(_text("categories.json"))
    return table


def _text(table: str) -> str:
    from importlib.resources import files

    return files("confusable_homoglyphs").joinpath(table).read_text("utf-8")
