"""Logins: who is admitted, how often, and how many."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from itertools import islice
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import Boolean, String

from engine.core.players import Person
from engine.lobby.users import Users
from engine.storage.sqlite_store import SqliteStore
from screens.preferences import Preferences, written
from tests.tui.ssh.relay import relayed
from tests.tui.ssh.server_process import (
    ServerProcess,
    SSHClient,
    new_key,
    open_session,
    running_server,
    ssh_connection,
)

REFUSED = (asyncssh.Error, OSError)


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with closed registration and low limits."""
    with running_server(
        tmp_path_factory.mktemp("strict"),
        "nobody",
        sessions=4,
        newcomers_per_minute=6,
        logins_per_minute=12,
        no_minute_passes=True,
        alive_seconds=2,
    ) as server:
        yield server


async def test_unknown_key_opens_nothing(strict_server: ServerProcess):
    client = BannerClient()
    with pytest.raises(asyncssh.PermissionDenied):
        async with ssh_connection(
            strict_server,
            new_key(),
            also=[new_key()],
            local_addr=("127.0.4.1", 0),
            client_factory=lambda: client,
        ):
            pass
    assert client.banners == [
        "This server is not accepting new players, and does not know this key.\r\n"
    ]


class BannerClient(asyncssh.SSHClient):
    """A client that records the banners."""

    def __init__(self) -> None:
        self.banners: list[str] = []

    def auth_banner_received(self, msg: str, lang: str) -> None:
        """Record a banner."""
        self.banners.append(msg)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "has banned you"), ("ru", "закрыл вам доступ")]
)
async def test_banned_key_opens_nothing(open_server: ServerProcess, language: str, expected: str):
    key, client = new_key(), BannerClient()
    gustav = open_server.register(f"Gustav {language}", key)
    set_language(open_server, gustav, language)
    store = SqliteStore(open_server.folder / "games.sqlite3")
    Users(store).ban(gustav.name)
    store.close()
    with pytest.raises(asyncssh.PermissionDenied):
        async with ssh_connection(open_server, key, client_factory=lambda: client):
            pass
    assert len(client.banners) == 1
    assert expected in client.banners[0]


class KeylessClient(BannerClient):
    """A client without a key, which answers questions."""

    def kbdint_auth_requested(self) -> str:
        """Accept any questions."""
        return ""


async def test_client_without_a_key_is_told_how_to_make_one(open_server: ServerProcess):
    client = KeylessClient()
    with pytest.raises(asyncssh.PermissionDenied):
        await asyncssh.connect(
            *("127.0.0.1", open_server.port),
            username="anybody",
            client_keys=None,
            known_hosts=None,
            config=None,
            agent_path=None,
            client_factory=lambda: client,
        )
    assert len(client.banners) == 1
    assert all("ssh-keygen" in line for line in client.banners[0].splitlines())
    assert "You connected without a key, and this" in client.banners[0]
    assert client.banners[0].isascii()


