"""A house on two hosts behind a real balancer, on one PostgreSQL: people sit at one table from two
doors, and go on at the other when theirs is stopped or killed."""

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

from engine.storage.schema import SCHEMA
from tests.folders import short_folder
from tests.postgres import shut
from tests.tui.ssh.balancer import NONE, balancer, find_haproxy
from tests.tui.ssh.database_line import DatabaseLine
from tests.tui.ssh.houses import House, Visitor, connected, new_key, until, visit, wait_until_gone
from tests.tui.ssh.test_logins import Hearer

ROOT: Final = Path(__file__).parents[3]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_haproxy() is None, reason=NONE),
]


@define
class Street:
    """Doors of one house, by their numbers, and the port of the balancer in front of them."""

    folder: Path
    database: str
    port: int
    bells: Sequence[Path]
    doors: dict[int, House]

    def open(
        self, number: int, port: int = 0, program: Path | None = None, database: str | None = None
    ) -> House:
        """Open a door, with the key of the first; it may reach the database in a way of its own."""
        folder = self.folder / f"door-{number}"
        folder.mkdir(exist_ok=True)
        if number and not port:
            shutil.copy(self.doors[0].folder / "host_key", folder)
        self.doors[number] = House(
            folder,
            database=database or self.database,
            balancers="127.0.0.1",
            bells=self.bells[number],
            port=port,
            program=program,
        )
        return self.doors[number]

    def where(self, name: str) -> int:
        """The door by which somebody is in."""
        (found,) = (
            number
            for number, door in self.doors.items()
            if door.process.poll() is None
            and any(one["name"] == name for one in door.status()["visits"])
        )
        return found

    def close(self) -> None:
        """Close all doors."""
        for door in self.doors.values():
            door.close()
            wait_until_gone(door.folder)

    def replace(self, number: int, program: Path) -> None:
        """Close a door, and open it again with another program."""
        port = self.doors[number].port
        assert self.doors[number].close() == 0
        self.open(number, port, program)


@contextmanager
def two_doors(folder: Path, database: str, *ways: str) -> Iterator[Street]:
    """The first doors reach the database in these ways."""
    with ExitStack() as stack:
        bells = [stack.enter_context(short_folder()) for _ in range(2)]
        opened = Street(folder, database, 0, bells, {})
        stack.callback(opened.close)
        ports = [
            opened.open(number, database=way).port
            for number, way in enumerate((*ways, database, database)[:2])
        ]
        opened.port = stack.enter_context(balancer(folder, ports))
        yield opened


@pytest.fixture
def street(tmp_path: Path, database: str) -> Iterator[Street]:
    with two_doors(tmp_path, database) as opened:
        yield opened


@pytest.fixture
def old_street(tmp_path: Path, apart: str) -> Iterator[Street]:
    """One whose tables are brought to another form."""
    with two_doors(tmp_path, apart) as opened:
        yield opened


@pytest.fixture
def line(database: str) -> Iterator[DatabaseLine]:
    """The line of a door to the database."""
    with short_folder() as folder:
        led = DatabaseLine(folder, database)
        yield led
        led.close()


