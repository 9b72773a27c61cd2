"""Scenes of Troyes for tests of its painter, from random matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.match.match import Match
from screens.games.troyes.painter import PAINTER
from tests.screens import tables

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий"),
}
SIZES = ((80, 24), (100, 30), (80, 40), (120, 30), (120, 40), (160, 50), (200, 55))
ROOMS = tables.table_sizes(PAINTER, SIZES)

scene_of = partial(tables.scene_of, PAINTER)


def new_match(
    players: int, language: str = "en", seed: str = "7", names: tuple[str, ...] = (), **options: str
) -> Match:
    """Return a match without any picks."""
    seats = [(name, "person") for name in (names or NAMES[language])[:players]]
    return Match.begin("troyes", seats, seed=seed, options=options)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", seed: str = "7"
) -> Match:
    """A match after `picks` random picks, and more until a decision named `until`."""
    match = new_match(players, language, seed)
    return tables.advance(match, tables.sampled(b"scenes"), picks, until)


def moments(players: int, language: str = "en", every: int = 23) -> Iterator[Match]:
    """A match at many positions from start to end."""
    match = new_match(players, language)
    return tables.moments(match, tables.sampled(b"scenes"), every)
