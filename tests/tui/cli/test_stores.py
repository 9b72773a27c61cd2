"""The location of the games, a file or a database, by options and environment; and migration."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.storage.open_store import open_at
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.tui.cli.commanding import Guildhall
from tui.server.control_socket import SOCKET_NAME
from tui.user_paths import STORE


@pytest.fixture(autouse=True)
def unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the database from the environment."""
    monkeypatch.setenv(STORE, "")


@pytest.fixture
def full(store: SqliteStore) -> Iterator[SqliteStore]:
    """Yield a user's store with two matches."""
    for seed in ("one", "two"):
        Session.begin(store, "era", [("Anna", "person")], seed=seed)
    yield store
    store.close()


def ids(place: Path | str) -> set[str]:
    with closing(open_at(place)) as found:
        return {one.id for one in found.records()}


def test_games_are_stored_in_the_named_database(
    guildhall: Guildhall, database: str, monkeypatch: pytest.MonkeyPatch
):
    with closing(open_at(database)) as there:
        id = Session.begin(there, "era", [("Anna", "person")]).id
    assert id in guildhall("list", "--database", database).out
    monkeypatch.setenv(STORE, database)
    assert id in guildhall("list").out
    monkeypatch.setenv(STORE, "")
    assert id not in guildhall("list").out


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://anna:hidden@host/games",
        "postgres://anna:@host/games",
        "postgresql://host/games?sslmode=require&password=hidden",
    ],
)
def test_password_in_an_address_is_refused(
    capsys: pytest.CaptureFixture[str], guildhall: Guildhall, lang: str, address: str
):
    result = guildhall("list", "--lang", lang, "--database", address)
    assert result.code == 2
    assert "PGPASSWORD" in result.err
    assert "~/.pgpass" in result.err
    assert "hidden" not in result.err


@pytest.mark.parametrize("address", ["games.sqlite3", "mysql://host/games", "postgresql://[::1/x"])
def test_invalid_database_address_is_refused(
    guildhall: Guildhall, address: str, monkeypatch: pytest.MonkeyPatch
):
    result = guildhall("list", "--database", address)
    assert (result.code, "postgresql://HOST/NAME" in result.err) == (2, True)
    monkeypatch.setenv(STORE, address)
    result = guildhall("list")
    assert (result.code, STORE in result.err) == (1, True)


def test_backup_of_postgresql_is_refused(guildhall: Guildhall, database: str, tmp_path: Path):
    result = guildhall("backup", tmp_path / "copy", "--database", database)
    assert (result.code, "pg_dump" in result.err) == (1, True)
    assert not (tmp_path / "copy").exists()


def test_local_game_does_not_import_postgresql(home: Path, full: SqliteStore):
    code = (
        "import sys; from tui.cli.main import run; run(['list']);"
        "print([name for name in sys.modules if name.startswith('psycopg')])"
    )
    environment = {**os.environ, "GUILDHALL_HOME": str(home)}
    loaded = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert loaded.splitlines()[-1] == "[]"
    assert full.records()[0].id in loaded


def test_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch, guildhall: Guildhall):
    monkeypatch.setitem(sys.modules, "engine.storage.postgres_store", None)
    result = guildhall("list", "--database", "postgresql://host/games")
    assert (result.code, "guildhall-games[postgres]" in result.err) == (1, True)


# ---------------------------------------------------------------------- a server that moves


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_server_migrates_to_postgresql_and_back(
    guildhall: Guildhall, full: SqliteStore, database: str, tmp_path: Path, lang: str
):
    result = guildhall("migrate", full.path, database, "--lang", lang)
    assert (result.code, "2" in result.out, result.err) == (0, True, "")
    assert ids(database) == ids(full.path)
    back = tmp_path / "back.sqlite3"
    assert guildhall("migrate", database, back, "--lang", lang).code == 0
    assert ids(back) == ids(full.path)


def test_migration_does_not_overwrite_existing_data(
    guildhall: Guildhall, full: SqliteStore, tmp_path: Path
):
    there = tmp_path / "mine"
    there.write_text("mine")
    result = guildhall("migrate", full.path, there)
    assert (result.code, "already exists" in result.err, there.read_text()) == (1, True, "mine")
    result = guildhall("migrate", tmp_path / "nowhere", tmp_path / "new")
    assert (result.code, "no database" in result.err) == (1, True)
    assert not (tmp_path / "new").exists()


def test_open_server_cannot_be_migrated(
    guildhall: Guildhall, full: SqliteStore, database: str, tmp_path: Path
):
    import socket

    with socket.socket(socket.AF_UNIX) as control:
        control.bind(str(full.path.parent / SOCKET_NAME))
        control.listen()
        result = guildhall("migrate", full.path, tmp_path / "new")
    assert (result.code, "server is running" in result.err) == (1, True)
    with closing(open_at(database)):
        result = guildhall("migrate", database, tmp_path / "new")
        assert (result.code, "Other programs" in result.err) == (1, True)
        result = guildhall("migrate", full.path, database)
        assert (result.code, "Other programs" in result.err) == (1, True)
    assert not list(tmp_path.glob("new*"))


def test_failed_migration_leaves_no_file(
    guildhall: Guildhall, full: SqliteStore, database: str, tmp_path: Path
):
    guildhall("migrate", full.path, database)
    result = guildhall("migrate", full.path, database)
    assert (result.code, "You can only move the data to an" in result.err) == (1, True)
    damaged = tmp_path / "damaged.sqlite3"
    damaged.write_bytes(b"no store" * 1000)
    assert guildhall("migrate", damaged, tmp_path / "new").code == 1
    assert not list(tmp_path.glob("new*"))
