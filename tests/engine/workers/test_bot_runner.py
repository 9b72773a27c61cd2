"""Background runner of a server's bots at tables without players."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.core.event import PICK_EVENT
from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.presence import Presence
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from engine.workers.bot_runner import BotRunner
from engine.workers.jobs import Job, JobResult, observation_of
from engine.workers.pool import DIED, WorkerDied
from tests.engine.bots.programs import admitted, python
from tests.engine.workers.test_pool import until


class Mind:
    """A thinker that answers at once, or has died."""

    def __init__(self, *, dead: bool = False) -> None:
        self.dead = dead
        self.asked: list[Job] = []

    async def think(self, job: Job, on_progress: object = None) -> JobResult:
        import json

        self.asked.append(job)
        await asyncio.sleep(0)
        if self.dead:
            raise WorkerDied(DIED)
        return JobResult(observation_of(json.loads(job.payload)).options[-1])

    async def close(self) -> None:
        """No-op."""


class StoreWithBots:
    """A store with Anna, and programs that have it open."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.sqlite3"
        self.store = self.open()
        self.anna = Users(self.store).register("Anna", "SHA256:anna")

    def open(self) -> Store:
        return SqliteStore(self.path)

    def table(self, *bots: str, game: str = "middle_ages", host: Person | None = None) -> Session:
        """Start a table of Anna and bots."""
        host = host or self.anna
        tables = WaitingTables(self.store)
        made = tables.create(host, game, seats=[host.id, *bots], ordered=True)
        id = tables.start(made.id, host)
        return Session.open(self.store, id, person=host)

    @asynccontextmanager
    async def running_bots(self, mind: Any = None, times: int = 1) -> AsyncIterator[list[str]]:
        """Run programs that move bots; yield their complaints."""
        complaints: list[str] = []
        stores = [self.open() for _ in range(times)]
        tasks = [
            asyncio.ensure_future(BotRunner(one, mind or Mind(), complaints.append).run())
            for one in stores
        ]
        try:
            yield complaints
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            for store in stores:
                store.close()


def choose(session: Session) -> None:
    """Let Anna choose until a bot is due, or the game is over."""
    seat = min(session.seats)
    while session.waiting_bot() is None and not session.match.over:
        session.choose(session.ask(seat), session.match.sample(seat, _dice(session)))


def _dice(session: Session) -> Any:
    from engine.core.chance import Dice

    return Dice(f"{len(session.match.log)}".encode())


def waits_for_anna(session: Session) -> Callable[[], bool]:
    def waits() -> bool:
        session.catch_up()
        return session.match.over or session.waiting_bot() is None

    return waits


async def test_bots_have_moved_once_when_the_next_player_arrives(tmp_path: Path):
    server, mind = StoreWithBots(tmp_path), Mind()
    session = server.table("medium", "last", "random")
    async with server.running_bots(mind) as complaints:
        for _ in range(5):
            choose(session)
            await until(waits_for_anna(session))
    assert session.match.log == Session.open(server.open(), session.id).match.log
    assert len(mind.asked) == sum(
        one.seat == 2 and one.kind == PICK_EVENT for one in session.match.line
    )
    assert not complaints


