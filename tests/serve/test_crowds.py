"""Many at the door at once who are nobody's friends: those whom the house knows come in all the
same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from tests.serve.houses import House, connected, ends, hang_up, house, new_key, silent

A_SECOND = 50
"""How many silent connections come in a second."""

ADDRESSES = [f"127.0.1.{one}" for one in range(1, 14)]
"""Where they come from."""

TIMES = 100
"""How often a friend comes in meanwhile."""


@pytest.fixture(scope="module")
def quiet_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that lets strangers wait as long as usual."""
    with house(tmp_path_factory.mktemp("quiet"), logins_a_minute=100_000) as opened:
        yield opened


@asynccontextmanager
async def storm(opened: House) -> AsyncIterator[None]:
    """As many silent connections as may wait, and new ones all the time."""
    lines = [await silent(opened, ADDRESSES[one % len(ADDRESSES)]) for one in range(104)]

    async def more() -> None:
        while True:
            for address in ADDRESSES:
                lines.append(await silent(opened, address))
                await asyncio.sleep(1 / A_SECOND)

    coming = asyncio.ensure_future(more())
    try:
        yield
        assert not coming.done()
    finally:
        coming.cancel()
        await hang_up(*lines)


@pytest.mark.parametrize("address", ["127.0.0.99", ADDRESSES[0]], ids=["elsewhere", "among them"])
async def test_a_friend_comes_in_through_a_crowd(quiet_house: House, address: str):
    key = new_key()
    quiet_house.know(f"Anna {address}", key)
    async with storm(quiet_house):
        for _ in range(TIMES):
            async with connected(quiet_house, key, local_addr=(address, 0)):
                pass
    assert "connections dropped before login to make" in quiet_house.log()
    quiet_house.wait_for(not_logged_in=0)


async def test_of_one_address_the_newest_may_wait(quiet_house: House):
    lines = [await silent(quiet_house, "127.0.2.1") for _ in range(8)]
    quiet_house.wait_for(not_logged_in=8)
    elsewhere = await silent(quiet_house, "127.0.2.2")
    lines.append(await silent(quiet_house, "127.0.2.1"))
    assert b"Guildhall" in await ends(lines[0])
    quiet_house.wait_for(not_logged_in=9)
    await hang_up(*lines[1:], elsewhere)
    quiet_house.wait_for(not_logged_in=0)
