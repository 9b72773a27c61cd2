"""Helpers for tests of all painted tables: random matches, and their scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from engine.core.chance import Dice
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision
from screens.paint.theme import theme
from screens.table_view.scene import Scene, TablePainter
from styles.colour import Depth

PickChooser = Callable[[Match, PendingDecision], Any]
"""Function that chooses a pick for a pending decision."""

Size = tuple[int, int]


def sampled(seed: bytes) -> PickChooser:
    """Return a function that samples picks as random bots do."""
    dice = Dice(seed)
    return lambda match, pending: pending.decision.sample(match.state, dice)


def any_option(seed: int) -> PickChooser:
    """Return a function that chooses among the listed options."""
    random = Random(seed)
    return lambda match, pending: random.choice(match.options(pending.seat))


def step(match: Match, choose_pick: PickChooser) -> None:
    """Make a pick."""
    pending = match.pending()[0]
    match.choose(pending.seat, choose_pick(match, pending))


def advance(match: Match, choose_pick: PickChooser, picks: int, until: str = "") -> Match:
    """Make `picks` picks, and more until a decision named `until`."""
    while not match.over:
        if picks <= 0 and until in ("", match.pending()[0].decision.name):
            break
        step(match, choose_pick)
        picks -= 1
    return match


def moments(match: Match, choose_pick: PickChooser, every: int) -> Iterator[Match]:
    """Yield a match at many positions from now to its end."""
    picks = 0
    while not match.over:
        if picks % every == 0:
            yield match
        step(match, choose_pick)
        picks += 1
    yield match


def table_sizes(painter: TablePainter, sizes: Iterable[Size]) -> dict[Size, Size]:
    """Return the space for the table, by terminal size."""
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
    """Return the scene of the asked seat (-1), another seat, or a spectator (None). `names`
    replaces the players' names."""
    pending = match.pending()
    if seat == -1:
        seat = pending[0].seat if pending else 0
    partial_pick = None
    if pending and pending[0].seat == seat:
        partial_pick = painter.partial_pick(DecisionRequest.of(match, seat))
    return Scene.of(
        MatchView(match),
        seat,
        Translator(language, tuple(names) or match.header.names),
        painter.theme_for_game(theme("dark", glyphs, depth)),
        partial_pick=partial_pick,
    )
