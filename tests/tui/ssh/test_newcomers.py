"""New players with unknown keys have slots of their own, for a limited time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress

import asyncssh
import pytest

from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    SSHClient,
    close_connections,
    new_key,
    open_connection,
    open_session,
    running_server,
    wait_until,
)
from tui.cli import main
from tui.server import admission
from tui.server.admission import Admissions, NoSeat, PlayerTimeout
from tui.server.limits import Limits

RESTORED = b"\x1b[?1049l"


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with two slots for registered players, and three for others."""
    with running_server(
        tmp_path_factory.mktemp("small"),
        sessions=2,
        nameless=3,
        nameless_per_address=2,
        sure_seconds=PATIENCE,
        name_seconds=PATIENCE,
        idle_nameless_seconds=PATIENCE,
    ) as server:
        yield server


@pytest.fixture(scope="module")
def brief_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server in which new players have little time."""
    with running_server(
        tmp_path_factory.mktemp("brief"), preload=True, name_seconds=8, idle_nameless_seconds=5
    ) as server:
        yield server


async def server(server: ServerProcess, language: str, *words: str) -> int:
    """Run `guildhall server`, and return its exit code."""
    return await asyncio.to_thread(
        main.run, ["server", *words, "--lang", language, "--home", str(server.folder)]
    )


async def test_new_players_take_no_slot_of_a_registered_player(
    small_server: ServerProcess, capsys: pytest.CaptureFixture[str]
):
    async with AsyncExitStack() as stack:

        async def connect(key: asyncssh.SSHKey, address: str) -> SSHClient:
            return await stack.enter_async_context(
                open_session(small_server, key, local_addr=(address, 0), size=(80, 24))
            )

        for address in ("127.0.5.1", "127.0.5.1", "127.0.5.2"):
            await (await connect(new_key(), address)).wait_until_quiet()
        for address in ("127.0.5.1", "127.0.5.3"):
            late = await connect(new_key(), address)
            assert await late.wait_closed() == 1
            assert b"Too many new players" in late.received
        for name in ("Anna", "Boris"):
            key = new_key()
            small_server.register(name, key)
            await (await connect(key, "127.0.5.1")).wait_for_text(f"Guildhall: {name}")
        assert await server(small_server, "en", "status") == 0
        assert await server(small_server, "ru", "status") == 0
        waiting = await open_connection(small_server, "127.0.5.4")
        assert await server(small_server, "en", "status", "--json") == 0
        await close_connections(waiting)
    output = capsys.readouterr().out
    text, status = output[: output.index("{")], json.loads(output[output.index("{") :])
    for line in (
        *(
            "Sessions of registered players: 2 of 2 (full)",
            "Sessions of new players: 3 of 3 (full)",
        ),
        *(
            "not logged in: 0 of 300\n",
            "  Anna, since 20",
            "  someone not yet registered, since 20",
        ),
        *(
            "  new players refused because the server was full: 2",
            "Сеансы новых игроков: 3 из 3 (заполнено)",
        ),
        *(
            "  новые игроки, которым отказано (сервер был заполнен): 2",
            "  незарегистрированный игрок, с 20",
        ),
    ):
        assert line in text, line
    assert (status["seats"], status["newcomers' seats"], status["not logged in"]) == (2, 3, 1)
    assert status["refused"] == {"newcomers full": 2}
    assert "127.0" not in output
    await wait_until(lambda: small_server.status()["sessions"] == 0)


async def test_new_player_has_limited_time(brief_server: ServerProcess):
    async with (
        open_session(brief_server, new_key(), size=(80, 24)) as named,
        open_session(brief_server, new_key(), size=(80, 24), env={"LANG": "ru_RU.UTF-8"}) as idle,
        open_session(brief_server, new_key(), size=(80, 24), local_addr=("127.0.5.2", 0)) as busy,
    ):
        await named.wait_for_text("New here")
        named.type(b"Clara\r")
        await named.wait_for_text("Guildhall: Clara")
        typing = asyncio.ensure_future(keep_typing(busy))
        for gone, expected in (
            (idle, "Вы не выбрали имя вовремя"),
            (busy, "not choose a name in time"),
        ):
            await gone.wait_closed()
            assert expected in gone.received.decode()
            assert RESTORED in gone.received
        typing.cancel()
        await named.wait_for_response()
    assert brief_server.log().count("new players who did not choose a name") == 1


async def keep_typing(client: SSHClient) -> None:
    """Press a key twice per second."""
    with suppress(OSError, asyncssh.Error):
        while True:
            client.type(b"x")
            await asyncio.sleep(0.5)


async def test_time_limit_is_checked_again_after_a_failed_check(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(admission, "RETRY_SECONDS", 0.0)
    answers = [False, False, True]
    limit = PlayerTimeout(0.0, 0.0, lambda: answers.pop(0))
    await wait_until(lambda: not answers)
    limit.end()


class Names(dict[str, str]):
    """A registry of names."""

    def name(self, fingerprint: str) -> str | None:
        """Return the name of the owner of a key."""
        return self.get(fingerprint)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_address_may_take_half_of_the_slots_then_few():
    seats = Admissions(Limits(nameless=20, nameless_per_address=4), Names())
    for number in range(10):
        seats.admit(f"a{number}", "flat")
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("a10", "flat")
    for number in range(4):
        seats.admit(f"b{number}", "club")
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("b4", "club")


def test_registered_friends_make_room_at_the_same_address():
    names = Names()
    seats = Admissions(Limits(nameless=20), names)
    for number in range(40):
        seats.admit(str(number), "flat")
        names[str(number)] = f"Friend {number}"
    assert (seats.known.total, seats.new.total) == (30, 10)


def five_addresses(clock: Clock, names: Names | None = None) -> tuple[Admissions, list[str]]:
    """Give slots to five addresses in turn, one per second. Return the admissions, and a list of
    those who lose theirs."""
    lost: list[str] = []
    seats = Admissions(Limits(sure_seconds=20), names or Names(), clock)
    for who in (f"{one}{number}" for number in range(4) for one in "abcde"):
        seats.admit(who, who[0], lambda who=who: lost.append(who))  # type: ignore[misc]
        clock.now += 1
    return seats, lost


def test_oldest_slot_goes_to_the_next_new_player():
    clock = Clock()
    seats, lost = five_addresses(clock)
    for who in ("f1", "g1", "f2"):
        seats.admit(who, who[0])
        clock.now += 1
    assert lost == ["a0", "b0", "c0"]
    assert seats.new.total == 20
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("d4", "d")
    assert lost == ["a0", "b0", "c0"]


def test_slot_is_not_taken_before_it_is_sure():
    clock = Clock()
    seats, lost = five_addresses(clock)
    clock.now -= 1
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("f1", "f")
    clock.now += 1
    seats.admit("f1", "f")
    assert lost == ["a0"]


def test_slot_is_not_given_to_an_address_that_holds_as_many():
    clock = Clock()
    seats = Admissions(Limits(nameless=2, sure_seconds=20), Names(), clock)
    seats.admit("a", "a")
    seats.admit("b", "b")
    clock.now += 100
    with pytest.raises(NoSeat):
        seats.admit("a2", "a")
    seats.admit("c", "c")


def test_registered_player_does_not_lose_the_slot():
    clock, names = Clock(), Names()
    lost: list[str] = []
    seats = Admissions(Limits(nameless=2, sessions=1, sure_seconds=20), names, clock)
    seats.admit("a", "a", lambda: lost.append("a"))
    seats.admit("b", "b", lambda: lost.append("b"))
    names.update(a="Anna", b="Boris")
    clock.now += 100
    seats.admit("c", "c")
    with pytest.raises(NoSeat):
        seats.admit("d", "d")
    assert lost == []
    assert (seats.known.total, seats.new.total) == (1, 2)


def test_reassigned_slot_is_returned_once():
    clock = Clock()
    seats = Admissions(Limits(nameless=1, sure_seconds=20), Names(), clock)
    first = seats.admit("a", "a")
    clock.now += 20
    second = seats.admit("b", "b")
    assert not seats.settle(first)
    seats.give_back(first)
    assert seats.new.total == 1
    seats.give_back(second)
    assert seats.new.total == 0


def test_registering_makes_room_for_the_next_new_player():
    names = Names()
    seats = Admissions(Limits(nameless=1, sessions=1), names)
    first = seats.admit("a", "1")
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("b", "2")
    names["a"] = "Anna"
    second = seats.admit("b", "2")
    names["b"] = "Boris"
    with pytest.raises(NoSeat, match="full"):
        seats.admit("b", "2")
    assert seats.settle(second)
    with pytest.raises(NoSeat, match="Too many new players at once"):
        seats.admit("c", "3")
    seats.give_back(first)
    assert seats.settle(second)
    third = seats.admit("c", "3")
    seats.give_back(second)
    seats.give_back(third)
    seats.admit("b", "2")
    seats.admit("d", "3")


@pytest.fixture(scope="module")
def hasty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server in which a new player can lose the slot at once."""
    with running_server(tmp_path_factory.mktemp("hasty"), nameless=2, sure_seconds=0) as server:
        yield server


