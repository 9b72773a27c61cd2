"""Scenes of Cities & Knights for tests of its painter: matches played by lot, as somebody sees
them."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.core.chance import Dice
from engine.i18n.language import Tongue
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from screens.games.knights.painter import PAINTER
from screens.paint.theme import theme
from screens.table_view.scene import Scene
from styles.colour import Depth

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий"),
}
SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))
ROOMS = {
    (width, height): (width, height - 2 - PAINTER.decision_rows(width, height))
    for width, height in SIZES
}
"""The room for the table in a terminal of a size."""

MOMENTS = (0, 9, 60, 150, 400, 900)
"""After how many picks a match is looked at."""


def begun(players: int, language: str = "en", seed: str = "7", **options: str) -> Match:
    """A match in which nobody has chosen anything yet."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("knights", seats, seed=seed, options=options)


def play_on(match: Match, picks: int, until: str = "") -> Match:
    """Make so many picks by lot, and then more until a decision is asked."""
    dice = Dice(f"lot {len(match.log)}".encode())
    while not match.over:
        owed = match.pending()[0]
        if picks <= 0 and until in ("", owed.decision.name):
            break
        match.choose(owed.seat, owed.decision.sample(match.view(owed.seat), dice))
        picks -= 1
    return match


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", **options: str
) -> Match:
    """A match in which so many picks were made by lot, and then more until a decision is asked."""
    return play_on(begun(players, language, **options), picks, until)


@cache
def moments(players: int, language: str = "en") -> tuple[Match, ...]:
    """Matches at some moments from the beginning to the end."""
    return tuple(played(players, picks=picks, language=language) for picks in MOMENTS)


def scene_of(
    match: Match,
    *,
    language: str = "en",
    glyphs: str = "unicode",
    seat: int | None = -1,
    depth: Depth = Depth.TRUE,
) -> Scene:
    """What the seat that is asked sees, or another one, or (None) somebody who watches."""
    owed = match.pending()
    if seat == -1:
        seat = owed[0].seat if owed else 0
    choosing: Any = None
    if owed and owed[0].seat == seat:
        asked: Any = DecisionRequest.of(match, seat)
        choosing = PAINTER.choosing(asked)
    return Scene.of(
        MatchView(match),
        seat,
        Tongue(language, match.header.names),
        PAINTER.dress(theme("dark", glyphs, depth)),
        choosing=choosing,
    )
