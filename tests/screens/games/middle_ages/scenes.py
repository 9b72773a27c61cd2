"""Scenes of Middle Ages for tests of its painter, from random matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.match.match import Match
from screens.games.middle_ages.painter import PAINTER
from tests.screens import tables

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri", "Eve"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий", "Ева"),
}
SIZES = ((80, 24), (100, 30), (80, 40), (120, 30), (120, 40), (160, 50), (200, 55))
ROOMS = tables.table_sizes(PAINTER, SIZES)

scene_of = partial(tables.scene_of, PAINTER)


def new_match(players: int, language: str = "en", seed: str = "7") -> Match:
    """Return a match without any picks."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("middle_ages", seats, seed=seed)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", seed: str = "7"
) -> Match:
    """A match after `picks` random picks, and more until a decision named `until`."""
    return tables.advance(new_match(players, language, seed), tables.any_option(3), picks, until)


def moments(players: int, language: str = "en", every: int = 7) -> Iterator[Match]:
    """A match at many positions from start to end."""
    return tables.moments(new_match(players, language), tables.any_option(3), every)
