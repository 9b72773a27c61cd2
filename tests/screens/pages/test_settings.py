"""The settings, which take effect at once, and the keys of commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.i18n.language import LANGUAGES, Translator
from screens.key_map import KEY_GROUPS
from screens.keys import CHOICE_KEYS, key_name
from screens.pages.menu import MenuScreen
from screens.pages.saved_games import SavedGamesScreen
from screens.pages.settings import FIXED_KEYS, KeysScreen, current_key, why_not
from screens.play.play_screen import PlayScreen
from screens.preferences import PREFERENCES, Preferences
from styles.palette import PALETTES
from tests.screens.app_harness import AppHarness, click, press, some_games, text, walk_to
from tests.wire import wired


async def test_every_setting_cycles_through_all_values_by_keys(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "o")
        for one in PREFERENCES:
            await walk_to(pilot, ("set", one.key))
            seen = set()
            for _ in one.choices:
                await press(pilot, "right")
                seen.add(getattr(harness.app.preferences, one.key))
            assert seen == set(one.choices)
            assert harness.app.preferences == Preferences()
    assert len(harness.preferences) == sum(len(one.choices) for one in PREFERENCES)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_colour_samples_are_visible_on_the_smallest_screen(
    tmp_path: Path, language: str
) -> None:
    harness = AppHarness(tmp_path, language=language)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "o")
        await walk_to(pilot, ("set", "colours"))
        rows = [row for row in text(harness.app).splitlines() if " 1   2   3 " in row]
        assert len(rows) == 2


async def test_settings_by_mouse(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "o")
        await click(pilot, ("more", ("set", "language")))
        assert harness.app.preferences.language == "ru"
        assert "Настройки" in text(harness.app)
        await click(pilot, ("less", ("set", "language")))
        assert harness.app.preferences.language == "en"
        await click(pilot, ("keys",))
        assert isinstance(harness.app.screen, KeysScreen)


async def test_colours_and_symbols_change_immediately(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await press(pilot, "o", "down", "right")
        assert app.preferences.theme == "light"
        assert app.current_theme.name == "guildhall-light"
        screen: Any = app.screen
        assert screen.surface.surface_styles.theme.palette.name == "light"
        await press(pilot, "down", "right")
        assert text(app).isascii()
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
        assert text(app).isascii()


@pytest.mark.parametrize("theme", PALETTES)
async def test_colours_are_right_from_the_start_and_after_a_change(
    tmp_path: Path, theme: str
) -> None:
    def background() -> str:
        return app.screen.styles.background.hex.lower()

    app = AppHarness(tmp_path, theme=theme).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert background() == PALETTES[theme].background.value
        await press(pilot, "o", "down", "right")
        other = app.preferences.theme
        assert other != theme
        assert background() == PALETTES[other].background.value


async def test_command_can_be_given_another_key(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test() as pilot:
        await press(pilot, "o", "up", "enter")
        await walk_to(pilot, ("command", "menu.saved"))
        await press(pilot, "enter")
        assert "Press the key for: the saved games." in text(harness.app)
        await press(pilot, "y")
        assert harness.preferences[-1].keys == {"menu.saved": "y"}
        assert "default: s" in text(harness.app)
        await press(pilot, "escape", "escape")
        assert "y  Saved games" in text(harness.app)
        await press(pilot, "s")
        assert isinstance(harness.app.screen, MenuScreen)
        await press(pilot, "y")
        assert isinstance(harness.app.screen, SavedGamesScreen)


async def test_default_key_can_be_restored(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, keys={"menu.saved": "y"})
    async with harness.app.run_test() as pilot:
        await press(pilot, "o", "up", "enter")
        await walk_to(pilot, ("command", "menu.saved"))
        await press(pilot, "delete")
        assert harness.preferences[-1].keys == {}


async def test_key_in_use_is_refused_with_a_sentence(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "o", "up", "enter")
        await walk_to(pilot, ("command", "play.undo"))
        for key, reason in (
            ("s", "s is already taken: the score."),
            ("a", "a is used for a choice at the table"),
            ("up", "Up has a fixed meaning everywhere"),
        ):
            await press(pilot, "enter", key)
            assert reason in text(harness.app)
        await press(pilot, "enter", "escape")
        assert isinstance(harness.app.screen, KeysScreen)
    assert harness.preferences == []


async def test_changed_key_works_at_the_table(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games(), keys={"play.sheet": "y"})
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "c")
        assert isinstance(harness.app.screen, PlayScreen)
        await press(pilot, "s")
        assert harness.app.screen.state.zone == "table"
        await press(pilot, "y")
        assert harness.app.screen.state.zone == "sheet"


def test_default_keys_do_not_conflict() -> None:
    for group in KEY_GROUPS:
        for command in group.commands:
            assert why_not({}, command, command.key) is None
            if command.id.startswith("play."):
                assert command.key not in CHOICE_KEYS


@given(st.data())
def test_commands_of_a_screen_never_share_a_key(data: st.DataObject) -> None:
    commands = [command for group in KEY_GROUPS for command in group.commands]
    letters = st.sampled_from([*"abcdefghijklmnopqrstuvwxyzABCU?", "f1", "up", "slash"])
    keys: dict[str, str] = {}
    for _ in range(data.draw(st.integers(1, 12))):
        command = data.draw(st.sampled_from(commands))
        key = data.draw(letters)
        if why_not(keys, command, key) is None:
            keys[command.id] = key
    for group in KEY_GROUPS:
        held = [current_key(keys, command) for command in group.commands]
        assert len(held) == len(set(held))
        assert not FIXED_KEYS & set(keys.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_key_has_a_name(language: str) -> None:
    translator = Translator(language)
    for group in KEY_GROUPS:
        assert group.commands
        for command in group.commands:
            assert translator.translate(command.meaning)
            assert translator.translate(key_name(command.key))
    assert translator.translate(key_name("question_mark")) == "?"
    assert translator.translate(key_name("slash")) == "/"
    assert translator.translate(key_name("U")) == "U"
    assert translator.translate(key_name("ctrl+s")) == "Ctrl+S"


async def test_terminal_uses_the_selected_colour_depth(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, colours="256")
    async with wired(harness.app, size=(80, 24), colours="truecolor") as wire:
        harness.app.action_redraw()
        await wire.settle()
        tokens = PALETTES["dark"].tokens
        assert f"48;5;{tokens.raised.index}" in wire.sent
        assert "48;2;" not in wire.sent
        await wire.press("o", "down", "down", "down", "right")
        assert harness.app.preferences.colours == "16"
        wire.mark()
        harness.app.action_redraw()
        await wire.settle()
        assert "48;2;" in wire.sent, "the sample in true colour"
        assert f"48;5;{tokens.raised.index}" not in wire.sent


def test_every_command_shows_the_symbol_of_its_key() -> None:
    usual = {command.key for group in KEY_GROUPS for command in group.commands}
    named = {key: key_name(key).plain() for key in usual}
    assert named["plus"] == "+"
    assert named["minus"] == "-"
    assert not [name for name in named.values() if name.isupper() and len(name) > 1]
