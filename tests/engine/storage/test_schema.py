"""Stores with old schemas: migrated at once or not at all, and then like new ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.clock import written
from engine.core.event import Event
from engine.errors import BadStore, NameTaken
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage import match_file
from engine.storage import schema as forms
from engine.storage.backup import back_up
from engine.storage.records import STARTED_ELSEWHERE, Summary
from engine.storage.recovery import recover_into
from engine.storage.session import Session
from engine.storage.sql_statements import insert
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.sqlite_files import sqlite_file

pytestmark = pytest.mark.usefixtures("toy")

FORM_2 = """
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    header TEXT NOT NULL,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    events INTEGER NOT NULL,
    round INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    active INTEGER NOT NULL,
    over INTEGER NOT NULL,
    result TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE event (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    at TEXT,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE best (
    match TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    data TEXT NOT NULL,
    name TEXT NOT NULL,
    total INTEGER NOT NULL,
    finished TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX best_of ON best (game, options, data, total DESC);
PRAGMA application_id = 1195920452;
PRAGMA user_version = 2;
"""
NOT_LATELY = """
DROP TABLE errand;
DROP TABLE ear;
DROP TABLE host;
DROP TABLE claim;
"""
"""Removes the additions of version 9."""

NOT_THEN = f"""
{NOT_LATELY}
ALTER TABLE gathering DROP COLUMN hours;
ALTER TABLE gathering DROP COLUMN steps_in;
ALTER TABLE hosted DROP COLUMN hours;
ALTER TABLE hosted DROP COLUMN steps_in;
ALTER TABLE awaited DROP COLUMN moved;
DROP TABLE note;
DROP TABLE beforehand;
"""
"""Removes the additions of version 8."""

NOT_YET = f"""
{NOT_THEN}
ALTER TABLE match DROP COLUMN unrated;
DROP TABLE review;
DROP TABLE awaited;
DROP TABLE address;
DROP TABLE quiet;
"""
"""Also removes the additions of version 7."""

NOON = "2026-01-09T18:30:00+00:00"


def form_1(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from before events had times."""
    form_2(path, matches)
    with sqlite_file(path) as connection:
        connection.execute("ALTER TABLE event DROP COLUMN at")
        connection.execute("PRAGMA user_version = 1")
    connection.close()


def form_2(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from before people had names and keys."""
    with sqlite_file(path) as connection:
        connection.executescript(FORM_2)
        for id, match in matches.items():
            stand = Summary.of(match)
            connection.execute(
                "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    id,
                    match.header.game,
                    match.header.rules,
                    match_file.header_line(match.header, seed=True),
                    NOON,
                    NOON,
                    len(match.log),
                    stand.round,
                    stand.turn,
                    stand.active,
                    int(stand.over),
                    str([[one.seat, one.place, one.total] for one in stand.result]),
                ),
            )
            connection.executemany(
                "INSERT INTO event VALUES (?, ?, ?, ?)", [row(id, event) for event in match.log]
            )
    connection.close()


def form_4(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from before the chats at waiting tables and in the lobby."""
    store = SqliteStore(path)
    for id, match in matches.items():
        assert store.add(id, match.header, match.log, Summary.of(match))
    store.close()
    with sqlite_file(path) as connection:
        connection.executescript(
            f"{NOT_YET} DROP TABLE said; DROP INDEX gathering_again;"
            "ALTER TABLE gathering DROP COLUMN again;"
            "PRAGMA user_version = 4;"
        )
    connection.close()


def form_5(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from when people were found by the confusable skeletons of their names."""
    store = SqliteStore(path)
    for id, match in matches.items():
        assert store.add(id, match.header, match.log, Summary.of(match))
    store.close()
    with sqlite_file(path) as connection:
        connection.executescript(f"{NOT_YET} PRAGMA user_version = 5;")
    connection.close()


def form_6(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from before ratings."""
    form_5(path, matches)
    with sqlite_file(path) as connection:
        connection.execute("PRAGMA user_version = 6")
    connection.close()


def form_7(path: Path, matches: dict[str, Match], lacking: str = NOT_THEN) -> None:
    """Write a store from before time limits."""
    store = SqliteStore(path)
    for id, match in matches.items():
        assert store.add(id, match.header, match.log, Summary.of(match))
    store.close()
    with sqlite_file(path) as connection:
        connection.executescript(f"{lacking} PRAGMA user_version = 7;")
    connection.close()


def form_8(path: Path, matches: dict[str, Match]) -> None:
    """Write a store from when a server had a single host."""
    form_7(path, matches, NOT_LATELY)
    with sqlite_file(path) as connection:
        connection.execute("PRAGMA user_version = 8")
    connection.close()


def let_people_in(path: Path) -> None:
    """Register old people in a store of version 5."""
    with sqlite_file(path) as connection:
        for name, looked_like in OLD_PEOPLE.items():
            who = {"name": name, "folded": looked_like, "created": NOON, "seen": NOON}
            insert(connection, "person", admin=0, banned=0, settings="", **who)
            (id,) = connection.execute("SELECT max(id) FROM person").fetchone()
            insert(connection, "key", fingerprint=f"SHA256:{name}", person=id, label="", added=NOON)
    connection.close()


OLD_PEOPLE = {
    "Ilmari": "ilmari",
    "IImari": "iimari",
    "Анна": "ahha",
    "Annɑ": "annɑ",
    "Admin": "admin",
    "אנה": "אנה",
}
"""Old names as saved then, some of which would be refused today."""


def row(id: str, event: Event) -> tuple[str, int, str, str | None]:
    at = None if event.at is None else written(event.at)
    return id, event.number, match_file.event_line(event, time=False), at


OLDER = {1: form_1, 2: form_2, 4: form_4, 5: form_5, 6: form_6, 7: form_7, 8: form_8}


@pytest.fixture
def matches() -> dict[str, Match]:
    return {"a2b3": played("toy", 2, "half", picks=20), "c4d5": played("toy", 3, "whole")}


@pytest.fixture(params=list(OLDER))
def older(request: pytest.FixtureRequest, tmp_path: Path, matches: dict[str, Match]) -> Path:
    path = tmp_path / "games.sqlite3"
    OLDER[request.param](path, matches)
    return path


def schema(path: Path) -> dict[str, Any]:
    """Return a database's schema: columns, keys and indexes of its tables."""
    connection = sqlite3.connect(path)
    names = connection.execute(
        "SELECT type, name, tbl_name FROM sqlite_master ORDER BY name"
    ).fetchall()
    found: dict[str, Any] = {"names": names}
    for kind, name, _ in names:
        asked = ("table_xinfo", "foreign_key_list", "index_list") if kind == "table" else ()
        for pragma in asked or ("index_xinfo",):
            rows = connection.execute(f"PRAGMA {pragma}({name})").fetchall()
            found[f"{pragma} {name}"] = sorted(map(str, rows))
    for pragma in ("user_version", "application_id"):
        found[pragma] = connection.execute(f"PRAGMA {pragma}").fetchone()
    connection.close()
    return found


def test_migrated_schema_equals_a_new_one(older: Path, tmp_path: Path):
    SqliteStore(older).close()
    SqliteStore(tmp_path / "new.sqlite3").close()
    assert schema(older) == schema(tmp_path / "new.sqlite3")


def test_migration_keeps_matches(older: Path, matches: dict[str, Match]):
    for _ in range(2):
        store = SqliteStore(older)
        for id, match in matches.items():
            record = store.record(id)
            assert store.load(id).log == match.log
            assert (record.damage, record.owners, record.ending) == (None, (), None)
            assert store.owners(id) == (None,) * len(match.header.seats)
            assert (record.summary.over, record.summary.result) == (
                match.state.over,
                Summary.of(match).result,
            )
            owing = (match.state.active,) if match.state.active >= 0 else ()
            assert record.summary.owing == (() if match.state.over else owing)
        assert store.records(person=1) == store.watchable(9) == []
        store.close()


def test_migration_marks_imported_matches_without_owners(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    begun, later = datetime(2026, 1, 9, tzinfo=UTC), datetime(2026, 3, 9, tzinfo=UTC)
    match = played("toy", 2, "half", picks=20)
    for event in match.log:
        event.at = begun
    store = SqliteStore(path)
    for id, time in (("a2b3", begun), ("c4d5", later)):
        store.clock = partial(later.replace, month=time.month)
        assert store.add(id, match.header, match.log, Summary.of(match))
    store.close()
    with sqlite_file(path) as connection:
        connection.executescript(f"{NOT_YET} PRAGMA user_version = 6;")
    connection.close()
    store = SqliteStore(path)
    assert {one.id: one.unrated for one in store.records()} == {
        "a2b3": "",
        "c4d5": STARTED_ELSEWHERE,
    }
    store.close()


def test_migration_dates_decisions_by_the_last_change(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    then = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
    store = SqliteStore(path)
    store.clock = lambda: then
    users, tables = Users(store), WaitingTables(store)
    anna, boris = users.register("Anna", "SHA256:a"), users.register("Boris", "SHA256:b")
    for _ in range(2):
        table = tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
        tables.join(table.id, boris)
        over = tables.start(table.id, anna)
    SeatOwnership(store).concede(over, anna)
    with store.read_transaction() as connection:
        before = connection.execute("SELECT * FROM awaited ORDER BY match, person").fetchall()
    store.close()
    assert before
    with sqlite_file(path) as older:
        older.executescript(f"{NOT_YET} PRAGMA user_version = 6;")
    older.close()
    with closing(SqliteStore(path)) as store, store.read_transaction() as connection:
        assert (
            connection.execute("SELECT * FROM awaited ORDER BY match, person").fetchall() == before
        )


def test_migrated_match_can_be_continued(older: Path):
    store = SqliteStore(older)
    session = Session.open(store, "a2b3")
    pending = session.match.pending()[0]
    session.choose(session.ask(pending.seat), session.hint(pending.seat))
    users = Users(store)
    assert users.by_key("SHA256:a") is None
    anna = users.register("Anna", "SHA256:a")
    assert users.by_key("SHA256:a") == anna
    store.close()


@pytest.mark.parametrize("copied", [False, True])
def test_users_with_lookalike_names_keep_them(copied: bool, tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    form_5(path, {})
    let_people_in(path)
    if copied:
        back_up(path, tmp_path / "copy.sqlite3")
        path = tmp_path / "copy.sqlite3"
    for _ in range(2):
        with closing(SqliteStore(path)) as store:
            users = Users(store)
            for name in OLD_PEOPLE:
                person = users.by_key(f"SHA256:{name}")
                assert person is not None
                assert person.name == name
                assert users.named(f" {name.swapcase()}") == users.get(person.id) == person
            for name in ("Ilmari", "llmari", "Il-mari", "Anna", "AHHA", "АННА"):
                with pytest.raises(NameTaken):
                    users.register(name, "SHA256:third")
            users.erase(users.register("Нина", "SHA256:third"))


def test_recovery_of_an_older_schema_keeps_names(tmp_path: Path, matches: dict[str, Match]):
    path, whole = tmp_path / "games.sqlite3", tmp_path / "whole.sqlite3"
    form_5(path, matches)
    let_people_in(path)
    recover_into(path, whole)
    with closing(SqliteStore(whole)) as store:
        for name in OLD_PEOPLE:
            assert Users(store).named(name).name == name


def test_migration_is_atomic(older: Path, monkeypatch: pytest.MonkeyPatch):
    before = schema(older)
    last = forms.SCHEMA_VERSION - 1
    twice = forms.MIGRATIONS[last] + "CREATE TABLE said (id);"
    monkeypatch.setitem(forms.MIGRATIONS, last, twice)
    with pytest.raises(BadStore, match="said"):
        SqliteStore(older)
    assert schema(older) == before
    monkeypatch.undo()
    SqliteStore(older).close()
    assert schema(older) != before


def test_every_insert_of_a_new_database_is_saved(tmp_path: Path, matches: dict[str, Match]):
    store = SqliteStore(tmp_path / "games.sqlite3")
    for id, match in matches.items():
        assert store.add(id, match.header, match.log, Summary.of(match))
        assert store.record(id).summary == Summary.of(match)
    assert any(store.record(id).summary.owing for id in matches)
    store.close()
