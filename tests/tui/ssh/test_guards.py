"""Hostile clients on this computer, one for each guard, while another player continues."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from tests.tui.ssh.relay import relayed
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    SSHClient,
    memory_of,
    new_key,
    open_connection,
    open_session,
    read_to_end,
    running_server,
    ssh_connection,
    wait_until,
    window_size,
)
from tui.server.cpu_limits import MAX_NICE, NICENESS, RUNAWAY_SECONDS

MEGABYTE = 1024 * 1024
NUMBERS = itertools.count(1)
REDRAW = b"\x0c"
"""A key that repaints the whole screen."""


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with open registration and low limits."""
    with running_server(
        tmp_path_factory.mktemp("strict"),
        login_seconds=8,
        idle_connection_seconds=6,
        stall_seconds=6,
        kill_seconds=2,
        forked=False,
        newcomers_per_minute=100_000,
        logins_per_minute=100_000,
    ) as server:
        yield server


@pytest.fixture
async def player(open_server: ServerProcess) -> AsyncIterator[SSHClient]:
    """Connect a player. At the end of the test, a key must still be answered; the response time is
    printed."""
    key = new_key()
    open_server.register(f"Anna {next(NUMBERS)}", key)
    async with open_session(open_server, key, size=(80, 24)) as client:
        await client.wait_until_quiet()
        yield client
        delay = await client.wait_for_response()
        print(f"another player's key: {delay * 1000:.0f} ms")


async def cut_off(client: SSHClient, server: ServerProcess, why: str) -> None:
    """Wait until a client has been cut off for the reason `why`."""
    async with asyncio.timeout(PATIENCE):
        await client.connection.wait_closed()
    assert why in server.log()


# ---------------------------------------------------------------------- what is typed


async def test_flood_of_keys_is_cut_off(open_server: ServerProcess, player: SSHClient):
    async with open_session(open_server, new_key()) as flood:
        await flood.wait_until_quiet()

        async def pour() -> None:
            with suppress(OSError, asyncssh.Error):
                while True:
                    flood.type(b"x" * 8192)
                    await flood.process.stdin.drain()

        pouring = asyncio.ensure_future(pour())
        await player.wait_for_response()
        await cut_off(flood, open_server, "too much is typed")
        pouring.cancel()


async def test_long_paste_is_no_flood(open_server: ServerProcess, player: SSHClient):
    async with open_session(open_server, new_key()) as client:
        await client.wait_until_quiet()
        client.type(b"\x1b[200~" + b"x" * 40_000 + b"\x1b[201~")
        await client.wait_until_quiet()
        await client.wait_for_response()


@pytest.mark.parametrize(
    "sequence", [b"\x1b[1114112u", b"\x1b[97:65;2u", b"\x1b[99999999999999;1u", b"\x1b[48;0;0;0;0t"]
)
async def test_sequence_that_crashes_the_parser_ends_nothing(
    open_server: ServerProcess, sequence: bytes
):
    async with open_session(open_server, new_key()) as client:
        await client.wait_until_quiet()
        client.type(sequence)
        await client.wait_for_response()
        assert open_server.error_log() == ""


