"""Those whose key nobody knows: they have seats of their own, and not for long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress

import asyncssh
import pytest

from tests.serve.houses import House, Visitor, hang_up, house, new_key, silent, until, visit
from tui import cli
from tui.serve.admission import Admissions, NoSeat
from tui.serve.limits import Limits

RESTORED = b"\x1b[?1049l"


@pytest.fixture(scope="module")
def small_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with two seats for those it knows, and three for others; they have little time."""
    with house(
        tmp_path_factory.mktemp("small"),
        sessions=2,
        nameless=3,
        nameless_an_address=2,
        name_seconds=8,
        idle_nameless_seconds=5,
    ) as opened:
        yield opened


async def server(opened: House, language: str, *words: str) -> int:
    """The exit code of `guildhall server`."""
    return await asyncio.to_thread(
        cli.run, ["server", *words, "--lang", language, "--home", str(opened.folder)]
    )


async def test_strangers_take_no_seat_of_a_friend(
    small_house: House, capsys: pytest.CaptureFixture[str]
):
    async with AsyncExitStack() as stack:

        async def comes(key: asyncssh.SSHKey, address: str) -> Visitor:
            return await stack.enter_async_context(
                visit(small_house, key, local_addr=(address, 0), size=(80, 24))
            )

        for address in ("127.0.5.1", "127.0.5.1", "127.0.5.2"):
            await (await comes(new_key(), address)).quiet()
        for address in ("127.0.5.1", "127.0.5.3"):
            late = await comes(new_key(), address)
            assert await late.ended() == 1
            assert b"Too many new players" in late.received
        for name in ("Anna", "Boris"):
            key = new_key()
            small_house.know(name, key)
            await (await comes(key, "127.0.5.1")).show(f"Guildhall: {name}")
        assert await server(small_house, "en", "status") == 0
        assert await server(small_house, "ru", "status") == 0
        waiting = await silent(small_house, "127.0.5.4")
        assert await server(small_house, "en", "status", "--json") == 0
        await hang_up(waiting)
    said = capsys.readouterr().out
    told, status = said[: said.index("{")], json.loads(said[said.index("{") :])
    for line in (
        *(
            "Sessions of registered players: 2 of 2 (full)",
            "Sessions of new players: 3 of 3 (full)",
        ),
        *(
            "not logged in: 0 of 100\n",
            "  Anna, since 20",
            "  someone not yet registered, since 20",
        ),
        *(
            "  new players refused because the server was full: 2",
            "Места новых гостей: 3 из 3 — всё занято",
        ),
        *("  новые гости, которым не хватило места: 2", "  кто-то без имени, с 20"),
    ):
        assert line in told, line
    assert (status["seats"], status["newcomers' seats"], status["not logged in"]) == (2, 3, 1)
    assert status["refused"] == {"newcomers full": 2}
    assert "127.0" not in said
    await until(lambda: small_house.status()["sessions"] == 0)


async def test_a_newcomer_has_little_time(small_house: House):
    async with (
        visit(small_house, new_key(), size=(80, 24)) as named,
        visit(small_house, new_key(), size=(80, 24), env={"LANG": "ru_RU.UTF-8"}) as idle,
        visit(small_house, new_key(), size=(80, 24), local_addr=("127.0.5.2", 0)) as busy,
    ):
        await named.show("New here")
        named.type(b"Clara\r")
        await named.show("Guildhall: Clara")
        typing = asyncio.ensure_future(keep_typing(busy))
        for gone, said in (
            (idle, "Вы не выбрали имя вовремя"),
            (busy, "not choose a name in time"),
        ):
            await gone.ended()
            assert said in gone.received.decode()
            assert RESTORED in gone.received
        typing.cancel()
        await named.answers()
    assert small_house.log().count("new players who did not choose a name") == 1


async def keep_typing(visitor: Visitor) -> None:
    """Press a key now and then."""
    with suppress(OSError, asyncssh.Error):
        while True:
            visitor.type(b"x")
            await asyncio.sleep(0.5)


class Names(dict[str, str]):
    """A register of names."""

    def name(self, fingerprint: str) -> str | None:
        """What the owner of a key is called."""
        return self.get(fingerprint)


def test_who_has_a_name_makes_room_for_the_next_newcomer():
    names = Names()
    seats = Admissions(Limits(nameless=1, sessions=1), names)
    first = seats.take("a", "1")
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.take("b", "2")
    names["a"] = "Anna"
    second = seats.take("b", "2")
    names["b"] = "Boris"
    with pytest.raises(NoSeat, match="full"):
        seats.take("b", "2")
    assert seats.settle(second)
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.take("c", "3")
    seats.give_back(first)
    assert seats.settle(second)
    third = seats.take("c", "3")
    seats.give_back(second)
    seats.give_back(third)
    seats.take("b", "2")
    seats.take("d", "3")
