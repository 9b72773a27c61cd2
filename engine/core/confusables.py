"""Confusable and mixed-script names (UTS 39).

The tables come from the package confusable-homoglyphs, which derives them from those of Unicode.
They are read only when a name is chosen, and without importing the modules of the package, which
would import an HTTP client.
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
_NAME_PUNCTUATION: Final = str.maketrans("", "", " '’-._")
_I_AS_L: Final = str.maketrans("i", "l")
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
"""The augmented script sets (UTS 39) of each script that is written together with others in
Japanese, in Korean, or in Chinese with Bopomofo."""

_SHARED: Final[Mapping[str, Iterable[str]]] = {
    "ー": ("HIRAGANA", "KATAKANA"),
    "・": ("HIRAGANA", "KATAKANA"),
    "〆": ("HAN",),
}
"""The scripts that use a character without a script of its own, by character (script
extensions)."""


class _Confusable(TypedDict):
    """An entry of the table of confusables: one or more letters that look like another letter."""

    c: str


class _Scripts(TypedDict):
    """The names of scripts, and ranges of code points: (first, last, index of the script, index of
    the category)."""

    iso_15924_aliases: Sequence[str]
    code_points_ranges: Sequence[tuple[int, int, int, int]]


def skeletons(name: str) -> frozenset[str]:
    """Return the confusable skeletons of `name`: as written, in lower case and in upper case. Names
    that share a skeleton look alike. Spaces, combining marks, apostrophes, hyphens, full stops and
    underscores are ignored."""
    simple = unicodedata.normalize("NFKC", name).translate(_NAME_PUNCTUATION)
    drawn = "".join(letter for letter in simple if unicodedata.category(letter) not in _MARKS)
    return frozenset(map(_skeleton, (drawn, drawn.lower(), drawn.upper())))


def fold(name: str) -> str:
    """Return `name` for comparison with other names: normalized (NFKC), in lower case, and without
    spaces, apostrophes, hyphens, full stops or underscores."""
    simple = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFC", simple).translate(_NAME_PUNCTUATION)


def is_of_one_script(name: str) -> bool:
    """Whether all letters of `name` are from one script, or from scripts that are written
    together."""
    sets = [scripts for letter in name if (scripts := scripts_of(letter))]
    return not sets or bool(reduce(frozenset.intersection, sets))


def scripts_of(letter: str) -> frozenset[str]:
    """Return the scripts of `letter`, together with their augmented script sets. For characters
    that fit every script, such as punctuation, digits and combining marks, this is `ANY_SCRIPT`."""
    names = _SHARED.get(letter, (_script_of(letter),))
    if "COMMON" in names or "INHERITED" in names:
        return ANY_SCRIPT
    return frozenset(names).union(*(_TOGETHER.get(name, ()) for name in names))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    mapped = "".join(
        prototypes.get(letter, letter) for letter in unicodedata.normalize("NFD", text)
    )
    return mapped.casefold().translate(_I_AS_L)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return a map from confusable letters to the common representatives of their look-alikes."""
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
