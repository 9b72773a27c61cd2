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
    connected,
    new_key,
    running_server,
    visit,
)

ESCAPE = b"\x1b"


def key_of(server: ServerProcess, name: str) -> asyncssh.SSHKey:
    key = new_key()
    server.register(name, key)
    return key


async def test_script_plays_without_a_terminal(open_server: ServerProcess):
    key = key_of(open_server, "Xaver")
    typed = "new middle_ages bot\nhint\n1\nquit\nquit\n"
    async with connected(open_server, key) as connection:
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
    async with connected(open_server, key) as connection:
        result = await connection.run("lines", input="Yvonne\n\xff\x00\x1b[2J\nquit\n")
    assert result.exit_status == 0
    assert "Choose a name to use here" in str(result.stdout)
    assert "To create one, type for example “new" in str(result.stdout)
    assert "\x1b" not in str(result.stdout)


async def test_dumb_terminal_echoes_input_without_escapes(open_server: ServerProcess):
    key = key_of(open_server, "Wanda")
    async with visit(open_server, key, term="dumb") as wanda:
        await wanda.show("No table is waiting")
        wanda.type(b"help\r")
        await wanda.show("join CODE")
        wanda.type(b"quit\r")
        assert await wanda.ended() == 0
    assert b"help\r\n" in wanda.received
    assert ESCAPE not in wanda.received


async def test_two_players_in_line_mode_see_each_other_move(open_server: ServerProcess):
    anna, boris = (key_of(open_server, name) for name in ("Ulrike", "Viktor"))
    async with visit(open_server, anna, "lines") as a, visit(open_server, boris, "lines") as b:
        await a.show("No table is waiting")
        await b.show("No table is waiting")
        a.type(b"new middle_ages Viktor\r")
        await a.show("The table is waiting")
        await b.show("Ulrike invites you")
        b.type(b"1\r")
        await b.show("You are at this table")
        a.type(b"begin 1\r")
        await a.show("At the table:")
        b.type(b"1\r")
        await b.show("At the table:")
        first, other = (a, b) if b"is choosing" in b.received else (b, a)
        other.mark()
        first.type(b"1\r")
        await other.show("places the lord")
        first.type(b"ask\r")
        await first.show("To undo")
        first.type(b"1\r")
        await first.show("There is a proposal.")
        await other.show("proposes to undo")
        mover = other if b"\r\n1. " in other.received else first
        mover.type(b"1\r")
        await first.see(b"so your proposal has lapsed.")
        assert b"lapsed" not in other.received


async def test_personal_settings_select_line_mode(open_server: ServerProcess):
    key = key_of(open_server, "Quentin")
    store = SqliteStore(open_server.folder / "games.sqlite3")
    users = Users(store)
    users.save_settings(users.named("Quentin"), written(Preferences(shown=SHOWN_LINES)))
    store.close()
    async with visit(open_server, key) as quentin:
        await quentin.show("No table is waiting")
    assert ESCAPE not in quentin.received


# ---------------------------------------------------------------------- what comes early


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose fork server is killed by tests."""
    with running_server(tmp_path_factory.mktemp("killed")) as server:
        yield server
        assert server.mistakes() == ""


async def test_input_before_the_session_starts_is_kept(opened: ServerProcess):
    """The fork server is replaced meanwhile."""
    anna, boris = key_of(opened, "Anna"), key_of(opened, "Boris")
    os.kill(opened.status()["zygote"], signal.SIGKILL)
    opened.wait_for(zygote=None)
    async with (
        asyncio.timeout(PATIENCE),
        connected(opened, anna) as first,
        connected(opened, boris) as second,
        visit(opened, new_key()) as newcomer,
        visit(opened, new_key()) as ended,
    ):
        ended.process.stdin.write_eof()
        result, nothing = await asyncio.gather(
            first.run("lines", input="help\nquit\n"),
            second.run("lines", stdin=asyncssh.DEVNULL),
        )
        assert result.exit_status == nothing.exit_status == 0
        assert "join CODE" in str(result.stdout)
        assert "No table is waiting" in str(nothing.stdout)
        await newcomer.show("New here")
        assert newcomer.received.startswith(b"One moment: the server is preparing your session.")
        await ended.ended()


async def test_client_gone_before_the_session_starts_leaves_none(opened: ServerProcess):
    opened.wait_for(sessions=0)
    started = opened.log().count("is ready")
    os.kill(opened.status()["zygote"], signal.SIGKILL)
    opened.wait_for(zygote=None)
    async with connected(opened, key_of(opened, "Clara")) as gone:
        await gone.create_process(term_type="xterm", encoding=None)
        opened.wait_for(sessions=1)
    opened.wait_for(sessions=0)
    async with visit(opened, key_of(opened, "David")) as david:
        await david.show("Guildhall: David")
    assert opened.log().count("is ready") == started + 1
    assert "unexpectedly" not in opened.log()


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
    code = open_server.match("middle_ages", anna, boris)
    async with visit(open_server, key, f"join {code}", size=(45, 20)) as lina:
        await lina.see(b"Nothing is lost")
        lina.mark()
        lina.type(b"l")
        await lina.see(b"\x1b[?1049l")
        await lina.see(b"Lina")
        await asyncio.sleep(4)  # longer than a program may take to end
        lina.mark()
        lina.type(b"quit\r")
        await lina.see(b"help")
        shown = bytes(lina.received).decode().replace("\r", "").split("\n")
        assert max(map(len, shown)) <= 45
        lina.type(b"quit\r")
        assert await lina.ended() == 0


async def test_small_terminal_switches_to_line_mode_in_the_same_lesson(open_server: ServerProcess):
    key = new_key()
    open_server.register("Lena", key)
    async with visit(open_server, key, size=(80, 24)) as lena:
        await lena.see(b"Lessons")
        lena.type(b"f")
        await lena.see(b"Middle Ages")
        lena.type(b"\r")
        await lena.see(b"Task 1")
        lena.process.change_terminal_size(45, 20)
        await lena.see(b"Nothing is lost")
        lena.mark()
        lena.type(b"l")
        await lena.see(b"Task 1 of")
        lena.type(b"quit\r")
        await lena.see(b"continues the lesson")
        await lena.see(b"help")
        lena.type(b"quit\r")
        assert await lena.ended() == 0
