"""Crowds of unknown clients: known users can still log in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncssh
import pytest

from tests.tui.ssh.flood import flooded_relay, request_key_exchange
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    Streams,
    close_connections,
    new_key,
    open_connection,
    read_to_end,
    running_server,
    ssh_connection,
    wait_until,
)
from tui.cli import main

CONNECTIONS_PER_SECOND = 50
"""Number of silent connections per second."""

ADDRESSES = [f"127.0.1.{one}" for one in range(1, 14)]
"""The addresses of silent connections."""

LOGINS = 100
"""Number of a friend's logins meanwhile."""

EXCHANGES_PER_PIECE = 25
"""Key exchanges requested for each piece of data of a friend or of the server: 200 per second, for
an eighth of a second."""


@pytest.fixture(scope="module")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server that lets unknown clients wait for as long as usual."""
    with running_server(
        tmp_path_factory.mktemp("quiet"), unauthenticated=104, logins_per_minute=100_000
    ) as server:
        yield server


@asynccontextmanager
async def silent_crowd(server: ServerProcess) -> AsyncIterator[None]:
    """Open as many silent connections as may wait, and keep opening new ones."""
    connections = [
        await open_connection(server, ADDRESSES[one % len(ADDRESSES)]) for one in range(104)
    ]

    async def connect_more() -> None:
        while True:
            for address in ADDRESSES:
                connections.append(await open_connection(server, address))
                await asyncio.sleep(1 / CONNECTIONS_PER_SECOND)

    crowd = asyncio.ensure_future(connect_more())
    try:
        yield
        assert not crowd.done()
    finally:
        crowd.cancel()
        await close_connections(*connections)


@pytest.mark.parametrize("address", ["127.0.0.99", ADDRESSES[0]], ids=["elsewhere", "among them"])
async def test_friend_logs_in_through_a_crowd(quiet_server: ServerProcess, address: str):
    key = new_key()
    quiet_server.register(f"Anna {address}", key)
    async with silent_crowd(quiet_server):
        for _ in range(LOGINS):
            async with ssh_connection(quiet_server, key, local_addr=(address, 0)):
                pass
    assert "connections dropped before login to make" in quiet_server.log()
    quiet_server.wait_for_status(not_logged_in=0)


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server in which few connections may wait for a login or be without a session, but
    without a time limit."""
    with running_server(
        tmp_path_factory.mktemp("small"),
        unauthenticated=8,
        idle_per_key=2,
        idle_per_address=3,
        login_seconds=PATIENCE,
        idle_connection_seconds=PATIENCE,
    ) as server:
        yield server


async def test_oldest_connection_of_the_busiest_address_is_dropped(small_server: ServerProcess):
    connections = [await open_connection(small_server, "127.0.2.1") for _ in range(7)]
    small_server.wait_for_status(not_logged_in=7)
    elsewhere = [await open_connection(small_server, "127.0.2.2")]
    small_server.wait_for_status(not_logged_in=8)
    connections.append(await open_connection(small_server, "127.0.2.1"))
    assert b"Guildhall" in await read_to_end(connections[0])
    elsewhere.append(await open_connection(small_server, "127.0.2.2"))
    assert b"Guildhall" in await read_to_end(connections[1])
    small_server.wait_for_status(not_logged_in=8)
    await close_connections(*connections[2:], *elsewhere)
    small_server.wait_for_status(not_logged_in=0)


async def test_connections_without_session_are_limited_by_key_and_address(
    small_server: ServerProcess, capsys: pytest.CaptureFixture[str]
):
    keys = [new_key() for _ in range(3)]
    for number, key in enumerate(keys):
        small_server.register(f"Boris {number}", key)
    async with AsyncExitStack() as stack:

        async def connect_idle(key: asyncssh.SSHKey, address: str) -> asyncssh.SSHClientConnection:
            return await stack.enter_async_context(
                ssh_connection(small_server, key, local_addr=(address, 0))
            )

        first, second = [await connect_idle(keys[0], f"127.0.2.{one}") for one in (3, 4)]
        small_server.wait_for_status(without_a_session=2, not_logged_in=0)
        third = await connect_idle(keys[0], "127.0.2.5")
        await first.wait_closed()
        others = [await connect_idle(key, "127.0.2.4") for key in (keys[1], keys[1])]
        small_server.wait_for_status(without_a_session=4)
        friend = await connect_idle(keys[2], "127.0.2.4")
        await second.wait_closed()
        assert (await friend.run("turns")).exit_status == 1
        small_server.wait_for_status(without_a_session=3)
        assert not any(one.is_closed() for one in (third, *others))
        command = ["server", "status", "--lang", "en", "--home", str(small_server.folder)]
        assert await asyncio.to_thread(main.run, command) == 0
        assert await asyncio.to_thread(main.run, [*command, "--json"]) == 0
    output = capsys.readouterr().out
    assert "have no session: 3 of 100\n" in output
    assert "closed to make room for newer ones: 2\n" in output
    status = json.loads(output[output.index("{") :])
    assert (status["without a session"], status["most without a session"]) == (3, 100)
    assert status["refused"]["idle"] == 2


# ---------------------------------------------------------------------- key exchanges


@pytest.fixture(scope="module")
def usual_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with the usual limits, except for busy machines' time limit."""
    with running_server(tmp_path_factory.mktemp("usual"), login_seconds=PATIENCE) as server:
        yield server


@pytest.mark.parametrize("address", ["127.0.3.1", "127.0.3.2"], ids=["elsewhere", "among them"])
async def test_friend_logs_in_during_a_flood_of_key_exchanges(
    usual_server: ServerProcess, address: str
):
    key = new_key()
    usual_server.register(f"Carla {address}", key)
    for _ in range(2):
        async with (
            flooded_relay(usual_server, address, "127.0.3.2", EXCHANGES_PER_PIECE) as port,
            ssh_connection(usual_server, key, port=port),
        ):
            pass
    usual_server.wait_for_status(not_logged_in=0)


async def test_advanced_log_in_survives_a_flood(usual_server: ServerProcess):
    """The player types the passphrase of the key while more clients connect than may wait."""
    key = new_key()
    usual_server.register("Dora", key)
    connections: list[Streams] = []
    (pair,) = asyncssh.load_keypairs(key)
    sign, requested = pair.sign, asyncio.Event()

    async def flood() -> None:
        await requested.wait()
        for _ in range(400):
            await request_key_exchange(usual_server, "127.0.0.1", connections)

    class Slow(asyncssh.SSHClient):
        """A client that signs only once all others have connected."""

        async def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            """Offer the key once."""
            return None if requested.is_set() else pair

    def sign_late(data: bytes) -> bytes:
        requested.set()
        return sign(data)

    vars(pair)["sign"] = sign_late
    flooding = asyncio.ensure_future(flood())
    async with ssh_connection(usual_server, key, only=pair, client_factory=Slow):
        await flooding
    await close_connections(*connections)


async def test_constant_rekeying_is_cut_off(usual_server: ServerProcess):
    key = new_key()
    usual_server.register("Emil", key)
    async with ssh_connection(usual_server, key) as greedy:
        for _ in range(20):
            if greedy.is_closed():
                break
            await wait_until(lambda: greedy._kex is None or greedy.is_closed(), "a key exchange")
            if not greedy._kexinit_sent:
                greedy._send_kexinit()
                vars(greedy)["_kexinit_sent"] = True
            await wait_until(lambda: not greedy._kexinit_sent or greedy.is_closed(), "an answer")
        await greedy.wait_closed()
    assert "wants new keys all the time" in usual_server.log()