@pytest.fixture
def cut_off(tmp_path: Path, database: str, line: DatabaseLine) -> Iterator[Street]:
    """One whose first door reaches the database over that line."""
    with two_doors(tmp_path, database, line.address) as opened:
        yield opened


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The folder of a program of the next version, whose tables have one column more."""
    folder = tmp_path / "newer"
    for part in ("engine", "screens", "styles", "tui"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    form = folder / "engine" / "storage" / "schema.py"
    text = form.read_text(encoding="utf-8")
    next_one = f"SCHEMA: Final = {SCHEMA + 1}\n"
    more = f"    {SCHEMA}: \"ALTER TABLE match ADD COLUMN more TEXT NOT NULL DEFAULT '';\",\n}}\n"
    text = text.replace(f"SCHEMA: Final = {SCHEMA}\n", next_one)
    head, migrations, tail = text.partition("MIGRATIONS: Final = {\n")
    form.write_text(head + migrations + tail.replace("}\n", more, 1), encoding="utf-8")
    return folder


CHOICE = b"\r\n1. "
"""How the first thing is told that may be chosen."""


async def chooses(one: Visitor, other: Visitor, house: House) -> None:
    """Whoever is to move takes the first that may be chosen; the other hears of it."""
    await until(lambda: CHOICE in one.received + other.received, "a question")
    first, second = (one, other) if CHOICE in one.received else (other, one)
    (before,) = house.events()
    first.mark()
    second.mark()
    first.type(b"1\r")
    await second.see(b"the lord")
    assert house.events() > [before]


async def test_people_go_on_at_another_door(street: Street):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    house = street.doors[0]  # both have the same store
    people = [house.know(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = house.match("middle_ages", *people)
    stack = AsyncExitStack()

    async def come(who: int) -> Visitor:
        """Come in, again and again till the balancer has seen which doors are open."""
        while True:
            came_in = visit(
                house,
                keys[who],
                f"join {code}",
                term="dumb",
                port=street.port,
                local_addr=(f"127.0.0.{who + 5}", 0),
            )
            with suppress(asyncssh.ConnectionLost):
                visitor = await stack.enter_async_context(came_in)
                await visitor.show("At the table")
                return visitor

    async with stack:
        anna = await come(0)
        boris = await come(1)
        annas, boriss = street.where("Anna"), street.where("Boris")
        assert annas != boriss
        assert "127.0.0.5 logged in" in street.doors[annas].log()
        assert "127.0.0.6 logged in" in street.doors[boriss].log()
        await chooses(anna, boris, house)
        await chooses(anna, boris, house)

        kept, port = house.events(), street.doors[annas].port
        assert street.doors[annas].close() == 0
        await anna.ended()
        assert b"Your games are safe" in anna.received
        anna = await come(0)
        assert street.where("Anna") == boriss
        assert house.events() == kept
        await chooses(anna, boris, house)

        street.open(annas, port)
        kept = house.events()
        street.doors[boriss].process.kill()
        await anna.ended()
        await boris.ended()
        anna, boris = await come(0), await come(1)
        assert street.where("Anna") == street.where("Boris") == annas
        assert house.events() == kept
        await chooses(anna, boris, house)


async def test_hosts_are_replaced_one_by_one(old_street: Street, newer: Path):
    keys = [new_key(), new_key()]
    house = old_street.doors[0]
    people = [house.know(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = house.match("middle_ages", *people)
    stack = AsyncExitStack()

    async def come(who: int) -> Visitor:
        """Anna comes to the first door, Boris to the second."""
        port = old_street.doors[who].port
        came_in = visit(
            house, keys[who], f"join {code}", term="dumb", port=port, local_addr=("127.0.0.5", 0)
        )
        visitor = await stack.enter_async_context(came_in)
        await visitor.show("At the table")
        return visitor

    def form() -> object:
        with psycopg.connect(old_street.database) as link:
            return link.execute("SELECT form FROM guildhall").fetchall()

    async with stack:
        anna, boris = await come(0), await come(1)
        await chooses(anna, boris, house)
        assert form() == [(SCHEMA,)]
        old_street.replace(0, newer)
        assert form() == [(SCHEMA + 1,)]
        anna = await come(0)
        await chooses(anna, boris, house)
        boris.connection.abort()
        boris = await come(1)
        await chooses(anna, boris, house)
        old_street.replace(1, newer)
        boris = await come(1)
        await chooses(anna, boris, house)


async def asked(street: Street, key: asyncssh.SSHKey) -> str:
    """Return the answer to a login through the balancer that is refused; empty if it is not."""
    heard = Hearer()
    try:
        async with connected(
            street.doors[1], key, port=street.port, client_factory=lambda: heard
        ) as connection:
            return str((await connection.run("turns")).stderr)
    except asyncssh.PermissionDenied:
        return "".join(heard.said)


async def test_nobody_is_led_to_a_door_without_its_database(
    cut_off: Street, line: DatabaseLine, database: str
):
    keys: list[asyncssh.SSHKey] = [new_key(), new_key()]
    house = cut_off.doors[1]
    people = [house.know(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)]
    code = house.match("middle_ages", *people)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(
                visit(house, key, f"join {code}", term="dumb", port=cut_off.port)
            )
            for key in keys
        ]
        for one in players:
            await one.show("At the table")
        assert {cut_off.where("Anna"), cut_off.where("Boris")} == {0, 1}

        line.cut()
        await until(lambda: "the store is not reached" in cut_off.doors[0].log())
        while any([await asked(cut_off, keys[0]) for _ in range(4)]):
            await asyncio.sleep(0.2)
        assert cut_off.doors[0].status()["sessions"] == 1
        assert cut_off.doors[1].status()["sessions"] == 1
        line.mend()
        await until(lambda: "the store is reached again" in cut_off.doors[0].log())
        await chooses(players[0], players[1], house)

        with shut(database):
            for door in cut_off.doors.values():
                last = "the store is"
                await until(
                    lambda door=door, last=last: door.log().rpartition(last)[2][:4] == " not"
                )
            while "The server cannot look up your key right" not in await asked(cut_off, keys[0]):
                await asyncio.sleep(0.2)
        assert [one.status()["sessions"] for one in cut_off.doors.values()] == [1, 1]
        await chooses(players[0], players[1], house)
