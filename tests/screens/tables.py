"""What tests of all painted tables need: matches played by lot, and what somebody sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from engine.core.chance import Dice
from engine.i18n.language import Tongue
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision
from screens.paint.theme import theme
from screens.table_view.scene import Scene, TablePainter
from styles.colour import Depth

Lots = Callable[[Match, PendingDecision], Any]
"""Picks something for a decision that is owed."""

Size = tuple[int, int]


def sampled(seed: bytes) -> Lots:
    """Picks as players do that choose by lot."""
    dice = Dice(seed)
    return lambda match, owed: owed.decision.sample(match.state, dice)


def any_option(seed: int) -> Lots:
    """Any of the options that are listed."""
    random = Random(seed)
    return lambda match, owed: random.choice(match.options(owed.seat))


def step(match: Match, lots: Lots) -> None:
    """One pick by lot."""
    owed = match.pending()[0]
    match.choose(owed.seat, lots(match, owed))


def advance(match: Match, lots: Lots, picks: int, until: str = "") -> Match:
    """Let so many picks be made by lot, and then more until a decision is asked."""
    while not match.over:
        if picks <= 0 and until in ("", match.pending()[0].decision.name):
            break
        step(match, lots)
        picks -= 1
    return match


def moments(match: Match, lots: Lots, every: int) -> Iterator[Match]:
    """A match at many moments from where it stands to its end."""
    picks = 0
    while not match.over:
        if picks % every == 0:
            yield match
        step(match, lots)
        picks += 1
    yield match


def rooms(painter: TablePainter, sizes: Iterable[Size]) -> dict[Size, Size]:
    """The room for the table in terminals of these sizes."""
    return {
        (width, height): (width, height - 2 - painter.decision_rows(width, height))
        for width, height in sizes
    }


def scene_of(
    painter: TablePainter,
    match: Match,
    *,
    language: str = "en",
    glyphs: str = "unicode",
    depth: Depth = Depth.TRUE,
    seat: int | None = -1,
    names: Sequence[str] = (),
) -> Scene:
    """What the seat that is asked sees, or another one, or (None) somebody who watches; players
    are called as in the match, or by these `names`."""
    owed = match.pending()
    if seat == -1:
        seat = owed[0].seat if owed else 0
    choosing = None
    if owed and owed[0].seat == seat:
        choosing = painter.choosing(DecisionRequest.of(match, seat))
    return Scene.of(
        MatchView(match),
        seat,
        Tongue(language, tuple(names) or match.header.names),
        painter.dress(theme("dark", glyphs, depth)),
        choosing=choosing,
    )