async def test_sessions_cannot_be_stopped(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as client:
        pid = await client.session_pid(open_server)
        client.type(b"\x1a")
        await client.wait_for_response()
        assert ") T " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")


async def test_sessions_cannot_be_stopped_before_they_start(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as client:
        client.type(b"\x1a\x1c\x03\x04")
        await client.wait_for_response()


# ---------------------------------------------------------------------- windows


@pytest.mark.parametrize(
    ("asked", "given"), [((100_000, 100_000), (300, 120)), ((1, 1), (20, 5)), ((0, 0), (80, 24))]
)
async def test_requested_window_is_limited(
    open_server: ServerProcess, asked: tuple[int, int], given: tuple[int, int]
):
    async with open_session(open_server, new_key(), size=asked) as client:
        pid = await client.session_pid(open_server)
        assert window_size(pid) == given
        assert memory_of(pid) < 150 * MEGABYTE
        client.process.change_terminal_size(80, 24)
        await client.wait_for_text("New here")


async def test_changed_window_is_limited(open_server: ServerProcess, player: SSHClient):
    async with open_session(open_server, new_key(), size=(80, 24)) as client:
        pid = await client.session_pid(open_server)
        client.clear()
        client.process.change_terminal_size(100_000, 100_000)
        await wait_until(lambda: window_size(pid) == (300, 120), "the change")
        assert len(await client.wait_until_quiet()) < 300_000
        assert memory_of(pid) < 150 * MEGABYTE


async def test_typed_window_size_is_limited(open_server: ServerProcess, player: SSHClient):
    async with open_session(open_server, new_key(), size=(80, 24)) as client:
        pid = await client.session_pid(open_server)
        client.clear()
        client.type(b"\x1b[48;3000;3000;0;0t")
        assert len(await client.wait_until_quiet()) < 300_000
        assert memory_of(pid) < 150 * MEGABYTE
        await client.wait_for_response()


async def test_constant_window_changes_do_not_disconnect(
    open_server: ServerProcess, player: SSHClient
):
    """Change the size 60 times per second, as dragging a corner does, here as fast as possible."""
    async with open_session(open_server, new_key(), size=(80, 24)) as client:
        pid = await client.session_pid(open_server)
        for number in range(400):
            client.process.change_terminal_size(81 + number % 30, 24 + number % 10)
        client.process.change_terminal_size(100, 30)
        await wait_until(lambda: window_size(pid) == (100, 30), "the last change")
        await client.wait_for_response()


async def test_rapid_window_changes_are_merged(open_server: ServerProcess):
    async with open_session(open_server, new_key(), size=(80, 24)) as client:
        pid = await client.session_pid(open_server)
        client.clear()
        for width in range(81, 121):
            client.process.change_terminal_size(width, 24)
        await wait_until(lambda: window_size(pid) == (120, 24), "the change")
        assert len(await client.wait_until_quiet()) < 60_000


async def test_window_restored_to_its_old_size_is_redrawn(open_server: ServerProcess):
    async with open_session(open_server, new_key(), size=(80, 24)) as client:
        await client.wait_for_text("New here")
        await client.wait_until_quiet()
        client.clear()
        client.process.change_terminal_size(40, 6)
        client.process.change_terminal_size(80, 24)
        await client.wait_for_bytes(b"New here")


# ---------------------------------------------------------------------- those who do not read


@pytest.mark.parametrize("window", [64 * 1024, 1024 * MEGABYTE], ids=["64 KiB", "1 GiB"])
async def test_client_that_reads_nothing_is_dropped(
    open_server: ServerProcess, player: SSHClient, window: int
):
    before = memory_of(open_server.process.pid)
    async with (
        relayed(open_server.port) as relay,
        open_session(
            open_server, new_key(), size=(300, 120), window=window, port=relay.port
        ) as stalled,
    ):
        await stalled.wait_until_quiet()
        cuts = open_server.log().count("takes nothing")
        relay.flows.clear()
        most = 0

        async def redraw() -> None:
            nonlocal most
            with suppress(OSError, asyncssh.Error):
                while True:
                    stalled.type(REDRAW * 3)
                    await asyncio.sleep(0.1)
                    most = max(most, memory_of(open_server.process.pid))

        redrawing = asyncio.ensure_future(redraw())
        await player.wait_for_response()
        await wait_until(lambda: open_server.log().count("takes nothing") > cuts, "the cut")
        redrawing.cancel()
        relay.flows.set()
        await cut_off(stalled, open_server, "takes nothing of what is sent")
    assert most - before < 40 * MEGABYTE


async def test_slow_client_is_not_dropped(open_server: ServerProcess):
    async with (
        relayed(open_server.port) as relay,
        open_session(open_server, new_key(), port=relay.port) as slow,
    ):
        await slow.wait_until_quiet()
        for _ in range(3):
            relay.flows.clear()
            slow.type(REDRAW * 5)
            await asyncio.sleep(0.5)
            relay.flows.set()
            await slow.wait_until_quiet()
        await slow.wait_for_response()


# ---------------------------------------------------------------------- connections


async def test_connection_without_log_in_times_out(open_server: ServerProcess, player: SSHClient):
    waiting = [await open_connection(open_server, f"127.0.2.{one % 20 + 1}") for one in range(100)]
    open_server.wait_for_status(at_least=True, not_logged_in=100)
    await player.wait_for_response()
    for line in waiting:
        assert b"Guildhall" in await read_to_end(line)
    open_server.wait_for_status(not_logged_in=0)


@pytest.mark.parametrize(
    "words",
    [b"GET / HTTP/1.0\r\n\r\n", b"x" * 3 * MEGABYTE, b"\0" * 1000],
    ids=["HTTP", "no line", "nothing"],
)
async def test_connection_that_does_not_speak_ssh_is_closed(
    open_server: ServerProcess, words: bytes
):
    line = await open_connection(open_server, "127.0.0.1")
    line[1].write(words)
    assert len(await read_to_end(line)) < 1000


async def test_connection_without_a_session_is_closed(
    open_server: ServerProcess, player: SSHClient
):
    async with ssh_connection(open_server, new_key()) as idle, asyncio.timeout(PATIENCE):
        await idle.wait_closed()
    open_server.wait_for_status(connections=1)


async def test_a_connection_has_one_session(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as first:
        await first.wait_until_quiet()
        with pytest.raises(asyncssh.ChannelOpenError, match="one session"):
            await first.connection.create_process(term_type="xterm")
        await first.wait_for_response()


async def test_flood_below_the_session_layer_is_cut_off(
    open_server: ServerProcess, player: SSHClient
):
    env = {f"LC_{number}": "x" * 1000 for number in range(500)}
    with suppress(asyncssh.Error, OSError):
        async with open_session(open_server, new_key(), env=env) as flood:
            await cut_off(flood, open_server, "too much is sent")
    assert "too much is sent" in open_server.log()


# ---------------------------------------------------------------------- what is not to be had


@pytest.mark.parametrize("command", ["rm -rf x", "scp -t .", "join", "bash", "x" * 10_000])
async def test_no_command_is_executed(open_server: ServerProcess, command: str):
    async with ssh_connection(open_server, new_key()) as connection:
        done = await connection.run(command)
    assert done.exit_status == 2
    assert "join CODE" in str(done.stdout)


async def test_no_shell_without_a_terminal(open_server: ServerProcess):
    async with ssh_connection(open_server, new_key()) as connection:
        done = await connection.run(stdin=asyncssh.DEVNULL)
    assert done.exit_status == 0
    assert "Choose a name to use here." in str(done.stdout)


async def test_no_files(open_server: ServerProcess):
    async with ssh_connection(open_server, new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()


Attempt = Callable[[asyncssh.SSHClientConnection, Path], object]


@pytest.mark.parametrize(
    "attempt",
    [
        lambda one, path: one.open_connection("127.0.0.1", 22),
        lambda one, path: one.open_unix_connection(str(path / "door")),
        lambda one, path: one.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22),
        lambda one, path: one.forward_remote_path(str(path / "new"), str(path / "old")),
        lambda one, path: one.open_tun(0),
        lambda one, path: one.open_tap(0),
    ],
    ids=["port", "socket", "remote port", "remote socket", "tun", "tap"],
)
async def test_nothing_is_forwarded(open_server: ServerProcess, attempt: Attempt):
    async with ssh_connection(open_server, new_key()) as connection:
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
            await attempt(connection, open_server.folder)  # type: ignore[misc]


@pytest.mark.parametrize("request_", [b"auth-agent-req@openssh.com", b"x11-req"])
async def test_agents_and_x11_are_not_forwarded(open_server: ServerProcess, request_: bytes):
    arguments = {
        b"auth-agent-req@openssh.com": (),
        b"x11-req": (b"\0", b"\0\0\0\x12MIT-MAGIC-COOKIE-1", b"\0\0\0\x0200", b"\0\0\0\0"),
    }[request_]
    async with open_session(open_server, new_key()) as client:
        await client.wait_until_quiet()
        channel = client.process.channel
        assert not await channel._make_request(request_, *arguments)


# ---------------------------------------------------------------------- what a session has


def links(pid: int) -> list[str]:
    """Return the targets of a process's descriptors, except of those that are closed meanwhile."""
    found = []
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.append(str(one.readlink()))
    return found


async def test_session_inherits_nothing_from_the_server(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as client:
        session = await client.session_pid(open_server)
        fork_server = open_server.status()["zygote"]
        held = links(session)
        kept = links(fork_server)
        loaded = {
            pid: Path(f"/proc/{pid}/maps").read_text("utf-8") for pid in (session, fork_server)
        }
    server = links(open_server.process.pid)
    shared = {one for one in held if one in server and one != "anon_inode:[eventpoll]"}
    assert all("games.sqlite3" in one or one.startswith("/dev/p") for one in shared), shared
    assert not [one for one in (*held, *kept) if "host_key" in one]
    assert not [one for one in kept if "sqlite" in one]
    assert all("cryptography" not in maps for maps in loaded.values())
    assert all("_sqlite3" in maps for maps in loaded.values())


async def test_session_has_resource_limits(open_server: ServerProcess):
    async with open_session(open_server, new_key()) as client:
        pid = await client.session_pid(open_server)
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="utf-8")
        limits_by_name = {line[:26].strip(): line[26:].split()[:2] for line in limits.splitlines()}
        assert limits_by_name["Max address space"] == [str(512 * MEGABYTE)] * 2
        assert limits_by_name["Max core file size"] == ["0", "0"]
        assert limits_by_name["Max processes"][0] != "unlimited"
        assert RUNAWAY_SECONDS <= int(limits_by_name["Max cpu time"][0]) <= RUNAWAY_SECONDS + 60
        kind = NICENESS + os.getpriority(os.PRIO_PROCESS, open_server.process.pid)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(kind, MAX_NICE)
        assert os.getsid(pid) == pid


def test_server_may_open_enough_descriptors(open_server: ServerProcess):
    limits = Path(f"/proc/{open_server.process.pid}/limits").read_text(encoding="utf-8")
    (line,) = (one for one in limits.splitlines() if one.startswith("Max open files"))
    allowed, most = map(int, line.split()[3:5])
    assert allowed == min(most, 8 * (300 + 20) + 500)


async def test_session_uses_the_language_of_the_client(open_server: ServerProcess):
    env = {"LANG": "ru_RU.UTF-8", "TEXTUAL_DRIVER": "x:Y", "GUILDHALL_HOME": "x"}
    async with open_session(open_server, new_key(), env=env) as client:
        await client.wait_until_quiet()
        await client.wait_for_bytes("ы".encode())
