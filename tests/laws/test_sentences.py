"""Notes begin like sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.i18n.language import LANGUAGES, Translator
from engine.match.match import Match
from tests.laws.driving import Driver, every_sort_of_table, new_match, played

VARIANTS: Final[Mapping[str, Mapping[str, str]]] = {"deus": {"wildcard": "yes"}}
"""Options with which the log says more, by game."""

PICKS = 120


def matches(game: str, seats: int) -> Iterator[Match]:
    """Yield matches that have been played to their ends, and the beginning of one with options."""
    for number in range(1, 5):
        yield played(game, seats, number)
    if game in VARIANTS:
        match, driver = new_match(game, seats, options=VARIANTS[game]), Driver(1)
        for _ in range(PICKS):
            driver.step(match)
        yield match


@every_sort_of_table
def test_notes_begin_with_a_capital_letter(game: str, seats: int) -> None:
    names = ("Anna", "Boris", "Clara", "Dmitri", "Eva")[:seats]
    translators = [Translator(language, names) for language in LANGUAGES]
    for match in matches(game, seats):
        for notes in match.notes:
            for note in notes:
                for translator in translators:
                    line = translator.translate(note.text)
                    assert not line[:1].islower(), line
