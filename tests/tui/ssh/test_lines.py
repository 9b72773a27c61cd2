"""Guests in line mode: without a terminal, at a dumb one, and by preference."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from engine.lobby.users import Users
from engine.storage.sqlite_store import SqliteStore
from screens.preferences import SHOWN_LINES, Preferences, written
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    new_key,
    open_session,
    running_server,
    ssh_connection,
)

ESCAPE = b"\x1b"


def key_of(server: ServerProcess, name: str) -> asyncssh.SSHKey:
    key = new_key()
    server.register(name, key)
    return key


async def test_script_plays_without_a_terminal(open_server: ServerProcess):
    key = key_of(open_server, "Xaver")
    typed = "new middle_ages bot\nhint\n1\nquit\nquit\n"
    async with ssh_connection(open_server, key) as connection:
        result = await connection.run(input=typed)
    out = str(result.stdout)
    assert result.exit_status == 0
    assert "At the table: " in out
    assert "\nHint: " in out
    assert "Xaver places the lord" in out
    assert "\x1b" not in out
    assert "\r" not in out


async def test_newcomer_registers_in_line_mode(open_server: ServerProcess):
    key = new_key()
    async with ssh_connection(open_server, key) as connection:
        result = await connection.run("lines", input="Yvonne\n\xff\x00\x1b[2J\nquit\n")
    assert result.exit_status == 0
    assert "Choose a name to use here" in str(result.stdout)
    assert "To create one, type for example “new" in str(result.stdout)
    assert "\x1b" not in str(result.stdout)


async def test_dumb_terminal_echoes_input_without_escapes(open_server: ServerProcess):
    key = key_of(open_server, "Wanda")
    async with open_session(open_server, key, term="dumb") as wanda:
        await wanda.wait_for_text("No table is waiting")
        wanda.type(b"help\r")
        await wanda.wait_for_text("join CODE")
        wanda.type(b"quit\r")
        assert await wanda.wait_closed() == 0
    assert b"help\r\n" in wanda.received
    assert ESCAPE not in wanda.received


async def test_two_players_in_line_mode_see_each_other_move(open_server: ServerProcess):
    anna, boris = (key_of(open_server, name) for name in ("Ulrike", "Viktor"))
    async with (
        open_session(open_server, anna, "lines") as a,
        open_session(open_server, boris, "lines") as b,
    ):
        await a.wait_for_text("No table is waiting")
        await b.wait_for_text("No table is waiting")
        a.type(b"new middle_ages Viktor\r")
        await a.wait_for_text("The table is waiting")
        await b.wait_for_text("Ulrike invites you")
        b.type(b"1\r")
        await b.wait_for_text("You are at this table")
        a.type(b"begin 1\r")
        await a.wait_for_text("At the table:")
        b.type(b"1\r")
        await b.wait_for_text("At the table:")
        first, other = (a, b) if b"is choosing" in b.received else (b, a)
        other.clear()
        first.type(b"1\r")
        await other.wait_for_text("places the lord")
        first.type(b"ask\r")
        await first.wait_for_text("To undo")
        first.type(b"1\r")
        await first.wait_for_text("There is a proposal.")
        await other.wait_for_text("proposes to undo")
        mover = other if b"\r\n1. " in other.received else first
        mover.type(b"1\r")
        await first.wait_for_bytes(b"so your proposal has lapsed.")
        assert b"lapsed" not in other.received


async def test_personal_settings_select_line_mode(open_server: ServerProcess):
    key = key_of(open_server, "Quentin")
    store = SqliteStore(open_server.folder / "games.sqlite3")
    users = Users(store)
    users.save_settings(users.named("Quentin"), written(Preferences(shown=SHOWN_LINES)))
    store.close()
    async with open_session(open_server, key) as quentin:
        await quentin.wait_for_text("No table is waiting")
    assert ESCAPE not in quentin.received


# ---------------------------------------------------------------------- what comes early


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server whose fork server is killed by tests."""
    with running_server(tmp_path_factory.mktemp("killed")) as server:
        yield server
        assert server.error_log() == ""


