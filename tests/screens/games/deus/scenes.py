"""Scenes of Deus for tests of its painter, from random matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.match.match import Match
from screens.games.deus.painter import PAINTER
from screens.table_view.scene import Scene
from tests.screens import tables

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Вера", "Григорий"),
}
SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))
ROOMS = tables.table_sizes(PAINTER, SIZES)


def new_match(
    players: int,
    language: str = "en",
    seed: str = "7",
    options: Mapping[str, str] | None = None,
) -> Match:
    """Return a match without any picks."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("deus", seats, seed=seed, options=options)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", **rest: Any
) -> Match:
    """A match after `picks` random picks, and more until a decision named `until`."""
    match = new_match(players, language, **rest)
    return tables.advance(match, tables.sampled(b"scenes"), picks, until)


def moments(players: int, every: int = 23, **options: str) -> Iterator[Match]:
    """A match at many positions from start to end."""
    return tables.moments(new_match(players, options=options), tables.sampled(b"moments"), every)


def scene_of(match: Match, *, language: str = "en", **rest: Any) -> Scene:
    """The scene of a reader; players have names in the reader's language."""
    names = NAMES[language][: match.state.seats]
    return tables.scene_of(PAINTER, match, language=language, names=names, **rest)
