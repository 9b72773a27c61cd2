"""The commands of admins in the lobby: on their page, in line mode, and for nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from attrs import define, field

from engine.errors import NotAllowed
from engine.i18n.text import Text, verbatim
from engine.lobby.users import Users
from screens.environment import ServerControl
from screens.lobby.admin_page import ACTIONS, AdminScreen
from screens.lobby.administration import COMMANDS, AdminDesk, parse
from screens.lobby.guest import Guest, Registration
from screens.lobby.line_lobby import LineLobby
from screens.lobby.member import Member
from screens.preferences import Preferences
from tests.screens.app_harness import click, press, text, type_in
from tests.screens.guest_apps import GuestApps, Three, key_of, people, server, settle

__all__ = ["people", "server"]


@define
class Server:
    """A server that records its requests."""

    announcements: list[str] = field(factory=list)
    logged: list[str] = field(factory=list)

    def status(self) -> Sequence[Text]:
        return [verbatim("All is well.")]

    def announce(self, text: str) -> int:
        self.announcements.append(text)
        return 2

    def log(self, text: str) -> None:
        self.logged.append(text)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("server status", ("server", "status")),
        ("  users  ban   Anna Maria ", ("users", "ban", "Anna Maria")),
        ("server say Don't; go $(now)", ("server", "say", "Don't; go $(now)")),
        ("tables close K7M2", ("tables", "close", "K7M2")),
        ("server", None),
        ("server status now", None),
        ("server stop", None),
        ("server reload", None),
        ("users promote Boris", None),
        ("users delete Boris", None),
        ("users ban", None),
        ("", None),
    ],
)
def test_command_is_two_words_and_arguments(line: str, found: tuple[str, ...] | None):
    assert parse(line) == found


def test_page_has_all_commands():
    asks = {action.command: action.question is not None for action in ACTIONS}
    assert asks == {command: takes_text for command, (_, takes_text) in COMMANDS.items()}


def test_every_action_and_refusal_is_logged(server: GuestApps, people: Three):
    anna, boris, _ = people
    control = Server()
    with pytest.raises(NotAllowed, match="Only admins"):
        AdminDesk(server.store, boris, control).run(("server", "say", "Hello"))
    admin = Users(server.store).make_admin("Anna")
    desk = AdminDesk(server.store, admin, control)
    for command, (_, takes_text) in COMMANDS.items():
        if command == ("tables", "close"):
            continue
        desk.run((*command, "Boris") if takes_text else command)
    assert control.announcements == ["Boris"]
    assert control.logged == [
        f"admin Boris ({boris.id}): was refused: server say Hello",
        *(
            f"admin Anna ({anna.id}): {' '.join(command)}{' Boris' * takes_text}"
            for command, (_, takes_text) in COMMANDS.items()
            if command != ("tables", "close")
        ),
    ]


async def test_admin_mutes_and_announces_on_the_page(server: GuestApps, people: Three):
    _, boris, _ = people
    Users(server.store).make_admin("Anna")
    control = Server()
    app = server.app("Anna")
    app.environment.control = cast(ServerControl, control)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Administration" in text(app)
        await press(pilot, "a")
        assert isinstance(app.screen, AdminScreen)
        await press(pilot, "enter")
        assert "All is well." in text(app)
        await press(pilot, "down", "enter")
        await type_in(pilot, "Tea at five")
        await press(pilot, "enter")
        assert control.announcements == ["Tea at five"]
        assert "2 terminals" in text(app)
        await press(pilot, "down", "down", "down", "enter")
        await type_in(pilot, "Boris")
        await press(pilot, "enter")
        assert "can no longer send messages" in text(app)
    with pytest.raises(NotAllowed, match="muted"):
        Member(Guest(key_of("Boris")), lambda: server.store).chat.post(None, boris, "Hi")


async def test_one_click_carries_out_an_action(server: GuestApps, people: Three):
    Users(server.store).make_admin("Anna")
    app = server.app("Anna")
    app.environment.control = cast(ServerControl, Server())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        await click(pilot, ("users", "invite-code"))
        assert Users(server.store).invite_code() in text(app)


async def test_ban_is_confirmed_first(server: GuestApps, people: Three):
    _, boris, _ = people
    Users(server.store).make_admin("Anna")
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", *["down"] * 6, "enter")
        await type_in(pilot, "Boris")
        await press(pilot, "enter")
        assert not Users(server.store).get(boris.id).banned
        await press(pilot, "enter")
        assert Users(server.store).get(boris.id).banned


async def test_page_is_for_admins_only(server: GuestApps, people: Three):
    app = server.app("Boris")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Administration" not in text(app)
        await press(pilot, "a")
        assert not isinstance(app.screen, AdminScreen)


def test_line_mode_has_the_same_commands(server: GuestApps, people: Three):
    Users(server.store).make_admin("Anna")
    control = Server()
    for name in ("Anna", "Boris"):
        guest = Guest(key_of(name), (), Registration.INVITE, connect_command="ssh games.example")
        lines = LineLobby(
            Member(guest, lambda: server.store), Preferences(), None, cast(ServerControl, control)
        )
        lines.begin()
        helped = " ".join(lines.handle_line("help"))
        output = lines.handle_line("server say Tea at five")
        if name == "Anna":
            assert "users mute NAME" in helped
            assert output == ["The announcement is shown on 2 terminals."]
            assert "server's computer: guildhall server stop" in lines.handle_line("server stop")[0]
        else:
            assert "users mute NAME" not in helped
            assert output == ["“help” lists the commands."]
        lines.handle_end_of_input()
    assert control.announcements == ["Tea at five"]
