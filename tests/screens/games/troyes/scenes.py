"""Scenes of Troyes for tests of its painter: matches played by lot, as somebody sees them."""

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
ROOMS = tables.rooms(PAINTER, SIZES)

scene_of = partial(tables.scene_of, PAINTER)


def begun(
    players: int, language: str = "en", seed: str = "7", names: tuple[str, ...] = (), **options: str
) -> Match:
    """A match in which nobody has chosen anything yet."""
    seats = [(name, "person") for name in (names or NAMES[language])[:players]]
    return Match.begin("troyes", seats, seed=seed, options=options)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", seed: str = "7"
) -> Match:
    """A match in which so many picks were made by lot, and then more until a decision is asked."""
    match = begun(players, language, seed)
    return tables.advance(match, tables.sampled(b"scenes"), picks, until)


def moments(players: int, language: str = "en", every: int = 23) -> Iterator[Match]:
    """One match at many moments from its beginning to its end."""
    match = begun(players, language)
    return tables.moments(match, tables.sampled(b"scenes"), every)
