"""Backups of a damaged store, or of one that another program keeps locked."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import pytest

from engine.errors import AlreadyThere, Busy, CannotWrite, Damaged
from engine.files import ABANDONED_AFTER
from engine.storage import match_file, sqlite_connection
from engine.storage.backup import back_up
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.read_only import run_on_full_disk
from tests.sqlite_files import sqlite_file

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def path(tmp_path: Path, toy: str) -> Path:
    """Return a store with a match."""
    store = SqliteStore(tmp_path / "home" / "games.sqlite3")
    store.new(played(toy, 2, "kept"))
    store.close()
    return store.path


def test_locked_database_times_out(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "WRITE_LOCK_TIMEOUT", 0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Busy, match="busy"):
        back_up(path, tmp_path / "copy")
    other.close()
    assert [one.name for one in tmp_path.iterdir()] == ["home"]


def test_database_locked_during_backup_times_out(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "WRITE_LOCK_TIMEOUT", 0.01)
    to_read, others = sqlite_connection.to_read, []

    def then_lock(file: Path) -> sqlite3.Connection:
        connection = to_read(file)
        connection.execute("PRAGMA journal_mode")
        other = sqlite3.connect(file, isolation_level=None)
        others.append(other)
        other.execute("BEGIN EXCLUSIVE")
        return connection

    with sqlite_file(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    monkeypatch.setattr(sqlite_connection, "to_read", then_lock)
    with pytest.raises(Busy, match="busy"):
        back_up(path, tmp_path / "copy")
    others[0].close()


def test_damaged_database_is_reported_as_damaged(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xaa" * (len(whole) - 100))
    with pytest.raises(Damaged, match="damaged"):
        back_up(path, tmp_path / "copy")
    assert [one.name for one in tmp_path.iterdir()] == ["home"]


def test_full_disk_during_backup_is_reported(path: Path, tmp_path: Path) -> None:
    done = run_on_full_disk(path.parent, "backup", tmp_path / "copy")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Cannot write {tmp_path / 'copy'}: there is not enough disk space" in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize("name", ["", "/", "//", ".", ".."])
def test_backup_needs_a_file_name(path: Path, name: str) -> None:
    for force in (False, True):
        with pytest.raises(CannotWrite) as caught:
            back_up(path, Path(name), force=force)
        assert not isinstance(caught.value, AlreadyThere)


def test_leftovers_of_killed_programs_are_removed(path: Path, tmp_path: Path, toy: str) -> None:
    long_ago = time.time() - ABANDONED_AFTER - 1
    left = [".copy.0123abcd", ".copy.0123abcd-journal"]
    others = [".copy.0123abcde", ".copies.0123abcd", "copy.0123abcd", ".copy.4567abcd"]
    for name in (*left, *others):
        (tmp_path / name).write_text("left")
        if name != others[-1]:
            os.utime(tmp_path / name, (long_ago, long_ago))
    back_up(path, tmp_path / "copy")
    assert {one.name for one in tmp_path.iterdir()} == {"home", "copy", *others}
    for name in left:
        (tmp_path / name).write_text("left")
        os.utime(tmp_path / name, (long_ago, long_ago))
    match_file.export(played(toy, 2, "kept"), tmp_path / "copy", force=True)
    assert {one.name for one in tmp_path.iterdir()} == {"home", "copy", *others}
