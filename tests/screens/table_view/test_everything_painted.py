"""Tables and panels use the palette's own colours in every depth, with readable text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from rich.color import Color

from engine.match.match import Match
from screens.paint.canvas import Canvas
from screens.paint.theme import Theme, theme
from screens.renderer.sgr import SgrStyles
from screens.table_view import panels
from screens.table_view.log_view import log_lines, paint_log
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene, TablePainter
from screens.table_view.sheet_view import paint_sheet
from styles.colour import Depth
from styles.palette import PALETTES, Palette
from tests.matrix import with_each_game
from tests.screens.games.middle_ages.scenes import scene_of
from tests.screens.playing import new_session
from tests.screens.reading import roles_used
from tests.styles.colour_vision import contrast, of_index, rgb

EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
QUIET = ("faint", "closed", "dim", "note", "legal")
"""Roles that may have less contrast than text."""


@cache
def moments(game: str) -> list[Match]:
    return [new_session(game, 3, picks).match for picks in (0, 7, 40, 90)]


def painted(scene: Scene, painter: TablePainter) -> Iterator[Canvas]:
    for width, height in ((80, 17), (120, 32)):
        yield panels.paint_header(scene, painter, width)
        yield painter.paint(scene, width, height)
        yield panels.paint_decision(scene, painter, width, 6)
        yield paint_log(scene, log_lines(scene), width, 12)
        for sheet in scene.sheets():
            yield paint_sheet(scene, sheet, width)


@cache
def roles(game: str, palette: str) -> frozenset[str]:
    """The roles of all painted cells of a game."""
    return frozenset(_roles(game, theme(palette)))


def _roles(game: str, seen: Theme) -> Iterator[str]:
    painter = painter_for(game)
    for match in moments(game):
        scene = scene_of(match)
        scene.theme = painter.theme_for_game(seen)
        if scene.partial_pick is not None:
            scene.partial_pick = painter.partial_pick(scene.partial_pick.request)
        for canvas in painted(scene, painter):
            yield from roles_used(canvas)


@EVERY
@with_each_game
def test_every_colour_has_our_index(palette: Palette, game: str) -> None:
    seen = painter_for(game).theme_for_game(theme(palette.name))
    pens = SgrStyles(palette, Depth.INDEXED)
    overlays = ("", " cursor", " legal.text", " legal", " flash", " closed")
    strange = {
        f"{role}{over}"
        for role in roles(game, palette.name)
        for over in overlays
        if not pens.is_palette_style(seen.style(f"{role}{over}"))
    }
    assert strange == set()


@EVERY
@with_each_game
def test_everything_is_readable(palette: Palette, game: str) -> None:
    seen = painter_for(game).theme_for_game(theme(palette.name))
    low = {}
    for role in roles(game, palette.name):
        paint = seen.paint(role)
        text = paint.colour or palette.foreground
        ground = paint.ground or palette.background
        words = role.split()
        if "frame" in words or words[-1].startswith("upper."):
            continue  # lines and half cells: a ground or a blank separates these areas, too
        least = 2.0 if any(word in words for word in QUIET) else 4.5
        for depth in (Depth.TRUE, Depth.INDEXED):
            pair = (
                (rgb(text.value), rgb(ground.value))
                if depth is Depth.TRUE
                else (of_index(text.index), of_index(ground.index))
            )
            if contrast(*pair) < least:
                low[role, depth] = round(contrast(*pair), 2)
    assert low == {}


def test_rich_parses_colours_like_us() -> None:
    tint = PALETTES["dark"].tokens.hues["red"].tints[0]
    assert Color.parse(tint.value).get_truecolor() == rgb(tint.value)
