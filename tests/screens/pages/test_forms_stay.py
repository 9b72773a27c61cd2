"""Forms and settings stay where they are as the cursor moves, in the colours of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from screens.app import GuildhallApp
from screens.games.troyes.symbols import ROLES
from screens.pages.lessons import LESSON_PLACE, LessonsScreen
from screens.pages.new_game import NewGameScreen
from screens.pages.openers import open_settings
from screens.pages.page_frame import DECREASE_PLACE
from screens.pages.settings import SettingsScreen
from screens.paint.canvas import Canvas
from tests.screens.app_harness import AppHarness, press, text

SIZES = [(80, 22), (80, 24), (120, 40)]


def rows_of_labels(screen: SettingsScreen | NewGameScreen) -> dict[str, int]:
    """The row of each line that does not follow the cursor, by its first words."""
    canvas: Canvas = screen.picture()
    return {
        line.replace("»", " ")[:17].strip(): y
        for y, line in enumerate(canvas.lines())
        if line[4:5].isalpha() and line[2:4] in ("  ", "» ")
    }


async def form(app: GuildhallApp, pilot: Pilot[None], page: str) -> SettingsScreen | NewGameScreen:
    """Open the settings, or the form for a new match of a game."""
    if page == "settings":
        open_settings(app)
    else:
        app.context.open_form(page)
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, SettingsScreen | NewGameScreen)
    return screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", ["settings", "catan", "troyes"])
async def test_lines_of_a_form_do_not_move_with_the_cursor(
    size: tuple[int, int], page: str, tmp_path: Path
) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=size) as pilot:
        screen = await form(app, pilot, page)
        screen.pointed = screen.stops()[0]
        rows = rows_of_labels(screen)
        assert len(rows) > 5
        for stop in screen.stops():
            screen.pointed = stop
            now = rows_of_labels(screen)
            shared = rows.keys() & now.keys()
            assert {label: now[label] for label in shared} == {
                label: rows[label] for label in shared
            }, stop


@pytest.mark.parametrize("page", ["settings", "catan", "troyes"])
async def test_values_belong_to_their_lines(page: str, tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await form(app, pilot, page)
        spots = screen.picture().spots
        arrows = [
            place for place in spots if isinstance(place, tuple) and place[0] == DECREASE_PLACE
        ]
        assert len(arrows) > 5
        for arrow in arrows:
            [rect] = spots[arrow]
            assert spots.at(rect.right, rect.y) == arrow[1]
            assert len(spots.anchors(arrow[1])) == 1


async def test_seats_of_a_form_have_the_colours_of_the_table(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        app.context.open_form("troyes")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        canvas = screen.picture()
        roles = {role for row in canvas.roles for role in row if role.startswith("seat.")}
        expected = {ROLES.get(f"seat.{n}", f"seat.{n}") for n in range(screen.seats)}
        assert roles == expected


async def test_lessons_open_at_the_selected_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down", "down", "n")
        assert isinstance(app.screen, LessonsScreen)
        assert app.screen.pointed == (LESSON_PLACE, "troyes")
        assert "Troyes" in text(app)
