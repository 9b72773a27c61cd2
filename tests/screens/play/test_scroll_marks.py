"""Scroll marks of long pages: a click on one scrolls."""

from __future__ import annotations

from pathlib import Path

from textual.events import MouseScrollUp

from screens.pages import scrolled_body
from screens.paint import buttons
from tests.screens import app_harness
from tests.screens.play.test_log_beside import log_rows, turn
from tests.screens.playing import LARGE, at_table, click, new_session, press, screen_text

UP, DOWN, END = ((buttons.SCROLL, way) for way in (-1, 1, 0))


async def test_click_scrolls_a_page_of_the_table() -> None:
    async with at_table(new_session("knights", players=2)) as (app, screen, pilot):
        await press(pilot, "question_mark")
        top = screen_text(screen)
        assert UP not in screen.surface.canvas.spots
        await click(app, pilot, DOWN)
        assert screen_text(screen) != top
        await click(app, pilot, UP)
        assert screen_text(screen) == top


async def test_click_scrolls_the_log_beside_the_table_to_its_end() -> None:
    async with at_table(new_session(players=2, picks=30), size=LARGE) as (app, screen, pilot):
        last = log_rows(screen)
        assert END not in screen.surface.canvas.spots
        await turn(pilot, screen, MouseScrollUp)
        await turn(pilot, screen, MouseScrollUp)
        assert log_rows(screen) != last
        await click(app, pilot, END)
        assert log_rows(screen) == last


async def test_click_scrolls_the_rules(tmp_path: Path) -> None:
    app = app_harness.AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await app_harness.press(pilot, "r", "t")
        await app_harness.click(pilot, ("topic", 2))
        first = app_harness.text(app)
        await app_harness.click(pilot, (scrolled_body.SCROLL_PLACE, 1))
        assert app_harness.text(app) != first
        await app_harness.click(pilot, (scrolled_body.SCROLL_PLACE, -1))
        assert app_harness.text(app) == first
