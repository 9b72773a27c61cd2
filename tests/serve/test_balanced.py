"""A house on two hosts behind a real balancer, on one PostgreSQL: people sit at one table from two
doors, and go on at the other when theirs is stopped or killed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import asyncssh
import pytest
from attrs import define

from tests.folders import short_folder
from tests.serve.balancer import NONE, balancer, find_haproxy
from tests.serve.houses import House, Visitor, new_key, until, visit, wait_until_gone

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

    def open(self, number: int, port: int = 0) -> House:
        """Open a door, with the key of the first."""
        folder = self.folder / f"door-{number}"
        folder.mkdir(exist_ok=True)
        if number and not port:
            shutil.copy(self.doors[0].folder / "host_key", folder)
        self.doors[number] = House(
            folder,
            database=self.database,
            balancers="127.0.0.1",
            bells=self.bells[number],
            port=port,
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


@pytest.fixture
def street(tmp_path: Path, database: str) -> Iterator[Street]:
    with ExitStack() as stack:
        bells = [stack.enter_context(short_folder()) for _ in range(2)]
        opened = Street(tmp_path, database, 0, bells, {})
        stack.callback(opened.close)
        ports = [opened.open(number).port for number in range(2)]
        opened.port = stack.enter_context(balancer(tmp_path, ports))
        yield opened


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
        assert "127.0.0.5 came in" in street.doors[annas].log()
        assert "127.0.0.6 came in" in street.doors[boriss].log()
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
