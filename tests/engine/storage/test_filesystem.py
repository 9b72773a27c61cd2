"""A store on a network file system: no WAL, whatever it had before, and no lost data."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import Busy
from engine.storage import filesystem, sqlite_connection
from engine.storage.filesystem import MOUNT_TABLE, ON_THE_NETWORK, kind_at, kind_in
from engine.storage.sqlite_store import SqliteStore
from tests.engine.storage.test_store import GOING, HEADER, event

TABLE = r"""
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
40 27 0:40 / /people rw shared:5 - nfs4 server:/people rw,vers=4.2
41 40 0:41 / /people/anna/local rw - ext4 /dev/vdb rw
42 27 0:42 / /disks/two\040words rw - fuse.sshfs anna@server: rw
43 27 0:43 / /disks/hidden rw - cifs //server/share rw
44 27 0:44 / /disks/hidden rw - tmpfs none rw
45 27 0:45 / /disks/unreadable
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/games.sqlite3", "ext4"),
        ("/people/anna/games.sqlite3", "nfs4"),
        ("/peoples/games.sqlite3", "ext4"),
        ("/people/anna/local/games.sqlite3", "ext4"),
        ("/disks/two words/games.sqlite3", "fuse.sshfs"),
        ("/disks/hidden/games.sqlite3", "tmpfs"),
        ("/disks/unreadable/games.sqlite3", "ext4"),
    ],
)
def test_innermost_mount_determines_the_filesystem(path: str, kind: str):
    assert kind_in(TABLE, Path(path)) == kind


def test_unknown_filesystem_without_mount_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert kind_in("", tmp_path) is None
    assert not MOUNT_TABLE.exists() or kind_at(MOUNT_TABLE) == "proc"
    monkeypatch.setattr(filesystem, "MOUNT_TABLE", tmp_path / "none")
    assert kind_at(tmp_path) is None
    assert not filesystem.is_on_network(tmp_path)
    with closing(SqliteStore(tmp_path / "games.sqlite3")) as store:
        assert journal(store) == "wal"


def journal(store: SqliteStore) -> str:
    """Return the journal mode of the store."""
    return str(store.database.execute("PRAGMA journal_mode").fetchone()[0])


def set_filesystem(monkeypatch: pytest.MonkeyPatch, kind: str | None) -> None:
    """Report that type of file system for all files from now on."""
    monkeypatch.setattr(filesystem, "kind_at", lambda path: kind)


def files(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.iterdir())


def saved_numbers(path: Path) -> list[int]:
    """Return the numbers of the saved events of the single match."""
    with closing(SqliteStore(path)) as store:
        return [one.number for one in store.log("a2b3")[1]]


@pytest.mark.parametrize("kind", sorted(ON_THE_NETWORK))
def test_new_database_on_a_network_has_no_wal(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    set_filesystem(monkeypatch, kind)
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore(path)) as store:
        assert journal(store) == "delete"
        assert store.database.execute("PRAGMA synchronous").fetchone() == (2,)
        store.add("a2b3", HEADER, [event(1)], GOING)
        store.append("a2b3", [event(2)], GOING)
        assert files(path) == [path.name]
    assert saved_numbers(path) == [1, 2]


@pytest.mark.parametrize("kind", [None, "ext4", "btrfs", "overlay", "fuseblk", "fuse.mergerfs"])
def test_local_database_has_a_wal(
    kind: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    set_filesystem(monkeypatch, kind)
    with closing(SqliteStore(tmp_path / "games.sqlite3")) as store:
        assert journal(store) == "wal"


def test_database_switches_wal_off_on_a_network_and_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    there = tmp_path / "network" / "games.sqlite3"
    there.parent.mkdir()
    here = tmp_path / "here" / "games.sqlite3"
    with closing(SqliteStore(here)) as store:
        store.add("a2b3", HEADER, [event(1)], GOING)
        store.append("a2b3", [event(2)], GOING)
        for name in files(here):
            shutil.copy(here.with_name(name), there.with_name(name))
    wal = there.with_name(f"{there.name}-wal")
    assert wal.stat().st_size > 0, "the last change is only in the WAL"
    there.with_name(f"{there.name}-shm").unlink()
    set_filesystem(monkeypatch, "nfs4")
    with closing(SqliteStore(there)) as store:
        assert journal(store) == "delete"
        assert [one.number for one in store.log("a2b3")[1]] == [1, 2]
        store.append("a2b3", [event(3)], GOING)
        assert files(there) == [there.name]
    set_filesystem(monkeypatch, "ext4")
    with closing(SqliteStore(there)) as store:
        assert journal(store) == "wal"
    assert saved_numbers(there) == [1, 2, 3]


def test_network_database_with_an_open_wal_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr(sqlite_connection, "WRITE_LOCK_TIMEOUT", 0.0)
    with closing(SqliteStore(path)) as other:
        other.add("a2b3", HEADER, [event(1)], GOING)
        set_filesystem(monkeypatch, "cifs")
        with pytest.raises(Busy, match="Another program is keeping the database"):
            SqliteStore(path)
        other.append("a2b3", [event(2)], GOING)
    assert saved_numbers(path) == [1, 2]


def test_several_programs_share_a_network_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    set_filesystem(monkeypatch, "nfs")
    path = tmp_path / "games.sqlite3"
    SqliteStore(path).close()
    ids = ["a2b3", "a2b4", "a2b5"]

    def play(id: str) -> int:
        with closing(SqliteStore(path)) as store:
            store.add(id, HEADER, [event(1)], GOING)
            for number in range(2, 21):
                store.append(id, [event(number)], GOING)
                store.records()
            return len(store.log(id)[1])

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(play, ids)) == [20, 20, 20]


def test_read_only_network_database_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore(path)) as store:
        store.add("a2b3", HEADER, [event(1)], GOING)
    set_filesystem(monkeypatch, "nfs")
    monkeypatch.setattr(sqlite_connection, "may_be_written", lambda path: False)
    with closing(SqliteStore(path)) as store:
        assert store.only_read is not None
        assert len(store.log("a2b3")[1]) == 1


def test_foreign_file_on_a_network_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    set_filesystem(monkeypatch, "nfs")
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(Exception, match="damaged"):
        SqliteStore(path)
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE other (id)")
    before = other.read_bytes()
    with pytest.raises(Exception, match="is not a Guildhall database"):
        SqliteStore(other)
    assert other.read_bytes() == before
