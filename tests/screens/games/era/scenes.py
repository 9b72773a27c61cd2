"""Scenes of Era for tests of its painter, from random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.match.match import Match
from screens.games.era.painter import PAINTER
from screens.table_view.scene import Scene
from tests.screens import tables

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий"),
}
SIZES = ((80, 24), (100, 30), (80, 40), (120, 30), (120, 40), (160, 50), (200, 55))
ROOMS = tables.table_sizes(PAINTER, SIZES)


def moments(players: int, language: str = "en", every: int = 9) -> Iterator[Match]:
    """A match at many positions from start to end."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    match = Match.begin("era", seats, seed="4")
    return tables.moments(match, tables.sampled(b"scenes"), every)


def until(decision: str, players: int, round: int = 0, language: str = "en") -> Match:
    """A random match up to a decision in `round`."""
    found = moments(players, language, every=1)
    return next(
        match
        for match in found
        if match.state.round >= round and match.pending()[0].decision.name == decision
    )


def scene_of(match: Match, *, take: Any = None, **rest: Any) -> Scene:
    """The scene of a reader; with `take` that piece is in hand."""
    scene = tables.scene_of(PAINTER, match, **rest)
    partial_pick: Any = scene.partial_pick
    if take is not None:
        partial_pick.take_in_hand(take)
    return scene
