"""Queries of interactive screens use an index: none scans a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.players import Person
from engine.errors import NoSuchTable
from engine.lobby.chat import Chat
from engine.lobby.join_codes import JoinCodes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.proposals import Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.lobby_server import LobbyServer
from tests.engine.statements import executed_statements

pytestmark = pytest.mark.usefixtures("toy")

Look = Callable[[SqliteStore, Person, str], object]

LOOKS: dict[str, Look] = {
    "record": lambda store, person, id: store.record(id),
    "find": lambda store, person, id: store.find(id[:3]),
    "owners": lambda store, person, id: store.owners(id),
    "since": lambda store, person, id: store.since(id, 5),
    "of a person": lambda store, person, id: store.records(person=person.id, limit=20),
    "still played": lambda store, person, id: store.records(person=person.id, over=False, limit=20),
    "finished": lambda store, person, id: store.records(person=person.id, over=True, limit=20),
    "has finished": lambda store, person, id: store.has_finished("toy", person.id),
    "was finished": lambda store, person, id: store.has_finished("toy"),
    "running": lambda store, person, id: store.records(over=False, limit=20),
    "watchable": lambda store, person, id: store.watchable(20),
    "by key": lambda store, person, id: Users(store).by_key("SHA256:Anna"),
    "by name": lambda store, person, id: Users(store).named("anna"),
    "seen": lambda store, person, id: Users(store).mark_online(person),
    "settings": lambda store, person, id: Users(store).settings(person),
    "keys": lambda store, person, id: Users(store).keys(person),
    "open tables": lambda store, person, id: WaitingTables(store).open_tables(20),
    "own tables": lambda store, person, id: WaitingTables(store).of(person),
    "a wrong code": lambda store, person, id: name_wrong_code(store, person),
    "saying it in the lobby": lambda store, person, id: Chat(store).post(None, person, "Hello."),
    "saying it at a table": lambda store, person, id: Chat(store).post(id, person, "Hello."),
    "heard in the lobby": lambda store, person, id: Chat(store).lobby_lines(None, person),
    "heard at a table that waits": lambda store, person, id: Chat(store).lobby_lines(
        "k7m2", person, 3
    ),
    "playing again": lambda store, person, id: WaitingTables(store).play_again(id, person),
    "seats": lambda store, person, id: SeatOwnership(store).of(id),
    "own seats": lambda store, person, id: SeatOwnership(store).seats_of(id, person),
    "asked": lambda store, person, id: Proposals(store).open_one(id),
    "asked of one": lambda store, person, id: Proposals(store).of(person),
    "unseen": lambda store, person, id: Proposals(store).to_give(id),
    "catching up": lambda store, person, id: Session.open(store, id, person=person).catch_up(),
    "opening": lambda store, person, id: WaitingTables(store).create(
        person, "toy", {}, [person.id, None]
    ),
    "appending": lambda store, person, id: store.append(id, [], store.record(id).summary),
}


def name_wrong_code(store: SqliteStore, person: Person) -> None:
    with pytest.raises(NoSuchTable):
        JoinCodes(store).find("K7M2", person)


@pytest.fixture
def server(tmp_path: Path) -> LobbyServer:
    return LobbyServer(SqliteStore(tmp_path / "games.sqlite3"))


def looked_up(store: SqliteStore, look: Callable[[], object]) -> set[str]:
    """Return the statements executed by a query."""
    with executed_statements(store) as statements:
        look()
    return {one for one in statements if one.startswith(("SELECT", "UPDATE", "DELETE"))}


@pytest.mark.parametrize("look", LOOKS)
def test_lookups_use_indexes(server: LobbyServer, look: str):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"])
    id = server.tables.start(table.id, anna)
    assert isinstance(server.store, SqliteStore)
    store = server.store
    statements = looked_up(store, lambda: LOOKS[look](store, anna, id))
    assert statements
    for statement in statements:
        plan = store.database.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
        scans = [step for *_, step in plan if step.startswith("SCAN") and "CONSTANT" not in step]
        assert not scans, (statement, plan)


def test_many_tables_are_read_at_once(server: LobbyServer):
    anna = server.register("Anna")
    assert isinstance(server.store, SqliteStore)
    store = server.store
    for _ in range(20):
        server.tables.create(anna, "toy", {}, [anna.id, None])
    with executed_statements(store) as asks:
        found = server.tables.open_tables(20)
    assert [len(one.slots) for one in found] == [2] * 20
    assert len([one for one in asks if one.startswith("SELECT")]) == 2


def test_online_users_are_found_by_primary_key(server: LobbyServer):
    assert isinstance(server.store, SqliteStore)
    store, anna = server.store, server.register("Anna")
    watch = store.subscribe(f"person/{anna.id}")
    (statement,) = looked_up(store, lambda: Users(store).online(300))
    watch.close()
    plan = [
        step for *_, step in store.database.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    ]
    assert plan == ["SEARCH person USING INTEGER PRIMARY KEY (rowid=?)"]


def test_latest_matches_are_read_in_index_order(server: LobbyServer):
    assert isinstance(server.store, SqliteStore)
    store = server.store
    (statement,) = looked_up(store, lambda: store.records(limit=20))
    plan = store.database.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    steps = [step for *_, step in plan]
    assert steps[0] == "SCAN match USING INDEX match_changed"
    assert not any("ORDER BY" in step for step in steps)
