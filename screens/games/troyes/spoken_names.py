"""Spoken names of dice and places: colours by name instead of letter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words

_COLOURS: Final[Mapping[str, Text]] = {
    "R": words("red {value}"),
    "W": words("white {value}"),
    "Y": words("yellow {value}"),
    "K": words("black {value}"),
}
_LETTERS: Final[Mapping[str, str]] = {"К": "R", "Б": "W", "Ж": "Y", "Ч": "K"}
_DIE: Final = re.compile(r"(?<!\w)([RWYKКБЖЧ])([1-6])(?!\w)")
_RATE: Final = re.compile(r"(?<![\w/])/(\d)")
_NOBODY: Final = re.compile(r"(?<=[ |])-(?=[ |.,;])")


def aloud(said: str, tongue: Tongue) -> str:
    """Spell out symbols: `Y5 Y6` becomes "yellow 5 yellow 6", `/4` "divided by 4", `-` "free"."""

    def die(found: re.Match[str]) -> str:
        colour = _COLOURS[_LETTERS.get(found[1], found[1])]
        return tongue.say(Text(colour.one, None, 1, {"value": found[2]}))

    said = _DIE.sub(die, said)
    said = _RATE.sub(lambda found: tongue.say(words("divided by {n}", n=found[1])), said)
    return _NOBODY.sub(lambda _: tongue.say(words("free")), said).replace(" | ", ", ")
