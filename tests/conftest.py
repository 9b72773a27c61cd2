"""What every run of the tests needs before the first of them."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import psycopg
import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings

import engine.games
import messages
from engine.core.step_stack import Step
from engine.match.match import Match
from engine.storage.postgres_connection import PostgresConnection, connect
from screens.table_view.painter_registry import register_painter
from tests import postgres
from tests.counted import tell_counts
from tests.pig import ENTRY as PIG
from tests.toy.game import ENTRY
from tests.toy.script import Script

WAITING = ("serve", "tui", "test_bots_at_terminals.py", "test_racing.py")
"""The folders and files of tests that start programs and wait for what they do."""

settings.register_profile(
    "guildhall",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("guildhall")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues as a build does, so that the tests read what the catalogues say, and
    forget what somebody wishes of colours: tests say themselves which there are."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    if not hasattr(config, "workerinput"):
        messages.compile_catalogues()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin early with the files that wait for programs of their own, one among several others:
    at the end nobody would have anything else to do meanwhile."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [path for path in files if path.parent.name in WAITING or path.name in WAITING]
    others = [path for path in files if path not in waiting]
    order: list[Path] = []
    step = len(others) // (2 * len(waiting) + 1)
    for count, path in enumerate(waiting):
        order += [path, *others[count * step : (count + 1) * step]]
    order += others[len(waiting) * step :]
    items[:] = [item for path in order for item in files[path]]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for garbage more seldom, and not among thousands of tests: that took a sixth of the
    time. Benchmarks measure programs with garbage as it is."""
    if not session.config.getoption("benchmark_enable"):
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why nothing was tested on PostgreSQL, if nothing was, and how many cases laws were tried
    with."""
    tell_counts(terminalreporter)
    skipped = terminalreporter.stats.get("skipped", [])
    if any(postgres.NONE in str(one.longrepr) for one in skipped):
        terminalreporter.line(f"Nothing was tested on PostgreSQL: {postgres.NONE}.")


@pytest.fixture(scope="session")
def postgres_alone(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> str:
    """The address of a database that this worker has alone."""
    if postgres.find_files() is None:
        pytest.skip(postgres.NONE)
    alone = worker_id == "master"
    folder = tmp_path_factory.getbasetemp()
    mark = (folder if alone else folder.parent) / "postgres"
    server = postgres.shared(mark, os.getpid() if alone else os.getppid())
    return postgres.new_database(server, worker_id)


@pytest.fixture
def database(postgres_alone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a database with nothing in it, to which no connection stays open."""
    postgres.empty(postgres_alone)
    links: list[PostgresConnection] = []

    def connected(address: str) -> PostgresConnection:
        links.append(connect(address))
        return links[-1]

    monkeypatch.setattr("engine.storage.postgres_store.connect", connected)
    yield postgres_alone
    for link in links:
        link.close()


@pytest.fixture
def apart(database: str) -> Iterator[str]:
    """A database in which no other test minds the form of the tables: a schema of its own."""
    with psycopg.connect(database, autocommit=True) as link:
        link.execute("DROP SCHEMA IF EXISTS apart CASCADE")
        link.execute("CREATE SCHEMA apart")
        yield f"{database}&options=-csearch_path%3Dapart"
        link.execute("DROP SCHEMA apart CASCADE")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store may be that has nothing in it yet: in a file, in a database."""
    return _place(request, tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def place_of_a_race(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The same for a test of many programs, of which another one is enough in a database unless
    there is time."""
    return _place(request, tmp_path)


def _place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    return str(request.getfixturevalue("database"))


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw from the name of the test what the operating system would draw: seeds and ids that
    nobody names. A test that fails once fails again."""
    random = Random(request.node.nodeid)
    drawn = SimpleNamespace(
        token_hex=lambda size: random.randbytes(size).hex(),
        token_bytes=random.randbytes,
        choice=random.choice,
    )
    monkeypatch.setattr("engine.core.chance.secrets", drawn)
    monkeypatch.setattr("engine.storage.store.secrets", drawn)


@pytest.fixture(scope="module")
def toy() -> Iterator[str]:
    """The toy game's id, in the catalogue for as long as a module's tests run."""
    engine.games.register(ENTRY)
    yield ENTRY.id
    engine.games.unregister(ENTRY.id)


@pytest.fixture(scope="module")
def pig() -> Iterator[str]:
    """The id of the small game that new games begin with, in the catalogue while a module's tests
    run."""
    engine.games.register(PIG)
    register_painter(PIG.id, "tests.pig.painter")
    yield PIG.id
    engine.games.unregister(PIG.id)


@pytest.fixture
def scripted() -> Iterator[Callable[..., Match]]:
    """Begin a match of the steps given, the game of the test's own."""

    def begin(*steps: Step, seats: int = 2, seed: str = "1") -> Match:
        module = ModuleType("tests.toy.scripted")
        module.GAME = Script(steps)  # type: ignore[attr-defined]
        sys.modules[module.__name__] = module
        engine.games.register(evolve(Script.entry, module="scripted"))
        return Match.begin("script", [(f"P{k}", "person") for k in range(seats)], seed=seed)

    yield begin
    engine.games.unregister("script")
    del sys.modules["tests.toy.scripted"]