async def test_registered_player_no_longer_counts_as_new(hasty_server: ServerProcess):
    async with open_session(hasty_server, new_key(), size=(80, 24)) as client:
        await client.wait_for_text("New here")
        status = hasty_server.status()
        assert (status["seats"], status["newcomers' seats"]) == (0, 1)
        client.type(b"Clara\r")
        await client.wait_for_text("Guildhall: Clara")
        status = hasty_server.status()
        assert (status["seats"], status["newcomers' seats"]) == (1, 0)
    hasty_server.wait_for_status(sessions=0, seats=0)


async def test_new_player_with_the_oldest_slot_is_told_about_its_loss(hasty_server: ServerProcess):
    async with (
        open_session(hasty_server, new_key(), size=(80, 24), local_addr=("127.0.6.1", 0)) as first,
        open_session(hasty_server, new_key(), size=(80, 24), local_addr=("127.0.6.2", 0)) as second,
    ):
        await first.wait_for_text("New here")
        await second.wait_for_text("New here")
        async with open_session(hasty_server, new_key(), local_addr=("127.0.6.3", 0)) as third:
            await third.wait_for_text("New here")
            await first.wait_closed()
            assert b"other new players were waiting" in first.received
            assert RESTORED in first.received
            await second.wait_for_response()
            status = hasty_server.status()
            assert status["newcomers' seats"] == 2
            assert status["refused"] == {"made room": 1}
