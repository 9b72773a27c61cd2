"""What people in a house may be called: no two names that look alike (confusables), none that plays
tricks."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from engine.core.players import TITLES, new_name
from engine.errors import BadName, BadSetup
from engine.i18n.text import words

MOST_MARKS: Final = 2
"""How many marks may stand above and below one letter."""

_EXTRA: Final = " '’-._"
_DROPPED: Final = str.maketrans("", "", " '’-._")
_NUMBERED: Final = re.compile(r"player\d+")
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing."""

_ALIKE: Final = str.maketrans(
    "авекмнорстухуіјѕԁԛԝһαβεικνορτυχ01", "abekmhopctyxyijsdqwhabeikvoptuxol"
)
"""Letters of other alphabets, and digits, that look like a small or a capital Latin letter."""


def checked_name(name: str) -> str:
    """The name as it is kept, composed and without needless spaces; raises BadName.

    It is made of letters, digits, spaces and a few signs: nothing that cannot be seen, that turns
    the direction of writing or that spills over the lines beside it.
    """
    try:
        tidy = new_name(unicodedata.normalize("NFC", name))
    except BadSetup as error:
        raise BadName(error.text) from error
    marks = 0
    for letter in tidy:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if not _may_stand(letter, kind) or marks > MOST_MARKS:
            raise BadName(words("A name is made of letters, digits and spaces."))
    if not any(unicodedata.category(letter).startswith("L") for letter in tidy):
        raise BadName(words("A name needs a letter."))
    if unicodedata.category(tidy[0]).startswith("M"):
        raise BadName(words("A name begins with a letter or a digit."))
    if folded(tidy) in _RESERVED or _NUMBERED.fullmatch(plainly(tidy)):
        raise BadName(words("The house itself uses the name {name}.", name=tidy))
    return tidy


def folded(name: str) -> str:
    """What all names have in common that look alike: other case, spaces, signs and alphabets."""
    return plainly(name).translate(_ALIKE)


def plainly(name: str) -> str:
    """The name in small letters, without spaces and signs."""
    simple = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFC", simple).translate(_DROPPED)


def _may_stand(letter: str, kind: str) -> bool:
    if _UNSEEN.match(letter):
        return False
    return letter in _EXTRA or kind in ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc", "Nd")


_RESERVED: Final = frozenset(
    folded(name) for name in (*(title.one for title in TITLES.values()), "Guildhall")
)
