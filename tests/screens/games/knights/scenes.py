"""Scenes of Cities & Knights for tests of its painter, from random matches."""

from __future__ import annotations

from functools import cache, partial

from engine.match.match import Match
from screens.games.knights.painter import PAINTER
from tests.screens import tables

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий"),
}
SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))
ROOMS = tables.table_sizes(PAINTER, SIZES)

scene_of = partial(tables.scene_of, PAINTER)

MOMENTS = (0, 9, 60, 150, 400, 900)
"""Numbers of picks after which matches are tested."""


def new_match(players: int, language: str = "en", seed: str = "7", **options: str) -> Match:
    """Return a match without any picks."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("knights", seats, seed=seed, options=options)


def play_on(match: Match, picks: int, until: str = "") -> Match:
    """Make `picks` random picks, and more until a decision named `until`."""
    return tables.advance(match, tables.sampled(f"lot {len(match.log)}".encode()), picks, until)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", **options: str
) -> Match:
    """A match after `picks` random picks, and more until a decision named `until`."""
    return play_on(new_match(players, language, **options), picks, until)


@cache
def moments(players: int, language: str = "en") -> tuple[Match, ...]:
    """Matches at some positions from start to end."""
    return tuple(played(players, picks=picks, language=language) for picks in MOMENTS)
