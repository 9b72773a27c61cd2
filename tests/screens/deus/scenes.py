"""Scenes of Deus for tests of its painter: matches played by lot, as somebody sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.asked import Asked
from engine.chance import Dice
from engine.language import Tongue
from engine.match import Match
from engine.sight import Sight
from screens.deus.painter import PAINTER
from screens.look import look
from screens.scene import Scene
from styles.colour import Depth

NAMES = {
    "en": ("Anna", "Boris", "Clara", "Dmitri"),
    "ru": ("Анна", "Борис", "Вера", "Григорий"),
}
SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))
ROOMS = {
    (width, height): (width, height - 2 - PAINTER.decision_rows(width, height))
    for width, height in SIZES
}
"""The room for the table in a terminal of a size."""


def begun(
    players: int,
    language: str = "en",
    seed: str = "7",
    options: Mapping[str, str] | None = None,
) -> Match:
    """A match in which nobody has chosen anything yet."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin("deus", seats, seed=seed, options=options)


def step(match: Match, dice: Dice) -> None:
    """One pick by lot."""
    owed = match.owed()[0]
    match.choose(owed.seat, owed.decision.sample(match.state, dice))


def played(
    players: int, *, picks: int = 0, until: str = "", language: str = "en", **rest: Any
) -> Match:
    """A match in which so many picks were made by lot, and then more until a decision is asked."""
    match, dice = begun(players, language, **rest), Dice(b"scenes")
    while not match.over:
        if picks <= 0 and until in ("", match.owed()[0].decision.name):
            break
        step(match, dice)
        picks -= 1
    return match


def moments(players: int, every: int = 23, **options: str) -> Iterator[Match]:
    """One match at many moments from its beginning to its end."""
    match, dice, picks = begun(players, options=options), Dice(b"moments"), 0
    while not match.over:
        if picks % every == 0:
            yield match
        step(match, dice)
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
        Tongue(language, NAMES[language][: match.state.seats]),
        look("dark", glyphs, depth).naming(PAINTER.roles),
        choosing=choosing,
    )
