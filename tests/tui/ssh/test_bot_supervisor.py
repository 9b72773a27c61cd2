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
    is_there,
    new_key,
    running_server,
    until,
    visit,
)
from tui.server.bot_supervisor import knock


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that thinks."""
    with running_server(tmp_path_factory.mktemp("thinking"), workers=1) as opened:
        yield opened


@pytest.fixture
def anna(thinking: ServerProcess, request: pytest.FixtureRequest) -> tuple[Person, asyncssh.SSHKey]:
    """Somebody at whose terminal bots wait for a key."""
    key = new_key()
    person = thinking.register(f"Anna {len(thinking.matches()) + 1}", key)
    store = SqliteStore(thinking.folder / "games.sqlite3")
    preferences = Preferences(pace=PACE_KEY, confirm="never", cards="off", coach="off")
    Users(store).save_settings(person, written(preferences))
    store.close()
    return person, key


def table(opened: ServerProcess, host: Person, bot: str) -> tuple[str, str]:
    """A table of somebody and a bot; its code and the id of its match."""
    store = SqliteStore(opened.folder / "games.sqlite3")
    tables = WaitingTables(store)
    made = tables.create(host, "middle_ages", seats=[host.id, bot], ordered=True)
    id = tables.start(made.id, host)
    store.close()
    return made.code, id


def loaded(opened: ServerProcess, id: str) -> Match:
    """The match as it is kept."""
    store = SqliteStore(opened.folder / "games.sqlite3")
    match = store.load(id)
    store.close()
    return match


def picks_of(match: Match, seat: int) -> int:
    return sum(one.kind == PICK_EVENT and one.seat == seat for one in match.line)


@pytest.mark.parametrize("bot", ["medium", "strong"])
async def test_bot_moves_once_after_its_opponent_hangs_up(
    thinking: ServerProcess, anna: tuple[Person, asyncssh.SSHKey], bot: str
):
    person, key = anna
    code, id = table(thinking, person, bot)
    async with visit(thinking, key, f"join {code}") as visitor:
        async with asyncio.timeout(PATIENCE):
            while (before := loaded(thinking, id)).pending()[0].seat == 0:
                visitor.type(b"\r")
                await visitor.quiet()
        visitor.connection.abort()
    await until(lambda: loaded(thinking, id).pending()[0].seat == 0, "the bot's pick")
    after = loaded(thinking, id)
    assert picks_of(after, 1) > picks_of(before, 1)
    async with visit(thinking, key, f"join {code}") as visitor:
        await visitor.quiet()
        assert loaded(thinking, id).log == after.log


async def test_killed_bot_supervisor_is_restarted(
    thinking: ServerProcess, anna: tuple[Person, asyncssh.SSHKey]
):
    pid = thinking.status()["thinkers"]
    os.kill(pid, signal.SIGKILL)
    await until(lambda: thinking.status()["thinkers"] not in (None, pid), "another one")
    line = JobClient(lambda: knock(thinking.folder))
    assert (await line.think(question("medium"))).pick is not None
    await line.close()


async def test_hung_up_session_stops_its_thinking(thinking: ServerProcess):
    first, second = (JobClient(lambda: knock(thinking.folder)) for _ in range(2))
    assert (await first.think(question("medium", seed="3"))).pick is not None
    await first.close()
    assert (await second.think(question("medium", seed="4"))).pick is not None
    await second.close()
    assert is_there(thinking.status()["thinkers"])
