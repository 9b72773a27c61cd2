"""Scenes of Middle Ages for tests of its painter: matches played by lot, as somebody sees them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.asked import Asked
from engine.language import Tongue
from engine.match import Match
from engine.sight import Sight
from screens.look import look
from screens.middle_ages.painter import PAINTER
from screens.scene import Scene

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri", "Eve"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий", "Ева"),
}
SIZES = ((80, 24), (100, 30), (80, 40), (120, 30), (120, 40), (160, 50), (200, 55))
ROOMS = {
    (width, height): (width, height - 2 - PAINTER.decision_rows(width, height))
    for width, height in SIZES
}
"""The room for the table in a terminal of a size."""


def begun(players: int, language: str = "en", seed: str = "7") -> Match:
    """A match in which nobody has chosen anything yet."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("middle_ages", seats, seed=seed)


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", seed: str = "7"
) -> Match:
    """A match in which so many picks were made by lot, and then more until a decision is asked."""
    match, random = begun(players, language, seed), Random(3)
    while not match.over:
        owed = match.owed()[0]
        if picks <= 0 and until in ("", owed.decision.name):
            break
        match.choose(owed.seat, random.choice(match.options(owed.seat)))
        picks -= 1
    return match


def moments(players: int, language: str = "en", every: int = 7) -> Iterator[Match]:
    """One match at many moments from its beginning to its end."""
    match, random = begun(players, language), Random(3)
    picks = 0
    while not match.over:
        if picks % every == 0:
            yield match
        owed = match.owed()[0]
        match.choose(owed.seat, random.choice(match.options(owed.seat)))
        picks += 1
    yield match


def scene_of(
    match: Match, *, language: str = "en", glyphs: str = "unicode", seat: int | None = -1
) -> Scene:
    """What the seat that is asked sees, or another one, or (None) somebody who watches."""
    owed = match.owed()
    if seat == -1:
        seat = owed[0].seat if owed else 0
    choosing: Any = None
    if owed and owed[0].seat == seat:
        choosing = PAINTER.choosing(Asked.of(match, seat))
    return Scene.of(
        Sight(match),
        seat,
        Tongue(language, match.header.names),
        look("dark", glyphs).naming(PAINTER.roles),
        choosing=choosing,
    )
