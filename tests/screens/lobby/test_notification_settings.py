"""Notification address of a guest: set in the profile, checked, removed."""

from __future__ import annotations

import pytest

from engine.lobby.notifications import AT_ONCE, DAILY, MAIL, NTFY, Address, Notifications
from screens.lobby.notification_settings import (
    FREQUENCY_PLACE,
    KIND_PLACE,
    TABLE_PLACE,
    NotificationSettingsScreen,
)
from screens.lobby.profile import NOTIFICATIONS_PLACE, ProfileScreen
from tests.screens.app_harness import page, press, text, type_in, walk_to
from tests.screens.guest_apps import GuestApps, Three, people, server, settle, to_lobby

__all__ = ["people", "server"]

SIZE = (80, 24)


@pytest.fixture
def notices(server: GuestApps) -> Notifications:
    """A server that can notify by mail and ntfy."""
    notices = Notifications(server.store)
    notices.set_kinds([MAIL, NTFY])
    return notices


async def test_notification_address_frequency_and_games_are_set(
    server: GuestApps, people: Three, notices: Notifications
) -> None:
    anna, boris, _ = people
    ids = [server.match("middle_ages", anna, boris) for _ in range(2)]
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await press(pilot, "p")
        await walk_to(pilot, NOTIFICATIONS_PLACE)
        assert "not set" in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, NotificationSettingsScreen)
        assert page(app).stops() == [(KIND_PLACE, MAIL), (KIND_PLACE, NTFY)]
        await press(pilot, "enter")
        await type_in(pilot, "anna@example.org")
        await press(pilot, "enter")
        assert notices.address(anna) == Address(MAIL, "anna@example.org", AT_ONCE)
        await walk_to(pilot, FREQUENCY_PLACE)
        await press(pilot, "right")
        assert notices.address(anna) == Address(MAIL, "anna@example.org", DAILY)
        await walk_to(pilot, (TABLE_PLACE, ids[0]))
        await press(pilot, "right")
        assert notices.quiet_matches(anna) == {ids[0]}
        await press(pilot, "left")
        assert notices.quiet_matches(anna) == frozenset()
        await walk_to(pilot, (KIND_PLACE, NTFY))
        await press(pilot, "enter")
        await type_in(pilot, "anna-7f3")
        await press(pilot, "enter")
        assert notices.address(anna) == Address(NTFY, "anna-7f3", DAILY)
        await press(pilot, "escape")
        assert isinstance(app.screen, ProfileScreen)
        assert "anna-7f3" in text(app)
        await press(pilot, "enter")
        await walk_to(pilot, (KIND_PLACE, NTFY))
        await press(pilot, "enter", *["backspace"] * 8, "enter")
        assert notices.address(anna) is None


@pytest.mark.parametrize("wrong", ["-x", "http://127.0.0.1", "file:/etc/passwd", "a b@c.org"])
async def test_invalid_address_is_refused_in_a_sentence(
    wrong: str, server: GuestApps, people: Three, notices: Notifications
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "p")
        await walk_to(pilot, NOTIFICATIONS_PLACE)
        await press(pilot, "enter", "enter")
        await type_in(pilot, wrong)
        await press(pilot, "enter")
        assert "It should look like anna@example.org" in text(app)
        assert notices.address(people[0]) is None


async def test_notifications_are_hidden_if_the_server_has_none(
    server: GuestApps, people: Three
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "p")
        assert NOTIFICATIONS_PLACE not in page(app).stops()
        assert "elsewhere" not in text(app)
