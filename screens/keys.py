"""What keys are called, and which of them are the same in another layout."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.i18n.text import Text, verbatim, words

CHOICE_KEYS: Final = "1234567890abcdefgijkmnopvwxyz"
"""The keys that choices at a table have, in their order; other letters are commands."""

NAMES: Final = {
    "enter": words("Enter"),
    "escape": words("Escape"),
    "tab": words("Tab"),
    "space": words("Space"),
    "backspace": words("Backspace"),
    "delete": words("Delete"),
    "insert": words("Insert"),
    "up": words("Up"),
    "down": words("Down"),
    "left": words("Left"),
    "right": words("Right"),
    "home": words("Home"),
    "end": words("End"),
    "pageup": words("PgUp"),
    "pagedown": words("PgDn"),
}

_SIGNS: Final = {
    "slash": "/",
    "backslash": "\\",
    "at": "@",
    "plus": "+",
    "minus": "-",
    "underscore": "_",
    "less_than_sign": "<",
    "greater_than_sign": ">",
}
"""Signs whose keys Textual does not call by their names in Unicode."""

_RUSSIAN: Final = "йцукенгшщзхъфывапролджэячсмитьбю"
_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_FULL_WIDTH: Final = {chr(0xFF01 + n): chr(0x21 + n) for n in range(94)}
"""Letters, digits and signs as wide as a Chinese one, which Japanese and Chinese keyboards type."""

_SAME_KEY: Final = {
    **dict(zip(_RUSSIAN + _RUSSIAN.upper(), _LATIN + _LATIN.upper(), strict=True)),
    **_FULL_WIDTH,
}


def latin_of(character: str | None) -> str | None:
    """The Latin letter, digit or sign on the key that gave a Russian letter or a sign of full
    width; None for other characters."""
    return _SAME_KEY.get(character or "")


def key_name(key: str) -> Text:
    """What a key is called: `question_mark` is "?", `shift+tab` is "Shift+Tab"."""
    *held, last = key.split("+")
    name = NAMES.get(last) or verbatim(_sign(last))
    if not held:
        return name
    if len(last) == 1:
        name = verbatim(last.upper())
    return words("{held}+{key}", held="+".join(word.capitalize() for word in held), key=name)


def _sign(key: str) -> str:
    if len(key) == 1:
        return key
    try:
        return _SIGNS.get(key) or unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return key.upper()
