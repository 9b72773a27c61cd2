"""Turn alerts for a player who is looking elsewhere: one bell and a window title."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.terminal.driver import (
    NOTICE_OSC_9,
    NOTICE_OSC_777,
    RESTORE_TITLE,
    SAVE_TITLE,
    notice_form,
)
from tests.screens.play.test_terminals import Terminal as Person
from tests.screens.play.test_terminals import open_terminals
from tests.screens.playing import LARGE, play, press
from tests.wire import Terminal

ROOT = Path(__file__).parents[3]


class Watch:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Alerts:
    """The alerts of an app."""

    def __init__(self, app: Any) -> None:
        self.bells = 0
        self.titles: list[str] = []
        app.bell = self.bell
        app.set_window_title = self.titles.append
        self.notices: list[str] = []
        app.notify_on_desktop = self.notices.append
        app.restore_window_title = lambda: self.titles.append("")

    def bell(self) -> None:
        self.bells += 1


async def turn_to(one: Person, other: Person) -> None:
    """Let the others choose until the player is asked."""
    for _ in range(30):
        if one.is_asked():
            return
        await other.press("enter")
        await one.settle()
    raise AssertionError("it never becomes their turn")


@pytest.mark.parametrize(
    ("call", "away", "bells", "titles"),
    [
        ("bell", 11.0, 1, ["Your turn: Middle Ages", ""]),
        ("notice", 11.0, 1, ["Your turn: Middle Ages", ""]),
        ("title", 11.0, 0, ["Your turn: Middle Ages", ""]),
        ("off", 11.0, 0, []),
        ("bell", 9.0, 0, []),
    ],
)
async def test_away_player_is_alerted_once(
    call: str, away: float, bells: int, titles: list[str]
) -> None:
    watch = Watch()
    async with open_terminals("middle_ages", {0}, {1}, call=call, clock=watch) as (anna, boris):
        one, other = (anna, boris) if boris.is_asked() else (boris, anna)
        alerts = Alerts(one.pilot.app)
        watch.now += away
        await turn_to(one, other)
        assert alerts.bells == bells
        assert alerts.titles == titles[:1]
        assert alerts.notices == (titles[:1] if call == "notice" else [])
        watch.now += 100
        await one.settle()
        await one.press("down")
        assert alerts.bells == bells
        assert alerts.titles == titles
        assert len(alerts.notices) == int(call == "notice")


async def test_player_who_left_the_table_is_no_longer_alerted() -> None:
    watch = Watch()
    async with open_terminals("middle_ages", {0}, {1}, clock=watch) as (anna, boris):
        one, other = (anna, boris) if boris.is_asked() else (boris, anna)
        alerts = Alerts(one.pilot.app)
        watch.now += 20
        await turn_to(one, other)
        assert alerts.titles == ["Your turn: Middle Ages"]
        await one.press("q")
        assert alerts.titles[-1] == ""


async def test_player_waiting_only_for_bots_is_alerted_too() -> None:
    """The clock of this person goes on by ten seconds at each look."""
    seats = [("Anna", "person"), ("Boris", "bot:random"), ("Clara", "bot:random")]
    session = Session.begin(MemoryStore(), "middle_ages", seats, seed="7")
    app, screen = play(session)
    alerts = Alerts(app)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert alerts.bells == 0, "nobody is alerted at the start"
        for _ in range(20):
            if screen.state.partial_pick is not None:
                await press(pilot, "enter")
            await pilot.pause()
            if alerts.bells:
                break
        assert alerts.titles[0] == "Your turn: Middle Ages"


@pytest.mark.parametrize(
    ("environment", "form"),
    [
        ({"TERM": "foot"}, NOTICE_OSC_777),
        ({"TERM": "rxvt-unicode-256color"}, NOTICE_OSC_777),
        ({"TERM": "xterm-kitty"}, NOTICE_OSC_9),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, NOTICE_OSC_9),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, NOTICE_OSC_9),
        ({"TERM": "screen-256color", "LC_TERMINAL": "iTerm2"}, None),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"}, None),
        ({"TERM": "xterm-256color"}, None),
        ({}, None),
    ],
)
def test_desktop_notification_is_sent_to_terminals_that_support_it(
    environment: dict[str, str], form: str | None
) -> None:
    assert notice_form(environment) == form


PROGRAM = """
from screens.terminal.driver import TerminalDriver
from tests.screens.boards import QuietSurfaceApp
class Named(QuietSurfaceApp):
    def get_driver_class(self):
        return TerminalDriver
    BINDINGS = [("x", "name", ""), ("y", "back", ""), ("z", "mark", ""), ("w", "note", "")]
    def action_name(self):
        self.set_window_title("Your turn:\\x1b]2;evil\\x07 " + "long " * 40)
    def action_note(self):
        self.notify_on_desktop("Your turn:\\x1b]2;evil\\x07 " + "long " * 40)
    def action_back(self):
        self.restore_window_title()
    def action_mark(self):
        self._driver.write("till here")
Named().run()
"""


@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
def test_window_title_is_clean_and_restored_at_the_end(term: str) -> None:
    command = [sys.executable, "-c", PROGRAM]
    with Terminal(command, environment={"PYTHONPATH": str(ROOT)}, term=term) as terminal:
        terminal.read_until(b"Mill")
        sent = b""
        for key in "xxyx":
            terminal.type(key + "z")
            sent += terminal.read_until(b"till here")
        terminal.type("\x11")
        sent += terminal.read_to_end()
        assert terminal.ended() == 0
    if term == "linux":
        assert b"]2;" not in sent
        return
    assert sent.count(SAVE_TITLE.encode()) == sent.count(RESTORE_TITLE.encode()) == 2
    named = sent.split(b"\x1b]2;")[1].split(b"\x07")[0].decode()
    assert named.startswith("Your turn:")
    assert named.isprintable()
    assert len(named) <= 60


@pytest.mark.parametrize("term", ["xterm-kitty", "xterm-256color"])
def test_desktop_notification_is_clean(term: str) -> None:
    command = [sys.executable, "-c", PROGRAM]
    with Terminal(command, environment={"PYTHONPATH": str(ROOT)}, term=term) as terminal:
        terminal.read_until(b"Mill")
        terminal.type("wz")
        sent = terminal.read_until(b"till here")
        terminal.type("\x11")
        terminal.read_to_end()
    if term != "xterm-kitty":
        assert b"\x1b]9;" not in sent
        return
    noted = sent.split(b"\x1b]9;")[1].split(b"\x07")[0].decode()
    assert noted.startswith("Your turn:")
    assert noted.isprintable()
    assert len(noted) <= 60
