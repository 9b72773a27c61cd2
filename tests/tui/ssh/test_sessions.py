"""Connecting, playing and disconnecting: a whole server, SSH clients, and failures of both."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from select import select

import asyncssh
import pytest

from tests.tui.ssh.server_process import (
    ALTERNATE_SCREEN,
    PATIENCE,
    ServerProcess,
    SSHClient,
    is_running,
    new_key,
    open_session,
    running_server,
    ssh_connection,
    wait_until,
    wait_until_gone,
)
from tui.cli import main
from tui.server.reachability import CheckFailed
from tui.ssh.healthcheck import check_health

RESTORED = b"\x1b[?1049l"
"""Escape sequence that restores the previous screen."""


async def test_player_connects_and_disconnects(open_server: ServerProcess):
    key = new_key()
    open_server.register("Zoe", key)
    async with open_session(open_server, key) as zoe:
        await zoe.wait_for_text("Guildhall: Zoe")
        (pid,) = open_server.session_pids()
        zoe.type(b"q")
        assert await zoe.wait_closed() == 0
        await wait_until(lambda: not is_running(pid), "the end of the child")
    assert RESTORED in zoe.received
    open_server.wait_for_status(sessions=0, connections=0)


async def test_new_player_registers_and_returns(open_server: ServerProcess):
    key = new_key()
    async with open_session(open_server, key) as newcomer:
        await newcomer.wait_for_text("New here")
        newcomer.type(b"Berta\r")
        await newcomer.wait_for_text("Guildhall: Berta")
    async with open_session(open_server, key) as berta:
        await berta.wait_for_text("Guildhall: Berta")


async def test_commands_are_answered_without_a_terminal(open_server: ServerProcess):
    key = new_key()
    open_server.register("Carl", key)
    async with ssh_connection(open_server, key) as connection:
        turns = await connection.run("turns")
    assert (turns.exit_status, turns.stdout) == (1, "")
    async with ssh_connection(open_server, key) as connection:
        word = await connection.run("key add")
    assert word.exit_status == 0
    assert str(word.stdout).count("\n") == 2


async def test_match_with_hidden_information_cannot_be_exported(open_server: ServerProcess):
    key = new_key()
    people = [open_server.register("Dora", key), open_server.register("Emil", new_key())]
    before = set(open_server.match_ids())
    open_server.start_match("era", *people)
    (id,) = set(open_server.match_ids()) - before
    async with ssh_connection(open_server, key) as connection:
        refused = await connection.run(f"export {id}")
    assert refused.exit_status == 1
    assert "You can only export your own finished" in str(refused.stdout)
    assert str(open_server.folder) not in str(refused.stdout)


async def test_broken_connection_ends_the_session(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as client:
        pid = await client.session_pid(open_server)
        client.connection.abort()
        await wait_until(lambda: not is_running(pid), "the end of the child")
    open_server.wait_for_status(sessions=0)


async def test_session_that_ignores_hangup_is_ended(
    open_server: ServerProcess,
):
    async with open_session(open_server, new_key()) as client:
        pid = await client.session_pid(open_server)
        os.kill(pid, signal.SIGSTOP)
        client.connection.abort()
        await wait_until(lambda: not is_running(pid), "the end of the child")
    open_server.wait_for_status(sessions=0)


async def test_killed_session(open_server: ServerProcess):
    async with (
        open_session(open_server, new_key()) as other,
        open_session(open_server, new_key()) as client,
    ):
        await other.wait_until_quiet()
        pid = await client.session_pid(open_server)
        client.clear()
        os.kill(pid, signal.SIGKILL)
        assert await client.wait_closed() == 1
        assert RESTORED in client.received
        assert b"Your games are safe" in client.received
        await other.wait_for_response()


async def test_killed_player_is_shown_as_offline_at_once(open_server: ServerProcess):
    keys = [new_key(), new_key()]
    people = [
        open_server.register(name, key) for name, key in zip(("Gerd", "Hans"), keys, strict=True)
    ]
    before = open_server.match_ids()
    code = open_server.start_match("middle_ages", *people)
    async with (
        open_session(open_server, keys[0], f"join {code}") as gerd,
        open_session(open_server, keys[1], f"join {code}") as hans,
        open_session(open_server, new_key()) as ivan,
    ):
        await ivan.wait_for_text("New here")
        ivan.type(b"Ivan\r")
        await ivan.wait_for_text("● Hans")
        await gerd.wait_for_text("● Gerd  ● Hans")
        (pid,) = [one["process"] for one in open_server.status()["visits"] if one["name"] == "Hans"]
        (id,) = [one for one in open_server.match_ids() if one not in before]
        with open_server.subscriptions(f"match/{id}", "lobby") as subscriptions:
            os.kill(pid, signal.SIGKILL)
            await hans.wait_closed()
            await wait_until(lambda: select(subscriptions, [], [], 0)[0] == subscriptions, "a ring")
        await gerd.wait_for_text("● Gerd  ○ Hans")
        await wait_until(lambda: "● Hans" not in ivan.text, "that Hans is gone")


async def test_killed_fork_server(open_server: ServerProcess):
    async with (
        open_session(open_server, new_key()) as first,
        open_session(open_server, new_key()) as second,
    ):
        await first.wait_until_quiet()
        pid = await second.session_pid(open_server)
        fork_server = open_server.status()["zygote"]
        os.kill(fork_server, signal.SIGKILL)
        await first.wait_for_response()
        async with open_session(open_server, new_key()) as other:
            await other.wait_for_text("New here")
        assert open_server.status()["zygote"] != fork_server
        first.type(b"\x1b")
        await first.wait_closed()
        assert RESTORED in first.received
        assert b"unexpectedly" not in first.received
        os.kill(pid, signal.SIGKILL)
        await second.wait_closed()
        assert RESTORED in second.received
        assert b"unexpectedly" in second.received


async def test_unresponsive_fork_server_is_replaced(tmp_path: Path):
    with running_server(tmp_path, answer_seconds=2) as server:
        async with open_session(server, new_key()) as first:
            await first.wait_until_quiet()
            fork_server = server.status()["zygote"]
            os.kill(fork_server, signal.SIGSTOP)
            async with (
                open_session(server, new_key()) as second,
                open_session(server, new_key()) as third,
            ):
                for one in (second, third):
                    await one.wait_for_text("New here")
            assert b"One moment" in second.received
            assert server.status()["zygote"] != fork_server
            assert not is_running(fork_server)
            await first.wait_for_response()
        server.wait_for_status(sessions=0)
        assert "no session" not in server.log()


@pytest.mark.parametrize("way", ["command", pytest.param("signal", marks=pytest.mark.long)])
async def test_fork_server_is_replaced_during_play(
    open_server: ServerProcess, way: str, capsys: pytest.CaptureFixture[str]
):
    async with open_session(open_server, new_key()) as client:
        await client.wait_until_quiet()
        before = open_server.status()
        if way == "command":
            assert await server_command(open_server, "reload") == 0
            assert capsys.readouterr().out.splitlines() == [
                "Reloading the program. Players who are connected stay connected.",
                "Done. New connections use the new version of the program.",
            ]
        else:
            open_server.process.send_signal(signal.SIGHUP)
        open_server.wait_for_status(reloads=before["reloads"] + 1)
        assert open_server.status()["zygote"] != before["zygote"]
        assert is_running(before["zygote"])
        await client.wait_for_response()
        async with open_session(open_server, new_key()) as other:
            await other.wait_for_text("New here")
        client.type(b"\x1b")
        await client.wait_closed()
        await wait_until(lambda: not is_running(before["zygote"]), "the end of the old zygote")


async def server_command(open_server: ServerProcess, *words: str) -> int:
    """Run `guildhall server` with these words, and return the exit code."""
    arguments = ["server", *words, "--home", str(open_server.folder)]
    return await asyncio.to_thread(main.run, arguments)


async def test_announcement_reaches_everybody(
    open_server: ServerProcess, capsys: pytest.CaptureFixture[str]
):
    key = new_key()
    open_server.register("Fred", key)
    async with open_session(open_server, key) as fred:
        await fred.wait_for_text("Guildhall: Fred")
        assert await server_command(open_server, "say", "We close", "at\x1b[2J ten.") == 0
        await fred.wait_for_text("We close at [2J ten.")
        assert await server_command(open_server, "status", "--json") == 0
    output = capsys.readouterr().out
    assert "The announcement is shown on 1 terminal." in output
    status = json.loads(output[output.index("{") :])
    assert [one["name"] for one in status["visits"]] == ["Fred"]
    assert "SHA256" not in output
    assert "127.0.0.1" not in output


async def test_health_check_reports_whether_sessions_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 2_000_000_000)  # whom the system knows by no name
    with running_server(tmp_path) as server:
        assert await server_command(server, "check") == 0
        key = asyncssh.read_private_key(tmp_path / "host_key").get_fingerprint()
        assert (
            capsys.readouterr().out
            == f"The server accepts connections, with this host key: {key}\n"
        )
        server.wait_for_status(connections=0)
        assert server.status()["refused"] == {}
        with pytest.raises(CheckFailed, match="A different server answers on port"):
            await asyncio.to_thread(check_health, "::", server.port, "SHA256:another")
    assert await server_command(server, "check") == 1
    assert "“guildhall serve” starts one" in capsys.readouterr().err
    with pytest.raises(CheckFailed, match="The server does not accept connections"):
        await asyncio.to_thread(check_health, "127.0.0.1", server.port, key)
    answer = {"host": "::", "port": server.port, "key": key, "ready": False}
    monkeypatch.setattr("tui.server.control_socket.ask", lambda *_: {"door": answer})
    assert await server_command(server, "check") == 1
    assert "No sessions can be started right now" in capsys.readouterr().err


def test_server_cannot_be_started_twice(
    open_server: ServerProcess, capsys: pytest.CaptureFixture[str]
):
    assert main.run(["serve", "--port", "0", "--home", str(open_server.folder)]) == 1
    assert "A server is already running in" in capsys.readouterr().err
    assert open_server.status()["zygote"]


def test_port_in_use_is_reported(
    open_server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    arguments = ["serve", "--host", "127.0.0.1", "--port", str(open_server.port)]
    assert main.run([*arguments, "--home", str(tmp_path)]) == 1
    assert "Cannot listen on port" in capsys.readouterr().err


def test_status_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main.run(["server", "status", "--home", str(tmp_path)]) == 1
    assert "“guildhall serve” starts one" in capsys.readouterr().err


async def test_closing_server_restores_every_terminal(tmp_path: Path):
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running_server(tmp_path, stop_seconds=3))
        people = [
            await stack.enter_async_context(open_session(server, new_key())) for _ in range(3)
        ]
        pids = [await one.session_pid(server) for one in people]
        os.kill(pids[0], signal.SIGSTOP)
        server.process.send_signal(signal.SIGTERM)
        for one in people:
            await one.wait_closed()
            assert RESTORED in one.received
            assert b"The server is shutting down." in one.received
        assert await asyncio.to_thread(server.close) == 0
        await asyncio.to_thread(wait_until_gone, tmp_path)
        assert not (tmp_path / "door").exists()


async def test_closing_server_lets_clients_hang_up_first(tmp_path: Path):
    with running_server(tmp_path, farewell_seconds=PATIENCE) as server:
        async with (
            ssh_connection(server, new_key()) as idle,
            open_session(server, new_key()) as one,
        ):
            await one.wait_for_bytes(ALTERNATE_SCREEN)
            server.process.send_signal(signal.SIGTERM)
            await idle.wait_closed()
            await one.wait_closed()
            assert b"The server is shutting down." in one.received
            await asyncio.sleep(0.5)
            assert not one.connection.is_closed()
            one.connection.close()
            assert await asyncio.to_thread(server.close) == 0


async def test_players_return_to_the_same_decision_after_a_kill(tmp_path: Path):
    keys = [new_key() for _ in range(3)]
    with running_server(tmp_path) as first:
        names = ("Anna", "Boris", "Carla")
        people = [first.register(name, key) for name, key in zip(names, keys, strict=True)]
        code = first.start_match("middle_ages", *people)
        async with AsyncExitStack() as stack:
            seated = [
                await stack.enter_async_context(open_session(first, key, f"join {code}"))
                for key in keys
            ]
            for one in seated:
                await one.wait_for_text("Anna")
                await one.wait_until_quiet()
            before = first.event_counts()
            while first.event_counts() == before:
                for one in seated:
                    one.type(b"\r")
                await asyncio.sleep(1)
            before, questions = await settled(first, seated)
            first.process.kill()
            for one in seated:
                await one.connection.wait_closed()
            await asyncio.to_thread(wait_until_gone, tmp_path)
    with running_server(tmp_path) as again:
        assert again.event_counts() == before
        async with AsyncExitStack() as stack:
            for key, asked in zip(keys, questions, strict=True):
                back = await stack.enter_async_context(open_session(again, key, f"join {code}"))
                await wait_until(lambda back=back, asked=asked: question(back) == asked, asked)
        assert again.event_counts() == before


async def settled(server: ServerProcess, seated: list[SSHClient]) -> tuple[list[int], list[str]]:
    """Return the events and the proposal of a table, once all terminals agree."""
    while True:
        events = server.event_counts()
        for one in seated:
            await one.wait_until_quiet()
        questions = [question(one) for one in seated]
        if events == server.event_counts() and len({*questions}) == 1:
            return events, questions


def question(client: SSHClient) -> str:
    """Return the header of a table: whose turn it is."""
    return client.screen.display[0]


async def test_client_gone_before_session_start_is_no_crash(open_server: ServerProcess):
    key = new_key()
    open_server.register("Gone", key)
    unexpected, errors = open_server.log().count("unexpectedly"), open_server.error_log()
    for moment in range(10):
        async with ssh_connection(open_server, key) as connection:
            await connection.create_process(term_type="xterm", encoding=None)
            await asyncio.sleep(moment * 0.012)
    await wait_until(lambda: open_server.status()["sessions"] == 0)
    await wait_until(
        lambda: not [one for one in children_of(open_server) if is_running(one)], "their end"
    )
    assert open_server.error_log() == errors
    assert open_server.log().count("unexpectedly") == unexpected


def children_of(server: ServerProcess) -> list[int]:
    """Return the children of the fork server."""
    fork_server = server.status()["zygote"]
    return [
        int(one)
        for one in Path(f"/proc/{fork_server}/task/{fork_server}/children").read_text().split()
    ]
