"""What columns pay as it is heard: types by their names instead of one letter."""

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
    """`2×(F+P)` as "2×(Field+Palace)", and the digits of a tie-break one by one."""
    names = _names(tongue.language)

    def in_full(found: re.Match[str]) -> str:
        return "".join(names.get(one, one) for one in found[0])

    return _TIE_BREAK.sub(lambda found: ", ".join(found[0]), _FORMULA.sub(in_full, said))


@cache
def _names(language: str) -> Mapping[str, str]:
    types = components().types
    return {one.letters.name_in(language): one.names.name_in(language) for one in types}
