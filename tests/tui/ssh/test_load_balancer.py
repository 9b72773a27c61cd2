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
from tests.tui.ssh.balancer import NONE, balancer, find_haproxy
from tests.tui.ssh.database_line import DatabaseLine
from tests.tui.ssh.server_process import (
    ServerProcess,
    Visitor,
    connected,
    new_key,
    until,
    visit,
    wait_until_gone,
)
from tests.tui.ssh.test_logins import BannerClient

ROOT: Final = Path(__file__).parents[3]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_haproxy() is None, reason=NONE),
]


@define
class BalancedServers:
    """Servers of one server, by their numbers, and the port of the balancer in front of them."""

    folder: Path
    database: str
    port: int
    bells: Sequence[Path]
    servers: dict[int, ServerProcess]

    def open(
        self, number: int, port: int = 0, program: Path | None = None, database: str | None = None
    ) -> ServerProcess:
        """Start a server with the host key of the first. `database` may be another route to it."""
        folder = self.folder / f"server-{number}"
        folder.mkdir(exist_ok=True)
        if number and not port:
            shutil.copy(self.servers[0].folder / "host_key", folder)
        self.servers[number] = ServerProcess(
            folder,
            database=database or self.database,
            balancers="127.0.0.1",
            bells=self.bells[number],
            port=port,
            program=program,
        )
        return self.servers[number]

    def where(self, name: str) -> int:
        """Return the server that somebody is connected to."""
        (found,) = (
            number
            for number, server in self.servers.items()
            if server.process.poll() is None
            and any(one["name"] == name for one in server.status()["visits"])
        )
        return found

    def close(self) -> None:
        """Close all servers."""
        for server in self.servers.values():
            server.close()
            wait_until_gone(server.folder)

    def replace(self, number: int, program: Path) -> None:
        """Close a server, and open it again with another program."""
        port = self.servers[number].port
        assert self.servers[number].close() == 0
        self.open(number, port, program)


@contextmanager
def two_servers(folder: Path, database: str, *ways: str) -> Iterator[BalancedServers]:
    """The first servers reach the database in these ways."""
    with ExitStack() as stack:
        bells = [stack.enter_context(short_folder()) for _ in range(2)]
        opened = BalancedServers(folder, database, 0, bells, {})
        stack.callback(opened.close)
        ports = [
            opened.open(number, database=way).port
            for number, way in enumerate((*ways, database, database)[:2])
        ]
        opened.port = stack.enter_context(balancer(folder, ports))
        yield opened


@pytest.fixture
def balanced(tmp_path: Path, database: str) -> Iterator[BalancedServers]:
    with two_servers(tmp_path, database) as opened:
        yield opened


@pytest.fixture
def balanced_old(tmp_path: Path, apart: str) -> Iterator[BalancedServers]:
    """One whose tables are brought to another form."""
    with two_servers(tmp_path, apart) as opened:
        yield opened


@pytest.fixture
def line(database: str) -> Iterator[DatabaseLine]:
    """The line of a server to the database."""
    with short_folder() as folder:
        led = DatabaseLine(folder, database)
        yield led
        led.close()


