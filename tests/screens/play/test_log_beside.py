"""The log beside the table of every game: the wheel scrolls it, and new events scroll to its
end."""

from __future__ import annotations

from typing import Any

from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from screens.paint import buttons
from screens.play.play_screen import PlayScreen
from screens.table_view.log_view import log_lines
from tests.matrix import with_each_game
from tests.screens.playing import LARGE, at_table, new_session, scene_at


def log_rows(screen: PlayScreen) -> list[str]:
    """The rows of the log beside the table."""
    canvas = screen.surface.canvas
    rows = [
        "".join(canvas.chars[rect.y][rect.x : rect.right]).strip()
        for place in canvas.spots
        if isinstance(place, tuple) and place[0] == buttons.LOG
        for rect in canvas.rects(place)
    ]
    return [row for row in rows if row]


async def turn(pilot: Pilot[Any], screen: PlayScreen, kind: Any) -> None:
    """Turn the wheel over the log."""
    canvas = screen.surface.canvas
    rect = next(canvas.rects(place)[0] for place in canvas.spots if _is_log(place))
    await pilot._post_mouse_events([kind], screen.surface, offset=(rect.x + 1, rect.y))
    await pilot.pause()


async def turn_on(pilot: Pilot[Any], screen: PlayScreen, kind: Any) -> None:
    """Turn the wheel until the log no longer changes."""
    before: list[str] = []
    while log_rows(screen) != before:
        before = log_rows(screen)
        await turn(pilot, screen, kind)


def _is_log(place: object) -> bool:
    return isinstance(place, tuple) and place[0] == buttons.LOG


@with_each_game
async def test_wheel_scrolls_to_the_first_line_and_back(game: str) -> None:
    session = new_session(game, players=2, picks=30)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        if screen.state.pass_to is not None:
            await pilot.press("space")
            await pilot.pause()
        last = log_rows(screen)
        assert last, "there is room for a log at this size"
        pointed = (
            screen.state.partial_pick.input_mode.pointed if screen.state.partial_pick else None
        )
        await turn(pilot, screen, MouseScrollUp)
        assert log_rows(screen) != last
        assert (
            not screen.state.partial_pick or screen.state.partial_pick.input_mode.pointed == pointed
        )
        await turn_on(pilot, screen, MouseScrollUp)
        first = log_lines(scene_at(screen))[0].text
        assert any(word in first for word in log_rows(screen)[0].split())
        at_first = log_rows(screen)
        await turn(pilot, screen, MouseScrollDown)
        assert log_rows(screen) != at_first, "no turn is lost at the end"
        await turn_on(pilot, screen, MouseScrollDown)
        assert log_rows(screen) == last


async def test_new_events_scroll_to_the_end() -> None:
    session = new_session(players=2, picks=20)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        await turn(pilot, screen, MouseScrollUp)
        await pilot.press("enter")
        await pilot.pause()
        newest = log_lines(scene_at(screen))[-1].text.split()[-1]
        assert newest in " ".join(log_rows(screen))
