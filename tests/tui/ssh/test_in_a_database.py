"""A server with its games in PostgreSQL: people log in and play, also after an outage."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from socket import gethostname
from time import monotonic, sleep

import asyncssh
import psycopg
import pytest

from engine.lobby.hosts import Hosts
from engine.storage.open_store import open_at
from tests.folders import short_folder
from tests.postgres import cut, shut
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    new_key,
    open_session,
    running_server,
    ssh_connection,
    wait_until,
)
from tests.tui.ssh.test_logins import BannerClient
from tui.server.authentication import KeyRegistry
from tui.user_paths import UserPaths


@pytest.fixture
def in_database(tmp_path: Path, database: str) -> Iterator[ServerProcess]:
    with running_server(tmp_path, database=database) as server:
        yield server


def hosts(database: str) -> list[str]:
    with closing(open_at(database)) as store:
        return [one.name for one in Hosts(store).running()]


def test_running_server_is_listed_in_the_database(tmp_path: Path, database: str):
    with running_server(tmp_path, database=database):
        until = monotonic() + PATIENCE
        while not hosts(database):
            assert monotonic() < until
            sleep(0.05)
        assert hosts(database) == [gethostname()]
    assert hosts(database) == []


async def test_slow_name_lookups_do_not_block_the_server(tmp_path: Path, database: str):
    with closing(KeyRegistry(UserPaths(tmp_path, tmp_path, address=database))) as register:
        anna = register.people.register("Anna", "SHA256:anna")
        with psycopg.connect(database) as slow:
            slow.execute("LOCK TABLE person")
            names = asyncio.create_task(register.names(["SHA256:anna", "SHA256:nobody"]))
            await asyncio.wait([names], timeout=0)
            assert not names.done()
            slow.rollback()
        assert await names == {"SHA256:anna": anna.name, "SHA256:nobody": None}


async def test_players_play_in_a_postgresql_database(
    in_database: ServerProcess, database: str, tmp_path: Path
):
    keys = [new_key(), new_key()]
    people = [
        in_database.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)
    ]
    code = in_database.start_match("era", *people)
    (id,) = in_database.match_ids()
    async with open_session(in_database, keys[0], f"join {code}") as anna:
        await anna.wait_for_text("Era: Medieval Age")
        cut(database)
        async with ssh_connection(in_database, keys[0]) as connection:
            turns = await connection.run("turns")
        assert str(turns.stdout).startswith(id)
        (before,) = in_database.event_counts()
        anna.type(b"q")
        await anna.wait_for_text("Guildhall: Anna")
    assert in_database.event_counts() == [before]
    assert not (tmp_path / "games.sqlite3").exists()


async def test_database_outage_refuses_newcomers_and_players_continue(
    in_database: ServerProcess, database: str
):
    keys = [new_key(), new_key()]
    people = [
        in_database.register(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)
    ]
    code = in_database.start_match("middle_ages", *people)
    with closing(open_at(database)) as store:
        (seat,) = store.records()[0].summary.owing
        turn = store.owners(store.records()[0].id)[seat]
    (key,) = (key for one, key in zip(people, keys, strict=True) if one.id == turn)
    async with open_session(in_database, key, f"join {code}") as player:
        await player.wait_for_text("Anna")
        await player.wait_until_quiet()
        (before,) = in_database.event_counts()
        with shut(database):
            client = BannerClient()
            with pytest.raises(asyncssh.PermissionDenied):
                async with ssh_connection(in_database, key, client_factory=lambda: client):
                    pass
            (banner,) = client.banners
            assert "The server cannot look up your key right" in banner
            assert banner.isascii()
            while "The database is busy" not in player.text:
                player.type(b"\r")
                await player.wait_until_quiet()
        await wait_until(lambda: in_database.event_counts() > [before])
        await wait_until(lambda: "The database is busy" not in player.text)
        async with open_session(in_database, key, "turns") as again:
            await again.wait_closed()


async def test_player_is_told_to_reconnect_when_one_machine_loses_its_database(
    tmp_path: Path, database: str
):
    key = new_key()
    folders = [tmp_path / name for name in ("ada", "bob")]
    with ExitStack() as stack:
        servers: list[ServerProcess] = []
        for folder in folders:
            folder.mkdir()
            if servers:
                shutil.copy(folders[0] / "host_key", folder)
            runtime_folder = stack.enter_context(short_folder())
            servers.append(
                stack.enter_context(
                    running_server(folder, database=database, runtime_folder=runtime_folder)
                )
            )
        servers[0].register("Anna", key)
        await wait_until(lambda: len(hosts(database)) == 2)
        for server, message in zip(
            servers, (b"Connect again to continue.", b"Come back later."), strict=True
        ):
            async with open_session(server, key, term="dumb") as anna:
                await anna.wait_for_text("No table is waiting")
                assert server.close() == 0
                await anna.wait_closed()
                assert message in anna.received
