"""Confusable and mixed-script names (UTS 39).

The tables come from the package confusable-homoglyphs, which derives them from Unicode's. They are
read only when a name is chosen, and without importing the package, which would import an HTTP
client.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Final, TypedDict

ANY_SCRIPT: Final = frozenset[str]()
"""The script set of characters that fit every script, such as digits and punctuation."""

_MARKS: Final = ("Mn", "Mc", "Me")
_SIGNS: Final = str.maketrans("", "", " '’-._")
_STROKE: Final = str.maketrans("i", "l")
"""Maps i to l, because the table of confusables already maps capital I and the digit 1 to l."""

_FROM_LEFT_MARK: Final = "\u200e"
"""Left-to-right mark. The table puts it around letters of right-to-left scripts."""

_TOGETHER: Final[Mapping[str, Iterable[str]]] = {
    "HAN": ("JPAN", "KORE", "HANB"),
    "HIRAGANA": ("JPAN",),
    "KATAKANA": ("JPAN",),
    "HANGUL": ("KORE",),
    "BOPOMOFO": ("HANB",),
}
"""Scripts that are written together in Japanese, in Korean, or in Chinese with Bopomofo (the
augmented script sets of UTS 39)."""

_SHARED: Final[Mapping[str, Iterable[str]]] = {
    "ー": ("HIRAGANA", "KATAKANA"),
    "・": ("HIRAGANA", "KATAKANA"),
    "〆": ("HAN",),
}
"""Characters without a script of their own that only some scripts use (the script extensions)."""


class _Confusable(TypedDict):
    """An entry of the table of confusables: one or more letters that look like another letter."""

    c: str


class _Scripts(TypedDict):
    """The names of scripts, and ranges of code points, each with the index of its script."""

    iso_15924_aliases: Sequence[str]
    code_points_ranges: Sequence[tuple[int, int, int, int]]


def skeletons(name: str) -> frozenset[str]:
    """Return the confusable skeletons of a name: as written, in lower case and in upper case. Names
    that share a skeleton look alike. Spaces, punctuation and combining marks are ignored."""
    simple = unicodedata.normalize("NFKC", name).translate(_SIGNS)
    drawn = "".join(letter for letter in simple if unicodedata.category(letter) not in _MARKS)
    return frozenset(map(_skeleton, (drawn, drawn.lower(), drawn.upper())))


def fold(name: str) -> str:
    """Return a name in lower case, without spaces and punctuation."""
    simple = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFC", simple).translate(_SIGNS)


def is_of_one_script(name: str) -> bool:
    """Whether all letters of a name are from one script, or from scripts that are written
    together."""
    sets = [scripts for letter in name if (scripts := scripts_of(letter))]
    return not sets or bool(reduce(frozenset.intersection, sets))


def scripts_of(letter: str) -> frozenset[str]:
    """Return the script of a letter together with its augmented script sets. For punctuation and
    digits this is `ANY_SCRIPT`."""
    names = _SHARED.get(letter, (_script_of(letter),))
    if "COMMON" in names or "INHERITED" in names:
        return ANY_SCRIPT
    return frozenset(names).union(*(_TOGETHER.get(name, ()) for name in names))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    mapped = "".join(
        prototypes.get(letter, letter) for letter in unicodedata.normalize("NFD", text)
    )
    return mapped.casefold().translate(_STROKE)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return a map from each confusable letter to the common representative of its look-alikes."""
    table: Mapping[str, Sequence[_Confusable]] = json.loads(_text("confusables.json"))
    prototypes = {}
    for source, others in table.items():
        if len(others) == 1:  # a letter with several look-alikes is itself their representative
            letter, other = (text.strip(_FROM_LEFT_MARK) for text in (source, others[0]["c"]))
            is_alone = len(other) == len(table[others[0]["c"]]) == 1
            prototypes[letter] = min(letter, other) if is_alone else other
    return prototypes


def _script_of(letter: str) -> str:
    table, code = _scripts(), ord(letter)
    at = bisect(table["code_points_ranges"], code, key=lambda span: span[0]) - 1
    first, last, script, _ = table["code_points_ranges"][max(0, at)]
    return table["iso_15924_aliases"][script] if first <= code <= last else "UNKNOWN"


@cache
def _scripts() -> _Scripts:
    table: _Scripts = json.loads(_text("categories.json"))
    return table


def _text(table: str) -> str:
    from importlib.resources import files

    return files("confusable_homoglyphs").joinpath(table).read_text("utf-8")
