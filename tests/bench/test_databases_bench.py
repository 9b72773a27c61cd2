"""Cost of a database compared with a file, both syncing to disk: single appends, eight writers at
once, following another program, logins, and writes per turn.

Compare figures within one run: `--benchmark-only -k databases`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from select import select
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import psycopg
import pytest

from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from engine.storage.postgres_connection import PostgresConnection
from engine.storage.pubsub import topic_of
from engine.storage.session import Session
from engine.storage.store import Store
from tests.engine import writers
from tests.folders import short_folder
from tests.laws.driving import Driver
from tests.postgres import NONE, Server, cut, find_files, new_database, running
from tests.tui.ssh.test_pubsub_bridge import Machine, wait_for

pytestmark = pytest.mark.long

_WRITTEN = "SELECT pg_current_wal_insert_lsn() - '0/0'"

ROUNDS = 40
"""Number of choices in each game started here."""
FEWER = 30
"""Minimum number, whatever was drawn."""
WRITERS = 8
SECONDS = 3
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Yield a server that syncs to disk."""
    if find_files() is None:
        pytest.skip(NONE)
    with running(safe=True) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return the place of a new store."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    server: Server = request.getfixturevalue("server")
    return new_database(server.address, f"bench_{tmp_path.name}".replace("-", "_").lower()[:60])


@pytest.fixture
def both(where: Path | str) -> Iterator[tuple[Store, Store]]:
    """Yield a store as opened by two programs."""
    with closing(open_at(where)) as one, closing(open_at(where)) as two:
        yield one, two


def table(store: Store, game: str) -> str:
    """Start a match of two people for whom the program chooses; return its id."""
    users = [Users(store).register(name, f"SHA256:{name}") for name in ("Anna", "Boris")]
    tables = WaitingTables(store)
    made = tables.create(users[0], game, {}, [one.id for one in users], ordered=True)
    tables.join(made.id, users[1])
    return tables.start(made.id, users[0])


def choose(session: Session, driver: Driver) -> None:
    pending = driver.pending(session.match)
    session.choose(session.ask(pending.seat), driver.pick(session.match, pending))


def test_databases_append(benchmark: Any, both: tuple[Store, Store]):
    session, driver = Session.open(both[0], table(both[0], "middle_ages")), Driver(1)
    benchmark.pedantic(lambda: choose(session, driver), rounds=ROUNDS, iterations=1)


def test_databases_append_in_turns(benchmark: Any, server: Server, tmp_path: Path):
    """A choice in a file, one in a database and a bare disk sync, in turns: other load on the
    computer affects all three."""
    took: dict[str, list[float]] = {"sqlite": [], "postgres": [], "flush": []}
    acts: dict[str, Callable[[], object]] = {}
    with ExitStack() as stack:
        places: dict[str, Path | str] = {
            "sqlite": tmp_path / "games.sqlite3",
            "postgres": new_database(server.address, "bench_in_turns"),
        }
        for name, place in places.items():
            store = stack.enter_context(closing(open_at(place)))
            session, driver = Session.open(store, table(store, "middle_ages")), Driver(1)
            acts[name] = partial(choose, session, driver)
        bare = stack.enter_context((tmp_path / "bare").open("wb", buffering=0))

        def flush() -> None:
            bare.write(bytes(4096))
            os.fdatasync(bare.fileno())

        acts["flush"] = flush

        def in_turns() -> None:
            for name, act in acts.items():
                began = perf_counter()
                act()
                took[name].append(1000 * (perf_counter() - began))

        benchmark.pedantic(in_turns, rounds=FEWER, iterations=1)
    cut(server.address)
    if benchmark.stats is None:  # a single turn, which only shows that it works
        return
    for name, times in took.items():
        low, high = quantiles(times, n=20)[0], quantiles(times, n=20)[-1]
        benchmark.extra_info[name] = f"p50 {median(times):.1f}, p5 {low:.1f}, p95 {high:.1f} ms"
    ratios = [b / a for a, b in zip(took["sqlite"], took["postgres"], strict=True)]
    benchmark.extra_info["ratio"] = f"{median(ratios):.1f}"


