"""Scenes of Cities & Knights for tests of its painter, from random matches."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.core.chance import Dice
from engine.i18n.language import Translator
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
"""Room for the table by terminal size."""

MOMENTS = (0, 9, 60, 150, 400, 900)
"""Numbers of picks after which matches are tested."""


def new_match(players: int, language: str = "en", seed: str = "7", **options: str) -> Match:
    """Return a match without any picks."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("knights", seats, seed=seed, options=options)


def play_on(match: Match, picks: int, until: str = "") -> Match:
    """Make `picks` random picks, and more until a decision named `until`."""
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
    """A match after `picks` random picks, and more until a decision named `until`."""
    return play_on(new_match(players, language, **options), picks, until)


@cache
def moments(players: int, language: str = "en") -> tuple[Match, ...]:
    """Matches at some positions from start to end."""
    return tuple(played(players, picks=picks, language=language) for picks in MOMENTS)


def scene_of(
    match: Match,
    *,
    language: str = "en",
    glyphs: str = "unicode",
    seat: int | None = -1,
    depth: Depth = Depth.TRUE,
) -> Scene:
    """The scene of the asked seat (-1), another seat, or a spectator (None)."""
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
        Translator(language, match.header.names),
        PAINTER.theme_for_game(theme("dark", glyphs, depth)),
        choosing=choosing,
    )
