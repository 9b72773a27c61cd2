"""Spoken names of places: hexes by name instead of two letters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.games.knights.components import components
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words

_PLACES: Final[Mapping[str, Text]] = {
    "n": words("corner {n}"),
    "e": words("edge {n}"),
    "h": words("hex {n}"),
}
_BARE: Final = re.compile(r"(?<!\w)([neh])(\d+)(?!\w)")


def aloud(said: str, tongue: Tongue) -> str:
    """Spell out places: `n13 Fo10/Mo5/De` becomes "corner 13 by Forest 10, Mountains 5, Desert"."""
    names, pattern = _codes(tongue.language)

    def in_full(found: re.Match[str]) -> str:
        kind, number, codes = found[1], found[2], found[3]
        hexes = ", ".join(_hex(code, names) for code in codes.split("/"))
        if kind == "n":
            return tongue.say(words("corner {n} by {hexes}", n=number, hexes=hexes))
        if kind == "e":
            return tongue.say(words("edge {n} by {hexes}", n=number, hexes=hexes))
        if kind == "h":
            return tongue.say(words("hex {n} {hexes}", n=number, hexes=hexes))
        return hexes

    def bare(found: re.Match[str]) -> str:
        return tongue.say(Text(_PLACES[found[1]].one, None, 1, {"n": found[2]}))

    return _BARE.sub(bare, pattern.sub(in_full, said))


def _hex(code: str, names: Mapping[str, str]) -> str:
    letters = code.rstrip("0123456789")
    number = code[len(letters) :]  # type: ignore[text-width]
    name = names.get(letters, letters)
    return f"{name} {number}".rstrip()


@cache
def _codes(language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Names of terrains by their letters, and a pattern for places written with them."""
    terrains = components().terrains.values()
    names = {
        terrain.glyph.name_in(language): terrain.names.name_in(language) for terrain in terrains
    }
    code = f"(?:{'|'.join(map(re.escape, names))})\\d{{0,2}}"
    rest = rf"(?:/(?:{code}|\w+))*"
    return names, re.compile(rf"(?<!\w)(?:([nhe])(\d+) )?({code}{rest})(?!\w)")
