"""Monkey test of three guests: whatever they press or click at the same time, all can continue."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from screens.pages.page import Page
from tests.screens.guest_apps import GuestApps
from tests.screens.pages.test_form_monkey import KEYS

PRESSES = 150


@pytest.mark.parametrize(("seed", "language"), [(0, "en"), (1, "ru")])
async def test_random_guests_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.lobby.users.Users.erase", lambda self, person: None)
    monkeypatch.setattr("screens.lobby.guest_app.LobbyContext.end_session", lambda self, text: None)
    dice = Random(seed)
    server = GuestApps(tmp_path)
    names = ("Anna", "Boris", "Clara")
    anna, boris, clara = (server.register(name) for name in names)
    server.match("middle_ages", anna, boris, picks=5)
    server.match("era", boris, clara)
    server.match("middle_ages", clara, anna, picks=-1)
    server.table("knights", clara, None, None)
    apps = [server.app(name, language=language, pace="0") for name in names]
    async with AsyncExitStack() as stack:
        pilots = []
        for app in apps:
            monkeypatch.setattr(app, "exit", lambda *arguments, **options: None)
            pilots.append(await stack.enter_async_context(app.run_test(size=(80, 24))))
        for _ in range(PRESSES):
            pilot = dice.choice(pilots)
            if dice.random() < 0.25:
                offset = (dice.randrange(80), dice.randrange(24))
                await pilot.click("Surface", offset=offset)
            else:
                await pilot.press(dice.choice([*KEYS, *"jlbqhospSMwc", "plus", "minus"]))
            screen: Any = pilot.app.screen
            lines = screen.surface.canvas.lines()
            assert len(lines) == 24
            assert all(len(line) <= 80 for line in lines)
            if isinstance(screen, Page) and screen.shown_stops:
                assert screen.pointed in screen.shown_stops
    assert [one.name for one in tmp_path.iterdir()] == []
