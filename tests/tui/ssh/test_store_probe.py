"""A server that cannot reach its database: balancers avoid it, health checks and status report it,
and players are told why they cannot log in."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from engine.errors import BadStore
from engine.i18n.text import words
from tests.postgres import shut
from tests.tui.ssh.server_process import (
    ServerProcess,
    new_key,
    open_connection,
    open_session,
    read_to_end,
    running_server,
    ssh_connection,
    wait_until,
)
from tests.tui.ssh.test_limits import Clock
from tests.tui.ssh.test_logins import BannerClient
from tests.tui.ssh.test_proxy_protocol import header_for
from tui.cli import main
from tui.server.store_probe import LOST_AFTER, StoreProbe
from tui.ssh.proxy_protocol import LOCAL_HEADER

GREETING = b"SSH-2.0-Guildhall\r\n"


class Store:
    """A store that can or cannot be reached."""

    def __init__(self) -> None:
        self.is_there = True

    async def look(self) -> None:
        """Raise BadStore if the store cannot be reached."""
        if not self.is_there:
            raise BadStore(words("The disk is full."))


def is_lost(reach: StoreProbe) -> bool:
    """Return whether the store is lost, checked at each call."""
    return reach.is_lost


async def test_store_is_lost_after_some_seconds_of_failures():
    clock, store = Clock(), Store()
    reach = StoreProbe(store.look, clock)
    await reach.check_once()
    clock.now += 10 * LOST_AFTER
    assert not is_lost(reach)
    store.is_there = False
    await reach.check_once()
    clock.now += LOST_AFTER
    assert not is_lost(reach)
    await reach.check_once()
    clock.now += 0.1
    assert is_lost(reach)
    store.is_there = True
    assert is_lost(reach)
    await reach.check_once()
    assert not is_lost(reach)


async def test_hanging_store_is_lost_before_it_fails():
    clock, answers = Clock(), asyncio.Event()

    async def look() -> None:
        await answers.wait()

    reach = StoreProbe(look, clock)
    looking = asyncio.create_task(reach.check_once())
    await asyncio.sleep(0)
    clock.now += LOST_AFTER + 0.1
    assert is_lost(reach)
    answers.set()
    await looking
    assert not is_lost(reach)


@pytest.fixture
def behind(tmp_path: Path, database: str) -> Iterator[ServerProcess]:
    """Run a server with a database, behind a balancer at 127.0.0.1."""
    with running_server(tmp_path, database=database, balancers="127.0.0.1") as server:
        yield server


async def greeting(server: ServerProcess) -> bytes:
    """Return the first bytes that a health check of a balancer receives."""
    line = await open_connection(server, "127.0.0.1")
    line[1].write(LOCAL_HEADER)
    try:
        return await line[0].readline()
    finally:
        line[1].close()


async def server_command(server: ServerProcess, *words: str) -> int:
    """Run `guildhall server` with these words, and return the exit code."""
    return await asyncio.to_thread(main.run, ["server", *words, "--home", str(server.folder)])


async def test_no_greeting_before_the_proxy_header(behind: ServerProcess):
    line = await open_connection(behind, "127.0.0.1")
    line[1].write(header_for("192.0.2.7"))
    assert await line[0].readline() == GREETING
    line[1].close()
    line = await open_connection(behind, "127.0.0.1")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await line[0].readline()
    line[1].close()
    assert await greeting(behind) == GREETING


async def test_balancer_avoids_a_server_without_its_database(
    behind: ServerProcess, database: str, capsys: pytest.CaptureFixture[str]
):
    key, knows = new_key(), []
    behind.register("Anna", key)

    async def lost() -> bool:
        knows.append(await greeting(behind))
        return knows[-1] == b""

    sock = socket.create_connection(("127.0.0.1", behind.port))
    sock.sendall(header_for("192.0.2.7"))
    async with open_session(behind, key, sock=sock) as anna:
        await anna.wait_for_text("Guildhall: Anna")
        assert await server_command(behind, "check") == 0
        assert await server_command(behind, "status") == 0
        assert "  Anna, since" in capsys.readouterr().out
        with shut(database):
            while not await lost():
                await asyncio.sleep(0.1)
            assert await server_command(behind, "check") == 1
            assert "The server cannot reach its database." in capsys.readouterr().err
            assert await server_command(behind, "status") == 0
            output = capsys.readouterr().out
            assert "The server cannot reach its database." in output
            assert "Sessions of registered players: 1 of" in output
            assert "1 player is connected. The name cannot be looked up right now." in output
            assert "someone not yet registered" not in output
            assert behind.status()["visits"][0]["name"] is None
            client = BannerClient()
            again = socket.create_connection(("127.0.0.1", behind.port))
            again.sendall(header_for("192.0.2.8"))
            with pytest.raises(asyncssh.PermissionDenied):
                async with ssh_connection(behind, key, sock=again, client_factory=lambda: client):
                    pass
            assert "The server cannot look up your key right" in "".join(client.banners)
        await wait_until(lambda: "the store is reached again" in behind.log())
        assert await greeting(behind) == GREETING
        assert await server_command(behind, "check") == 0
        assert await server_command(behind, "status") == 0
        assert "  Anna, since" in capsys.readouterr().out
    assert behind.log().count("the store is not reached") == 1


async def test_file_server_always_reaches_its_database(tmp_path: Path):
    with running_server(tmp_path, balancers="127.0.0.1") as server:
        assert await greeting(server) == GREETING
        assert server.status()["store reached"]
        line = await open_connection(server, "127.0.0.1")
        line[1].write(b"SSH-2.0-somebody\r\n")
        assert b"SSH" not in await read_to_end(line)
