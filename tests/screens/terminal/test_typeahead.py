"""Several keys that arrive at once, as over a slow connection, are handled one by one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual import events
from textual.pilot import Pilot

from screens.lobby.lobby import LobbyScreen
from screens.lobby.sign_up import NAME_PLACE
from screens.pages.settings import SettingsScreen
from tests.screens.app_harness import page, text
from tests.screens.guest_apps import GuestApps, server, settle

__all__ = ["server"]


def keys_of(typed: str) -> Iterator[events.Key]:
    """Typed characters as keys; tab, line end and escape are named keys."""
    names = {"\t": "tab", "\r": "enter", "\x1b": "escape"}
    return (events.Key(names.get(letter, letter), letter) for letter in typed)


async def type_at_once(pilot: Pilot[None], typed: str) -> None:
    """Post all keys before the first is handled."""
    for key in keys_of(typed):
        pilot.app.post_message(key)
    await settle(pilot)


async def test_letters_wait_for_the_key_before_them(server: GuestApps) -> None:
    app = server.app("new")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_at_once(pilot, f"{server.people.invite_code()}\tAnn")
        assert page(app).pointed == NAME_PLACE
        assert page(app).fields[NAME_PLACE].text == "Ann"
        await type_at_once(pilot, "a\ro")
        assert isinstance(app.screen, SettingsScreen)
        await type_at_once(pilot, "\x1b")
        assert isinstance(app.screen, LobbyScreen)
        assert "Anna (you)" in text(app)


@pytest.mark.parametrize("letter", "щοם")
async def test_letter_of_another_layout_keeps_its_position(server: GuestApps, letter: str) -> None:
    server.register("Anna")
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await type_at_once(pilot, f"{letter}\x1b{letter}")
        assert isinstance(app.screen, SettingsScreen)
        await type_at_once(pilot, f"\x1b{letter}\x1b")
        assert isinstance(app.screen, LobbyScreen)
