"""Monkey test of menu and forms: whatever is pressed or clicked, the program continues."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from screens.pages.page import Page
from tests.screens.app_harness import AppHarness, some_games

KEYS = [
    "up",
    "down",
    "left",
    "right",
    "enter",
    "escape",
    "tab",
    "shift+tab",
    "space",
    "home",
    "end",
]
KEYS += ["pageup", "pagedown", "backspace", "delete", "slash", "full_stop", "ctrl+s", "ctrl+u"]
KEYS += [*"abcdegiknoprtuwy123456789", "N", "U", "question_mark"]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_random_keys_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    dice = Random(seed)
    app = AppHarness(tmp_path, some_games(), language=language, pace="0").app
    monkeypatch.setattr(app, "exit", lambda *arguments, **options: None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(100):
            if dice.random() < 0.25:
                offset = (dice.randrange(80), dice.randrange(24))
                await pilot.click("Surface", offset=offset)
            else:
                await pilot.press(dice.choice(KEYS))
            screen: Any = app.screen
            lines = screen.surface.canvas.lines()
            assert len(lines) == 24
            assert all(len(line) <= 80 for line in lines)
            if isinstance(screen, Page) and screen.shown_stops:
                assert screen.pointed in screen.shown_stops
    assert app.return_code is None
