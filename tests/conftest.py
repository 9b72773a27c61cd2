"""Configuration of all test runs."""

import gc
import os
import sqlite3
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import psycopg
import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import engine.games
import messages
from engine.core.step_stack import Step
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.postgres_connection import PostgresConnection, connect
from engine.storage.sqlite_connection import SqliteDatabase
from screens.table_view.painter_registry import register_painter
from tests import postgres
from tests.case_counts import print_counts
from tests.fixtures import add_advice
from tests.pig import ENTRY as PIG
from tests.toy.game import ENTRY
from tests.toy.script import Script

if TYPE_CHECKING:
    from tests.browsers.browser import Browser

WAITING = ("cli", "ssh", "web", "workers", "test_bots_at_terminals.py", "test_racing.py")
"""Folders and files of tests that start programs and wait for them."""

ENGINE = Path(__file__).parent / "engine"
"""Tests of the engine: many files, of a second or two each."""

settings.register_profile(
    "guildhall",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("guildhall")
# Hypothesis would parse all modules that are imported, in each worker, for constants to try. The
# examples would depend on which other tests are collected.
vars(providers)["is_local_module_file"] = lambda path: False


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues as a build does, so that the tests use their translations, and ignore
    colour settings of the environment: tests set their own. While tests are collected, hardly
    anything becomes garbage."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    if not hasattr(config, "workerinput"):
        messages.compile_catalogues()
    gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a share of the test modules before a worker collects all of them.

    The first import of a module is slow, since pytest rewrites its assertions, and saves what later
    imports read. Workers that all began with the same module would rewrite each one."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    root = session.config.rootpath
    own = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
    for path in sorted((root / "tests").rglob("test_*.py"))[own]:
        with suppress(Exception):  # pytest reports it when it collects the module
            import_module(".".join(path.relative_to(root).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files that wait for programs of their own over the run, early, and put the many
    quick files of the engine last: at the end of a long file the other workers would be idle."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [path for path in files if path.parent.name in WAITING or path.name in WAITING]
    others = [path for path in files if path not in waiting]
    others.sort(key=lambda path: ENGINE in path.parents)
    order: list[Path] = []
    step = len(others) // (2 * len(waiting) + 1)
    for count, path in enumerate(waiting):
        order += [path, *others[count * step : (count + 1) * step]]
    order += others[len(waiting) * step :]
    items[:] = [item for path in order for item in files[path]]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage less often, and not among thousands of tests: that took a sixth of the time.
    Benchmarks keep the defaults."""
    gc.enable()
    if not session.config.getoption("benchmark_enable"):
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Report with a failure how its fixture is made again."""
    report = yield
    add_advice(item, report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report why nothing was tested on PostgreSQL, if so, and the numbers of cases of the laws."""
    print_counts(terminalreporter)
    skipped = terminalreporter.stats.get("skipped", [])
    if any(postgres.NONE in str(one.longrepr) for one in skipped):
        terminalreporter.line(f"Nothing was tested on PostgreSQL: {postgres.NONE}.")


@pytest.fixture(scope="session", autouse=True)
def memory_template() -> None:
    """Make the database that all stores in memory are copied from, which is never closed."""
    MemoryStore()


@pytest.fixture(autouse=True)
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the SQLite databases that a test leaves open: Python 3.13 warns of open ones when they
    are collected, which may be during another test."""
    opened = WeakSet[SqliteDatabase]()
    begin = SqliteDatabase.__init__

    def noted(connection: SqliteDatabase, *args: Any, **options: Any) -> None:
        begin(connection, *args, **options)
        opened.add(connection)

    monkeypatch.setattr(SqliteDatabase, "__init__", noted)
    yield
    for connection in list(opened):
        with suppress(sqlite3.ProgrammingError):  # another thread's
            connection.close()


@pytest.fixture(scope="session")
def postgres_alone(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> str:
    """Return the URL of a database used by this worker only."""
    if postgres.find_files() is None:
        pytest.skip(postgres.NONE)
    alone = worker_id == "master"
    folder = tmp_path_factory.getbasetemp()
    mark = (folder if alone else folder.parent) / "postgres"
    server = postgres.shared(mark, os.getpid() if alone else os.getppid())
    return postgres.new_database(server, worker_id)


@pytest.fixture
def database(postgres_alone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the URL of an empty database, and close all connections to it afterwards."""
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
    """Return the URL of a schema of its own, for tests that change tables."""
    with psycopg.connect(database, autocommit=True) as link:
        link.execute("DROP SCHEMA IF EXISTS apart CASCADE")
        link.execute("CREATE SCHEMA apart")
        yield f"{database}&options=-csearch_path%3Dapart"
        link.execute("DROP SCHEMA apart CASCADE")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return the place of a new store: in a file, in a database."""
    return _place(request, tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def place_of_a_race(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return the place of a store for a race of many programs, for which a second kind of store is
    tested only in long runs."""
    return _place(request, tmp_path)


def _place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    return str(request.getfixturevalue("database"))


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the operating system's randomness by draws seeded with the name of the test, so that
    a test that fails once fails again."""
    random = Random(request.node.nodeid)
    drawn = SimpleNamespace(
        token_hex=lambda size: random.randbytes(size).hex(),
        token_bytes=random.randbytes,
        choice=random.choice,
    )
    monkeypatch.setattr("engine.core.chance.secrets", drawn)
    monkeypatch.setattr("engine.storage.records.secrets", drawn)


@pytest.fixture(scope="module")
def toy() -> Iterator[str]:
    """Register the toy game for a module's tests; return its id."""
    engine.games.register(ENTRY)
    yield ENTRY.id
    engine.games.unregister(ENTRY.id)


@pytest.fixture(scope="module")
def pig() -> Iterator[str]:
    """Register the small game that new games are copied from for a module's tests; return its
    id."""
    engine.games.register(PIG)
    register_painter(PIG.id, "tests.pig.painter")
    yield PIG.id
    engine.games.unregister(PIG.id)


@pytest.fixture(
    scope="module",
    params=[
        "chromium",
        "firefox",
        # About one in a hundred sessions of WebKit's driver stops answering.
        pytest.param("webkit", marks=pytest.mark.flaky(reruns=2, only_rerun="does not answer")),
    ],
)
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator["Browser"]:
    """Return a browser, which takes a second or more to start."""
    from tests.browsers import start

    opened = start(request.param, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def scripted() -> Iterator[Callable[..., Match]]:
    """Return a function that begins a match of the given steps."""

    def begin(*steps: Step, seats: int = 2, seed: str = "1") -> Match:
        module = ModuleType("tests.toy.scripted")
        module.GAME = Script(steps)  # type: ignore[attr-defined]
        sys.modules[module.__name__] = module
        engine.games.register(evolve(Script.entry, module="scripted"))
        return Match.begin("script", [(f"P{k}", "person") for k in range(seats)], seed=seed)

    yield begin
    engine.games.unregister("script")
    del sys.modules["tests.toy.scripted"]
