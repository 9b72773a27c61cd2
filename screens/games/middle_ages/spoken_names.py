"""Spoken form of income formulas: types by name instead of letter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.games.middle_ages.components import components
from engine.i18n.language import Tongue

_FORMULA: Final = re.compile(r"(?<=\d×)\(?[^\W\d_](?:\+[^\W\d_])*\)?(?!\w)")
_TIE_BREAK: Final = re.compile(r"(?<!\d)\d{8}(?!\d)")


def aloud(said: str, tongue: Tongue) -> str:
    """Spell out formulas and tie-breaks: `2×(F+P)` becomes "2×(Field+Palace)", and the digits of
    a tie-break are separated."""
    names = _names(tongue.language)

    def in_full(found: re.Match[str]) -> str:
        return "".join(names.get(one, one) for one in found[0])

    return _TIE_BREAK.sub(lambda found: ", ".join(found[0]), _FORMULA.sub(in_full, said))


@cache
def _names(language: str) -> Mapping[str, str]:
    types = components().types
    return {type_.letters.name_in(language): type_.names.name_in(language) for type_ in types}
