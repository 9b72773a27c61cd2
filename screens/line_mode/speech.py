"""Text normalization for speech, which leaves only letters, digits and plain punctuation in a
line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.line_mode.input_parser import folded

KEPT_PUNCTUATION: Final = " _.,:;!?%'\"()-—…“”„«»’"
"""Characters, besides letters and digits, that `spoken` keeps unless a pattern in `_SPOKEN` matches
them."""

_A, _B = r"\1", r"\2"

_SPOKEN: Final[Sequence[tuple[str, Text]]] = (
    (r"(?<![\d/–-])(\d+)[–-](\d+)(?![\d/–-])", words("{a} to {b}", a=_A, b=_B)),
    (r"(\d+)/(\d+)(?= =)", words("{a} divided by {b}", a=_A, b=_B)),
    (r"(?<![\d/])(\d+)/(\d+)(?![\d/])", words("{a} of {b}", a=_A, b=_B)),
    (r"(\d+) → (\d+)", words("from {a} to {b}", a=_A, b=_B)),
    # Translators: between two things of which one is given for the other.
    (r"→(?= \d+ \w)", words("for")),
    # Translators: between the place where a piece starts and the place where it ends.
    (r"→", words("to")),
    (r"°", words("degrees")),
    (r"×", words("times")),
    (r"(?<![\w)])[−-](?= ?\d)", words("minus")),
    (r"\+", words("plus")),
    (r"=", words("equals")),
    (r"&", words("and")),
)
"""Regular expressions for symbols, each with the words that replace a match, in the order in which
they are applied."""

_REPLACEMENTS: Final = {"[": "(", "]": ")", "|": ",", "/": ", ", "−": "-", "–": "—"}
"""Replacements for symbols that no pattern in `_SPOKEN` has replaced. All other symbols outside
`KEPT_PUNCTUATION` become blanks."""

_SIGN: Final = re.compile(rf"[^\w{re.escape(KEPT_PUNCTUATION)}]|-")
_AFTER_OPENING: Final = re.compile(r"(?<=[(“«„]) ")
_BEFORE_CLOSING: Final = re.compile(r" (?=[.,;:!?)”»])")


def spoken(line: str, translator: Translator) -> str:
    """Return `line` with its symbols replaced by words in the translator's language (`6 + 1 = 7`
    becomes "6 plus 1 equals 7"), or by punctuation or blanks if there are no words for them."""
    if not _SIGN.search(line):
        return line
    for pattern, instead in _patterns(translator.language):
        line = pattern.sub(instead, line)
    shown = (
        one if one.isalnum() or one in KEPT_PUNCTUATION else _REPLACEMENTS.get(one, " ")
        for one in line
    )
    tidy = " ".join("".join(shown).split())
    return _BEFORE_CLOSING.sub("", _AFTER_OPENING.sub("", tidy))


def spoken_names(names: Sequence[str], translator: Translator) -> tuple[str, ...]:
    """Return the spoken form of each seat's name, all different. A name without letters or digits
    becomes "player" and the number of its seat, counted from 1, and a name that sounds like another
    gets that number in addition."""
    spoken_forms = []
    for number, name in enumerate(names, 1):
        spoken_name = spoken(name, translator)
        is_speakable = any(one.isalnum() for one in spoken_name)
        spoken_forms.append(
            spoken_name if is_speakable else translator.translate(words("player {n}", n=number))
        )
    while len(set(alike := [folded(one) for one in spoken_forms])) < len(spoken_forms):
        spoken_forms = [
            translator.translate(words("{name} (player {n})", name=name, n=number))
            if alike.count(alike[number - 1]) > 1
            else name
            for number, name in enumerate(spoken_forms, 1)
        ]
    return tuple(spoken_forms)


@cache
def _patterns(language: str) -> Sequence[tuple[re.Pattern[str], str]]:
    translate = Translator(language).translate
    return [(re.compile(pattern), f" {translate(text)} ") for pattern, text in _SPOKEN]
