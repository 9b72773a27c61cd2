"""Damaged rows about people: no crashes, and other people are not affected."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from engine.errors import GuildhallError
from engine.lobby.join_codes import JoinCodes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.notifications import MAIL, Notifications
from engine.lobby.proposals import PROPOSE_END, Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.lobby_server import LobbyServer
from tests.matrix import usually
from tests.sqlite_files import sqlite_file

pytestmark = pytest.mark.usefixtures("toy")

TABLES = [
    "person",
    "key",
    "word",
    "gathering",
    "place",
    "hosted",
    "owner",
    "ending",
    "proposal",
    "answer",
    "awaited",
    "address",
    "quiet",
]
VALUES = ["x'00ff'", "'x'", "-7", "99999999999", "'[[['", "NULL"]


def built(path: Path) -> tuple[str, str]:
    """Fill a store with a row of everything; return the ids of two matches."""
    server = LobbyServer(SqliteStore(path))
    anna, boris = server.register("Anna"), server.register("Boris")
    server.people.new_one_time_code(anna)
    ids = []
    for _ in range(2):
        table = server.tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
        server.tables.join(table.id, boris)
        ids.append(server.tables.start(table.id, anna))
    server.tables.create(boris, "toy", {}, [boris.id, None, anna.id, "bot:random"])
    Proposals(server.store).propose(ids[1], anna, PROPOSE_END)
    notices = Notifications(server.store)
    notices.set_kinds([MAIL])
    for one in (anna, boris):
        notices.set_address(one, MAIL, "a@example.org")
    notices.set_quiet(boris, ids[1], True)
    SeatOwnership(server.store).concede(ids[0], anna)
    server.store.close()
    return ids[0], ids[1]


def columns(path: Path) -> list[tuple[str, str]]:
    """Return every column of every table about people."""
    with sqlite_file(path) as connection:
        found = [
            (table, name)
            for table in TABLES
            for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")
        ]
    connection.close()
    return found


@pytest.mark.parametrize("each", [3, usually(False, 1)])
def test_damaged_rows_cause_at_most_an_error_message(tmp_path: Path, each: int):
    """Each value of each column in turn, in the usual run one in three."""
    whole = tmp_path / "whole.sqlite3"
    ended, going = built(whole)
    kept = whole.read_bytes()
    path = tmp_path / "games.sqlite3"
    for at, (table, column) in enumerate(columns(whole)):
        for value in VALUES[at % each :: each]:
            for stale in tmp_path.glob("games.sqlite3*"):
                stale.unlink()
            path.write_bytes(kept)
            with suppress(sqlite3.IntegrityError), sqlite_file(path) as connection:
                connection.execute(f"UPDATE {table} SET {column} = {value}")
            connection.close()
            use_everything(path, ended, going, f"{table}.{column} = {value}")


def notify_everybody(notices: Notifications) -> None:
    for notice in notices.due(timedelta(), lambda person: None):
        claimed = notices.claim(notice)
        if claimed is not None:
            notices.mark_started(claimed)
            notices.failed(claimed)


def use_everything(path: Path, ended: str, going: str, what: str) -> None:
    store = SqliteStore(path)
    store.database.execute("PRAGMA synchronous = OFF")
    users, tables, seating = Users(store), WaitingTables(store), SeatOwnership(store)
    assert {record.id for record in store.records()} == {ended, going}, what
    assert [record.damage for record in store.records()] == [None, None], what
    users.all()
    tables.open_tables()
    looks: list[Callable[[], object]] = [
        lambda: store.watchable(9),
        lambda: seating.of(going),
        lambda: seating.terms(going),
        lambda: Proposals(store).open_one(going),
        lambda: Proposals(store).to_give(going),
        lambda: notify_everybody(Notifications(store)),
        lambda: Session.open(store, ended),
        lambda: Session.open(store, going),
    ]
    anna = None
    with suppress(GuildhallError):
        anna = users.named("Anna")
    if anna is not None:
        looks += [
            lambda: users.keys(anna),
            lambda: users.mark_online(anna),
            lambda: users.settings(anna),
            lambda: tables.of(anna),
            lambda: JoinCodes(store).find("K7M2", anna),
            lambda: JoinCodes(store).find("A2A2", anna),
            lambda: seating.left_by(anna),
            lambda: Notifications(store).address(anna),
            lambda: Notifications(store).quiet_matches(anna),
            lambda: store.records(person=anna.id),
            lambda: Proposals(store).of(anna),
            lambda: seating.leave(going, anna),
            lambda: users.rename("Anna", "Annabel"),
            lambda: users.erase(anna),
        ]
    for look in looks:
        with suppress(GuildhallError):
            look()
    store.close()