def test_openssh_client_shows_how_to_make_a_key(open_server: ServerProcess, tmp_path: Path):
    client = shutil.which("ssh")
    if client is None:
        pytest.skip("no ssh here")
    unsafe = ("-oStrictHostKeyChecking=no", f"-oUserKnownHostsFile={tmp_path / 'hosts'}")
    keyless = ("-F/dev/null", "-oIdentitiesOnly=yes", "-oIdentityAgent=none", "-i/none")
    run = subprocess.run(
        [client, *unsafe, *keyless, "-t", f"-p{open_server.port}", "127.0.0.1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    assert run.returncode == 255
    assert run.stderr.count("ssh-keygen -t ed25519") == 1
    assert "\\" not in run.stderr


async def test_client_with_a_key_gets_no_banner(open_server: ServerProcess):
    client = BannerClient()
    async with ssh_connection(open_server, new_key(), client_factory=lambda: client):
        assert client.banners == []


def set_language(server: ServerProcess, person: Person, language: str) -> None:
    """Set a player's language."""
    store = SqliteStore(server.folder / "games.sqlite3")
    Users(store).save_settings(person, written(Preferences(language=language)))
    store.close()


async def test_six_keys_are_tried(strict_server: ServerProcess):
    known = new_key()
    strict_server.register("Hans", known)
    before = strict_server.log().count("too many keys")
    async with ssh_connection(
        strict_server, new_key(), local_addr=("127.0.4.2", 0), also=[new_key()] * 4 + [known]
    ):
        pass
    assert strict_server.log().count("too many keys") == before
    with pytest.raises(REFUSED):
        async with ssh_connection(
            strict_server,
            new_key(),
            local_addr=("127.0.4.2", 0),
            also=[*(new_key() for _ in range(19)), known],
        ):
            pass
    assert strict_server.log().count("too many keys") == before + 1


async def test_new_players_are_limited_per_address_and_minute(strict_server: ServerProcess):
    known = new_key()
    strict_server.register("Ida", known)
    client_address = ("127.0.4.3", 0)
    for _ in range(6):
        with pytest.raises(asyncssh.PermissionDenied):
            async with ssh_connection(strict_server, new_key(), local_addr=client_address):
                pass
    with pytest.raises(asyncssh.DisconnectError, match="try again in a minute"):
        async with ssh_connection(strict_server, new_key(), local_addr=client_address):
            pass
    async with ssh_connection(strict_server, known, local_addr=client_address):
        pass


async def test_known_key_is_limited_per_minute(strict_server: ServerProcess):
    key = new_key()
    strict_server.register("Jan", key)
    for _ in range(12):
        async with ssh_connection(strict_server, key) as connection:
            await connection.run("turns")
    async with ssh_connection(strict_server, key) as connection:
        result = await connection.run("turns")
    assert (result.exit_status, result.stdout) == (
        1,
        "Too many connections. Please try again in a minute.\n",
    )
    with pytest.raises(REFUSED):
        await connect_repeatedly(strict_server, key, 60)


async def connect_repeatedly(server: ServerProcess, key: asyncssh.SSHKey, times: int) -> None:
    """Connect `times` times without disconnecting."""
    async with AsyncExitStack() as stack:
        for _ in range(times):
            connection = await stack.enter_async_context(ssh_connection(server, key))
            await connection.run("turns")


async def test_guest_is_refused_in_their_own_language(strict_server: ServerProcess):
    key = new_key()
    karla = strict_server.register("Karla", key)
    set_language(strict_server, karla, "ru")
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await (
                await stack.enter_async_context(open_session(strict_server, key))
            ).wait_until_quiet()
        fourth = await stack.enter_async_context(
            open_session(strict_server, key, env={"LANG": "C"})
        )
        assert await fourth.wait_closed() == 1
        assert "У вас уже открыто".encode() in fourth.received
    strict_server.wait_for_status(sessions=0)


async def test_sessions_per_player_are_limited(strict_server: ServerProcess):
    key = new_key()
    strict_server.register("Karl", key)
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await (
                await stack.enter_async_context(open_session(strict_server, key))
            ).wait_until_quiet()
        fourth = await stack.enter_async_context(open_session(strict_server, key))
        assert await fourth.wait_closed() == 1
        assert b"You already have the maximum number" in fourth.received
    strict_server.wait_for_status(sessions=0)


async def test_full_server_refuses_more_sessions(strict_server: ServerProcess):
    async with AsyncExitStack() as stack:
        for name in ("Lena", "Mona", "Nora", "Olga", "Paula"):
            key = new_key()
            strict_server.register(name, key)
            client = await stack.enter_async_context(open_session(strict_server, key))
            await client.wait_until_quiet()
        assert await client.wait_closed() == 1
        assert b"The server is full" in client.received
    strict_server.wait_for_status(sessions=0)


@pytest.mark.long
async def test_unresponsive_client_is_dropped(strict_server: ServerProcess):
    key = new_key()
    strict_server.register("Rosa", key)
    async with (
        relayed(strict_server.port) as relay,
        open_session(strict_server, key, port=relay.port) as silent,
    ):
        await silent.wait_until_quiet()
        assert strict_server.status()["sessions"] == 1
        relay.flows.clear()
        strict_server.wait_for_status(sessions=0, connections=0)


async def test_invite_code_is_required(tmp_path: Path):
    with running_server(tmp_path, "invited") as server:
        store = SqliteStore(tmp_path / "games.sqlite3")
        word = Users(store).invite_code()
        store.close()
        assert server.process.stdout is not None
        lines = list(islice(server.process.stdout, 2))
        assert any(line.rstrip().endswith(word) for line in lines)
        key = new_key()
        async with open_session(server, key) as newcomer:
            await newcomer.wait_for_text("New here")
            await fill_in(newcomer, "wrong-word", "Quentin")
            await newcomer.wait_for_text("That is not a valid invite code.")
        async with open_session(server, key) as newcomer:
            await newcomer.wait_for_text("New here")
            await fill_in(newcomer, word, "Quentin")
            await newcomer.wait_for_text("Guildhall: Quentin")


async def fill_in(newcomer: SSHClient, *lines: str) -> None:
    """Type into the fields of a form, one after another."""
    for number, line in enumerate(lines):
        newcomer.type(b"\t" if number else b"")
        await newcomer.wait_until_quiet()
        newcomer.clear()
        newcomer.type(line.encode())
        await newcomer.wait_for_text(line)
    newcomer.type(b"\r")


class KeyThief(asyncssh.SSHClient):
    """A client that signs with a key of its own, and at the same time offers another's."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Record the connection."""
        self.connection = conn

    def offer(self, key: asyncssh.SSHKeyPair) -> None:
        """Offer a key without a signature, at once."""
        packet = [Boolean(False), String(key.algorithm), String(key.public_data)]
        with suppress(StopIteration):
            self.connection.send_userauth_request(b"publickey", *packet).send(None)


@pytest.mark.parametrize("moment", ["before", "after", "both"])
async def test_key_without_signature_proves_nothing(open_server: ServerProcess, moment: str):
    thief, names = KeyThief(), {"before": "Rita", "after": "Sven", "both": "Tina"}
    own, others = new_key(), new_key()
    open_server.register(f"Mallory {moment}", own)
    open_server.register(names[moment], others)
    (mine,), (stolen,) = asyncssh.load_keypairs(own), asyncssh.load_keypairs(others)
    sign = mine.sign

    def offer_and_sign(data: bytes) -> bytes:
        loop = asyncio.get_running_loop()
        if moment != "after":
            thief.offer(stolen)
        if moment != "before":
            loop.call_soon(thief.offer, stolen)
        return sign(data)

    vars(mine)["sign"] = offer_and_sign
    with suppress(asyncssh.ProtocolError):  # of the client, whom an answer about the other confuses
        async with open_session(
            open_server, own, only=mine, client_factory=lambda: thief
        ) as client:
            await client.wait_for_text(f"Guildhall: Mallory {moment}")
            moment = "inside"
    assert moment in ("inside", "before", "both")
    assert not {*names.values()} & {person.name for person in people_seen(open_server)}


def people_seen(server: ServerProcess) -> list[Person]:
    """Return the people who have been online since they registered."""
    store = SqliteStore(server.folder / "games.sqlite3")
    known = [one.person for one in Users(store).all() if one.seen > one.created]
    store.close()
    return known


async def test_table_codes_cannot_be_guessed(open_server: ServerProcess):
    key, hosts = new_key(), new_key()
    open_server.register("Guesser", key)
    host = open_server.register("Ulla", hosts)
    code = open_server.start_match("middle_ages", host, open_server.register("Vera", new_key()))
    async with open_session(open_server, key) as guesser:
        await guesser.wait_for_text("Guildhall: Guesser")
        for number in range(20):
            guesser.type(b"iZ%dZ%d\r" % (number // 8 + 2, number % 8 + 2))
            await guesser.wait_for_text(f"code Z{number // 8 + 2}Z{number % 8 + 2}")
        guesser.type(b"iZ9Z9\r")
        await guesser.wait_for_text("Too many wrong codes")
    async with open_session(open_server, key, f"join {code}") as again:
        await again.wait_for_text("Too many wrong codes")
    async with open_session(open_server, hosts, f"join {code}") as own:
        await own.wait_for_text("Ulla")
        await own.wait_until_quiet()
        assert b"wrong codes" not in own.received