def test_databases_follow(benchmark: Any, both: tuple[Store, Store]):
    """Time from a choice in one program to the position in another one on the same host."""
    one, two = both
    id, driver = table(one, "middle_ages"), Driver(1)
    with _followed(one, two, id, driver) as follow:
        benchmark.pedantic(follow, rounds=ROUNDS, iterations=1)


def test_databases_follow_across_hosts(
    benchmark: Any, server: Server, monkeypatch: pytest.MonkeyPatch
):
    address = new_database(server.address, "bench_across")
    with ExitStack() as stack:
        folders = [stack.enter_context(short_folder()) for _ in range(2)]
        machines = [Machine(folder, address, monkeypatch) for folder in folders]
        for machine in machines:
            stack.callback(machine.end)
        one, two = (stack.enter_context(closing(one.open_store())) for one in machines)
        wait_for(lambda: len(_hosts(one)) == 2)
        id, driver = table(one, "middle_ages"), Driver(1)
        follow = stack.enter_context(_followed(one, two, id, driver))
        benchmark.pedantic(follow, rounds=ROUNDS, iterations=1)


def _hosts(store: Store) -> list[Any]:
    with store.read_transaction() as connection:
        return connection.execute("SELECT id FROM host").fetchall()


@contextmanager
def _followed(one: Store, two: Store, id: str, driver: Driver) -> Iterator[Callable[[], None]]:
    """Yield a function that chooses in one program and waits until the other one has followed."""
    moves, sees = Session.open(one, id), Session.open(two, id)
    with closing(two.subscribe(topic_of(id))) as watch:

        def follow() -> None:
            choose(moves, driver)
            while len(sees.match.log) < len(moves.match.log):
                assert select([watch], [], [], PATIENCE)[0]
                watch.clear()
                sees.catch_up()

        yield follow


def test_databases_eight_busy_writers(benchmark: Any, where: Path | str):
    """Waiting times of eight programs that append to matches of their own."""
    results = benchmark.pedantic(lambda: writers.end(writers.begin(where, WRITERS, SECONDS)))
    took = sorted(time for one in results for time in one.took)
    half, most = took[len(took) // 2], took[len(took) * 99 // 100]
    benchmark.extra_info.update(appends=len(took), p50=half, p99=most, longest=took[-1])
    assert most < 1000


def test_databases_logins(benchmark: Any, where: Path | str, both: tuple[Store, Store]):
    """Time from a key to the content of the lobby, over a connection of its own."""
    table(both[0], "middle_ages")

    def come_in() -> None:
        with closing(open_at(where)) as store:
            users = Users(store)
            anna = users.by_key("SHA256:Anna")
            assert anna is not None
            users.settings(anna)
            users.mark_online(anna)
            with store.read_transaction():
                store.records(person=anna.id, over=False, limit=20)
                WaitingTables(store).of(anna)
            WaitingTables(store).open_tables(20)
            store.watchable(20)

    benchmark.pedantic(come_in, rounds=ROUNDS, iterations=1)


@pytest.mark.parametrize("game", ["era", "troyes", "knights", "deus", "middle_ages"])
def test_databases_write(
    benchmark: Any, server: Server, game: str, monkeypatch: pytest.MonkeyPatch
):
    """Cost of a choice for a database: messages to it, and bytes of its log (WAL)."""
    address = new_database(server.address, f"bench_{game}")
    results: list[object] = []
    execute = PostgresConnection.execute

    def counted(link: PostgresConnection, *args: Any, **how: Any) -> Any:
        results.append(args)
        return execute(link, *args, **how)

    with closing(open_at(address)) as store:
        session, driver = Session.open(store, table(store, game)), Driver(1)
        with psycopg.connect(address, autocommit=True) as link:

            def stand() -> tuple[int, int]:
                (wal,) = link.execute(_WRITTEN).fetchone() or (0,)
                return int(wal), len(results)

            link.execute("CHECKPOINT")
            before, turn = stand(), session.match.state.turn
            monkeypatch.setattr(PostgresConnection, "execute", counted)
            benchmark.pedantic(lambda: choose(session, driver), rounds=ROUNDS, iterations=1)
            monkeypatch.undo()
            wal, messages = (
                (now - then) / ROUNDS for now, then in zip(stand(), before, strict=True)
            )
            turns = max(1, session.match.state.turn - turn)
            benchmark.extra_info.update(wal=wal, messages=messages, picks_a_turn=ROUNDS / turns)
    cut(address)
