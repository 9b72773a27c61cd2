"""A server's store is moved between a file and a database, completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadStore, Busy
from engine.lobby.chat import Chat
from engine.lobby.users import Users
from engine.storage import schema
from engine.storage.database import Database
from engine.storage.memory_store import MemoryStore
from engine.storage.open_store import open_at
from engine.storage.session import Session
from engine.storage.store import Store
from engine.storage.store_copy import copy_store
from tests.engine.lobby_server import LobbyServer

pytestmark = pytest.mark.usefixtures("toy")


def silent(done: int, steps: int) -> None:
    """Ignore the progress."""


def content(store: Store) -> Mapping[str, list[Any]]:
    """Return all rows, and the next numbers."""
    with store.read_transaction() as database:
        return {table: sorted(map(repr, rows_of(database, table))) for table in schema.tables()} | {
            "numbers": sorted(database.numbers().items())
        }


def rows_of(database: Database, table: str) -> list[Any]:
    names = ", ".join(sorted(database.columns(table)))
    return database.execute(f"SELECT {names} FROM {table}").fetchall()


def filled(store: Store) -> Store:
    """Fill a store with games, chat and waiting tables, and erase a person."""
    server = LobbyServer(store)
    anna, boris, carla = map(server.register, ("Anna", "Boris", "Карла"))
    server.tables.create(anna, "toy", {}, [anna.id, None, "bot:random"])
    table = server.tables.create(boris, "toy", {}, [boris.id, anna.id])
    server.tables.join(table.id, anna)
    Chat(store).post(table.id, anna, "Привет!")
    id = server.tables.start(table.id, boris)
    Chat(store).post(id, boris, "Hello")
    Chat(store).post(None, carla, "Is anybody here?")
    session = Session.open(store, id)
    for _ in range(3):
        pending = session.match.pending()[0]
        asked = session.ask(pending.seat)
        session.choose(asked, asked.options[0])
    Users(store).erase(carla)
    return store


@pytest.fixture
def target(place: Path | str) -> Iterator[Store]:
    with closing(open_at(place)) as store:
        yield store


def test_everything_is_copied_there_and_back(target: Store):
    source, again = filled(MemoryStore()), MemoryStore()
    progress: list[tuple[int, int]] = []
    assert copy_store(source, target, lambda *now: progress.append(now)) == len(source.records())
    assert content(target) == content(source)
    assert [done for done, _ in progress] == list(range(1, progress[0][1] + 1))
    copy_store(target, again, silent)
    assert content(again) == content(source)


def test_copied_database_continues_in_use(target: Store):
    source = filled(MemoryStore())
    copy_store(source, target, silent)
    one, two = LobbyServer(source), LobbyServer(target)
    assert one.register("Dora") == two.register("Dora")
    id = source.records()[0].id
    for store in (source, target):
        session = Session.open(store, id)
        pending = session.match.pending()[0]
        session.choose(session.ask(pending.seat), session.ask(pending.seat).options[0])
    assert target.load(id).log == source.load(id).log


def test_copy_into_a_used_database_is_refused(target: Store):
    source = filled(MemoryStore())
    LobbyServer(target).register("Anna")
    before = content(target)
    with pytest.raises(BadStore, match="You can only move the data to an"):
        copy_store(source, target, silent)
    assert content(target) == before


class Broken(Exception):
    """An error in the middle."""


@pytest.mark.parametrize("when", [1, 20, -1])
def test_failed_copy_leaves_the_target_empty(target: Store, when: int):
    source, before = filled(MemoryStore()), content(target)

    def report_progress(done: int, steps: int) -> None:
        if done == when % steps:
            raise Broken

    with pytest.raises(Broken):
        copy_store(source, target, report_progress)
    assert content(target) == before
    copy_store(source, target, silent)
    assert content(target) == content(source)


def test_mismatching_rows_are_rolled_back(target: Store):
    source, before = filled(MemoryStore()), content(target)

    def forge(done: int, steps: int) -> None:
        if done == steps // 2:
            with target.write_transaction() as database:
                database.execute("UPDATE line SET text = 'Forged' WHERE number = 1")

    with pytest.raises(BadStore, match="does not match what was read, so nothing"):
        copy_store(source, target, forge)
    assert content(target) == before


def test_copying_locks_the_source(target: Store, tmp_path: Path):
    file = tmp_path / "from.sqlite3"
    source = filled(open_at(file))
    other = open_at(file)
    other.wait_at_most(0.01)
    id = source.records()[0].id

    def write(done: int, steps: int) -> None:
        with pytest.raises(Busy):
            other.set_player(id, 0, "bot:random")

    copy_store(source, target, write)
    source.close()
    other.close()
