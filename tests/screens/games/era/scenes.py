"""Scenes of Era for tests of its painter, from random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.chance import Dice
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from screens.games.era.painter import PAINTER
from screens.paint.theme import theme
from screens.table_view.scene import Scene
from styles.colour import Depth

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Клара", "Дмитрий"),
}
SIZES = ((80, 24), (100, 30), (80, 40), (120, 30), (120, 40), (160, 50), (200, 55))
ROOMS = {
    (width, height): (width, height - 2 - PAINTER.decision_rows(width, height))
    for width, height in SIZES
}
"""Room for the table by terminal size."""


def moments(players: int, language: str = "en", every: int = 9) -> Iterator[Match]:
    """A match at many positions from start to end."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    match, dice, picks = Match.begin("era", seats, seed="4"), Dice(b"scenes"), 0
    while not match.over:
        if picks % every == 0:
            yield match
        owed = match.pending()[0]
        match.choose(owed.seat, owed.decision.sample(match.state, dice))
        picks += 1
    yield match


def until(decision: str, players: int, round: int = 0, language: str = "en") -> Match:
    """A random match up to a decision in `round`."""
    found = moments(players, language, every=1)
    return next(
        match
        for match in found
        if match.state.round >= round and match.pending()[0].decision.name == decision
    )


def scene_of(
    match: Match,
    *,
    language: str = "en",
    glyphs: str = "unicode",
    depth: Depth = Depth.TRUE,
    seat: int | None = -1,
    take: Any = None,
) -> Scene:
    """The scene of the asked seat (-1), another seat, or a spectator (None); with `take` that
    piece is in hand."""
    owed = match.pending()
    if seat == -1:
        seat = owed[0].seat if owed else 0
    choosing: Any = None
    if owed and owed[0].seat == seat:
        asked: Any = DecisionRequest.of(match, seat)
        choosing = PAINTER.choosing(asked)
        if take is not None:
            choosing.take_in_hand(take)
    return Scene.of(
        MatchView(match),
        seat,
        Translator(language, match.header.names),
        PAINTER.theme_for_game(theme("dark", glyphs, depth)),
        choosing=choosing,
    )
