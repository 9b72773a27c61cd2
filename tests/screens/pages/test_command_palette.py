"""Command palette: what is listed where, how it is found, what Enter does, and bytes sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from engine.i18n.language import Translator
from screens.app import GuildhallApp
from screens.key_map import BY_ID
from screens.lobby.lobby import LobbyScreen
from screens.pages.command_palette import CommandPaletteScreen
from screens.pages.lessons import LessonsScreen
from screens.pages.menu import MenuScreen
from screens.pages.new_game import NewGameScreen
from screens.pages.rules import RulesScreen
from screens.pages.saved_games import SavedGamesScreen
from screens.pages.settings import SettingsScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from tests.screens.app_harness import AppHarness, press, some_games, text
from tests.screens.guest_apps import GuestApps
from tests.wire import wired

MAX_BYTES = 12_000
"""Maximum bytes for opening it, and for going back to a whole table."""


def listed(app: GuildhallApp) -> list[str]:
    """The ids of the commands shown."""
    assert isinstance(app.screen, CommandPaletteScreen)
    return [str(place[1]) for place in app.screen.stops() if isinstance(place, tuple)]


async def open_palette(pilot: Pilot[Any]) -> None:
    await press(pilot, "ctrl+p")
    assert isinstance(pilot.app.screen, CommandPaletteScreen)


async def test_menu_palette_lists_available_commands_and_enter_runs_one(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await open_palette(pilot)
        assert {"menu.rules", "menu.settings", "menu.quit", "app.redraw"} < set(listed(app))
        absent = {"menu.resume", "menu.replay", "app.commands", "page.back"}
        assert not absent & set(listed(app))
        await press(pilot, *"setti")
        assert listed(app) == ["menu.settings"]
        assert "the settings" in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, SettingsScreen)
        await open_palette(pilot)
        assert listed(app)[0] == "page.back"
        await press(pilot, "enter")
        assert isinstance(app.screen, MenuScreen)


async def test_menu_palette_has_more_with_saved_games(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await open_palette(pilot)
        assert {"menu.resume", "menu.replay"} < set(listed(app))
        await press(pilot, *"replay the", "enter")
        assert isinstance(app.screen, ReplayScreen)
        await open_palette(pilot)
        assert {"replay.on", "replay.play", "play.sheet"} < set(listed(app))
        assert not {"play.undo", "play.say", "replay.eyes"} & set(listed(app))
        at = app.screen_stack[-2]
        assert isinstance(at, ReplayScreen)
        before = at.recording.at
        await press(pilot, *"to the start", "enter")
        assert at.is_current
        assert (at.recording.at, before) == (0, before)
        assert before > 0


async def test_table_palette_lists_only_available_commands(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "c")
        table = app.screen
        assert isinstance(table, PlayScreen)
        await open_palette(pilot)
        found = set(listed(app))
        assert {"play.sheet", "play.hint", "play.look", "play.leave"} < found
        assert not {"play.again", "play.statistics", "play.say", "play.page_down"} & found
        await press(pilot, *"score", "enter")
        assert table.is_current
        assert table.state.zone == "sheet"
        await open_palette(pilot)
        assert "play.back" in listed(app)
        await press(pilot, "ctrl+p")
        assert table.is_current
        assert table.state.zone == "sheet"


async def test_palette_changes_nothing_before_enter(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "c", "s", "s")
        table = app.screen
        assert isinstance(table, PlayScreen)
        before, seen = table.state, text(app)
        await open_palette(pilot)
        await press(pilot, "escape")
        read = evolve(before.notices, is_unread=table.state.notices.is_unread)  # on a slow machine
        after = evolve(table.state, now=before.now, attention=before.attention)
        assert after == evolve(before, notices=read)
        assert text(app) == seen


async def test_palette_is_unavailable_during_a_question(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "c", "t")
        table = app.screen
        assert isinstance(table, PlayScreen)
        assert table.state.question is not None
        await open_palette(pilot)
        assert {id.partition(".")[0] for id in listed(app)} == {"app"}


async def test_help_mentions_the_palette(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test(size=(120, 90)) as pilot:
        await pilot.pause()
        await press(pilot, "c", "question_mark")
        assert "Ctrl+P" in text(app)
        assert BY_ID["app.commands"].meaning.plain() in text(app)


async def test_pages_and_forms_list_their_commands(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        for key, page, commands in (
            ("1", NewGameScreen, {"form.begin", "page.back"}),
            ("s", SavedGamesScreen, {"saved.delete", "saved.import"}),
            ("r", RulesScreen, {"rules.search", "rules.book"}),
            ("n", LessonsScreen, {"page.back"}),
        ):
            await press(pilot, key)
            assert isinstance(app.screen, page)
            await open_palette(pilot)
            assert commands < set(listed(app))
            assert "rules.next" not in listed(app)
            await press(pilot, "escape", "escape")
            assert isinstance(app.screen, MenuScreen)


async def test_palette_is_unavailable_while_a_line_is_typed(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "s", "i", "ctrl+p")
        assert isinstance(app.screen, SavedGamesScreen)
        assert app.screen.prompt.entry is not None


async def test_unknown_name_finds_nothing(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await open_palette(pilot)
        await press(pilot, *"xyzzy", "enter")
        assert isinstance(app.screen, CommandPaletteScreen)
        assert not listed(app)
        await press(pilot, *["backspace"] * 5)
        assert "menu.rules" in listed(app)


async def test_names_are_found_in_the_selected_language(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, language="ru").app
    async with app.run_test() as pilot:
        await pilot.pause()
        await open_palette(pilot)
        name = Translator("ru").translate(BY_ID["menu.settings"].meaning)
        assert name != BY_ID["menu.settings"].meaning.plain()
        await press(pilot, *name)
        assert listed(app)[0] == "menu.settings"


async def test_guest_has_the_palette_in_the_lobby(tmp_path: Path) -> None:
    visited = GuestApps(tmp_path)
    visited.register("Anna")
    app = visited.app("Anna")
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "ctrl+p")
        assert {"lobby.new", "lobby.profile"} < set(listed(app))
        assert "lobby.leave" not in listed(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_palette_opens_like_a_page_and_letters_send_little(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with wired(app, size=size) as wire:
        await wire.press("c")
        wire.mark()
        await wire.press("ctrl+p")
        opened = len(wire.sent.encode())
        assert 500 < opened < MAX_BYTES
        wire.mark()
        await wire.press("s")
        assert 0 < len(wire.sent.encode()) < opened
        wire.mark()
        await wire.press("x")
        wire.mark()
        await wire.press("y")
        assert len(wire.sent.encode()) < 300
        wire.mark()
        await wire.press("escape")
        assert len(wire.sent.encode()) < MAX_BYTES