@pytest.fixture
def cut_off(tmp_path: Path, database: str, line: DatabaseLine) -> Iterator[BalancedServers]:
    """One whose first server reaches the database over that line."""
    with two_servers(tmp_path, database, line.address) as opened:
        yield opened


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The folder of a program of the next version, whose tables have one column more."""
    folder = tmp_path / "newer"
    for part in ("engine", "screens", "styles", "tui"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    form = folder / "engine" / "storage" / "schema.py"
    text = form.read_text(encoding="utf-8")
    version = SCHEMA_VERSION
    next_one = f"SCHEMA_VERSION: Final = {version + 1}\n"
    more = f"    {version}: \"ALTER TABLE match ADD COLUMN more TEXT NOT NULL DEFAULT '';\",\n}}\n"
    text = text.replace(f"SCHEMA_VERSION: Final = {version}\n", next_one)
    head, migrations, tail = text.partition("MIGRATIONS: Final = {\n")
    form.write_text(head + migrations + tail.replace("}\n", more, 1), encoding="utf-8")
    return folder


CHOICE = b"\r\n1. "
"""How the first thing is told that may be chosen."""


async def chooses(one: Visitor, other: Visitor, server: ServerProcess) -> None:
    """Whoever is to move takes the first that may be chosen; the other hears of it."""
    await until(lambda: CHOICE in one.received + other.received, "a question")
    first, second = (one, other) if CHOICE in one.received else (other, one)
    (before,) = server.events()
    first.mark()
    second.mark()
    first.type(b"1\r")
    await second.see(b"the lord")
    assert server.events() > [before]


async def test_players_reconnect_to_another_server(balanced: BalancedServers):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    server = balanced.servers[0]  # both have the same store
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.match("middle_ages", *people)
    stack = AsyncExitStack()

    async def come(who: int) -> Visitor:
        """Connect, retrying until the balancer has seen which servers are running."""
        while True:
            came_in = visit(
                server,
                keys[who],
                f"join {code}",
                term="dumb",
                port=balanced.port,
                local_addr=(f"127.0.0.{who + 5}", 0),
            )
            with suppress(asyncssh.ConnectionLost):
                visitor = await stack.enter_async_context(came_in)
                await visitor.show("At the table")
                return visitor

    async with stack:
        anna = await come(0)
        boris = await come(1)
        annas, boriss = balanced.where("Anna"), balanced.where("Boris")
        assert annas != boriss
        assert "127.0.0.5 logged in" in balanced.servers[annas].log()
        assert "127.0.0.6 logged in" in balanced.servers[boriss].log()
        await chooses(anna, boris, server)
        await chooses(anna, boris, server)

        kept, port = server.events(), balanced.servers[annas].port
        assert balanced.servers[annas].close() == 0
        await anna.ended()
        assert b"Your games are safe" in anna.received
        anna = await come(0)
        assert balanced.where("Anna") == boriss
        assert server.events() == kept
        await chooses(anna, boris, server)

        balanced.open(annas, port)
        kept = server.events()
        balanced.servers[boriss].process.kill()
        await anna.ended()
        await boris.ended()
        anna, boris = await come(0), await come(1)
        assert balanced.where("Anna") == balanced.where("Boris") == annas
        assert server.events() == kept
        await chooses(anna, boris, server)


async def test_rolling_replacement_of_machines(balanced_old: BalancedServers, newer: Path):
    keys = [new_key(), new_key()]
    server = balanced_old.servers[0]
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.match("middle_ages", *people)
    stack = AsyncExitStack()

    async def come(who: int) -> Visitor:
        """Connect Anna to the first server and Boris to the second."""
        port = balanced_old.servers[who].port
        came_in = visit(
            server, keys[who], f"join {code}", term="dumb", port=port, local_addr=("127.0.0.5", 0)
        )
        visitor = await stack.enter_async_context(came_in)
        await visitor.show("At the table")
        return visitor

    def form() -> object:
        with psycopg.connect(balanced_old.database) as link:
            return link.execute("SELECT form FROM guildhall").fetchall()

    async with stack:
        anna, boris = await come(0), await come(1)
        await chooses(anna, boris, server)
        assert form() == [(SCHEMA_VERSION,)]
        balanced_old.replace(0, newer)
        assert form() == [(SCHEMA_VERSION + 1,)]
        anna = await come(0)
        await chooses(anna, boris, server)
        boris.connection.abort()
        boris = await come(1)
        await chooses(anna, boris, server)
        balanced_old.replace(1, newer)
        boris = await come(1)
        await chooses(anna, boris, server)


async def login_refusal(balanced: BalancedServers, key: asyncssh.SSHKey) -> str:
    """Return the answer to a login through the balancer that is refused; empty if it is not."""
    client = BannerClient()
    try:
        async with connected(
            balanced.servers[1], key, port=balanced.port, client_factory=lambda: client
        ) as connection:
            return str((await connection.run("turns")).stderr)
    except asyncssh.PermissionDenied:
        return "".join(client.banners)


async def test_balancer_avoids_a_server_without_its_database(
    cut_off: BalancedServers, line: DatabaseLine, database: str
):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    server = cut_off.servers[1]
    people = [server.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = server.match("middle_ages", *people)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(
                visit(server, key, f"join {code}", term="dumb", port=cut_off.port)
            )
            for key in keys
        ]
        for one in players:
            await one.show("At the table")
        assert {cut_off.where("Anna"), cut_off.where("Boris")} == {0, 1}

        line.cut()
        await until(lambda: "the store is not reached" in cut_off.servers[0].log())
        while any([await login_refusal(cut_off, keys[0]) for _ in range(4)]):
            await asyncio.sleep(0.2)
        assert cut_off.servers[0].status()["sessions"] == 1
        assert cut_off.servers[1].status()["sessions"] == 1
        line.mend()
        await until(lambda: "the store is reached again" in cut_off.servers[0].log())
        await chooses(players[0], players[1], server)

        with shut(database):
            for each in cut_off.servers.values():
                last = "the store is"
                await until(
                    lambda each=each, last=last: each.log().rpartition(last)[2][:4] == " not"
                )
            while "The server cannot look up your key right" not in await login_refusal(
                cut_off, keys[0]
            ):
                await asyncio.sleep(0.2)
        assert [one.status()["sessions"] for one in cut_off.servers.values()] == [1, 1]
        await chooses(players[0], players[1], server)
