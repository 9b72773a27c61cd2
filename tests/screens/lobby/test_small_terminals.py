"""Terminals below the smallest size: line mode by one key, and nothing else happens."""

from __future__ import annotations

import pytest

from screens.play.lesson_screen import LessonScreen
from screens.play.play_screen import PlayScreen
from tests.screens.app_harness import press, text
from tests.screens.guest_apps import GuestApps, Three, people, server, settle

__all__ = ["people", "server"]


@pytest.mark.parametrize("key", ["l", "L", "д", "Д"])
async def test_one_key_switches_to_line_mode(server: GuestApps, people: Three, key: str):
    app = server.app("Anna")
    async with app.run_test(size=(45, 20)) as pilot:
        await settle(pilot)
        assert "L for line mode" in " ".join(text(app).split())
        await press(pilot, key)
        assert app.wants_lines
        assert app.ending


@pytest.mark.parametrize("key", ["q", "escape", "enter", "x", "1"])
async def test_no_other_key_does_anything(server: GuestApps, people: Three, key: str):
    app = server.app("Anna")
    async with app.run_test(size=(45, 20)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert not app.wants_lines
        assert not app.ending


async def test_line_mode_key_does_nothing_special_on_a_large_terminal(
    server: GuestApps, people: Three
):
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "l")
        assert not app.wants_lines


async def test_line_mode_continues_at_the_table(server: GuestApps, people: Three):
    anna, boris, _ = people
    table = server.table("middle_ages", anna, boris)
    server.tables.start(table.id, anna)
    app = server.app("Anna", "join", table.code)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        await pilot.resize_terminal(45, 20)
        await settle(pilot)
        assert "L for line mode" in " ".join(text(app).split())
        await press(pilot, "l")
        assert app.wants_lines
        assert app.context.member.guest.place == ("join", table.code)  # type: ignore[attr-defined]


async def test_line_mode_continues_in_the_lesson(server: GuestApps, people: Three):
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_lesson("deus")
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen)
        await pilot.resize_terminal(45, 20)
        await settle(pilot)
        await press(pilot, "l")
        assert app.wants_lines
        assert app.wants_lesson_lines
