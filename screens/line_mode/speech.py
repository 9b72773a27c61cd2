"""Signs as words (text normalization for speech): nothing is left in a line but letters, digits and
plain punctuation, which every voice knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.line_mode.input_parser import folded

PLAIN: Final = " _.,:;!?%'\"()-—…“”„«»’"
"""What may stand in a line beside letters and digits."""

_A, _B = r"\1", r"\2"

_SAID: Final[Sequence[tuple[str, Text]]] = (
    (r"(?<![\d/–-])(\d+)[–-](\d+)(?![\d/–-])", words("{a} to {b}", a=_A, b=_B)),
    (r"(\d+)/(\d+)(?= =)", words("{a} divided by {b}", a=_A, b=_B)),
    (r"(?<![\d/])(\d+)/(\d+)(?![\d/])", words("{a} of {b}", a=_A, b=_B)),
    (r"(\d+) → (\d+)", words("{a}, then {b}", a=_A, b=_B)),
    # Translators: between two things of which one is given for the other.
    (r"→", words("for")),
    (r"°", words("degrees")),
    (r"×", words("times")),
    (r"(?<![\w)])[−-](?=\d)", words("minus")),
    (r"\+", words("plus")),
    (r"=", words("equals")),
    (r"&", words("and")),
)
"""Signs by their patterns, and what is said in their place."""

_INSTEAD: Final = {"[": "(", "]": ")", "|": ",", "/": ", ", "−": "-", "–": "—"}
"""What stands for signs for which nothing is said; for all others a blank."""

_SIGN: Final = re.compile(rf"[^\w{re.escape(PLAIN)}]|-")
_AFTER_OPENING: Final = re.compile(r"(?<=[(“«„]) ")
_BEFORE_CLOSING: Final = re.compile(r" (?=[.,;:!?)”»])")


def spoken(said: str, tongue: Tongue) -> str:
    """A line with words in place of signs: `6 + 1 = 7` as "6 plus 1 equals 7"."""
    if not _SIGN.search(said):
        return said
    for pattern, instead in _patterns(tongue.language):
        said = pattern.sub(instead, said)
    shown = (one if one.isalnum() or one in PLAIN else _INSTEAD.get(one, " ") for one in said)
    tidy = " ".join("".join(shown).split())
    return _BEFORE_CLOSING.sub("", _AFTER_OPENING.sub("", tidy))


def names_aloud(names: Sequence[str], tongue: Tongue) -> tuple[str, ...]:
    """The names of all seats as they are heard, no two alike: one without a letter or digit is
    "player 1", one that sounds like another has the number of its seat behind it."""
    heard = []
    for number, name in enumerate(names, 1):
        said = spoken(name, tongue)
        is_heard = any(one.isalnum() for one in said)
        heard.append(said if is_heard else tongue.say(words("player {n}", n=number)))
    while len(set(alike := [folded(one) for one in heard])) < len(heard):
        heard = [
            tongue.say(words("{name} (player {n})", name=name, n=number))
            if alike.count(alike[number - 1]) > 1
            else name
            for number, name in enumerate(heard, 1)
        ]
    return tuple(heard)


@cache
def _patterns(language: str) -> Sequence[tuple[re.Pattern[str], str]]:
    say = Tongue(language).say
    return [(re.compile(pattern), f" {say(text)} ") for pattern, text in _SAID]
