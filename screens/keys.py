"""Names of keys, and equivalent keys in other layouts."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.i18n.text import Text, verbatim, words

CHOICE_KEYS: Final = "1234567890abcdefimnopvwxyz"
"""Keys of the choices at a table, in order. The other letters are keys of commands or move the
cursor."""

PIECE_KEYS: Final = "KL"
"""Capital letters that are keys of pieces, because the lower-case letters move the cursor."""

KEY_NAMES: Final = {
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
"""Characters whose key names in Textual are not their Unicode names."""

_LAYOUTS: Final = (
    ("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."),
    ("ёіїєґ", "`s]'\\"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
)
"""Letters of the Russian, Ukrainian, Greek and Hebrew layouts, and the Latin characters on the
same keys."""

_FULL_WIDTH: Final = {chr(0xFF01 + n): chr(0x21 + n) for n in range(94)}
"""Normal characters, by the full-width letters, digits and symbols that are typed on Japanese and
Chinese keyboards."""

_LATIN_CHARACTERS: Final = {
    **_FULL_WIDTH,
    **{
        one: other
        for letters, latin in _LAYOUTS
        for one, other in (
            *zip(letters.upper(), latin.upper(), strict=True),
            *zip(letters, latin, strict=True),
        )
    },
}


def latin_of(character: str | None) -> str | None:
    """Return the Latin character on the key of a Russian, Ukrainian, Greek or Hebrew letter, or the
    normal form of a full-width character; None for other characters."""
    return _LATIN_CHARACTERS.get(character or "")


def with_latin_letter(key: str) -> str | None:
    """Return `key`, the name of a key with a modifier, with its non-Latin or full-width letter
    replaced by the letter that `latin_of` returns; None if it has no modifier or no such letter.
    For example, Ctrl and the Russian letter on the C key give `ctrl+c`."""
    modifiers, _, last = key.rpartition("+")
    latin = latin_of(last)
    return f"{modifiers}+{latin}" if modifiers and latin is not None and latin.isalpha() else None


def key_name(key: str) -> Text:
    """Return the name of a key: `question_mark` is "?", `shift+tab` is "Shift+Tab"."""
    *modifiers, last = key.split("+")
    name = KEY_NAMES.get(last) or verbatim(_sign(last))
    if not modifiers:
        return name
    if len(last) == 1:
        name = verbatim(last.upper())
    return words("{held}+{key}", held="+".join(word.capitalize() for word in modifiers), key=name)


def _sign(key: str) -> str:
    if len(key) == 1:
        return key
    try:
        return _SIGNS.get(key) or unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return key.upper()
