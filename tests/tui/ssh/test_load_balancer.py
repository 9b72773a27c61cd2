"""A server on two machines behind a real balancer, on one PostgreSQL: people share a table from
both, and reconnect to the other when theirs is stopped or killed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import asyncssh
import psycopg
import pytest
from attrs import define

from engine.storage.schema import SCHEMA_VERSION
from tests.folders import short_folder
from tests.postgres import shut
from tests.tui.ssh.balancer import NOT_INSTALLED, balancer, find_haproxy
from tests.tui.ssh.database_line import DatabaseRelay
from tests.tui.ssh.server_process import (
    ServerProcess,
    SSHClient,
    new_key,
    open_session,
    ssh_connection,
    wait_until,
    wait_until_gone,
)
from tests.tui.ssh.test_logins import BannerClient

ROOT: Final = Path(__file__).parents[3]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_haproxy() is None, reason=NOT_INSTALLED),
]


@define
class BalancedServers:
    """Two machines of a server, by their numbers, and the port of the balancer in front of them."""

    folder: Path
    database: str
    port: int
    runtime_folders: Sequence[Path]
    servers: dict[int, ServerProcess]

    def open(
        self, number: int, port: int = 0, program: Path | None = None, database: str | None = None
    ) -> ServerProcess:
        """Start a machine with the host key of the first one. `database` may be another address of
        the database."""
        folder = self.folder / f"server-{number}"
        folder.mkdir(exist_ok=True)
        if number and not port:
            shutil.copy(self.servers[0].folder / "host_key", folder)
        self.servers[number] = ServerProcess(
            folder,
            database=database or self.database,
            balancers="127.0.0.1",
            runtime_folder=self.runtime_folders[number],
            port=port,
            program=program,
        )
        return self.servers[number]

    def where(self, name: str) -> int:
        """Return the number of the machine that a player is connected to."""
        (found,) = (
            number
            for number, server in self.servers.items()
            if server.process.poll() is None
            and any(one["name"] == name for one in server.status()["visits"])
        )
        return found

    def close(self) -> None:
        """Close all machines."""
        for server in self.servers.values():
            server.close()
            wait_until_gone(server.folder)

    def replace(self, number: int, program: Path) -> None:
        """Close a machine, and open it again with another program."""
        port = self.servers[number].port
        assert self.servers[number].close() == 0
        self.open(number, port, program)


@contextmanager
def two_servers(folder: Path, database: str, *addresses: str) -> Iterator[BalancedServers]:
    """Run two machines. The first ones reach the database by `addresses`."""
    with ExitStack() as stack:
        runtime_folders = [stack.enter_context(short_folder()) for _ in range(2)]
        server = BalancedServers(folder, database, 0, runtime_folders, {})
        stack.callback(server.close)
        ports = [
            server.open(number, database=address).port
            for number, address in enumerate((*addresses, database, database)[:2])
        ]
        server.port = stack.enter_context(balancer(folder, ports))
        yield server


@pytest.fixture
def balanced(tmp_path: Path, database: str) -> Iterator[BalancedServers]:
    with two_servers(tmp_path, database) as server:
        yield server


@pytest.fixture
def balanced_old(tmp_path: Path, apart: str) -> Iterator[BalancedServers]:
    """Run two machines whose schema the test migrates."""
    with two_servers(tmp_path, apart) as server:
        yield server


@pytest.fixture
def relay(database: str) -> Iterator[DatabaseRelay]:
    """Run a relay from a machine to the database."""
    with short_folder() as folder:
        database_relay = DatabaseRelay(folder, database)
        yield database_relay
        database_relay.close()


@pytest.fixture
def servers_with_relay(
    tmp_path: Path, database: str, relay: DatabaseRelay
) -> Iterator[BalancedServers]:
    """Run two machines, the first of which reaches the database through the relay."""
    with two_servers(tmp_path, database, relay.address) as server:
        yield server


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """Return the folder of a program of the next version, whose tables have one more column."""
    folder = tmp_path / "newer"
    for part in ("engine", "screens", "styles", "tui"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    schema = folder / "engine" / "storage" / "schema.py"
    text = schema.read_text(encoding="utf-8")
    version = SCHEMA_VERSION
    next_one = f"SCHEMA_VERSION: Final = {version + 1}\n"
    more = f"    {version}: \"ALTER TABLE match ADD COLUMN more TEXT NOT NULL DEFAULT '';\",\n}}\n"
    text = text.replace(f"SCHEMA_VERSION: Final = {version}\n", next_one)
    head, migrations, tail = text.partition("MIGRATIONS: Final = {\n")
    schema.write_text(head + migrations + tail.replace("}\n", more, 1), encoding="utf-8")
    return folder


FIRST_CHOICE = b"\r\n1. "
"""The line of the first choice."""


async def make_first_choice(one: SSHClient, other: SSHClient, server: ServerProcess) -> None:
    """Let the player who must choose make the first choice, and wait until the other one is
    told."""
    await wait_until(lambda: FIRST_CHOICE in one.received + other.received, "a question")
    first, second = (one, other) if FIRST_CHOICE in one.received else (other, one)
    (before,) = server.event_counts()
    first.clear()
    second.clear()
    first.type(b"1\r")
    await second.wait_for_bytes(b"the lord")
    assert server.event_counts() > [before]


async def test_players_reconnect_to_another_server(balanced: BalancedServers):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    server = balanced.servers[0]  # both have the same store
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.start_match("middle_ages", *people)
    stack = AsyncExitStack()

    async def connect(who: int) -> SSHClient:
        """Connect, and retry until the balancer has seen which machines are running."""
        while True:
            login = open_session(
                server,
                keys[who],
                f"join {code}",
                term="dumb",
                port=balanced.port,
                local_addr=(f"127.0.0.{who + 5}", 0),
            )
            with suppress(asyncssh.ConnectionLost):
                client = await stack.enter_async_context(login)
                await client.wait_for_text("At the table")
                return client

    async with stack:
        anna = await connect(0)
        boris = await connect(1)
        annas, boriss = balanced.where("Anna"), balanced.where("Boris")
        assert annas != boriss
        assert "127.0.0.5 logged in" in balanced.servers[annas].log()
        assert "127.0.0.6 logged in" in balanced.servers[boriss].log()
        await make_first_choice(anna, boris, server)
        await make_first_choice(anna, boris, server)

        kept, port = server.event_counts(), balanced.servers[annas].port
        assert balanced.servers[annas].close() == 0
        await anna.wait_closed()
        assert b"Your games are safe" in anna.received
        anna = await connect(0)
        assert balanced.where("Anna") == boriss
        assert server.event_counts() == kept
        await make_first_choice(anna, boris, server)

        balanced.open(annas, port)
        kept = server.event_counts()
        balanced.servers[boriss].process.kill()
        await anna.wait_closed()
        await boris.wait_closed()
        anna, boris = await connect(0), await connect(1)
        assert balanced.where("Anna") == balanced.where("Boris") == annas
        assert server.event_counts() == kept
        await make_first_choice(anna, boris, server)


async def test_rolling_replacement_of_machines(balanced_old: BalancedServers, next_version: Path):
    keys = [new_key(), new_key()]
    server = balanced_old.servers[0]
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.start_match("middle_ages", *people)
    stack = AsyncExitStack()

    async def connect(who: int) -> SSHClient:
        """Connect Anna to the first machine and Boris to the second."""
        port = balanced_old.servers[who].port
        login = open_session(
            server, keys[who], f"join {code}", term="dumb", port=port, local_addr=("127.0.0.5", 0)
        )
        client = await stack.enter_async_context(login)
        await client.wait_for_text("At the table")
        return client

    def schema() -> object:
        with psycopg.connect(balanced_old.database) as connection:
            return connection.execute("SELECT form FROM guildhall").fetchall()

    async with stack:
        anna, boris = await connect(0), await connect(1)
        await make_first_choice(anna, boris, server)
        assert schema() == [(SCHEMA_VERSION,)]
        balanced_old.replace(0, next_version)
        assert schema() == [(SCHEMA_VERSION + 1,)]
        anna = await connect(0)
        await make_first_choice(anna, boris, server)
        boris.connection.abort()
        boris = await connect(1)
        await make_first_choice(anna, boris, server)
        balanced_old.replace(1, next_version)
        boris = await connect(1)
        await make_first_choice(anna, boris, server)


async def login_refusal(balanced: BalancedServers, key: asyncssh.SSHKey) -> str:
    """Return the reason why a login through the balancer is refused; an empty string if it is
    not."""
    client = BannerClient()
    try:
        async with ssh_connection(
            balanced.servers[1], key, port=balanced.port, client_factory=lambda: client
        ) as connection:
            return str((await connection.run("turns")).stderr)
    except asyncssh.PermissionDenied:
        return "".join(client.banners)


async def test_balancer_avoids_a_server_without_its_database(
    servers_with_relay: BalancedServers, relay: DatabaseRelay, database: str
):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    server = servers_with_relay.servers[1]
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.start_match("middle_ages", *people)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(
                open_session(server, key, f"join {code}", term="dumb", port=servers_with_relay.port)
            )
            for key in keys
        ]
        for one in players:
            await one.wait_for_text("At the table")
        assert {servers_with_relay.where("Anna"), servers_with_relay.where("Boris")} == {0, 1}

        relay.cut()
        await wait_until(lambda: "the store is not reached" in servers_with_relay.servers[0].log())
        while any([await login_refusal(servers_with_relay, keys[0]) for _ in range(4)]):
            await asyncio.sleep(0.2)
        assert servers_with_relay.servers[0].status()["sessions"] == 1
        assert servers_with_relay.servers[1].status()["sessions"] == 1
        relay.restore()
        await wait_until(
            lambda: "the store is reached again" in servers_with_relay.servers[0].log()
        )
        await make_first_choice(players[0], players[1], server)

        with shut(database):
            for each in servers_with_relay.servers.values():
                last = "the store is"
                await wait_until(
                    lambda each=each, last=last: each.log().rpartition(last)[2][:4] == " not"
                )
            while "The server cannot look up your key right" not in await login_refusal(
                servers_with_relay, keys[0]
            ):
                await asyncio.sleep(0.2)
        assert [one.status()["sessions"] for one in servers_with_relay.servers.values()] == [1, 1]
        await make_first_choice(players[0], players[1], server)
