"""Partial repaints equal a full repaint, cell for cell."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from engine.games import catalogue
from screens.paint.canvas import Canvas
from screens.play.play_screen import PlayScreen
from screens.renderer.overlay import CellRow
from screens.renderer.surface import Surface
from screens.table.messages import KeyPressed
from screens.table.table_renderer import Picture
from tests.matrix import LIKE_ANOTHER, usually
from tests.screens.playing import LARGE, SMALL, at_table, new_session
from tests.screens.table.headless import CHARACTERS

GAMES = [entry.id for entry in catalogue()]

LOT = (*("left", "right", "up", "down") * 5, *("enter",) * 4, "escape", "space", "x", "plus", "1")

KEYS = 40

WALKS = ("left", "right", "up", "down")

OPENS = 0.8
"""So many seconds after the last key a curtain may be opened."""


def rows(surface: Surface) -> list[CellRow]:
    """The cells as they are shown, with marks and cursor."""
    return [surface.rows.compose(y) for y in range(surface.canvas.height)]


def whole(screen: PlayScreen) -> Picture:
    """The picture, painted by tables that have painted nothing yet."""
    return screen.make_stack().renderer.picture(screen.state)


def painted(canvas: Canvas) -> list[tuple[list[str], list[str]]]:
    """The cells without marks and cursor."""
    return [(canvas.chars[y], canvas.painted(y)) for y in range(canvas.height)]


def press(screen: PlayScreen, key: str) -> None:
    """Press a key, and compare the shown picture with a full repaint."""
    screen.dispatch(KeyPressed(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
    anew, surface = whole(screen), screen.surface
    where = (key, screen.state.partial_pick)
    assert painted(surface.canvas) == painted(anew.canvas), where
    assert set(surface.legal) == anew.legal.keys(), where
    assert surface.cursor == anew.cursor, where
    assert surface.canvas.spots == anew.canvas.spots, where
    shown = rows(surface)
    surface.rows.lay()
    surface.set_cursor(surface.cursor)
    assert shown == rows(surface), where


@pytest.mark.parametrize(
    ("game", "size"),
    [
        usually(game == "knights" or (size == SMALL and game not in LIKE_ANOTHER), game, size)
        for game in GAMES
        for size in (SMALL, LARGE)
    ],
)
async def test_partial_painting_equals_full_painting(game: str, size: tuple[int, int]) -> None:
    random = Random(f"{game} {size}")
    for picks in (0, 30, 70):
        async with at_table(new_session(game, 3, picks), size=size) as (_, screen, _):
            for _ in range(KEYS):
                press(screen, random.choice(LOT))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_partial_painting_follows_the_cursor(size: tuple[int, int]) -> None:
    """Columns of Deus that would fire, and a map that is larger than its room."""
    random, followed = Random(1), 0
    for picks in (0, 20, 40, 60):
        async with at_table(new_session("deus", 3, picks), size=size) as (_, screen, _):
            await asyncio.sleep(OPENS)
            press(screen, "space")
            for _ in range(KEYS):
                partial_pick = screen.state.partial_pick
                if partial_pick is None or screen.state.pass_to is not None:
                    break
                follows = partial_pick.input_mode.follows_pointer
                followed += follows
                press(screen, random.choice(WALKS if follows else ("1", "2", "3", "enter", *WALKS)))
                if follows and random.random() < 0.1:
                    press(screen, "escape")
    assert followed > KEYS // 2
