"""Stores that cannot be written, because of the disk or of permissions, can still be read."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadStore, Unwritable
from engine.storage.backup import back_up
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.engine.storage.test_store import FORM_1
from tests.read_only import read_only, run_on_full_disk
from tests.sqlite_files import sqlite_file
from tui.user_paths import UserPaths

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def home() -> Iterator[Path]:
    """Yield a folder that everybody could read."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "home"


@pytest.fixture
def id(home: Path, toy: str) -> str:
    """Save a match there; return its id."""
    store = SqliteStore(UserPaths.of(str(home)).store)
    id = store.new(played(toy, 2, "kept", picks=4))
    store.close()
    return id


def leave_as_killed(path: Path) -> None:
    """Leave content in the `-wal` of a store, like a killed program."""
    aside = path.with_suffix(".aside")
    store = SqliteStore(path)
    store.database.execute("PRAGMA wal_autocheckpoint = 0")
    store.new(played("toy", 2, "last", picks=2))
    shutil.copy(path.with_name(f"{path.name}-wal"), aside)
    before = path.read_bytes()
    store.close()
    path.write_bytes(before)
    aside.rename(path.with_name(f"{path.name}-wal"))


@pytest.mark.parametrize("killed", [False, True])
def test_read_only_database_is_read(home: Path, id: str, killed: bool) -> None:
    path = UserPaths.of(str(home)).store
    if killed:
        leave_as_killed(path)
    with read_only(home):
        store = SqliteStore(path)
        assert store.only_read is not None
        assert store.only_read.plain() == f"The database {path} is read-only."
        assert len(store.records()) == 1 + killed
        assert store.load(id).log
        with pytest.raises(Unwritable, match="is read-only"):
            store.delete(id)
        session = Session.open(store, id)
        assert session.match_view.header.names
        store.close()


def test_read_only_database_in_use_shows_later_changes(home: Path, id: str, toy: str) -> None:
    path = UserPaths.of(str(home)).store
    writer = SqliteStore(path)
    writer.new(played(toy, 2, "before", picks=2))
    with read_only(home):
        reader = SqliteStore(path)
        assert reader.only_read is not None
        assert len(reader.records()) == 2
    writer.new(played(toy, 2, "meanwhile", picks=2))
    assert len(reader.records()) == 3
    reader.close()
    writer.close()


def test_older_schema_is_read_without_migrating_if_read_only(home: Path) -> None:
    home.mkdir()
    path = home / "games.sqlite3"
    with sqlite_file(path) as connection:
        connection.executescript(FORM_1)
    connection.close()
    with read_only(home):
        store = SqliteStore(path)
        assert [record.id for record in store.records()] == ["a2b3"]
        assert store.records()[0].owners == ()
        store.close()
    assert path.read_bytes()


def test_backup_of_a_read_only_database(home: Path, id: str, tmp_path: Path) -> None:
    tmp_path.parent.chmod(0o755)
    with tempfile.TemporaryDirectory() as elsewhere:
        Path(elsewhere).chmod(0o777)
        copy = Path(elsewhere) / "copy.sqlite3"
        with read_only(home):
            back_up(UserPaths.of(str(home)).store, copy)
        assert [one.id for one in SqliteStore(copy).records()] == [id]


def test_missing_read_only_database_is_reported(home: Path) -> None:
    home.mkdir()
    with read_only(home), pytest.raises(BadStore, match="Permission denied"):
        SqliteStore(home / "games.sqlite3")


READING = [
    ("list",),
    ("show", "{id}"),
    ("export", "{id}", "-"),
    ("stats",),
    ("highscores", "era"),
    ("turns",),
    ("users", "list"),
]


@pytest.mark.parametrize("killed", [False, True])
def test_full_disk_is_readable_and_reported(home: Path, id: str, killed: bool) -> None:
    path = UserPaths.of(str(home)).store
    store = SqliteStore(path)
    kept = store.new(played("middle_ages", 2, "full", picks=3))
    store.close()
    if killed:
        leave_as_killed(path)
    for command in READING:
        done = run_on_full_disk(home, *(word.format(id=kept) for word in command))
        assert done.returncode == (1 if command[0] == "turns" and not done.stdout else 0), command
        assert "disk is full" in done.stderr
        assert done.stderr.count("\n") == 1
    done = run_on_full_disk(home, "import", "nothing")
    assert "There is no such file" in done.stderr
