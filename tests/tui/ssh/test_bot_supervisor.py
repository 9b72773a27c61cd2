"""The bot service: bots move where no session is open, and sessions get answers."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import asyncssh
import pytest

from engine.core.event import PICK_EVENT
from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage.sqlite_store import SqliteStore
from engine.workers.rpc import JobClient
from screens.preferences import PACE_KEY, Preferences, written
from tests.engine.workers.asking import question
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    is_running,
    new_key,
    open_session,
    running_server,
    wait_until,
)
from tui.server.bot_supervisor import connect_to_bot_service


@pytest.fixture(scope="module")
def bot_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with a worker for bots."""
    with running_server(tmp_path_factory.mktemp("thinking"), workers=1) as server:
        yield server


@pytest.fixture
def anna(
    bot_server: ServerProcess, request: pytest.FixtureRequest
) -> tuple[Person, asyncssh.SSHKey]:
    """Register a player whose bots wait for a key."""
    key = new_key()
    person = bot_server.register(f"Anna {len(bot_server.match_ids()) + 1}", key)
    store = SqliteStore(bot_server.folder / "games.sqlite3")
    preferences = Preferences(pace=PACE_KEY, confirm="never", cards="off", coach="off")
    Users(store).save_settings(person, written(preferences))
    store.close()
    return person, key


def start_match_against(server: ServerProcess, host: Person, bot: str) -> tuple[str, str]:
    """Start a match of `host` and a bot. Return the code of the table and the id of the match."""
    store = SqliteStore(server.folder / "games.sqlite3")
    tables = WaitingTables(store)
    made = tables.create(host, "middle_ages", seats=[host.id, bot], ordered=True)
    id = tables.start(made.id, host)
    store.close()
    return made.code, id


def load_match(server: ServerProcess, id: str) -> Match:
    """Load the match from the store."""
    store = SqliteStore(server.folder / "games.sqlite3")
    match = store.load(id)
    store.close()
    return match


def picks_of(match: Match, seat: int) -> int:
    return sum(one.kind == PICK_EVENT and one.seat == seat for one in match.line)


@pytest.mark.parametrize("bot", ["medium", "strong"])
async def test_bot_moves_once_after_its_opponent_hangs_up(
    bot_server: ServerProcess, anna: tuple[Person, asyncssh.SSHKey], bot: str
):
    person, key = anna
    code, id = start_match_against(bot_server, person, bot)
    async with open_session(bot_server, key, f"join {code}") as client:
        async with asyncio.timeout(PATIENCE):
            while (before := load_match(bot_server, id)).pending()[0].seat == 0:
                client.type(b"\r")
                await client.wait_until_quiet()
        client.connection.abort()
    await wait_until(lambda: load_match(bot_server, id).pending()[0].seat == 0, "the bot's pick")
    after = load_match(bot_server, id)
    assert picks_of(after, 1) > picks_of(before, 1)
    async with open_session(bot_server, key, f"join {code}") as client:
        await client.wait_until_quiet()
        assert load_match(bot_server, id).log == after.log


async def test_killed_bot_supervisor_is_restarted(
    bot_server: ServerProcess, anna: tuple[Person, asyncssh.SSHKey]
):
    pid = bot_server.status()["thinkers"]
    os.kill(pid, signal.SIGKILL)
    await wait_until(lambda: bot_server.status()["thinkers"] not in (None, pid), "another one")
    line = JobClient(lambda: connect_to_bot_service(bot_server.folder))
    assert (await line.think(question("medium"))).pick is not None
    await line.close()


async def test_hung_up_session_stops_its_thinking(bot_server: ServerProcess):
    first, second = (JobClient(lambda: connect_to_bot_service(bot_server.folder)) for _ in range(2))
    assert (await first.think(question("medium", seed="3"))).pick is not None
    await first.close()
    assert (await second.think(question("medium", seed="4"))).pick is not None
    await second.close()
    assert is_running(bot_server.status()["thinkers"])