async def test_input_before_the_session_starts_is_kept(server: ServerProcess):
    """The fork server is replaced in the meantime."""
    anna, boris = key_of(server, "Anna"), key_of(server, "Boris")
    os.kill(server.status()["zygote"], signal.SIGKILL)
    server.wait_for_status(zygote=None)
    async with (
        asyncio.timeout(PATIENCE),
        ssh_connection(server, anna) as first,
        ssh_connection(server, boris) as second,
        open_session(server, new_key()) as newcomer,
        open_session(server, new_key()) as ended,
    ):
        ended.process.stdin.write_eof()
        result, nothing = await asyncio.gather(
            first.run("lines", input="help\nquit\n"),
            second.run("lines", stdin=asyncssh.DEVNULL),
        )
        assert result.exit_status == nothing.exit_status == 0
        assert "join CODE" in str(result.stdout)
        assert "No table is waiting" in str(nothing.stdout)
        await newcomer.wait_for_text("New here")
        assert newcomer.received.startswith(b"One moment: the server is preparing your session.")
        await ended.wait_closed()


async def test_client_gone_before_the_session_starts_leaves_none(server: ServerProcess):
    server.wait_for_status(sessions=0)
    started = server.log().count("is ready")
    os.kill(server.status()["zygote"], signal.SIGKILL)
    server.wait_for_status(zygote=None)
    async with ssh_connection(server, key_of(server, "Clara")) as gone:
        await gone.create_process(term_type="xterm", encoding=None)
        server.wait_for_status(sessions=1)
    server.wait_for_status(sessions=0)
    async with open_session(server, key_of(server, "David")) as david:
        await david.wait_for_text("Guildhall: David")
    assert server.log().count("is ready") == started + 1
    assert "unexpectedly" not in server.log()


@pytest.mark.parametrize("typed", [b"help\nquit\n", b""], ids=["a file", "nothing"])
async def test_openssh_client_sends_a_file(
    open_server: ServerProcess, tmp_path: Path, typed: bytes
):
    client = shutil.which("ssh")
    if client is None:
        pytest.skip("no ssh here")
    key = key_of(open_server, "Zita" if typed else "Zack")
    (tmp_path / "key").touch(0o600)
    key.write_private_key(tmp_path / "key")
    for _ in range(5):
        process = await asyncio.create_subprocess_exec(
            *(client, "-F/dev/null", "-oIdentitiesOnly=yes", "-oIdentityAgent=none"),
            *("-oStrictHostKeyChecking=no", "-oUserKnownHostsFile=/dev/null"),
            *(f"-i{tmp_path / 'key'}", f"-p{open_server.port}", "127.0.0.1", "lines"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(PATIENCE):
            output, _ = await process.communicate(typed)
        assert process.returncode == 0
        assert (b"join CODE" in output) == bool(typed)


async def test_small_terminal_switches_to_line_mode_at_the_same_table(open_server: ServerProcess):
    key = new_key()
    anna, boris = open_server.register("Lina", key), open_server.register("Lars", new_key())
    code = open_server.start_match("middle_ages", anna, boris)
    async with open_session(open_server, key, f"join {code}", size=(45, 20)) as lina:
        await lina.wait_for_bytes(b"Nothing is lost")
        lina.clear()
        lina.type(b"l")
        await lina.wait_for_bytes(b"\x1b[?1049l")
        await lina.wait_for_bytes(b"Lina")
        await asyncio.sleep(4)  # longer than a program may take to end
        lina.clear()
        lina.type(b"quit\r")
        await lina.wait_for_bytes(b"help")
        shown = bytes(lina.received).decode().replace("\r", "").split("\n")
        assert max(map(len, shown)) <= 45
        lina.type(b"quit\r")
        assert await lina.wait_closed() == 0


async def test_small_terminal_switches_to_line_mode_in_the_same_lesson(open_server: ServerProcess):
    key = new_key()
    open_server.register("Lena", key)
    async with open_session(open_server, key, size=(80, 24)) as lena:
        await lena.wait_for_bytes(b"Lessons")
        lena.type(b"f")
        await lena.wait_for_bytes(b"Middle Ages")
        lena.type(b"\r")
        await lena.wait_for_bytes(b"Task 1")
        lena.process.change_terminal_size(45, 20)
        await lena.wait_for_bytes(b"Nothing is lost")
        lena.clear()
        lena.type(b"l")
        await lena.wait_for_bytes(b"Task 1 of")
        lena.type(b"quit\r")
        await lena.wait_for_bytes(b"continues the lesson")
        await lena.wait_for_bytes(b"help")
        lena.type(b"quit\r")
        assert await lena.wait_closed() == 0
