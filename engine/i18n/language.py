"""Translation of messages (gettext): catalogues, plural forms, and the language of a reader."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen

from engine.i18n.text import Argument, PlaceName, Seat, Text, fill

LANGUAGES = {"en": "English", "ru": "Русский"}
"""The names of the supported languages, each in the language itself, by two-letter code."""

LOCALE = Path(__file__).parents[1] / "locale"


def plural_form(forms: Sequence[str], count: int, language: str) -> str:
    """Return the form of a noun after the number `count`. `forms` are all forms of the language, in
    the order of its catalogue: one and many in English; one, few and many in Russian."""
    tail, tens = count % 10, count % 100
    if language != "ru":
        return forms[count != 1]
    if tail == 1 and tens != 11:
        return forms[0]
    return forms[1 if 2 <= tail <= 4 and not 12 <= tens <= 14 else 2]


@lru_cache
def translations(language: str) -> gettext.NullTranslations:
    return gettext.translation("guildhall", str(LOCALE), [language], fallback=True)


def is_compiled(language: str) -> bool:
    """Whether the catalogue of a language has been compiled; always True for English, which needs
    no catalogue. A fresh checkout has only the sources of the catalogues."""
    return language == "en" or isinstance(translations(language), gettext.GNUTranslations)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that is set in `environment`: the first of LC_ALL, LC_MESSAGES and LANG
    that is not empty decides. Return English if none is set or the language is not supported."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            language = value[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


@frozen
class Translator:
    """A language and the players' names by seat, for translating messages.

    If `exact`, names of places include the places' numbers. Otherwise they do not, because a board
    beside the message shows the numbers.
    """

    language: str = "en"
    seats: Sequence[str] = field(factory=tuple)
    exact: bool = True

    def translate(self, text: Text) -> str:
        """Return `text` in this language, with its arguments filled in."""
        catalogue = translations(self.language)
        if text.many is None:
            form = catalogue.gettext(text.one) if text.one else ""
        else:
            form = catalogue.ngettext(text.one, text.many, abs(text.count))
        return fill(form, text.args, self.argument)

    def argument(self, arg: Argument) -> str:
        if isinstance(arg, str):
            return arg
        if isinstance(arg, Text):
            return self.translate(arg)
        if isinstance(arg, Seat):
            return self.seat(arg.number)
        if isinstance(arg, PlaceName):
            return self.translate(arg.exact if self.exact else arg.shown)
        return str(arg) if isinstance(arg, int | float) else arg.name_in(self.language)

    def seat(self, number: int) -> str:
        """Return the player's name, or the seat's number, counted from 1 (`#1`), if no name is
        known."""
        return self.seats[number] if 0 <= number < len(self.seats) else f"#{number + 1}"