async def test_bots_are_left_to_players_present_at_the_table(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    session, elsewhere = server.table("medium"), server.table("medium")
    presence = Presence(server.store, session.id)
    presence.join([0])
    async with server.running_bots():
        choose(session)
        length = len(session.match.log)
        choose(elsewhere)
        await until(waits_for_anna(elsewhere))
        session.catch_up()
        assert len(session.match.log) == length
        presence.leave()
        await until(waits_for_anna(session))


async def test_external_bot_moves_and_is_waited_for(tmp_path: Path):
    go = tmp_path / "go"
    waits = f"while not os.path.exists({str(go)!r}): time.sleep(0.01)"
    program = python(tmp_path, f"{waits}\nsay(answer=said['ask'], option=0)")
    with admitted({"mine": program}):
        server, mind = StoreWithBots(tmp_path), Mind()
        session = server.table("mine")
        async with server.running_bots(mind) as complaints:
            choose(session)
            length = len(session.match.log)
            await asyncio.sleep(0.2)
            session.catch_up()
            assert len(session.match.log) == length
            go.touch()
            await until(waits_for_anna(session))
        assert not complaints


async def test_unnamed_external_bot_does_not_move(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    with admitted({"mine": python(tmp_path, "say(answer=said['ask'], option=0)")}):
        session = server.table("mine")
    choose(session)
    length = len(session.match.log)
    async with server.running_bots() as complaints:
        await asyncio.sleep(0.2)
    session.catch_up()
    assert len(session.match.log) == length
    assert not complaints


async def test_two_bot_runners_move_once(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    tables = [server.table("medium", "last", "easy") for _ in range(3)]
    async with server.running_bots(times=3) as complaints:
        for _ in range(4):
            for session in tables:
                choose(session)
            for session in tables:
                await until(waits_for_anna(session))
    assert not complaints
    for session in tables:
        fresh = Session.open(server.open(), session.id)
        assert fresh.match.state.digest() == session.match.state.digest()


async def test_bot_moves_at_once_for_a_banned_player(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    boris = Users(server.store).register("Boris", "SHA256:boris")
    tables = WaitingTables(server.store)
    made = tables.create(server.anna, "middle_ages", seats=[server.anna.id, boris.id], ordered=True)
    WaitingTables(server.store).join(made.id, boris)
    tables.start(made.id, server.anna)
    session = Session.open(server.store, made.id, person=server.anna)
    while 0 in session.seats and session.match.pending()[0].seat == 0:
        session.choose(session.ask(0), session.match.sample(0, _dice(session)))
    async with server.running_bots():
        Users(server.store).ban("Boris")
        await until(waits_for_anna(session))
    assert session.match.pending()[0].seat == 0
    assert session.match.header.seats[1][1] == "bot:medium"


async def test_quick_move_replaces_failed_thinking_and_is_reported(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    session = server.table("last")
    async with server.running_bots(Mind(dead=True)) as complaints:
        choose(session)
        await until(waits_for_anna(session))
    assert "A quick move was made instead" in complaints[0]


async def test_matches_without_owner_or_with_missing_bot_are_left_alone(
    tmp_path: Path,
):
    server = StoreWithBots(tmp_path)
    alone = Session.begin(
        server.store, "middle_ages", [("Anna", "bot:medium"), ("B", "person")], seed="1"
    )
    session, other = server.table("medium"), server.table("medium")
    server.store.set_player(session.id, 1, "bot:clever")
    async with server.running_bots() as complaints:
        session.catch_up()
        choose(session)
        choose(other)
        await until(waits_for_anna(other))
    for one in (alone, session):
        length = len(one.match.log)
        assert not one.catch_up()
        assert len(one.match.log) == length
    assert not complaints


async def test_bot_replaces_a_player_after_the_deadline(tmp_path: Path):
    server = StoreWithBots(tmp_path)
    boris = Users(server.store).register("Boris", "SHA256:boris")
    tables = WaitingTables(server.store)
    places = [server.anna.id, boris.id]
    made = tables.create(
        server.anna, "middle_ages", seats=places, ordered=True, hours=24, steps_in=True
    )
    tables.join(made.id, boris)
    server.store.clock = lambda: datetime.now(UTC) - timedelta(hours=25)
    id = tables.start(made.id, server.anna)
    (late,) = server.store.record(id).summary.owing
    async with server.running_bots() as complaints:
        await until(lambda: server.store.record(id).summary.owing == (1 - late,))
    assert not complaints
    assert server.store.header(id).seats[late][1] == "bot:medium"
    assert server.store.header(id).seats[1 - late][1] == "person"
    server.store.close()
