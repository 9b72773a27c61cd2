"""Admins manage a running server over SSH, and nobody else does."""

from __future__ import annotations

from collections.abc import Iterator

import asyncssh
import pytest

from engine.lobby.users import Users
from tests.tui.ssh.server_process import (
    ServerProcess,
    new_key,
    open_session,
    running_server,
    ssh_connection,
)


def admin_of(server: ServerProcess) -> asyncssh.SSHKey:
    """Return the key of Anna, an admin."""
    key = new_key()
    server.register("Anna", key)
    with server.store() as store:
        Users(store).make_admin("Anna")
    return key


Administered = tuple[ServerProcess, asyncssh.SSHKey, asyncssh.SSHKey]


@pytest.fixture(scope="module")
def administered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Administered]:
    """Run a server that all tests share. Yield it with the key of its admin and the key of another
    player."""
    folder, guest = tmp_path_factory.mktemp("administered"), new_key()
    with running_server(folder, newcomers_per_minute=100_000, logins_per_minute=100_000) as server:
        server.register("Boris", guest)
        yield server, admin_of(server), guest
        assert server.error_log() == ""


@pytest.fixture
def idle(administered: Administered) -> Administered:
    """The same, once nobody is connected."""
    administered[0].wait_for_status(sessions=0)
    return administered


async def run_command(
    server: ServerProcess, key: asyncssh.SSHKey, command: str
) -> tuple[int | None, str]:
    """Run a command. Return its exit code and its output."""
    async with ssh_connection(server, key) as connection:
        done = await connection.run(command, encoding="utf-8")
        return done.exit_status, f"{done.stdout!s}{done.stderr!s}"


async def test_status_and_announcements(idle: Administered):
    server, admin, guest = idle
    async with open_session(server, guest) as boris:
        await boris.wait_for_text("Join by code")
        code, output = await run_command(server, admin, "server status")
        assert code == 0
        assert "Boris, since" in output
        assert "Anna, since" not in output, "a command that only prints is not a visit"
        assert "since the server started" in output
        code, output = await run_command(server, admin, "server say Don't panic: tea; at $(five)")
        assert (code, output) == (0, "The announcement is shown on 1 terminal.\n")
        await boris.wait_for_text("Don't panic: tea; at $(five)")
    assert ": server say Don't panic" in server.log()


async def test_an_announcement_reaches_line_mode_in_the_lobby_and_at_a_table(idle: Administered):
    (server, admin, _), guest = idle, new_key()
    server.register("Berta", guest)
    async with open_session(server, guest, term="dumb") as berta:
        await berta.wait_for_text("No table is waiting")
        assert await run_command(server, admin, "server say Tea") == (
            0,
            "The announcement is shown on 1 terminal.\n",
        )
        await berta.wait_for_text("Message from the server: Tea")
        berta.type(b"new middle_ages bot\r")
        await berta.wait_for_text("At the table: ")
        assert await run_command(server, admin, "server say Cake") == (
            0,
            "The announcement is shown on 1 terminal.\n",
        )
        await berta.wait_for_text("Message from the server: Cake")


async def test_an_announcement_reaches_a_script_without_a_terminal(idle: Administered):
    (server, admin, _), guest = idle, new_key()
    server.register("Bruno", guest)
    async with (
        ssh_connection(server, guest) as connection,
        connection.create_process("lines", encoding="utf-8") as lines,
    ):
        while "No table is waiting" not in await lines.stdout.readline():
            pass
        assert await run_command(server, admin, "server say Tea") == (
            0,
            "The announcement is shown on 1 terminal.\n",
        )
        while "Message from the server: Tea" not in await lines.stdout.readline():
            pass


async def test_banned_player_is_disconnected_at_once(idle: Administered):
    (server, admin, _), guest = idle, new_key()
    server.register("Boris Blue", guest)
    async with open_session(server, guest) as boris:
        await boris.wait_for_text("Join by code")
        assert (await run_command(server, admin, "users ban Boris Blue"))[0] == 0
        await boris.wait_closed()
        await boris.wait_for_bytes(b"banned")
    assert "admin Anna" in server.log()


@pytest.mark.parametrize(
    "command",
    [
        *("server status", "server say Hello", "users ban Anna", "users mute Anna"),
        *("users invite-code", "users new-invite-code", "tables list", "tables close K7M2"),
    ],
)
async def test_other_players_cannot_use_admin_commands(administered: Administered, command: str):
    server, _, guest = administered
    code, output = await run_command(server, guest, command)
    assert code == 1
    assert output == "guildhall: Only admins of this server can do that.\n"
    assert f"was refused: {command}" in server.log()
    code, output = await run_command(server, new_key(), command)
    assert code == 1
    assert "does not know your key" in output


@pytest.mark.parametrize("command", ["server stop", "server reload", "users promote Boris"])
async def test_commands_that_need_a_server_shell_are_not_offered(
    administered: Administered, command: str
):
    server, admin, _ = administered
    code, output = await run_command(server, admin, command)
    assert code == 2
    assert output.startswith("Only the user who runs the server can do that")


@pytest.mark.parametrize(("command", "expected"), [("help", 0), ("halp", 2)])
async def test_help_and_a_wrong_command_name_the_admin_commands_to_admins(
    administered: tuple[ServerProcess, asyncssh.SSHKey, asyncssh.SSHKey],
    command: str,
    expected: int,
):
    server, admin, guest = administered
    code, output = await run_command(server, admin, command)
    assert code == expected
    assert "join CODE" in output
    assert "users mute NAME" in output
    code, output = await run_command(server, guest, command)
    assert code == expected
    assert "join CODE" in output
    assert "users" not in output
