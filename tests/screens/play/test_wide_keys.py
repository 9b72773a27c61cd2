"""Full-width keys, as typed with a Japanese input method, equal the usual ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from engine.match.match import Match
from screens.keys import CHOICE_KEYS, latin_of
from screens.preferences import Preferences
from screens.start import StartNew
from screens.table.messages import KeyPressed
from tests.screens.app_harness import AppHarness, text
from tests.screens.guest_apps import settle
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessReplay

GAMES = ("middle_ages", "troyes", "knights")
"""Those at whose tables nobody has to pass the keyboard first."""


def wide(key: str) -> str:
    return chr(ord(key) + 0xFEE0)


def test_every_choice_key_has_a_wide_variant() -> None:
    assert [latin_of(wide(key)) for key in CHOICE_KEYS] == [*CHOICE_KEYS]
    assert latin_of("？") == "?"


@pytest.mark.parametrize("key", "23")
@pytest.mark.parametrize("game", GAMES)
async def test_wide_keys_equal_the_usual_ones(game: str, key: str, tmp_path: Path) -> None:
    seats = (("Anna", "person"), ("Boris", "person"))
    seen: list[str] = []
    for typed in ("", key, wide(key)):
        harness = AppHarness(tmp_path / f"{len(seen)}", start=StartNew(game, seats, {}, "7"))
        async with harness.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("space")
            await settle(pilot)
            if typed:
                harness.app.post_message(events.Key(typed, typed))
            await settle(pilot)
            seen.append(text(harness.app))
    assert seen[2] == seen[1]
    assert seen[2] != seen[0]


@pytest.mark.parametrize("digit", ["３", "٣"])
def test_replay_step_is_typed_in_digits_of_any_width_and_script(digit: str) -> None:
    match: Match = new_session(picks=6).match
    with HeadlessReplay(match, Preferences()) as table:
        table.press("colon")
        table.send(KeyPressed(digit, digit))
        table.send(KeyPressed("superscript_two", "²"))
        table.press("enter")
        assert table.recording.at == 3
