"""Scenes of Troyes for tests of its painter: matches played by lot, as somebody sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.asked import Asked
from engine.chance import Dice
from engine.language import Tongue
from engine.match import Match
from engine.sight import Sight
from screens.look import look
from screens.scene import Scene
from screens.troyes.painter import PAINTER
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
"""The room for the table in a terminal of a size."""


def begun(
    players: int, language: str = "en", seed: str = "7", names: tuple[str, ...] = (), **options: str
) -> Match:
    """A match in which nobody has chosen anything yet."""
    seats = [(name, "person") for name in (names or NAMES[language])[:players]]
    return Match.begin("troyes", seats, seed=seed, options=options)


def advance(match: Match, dice: Dice, picks: int, until: str = "") -> Match:
    """Let so many picks be made by lot, and then more until a decision is asked."""
    while not match.over:
        owed = match.owed()[0]
        if picks <= 0 and until in ("", owed.decision.name):
            break
        match.choose(owed.seat, owed.decision.sample(match.state, dice))
        picks -= 1
    return match


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", seed: str = "7"
) -> Match:
    """A match in which so many picks were made by lot, and then more until a decision is asked."""
    return advance(begun(players, language, seed), Dice(b"scenes"), picks, until)


def moments(players: int, language: str = "en", every: int = 23) -> Iterator[Match]:
    """One match at many moments from its beginning to its end."""
    match, dice = begun(players, language), Dice(b"scenes")
    picks = 0
    while not match.over:
        if picks % every == 0:
            yield match
        owed = match.owed()[0]
        match.choose(owed.seat, owed.decision.sample(match.state, dice))
        picks += 1
    yield match


def scene_of(
    match: Match,
    *,
    language: str = "en",
    glyphs: str = "unicode",
    depth: Depth = Depth.TRUE,
    seat: int | None = -1,
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
        look("dark", glyphs, depth).naming(PAINTER.roles),
        choosing=choosing,
    )
