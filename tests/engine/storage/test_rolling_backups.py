"""Rolling backups: once a day, in the background, with the latest ones kept."""

from __future__ import annotations

import stat
from collections import namedtuple
from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.errors import BadStore, Damaged
from engine.storage import rolling_backups
from engine.storage.rolling_backups import RollingBackups, backup_folder_of, backups_of
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played

pytestmark = pytest.mark.usefixtures("toy")


class Day:
    """A calendar set by tests."""

    def __init__(self) -> None:
        self.date = date(2026, 1, 9)

    def __call__(self) -> date:
        return self.date

    def turn(self) -> None:
        self.date += timedelta(days=1)


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "games.sqlite3"


def opened(path: Path, day: Day, most: int = 3) -> SqliteStore:
    return SqliteStore(path, copies=RollingBackups(path, most, today=day))


def keep(path: Path, day: Day, most: int = 3) -> str:
    """Save a match in a program of its own."""
    store = opened(path, day, most)
    id = store.new(played("toy", 2, "kept"))
    store.close()
    return id


def names(path: Path) -> list[str]:
    return sorted(one.name for one in backup_folder_of(path).iterdir())


def test_first_change_of_a_day_makes_a_backup(path: Path, day: Day) -> None:
    store = opened(path, day)
    assert store.records() == []
    store.close()
    assert not backup_folder_of(path).exists()
    first, _ = keep(path, day), keep(path, day)
    assert names(path) == ["2026-01-09.sqlite3"]
    (copy,) = backups_of(path)
    assert [one.id for one in SqliteStore(copy).records()] == [first]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup_folder_of(path).stat().st_mode) == 0o700


@pytest.mark.parametrize(("most", "stay"), [(0, 0), (1, 1), (3, 3), (7, 5)])
def test_latest_backups_are_kept(path: Path, day: Day, most: int, stay: int) -> None:
    for _ in range(5):
        keep(path, day, most)
        day.turn()
    days = [f"2026-01-{number:02}.sqlite3" for number in range(9, 14)]
    assert [one.name for one in reversed(backups_of(path))] == days[5 - stay :]


def test_long_running_program_makes_a_backup_each_day(path: Path, day: Day, toy: str) -> None:
    store = opened(path, day)
    for number in range(1, 4):
        store.new(played(toy, 2, "kept"))
        store.close()
        assert len(backups_of(path)) == number
        store = SqliteStore(path, copies=store.copies)
        day.turn()
    store.close()


def test_lack_of_space_skips_the_backup(
    path: Path, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(path, day, 0)
    size = path.stat().st_size
    room = namedtuple("room", "free")
    monkeypatch.setattr("shutil.disk_usage", lambda folder: room(10 * size - 1))
    keep(path, day)
    assert backups_of(path) == []
    monkeypatch.setattr("shutil.disk_usage", lambda folder: room(100 * size))
    keep(path, day)
    assert len(backups_of(path)) == 1


def test_leftovers_of_a_killed_program_are_removed_the_next_day(path: Path, day: Day) -> None:
    keep(path, day, 0)
    backup_folder_of(path).mkdir()
    (backup_folder_of(path) / ".2026-01-09.sqlite3.0123abcd").write_text("left")
    (backup_folder_of(path) / "mine").write_text("not a copy")
    keep(path, day)
    assert backups_of(path) == [], "another program may be writing it"
    day.turn()
    keep(path, day)
    assert names(path) == ["2026-01-10.sqlite3", "mine"]


def test_backup_of_a_damaged_database_replaces_none(
    path: Path, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(path, day, 1)
    day.turn()
    monkeypatch.setattr(rolling_backups, "is_sound", lambda copy: False)
    keep(path, day, 1)
    assert names(path) == ["2026-01-09.sqlite3"]


def test_inconsistent_backup_is_not_sound(path: Path, day: Day) -> None:
    for _ in range(20):
        keep(path, day)
    (copy,) = backups_of(path)
    assert rolling_backups.is_sound(copy)
    SqliteStore(path).close()
    content = bytearray(path.read_bytes())
    content[-2 * 4096 :] = b"\xaa" * 2 * 4096
    path.write_bytes(content)
    assert not rolling_backups.is_sound(path)


def test_failed_backup_is_harmless(path: Path, day: Day) -> None:
    path.parent.mkdir()
    backup_folder_of(path).write_text("in the way")
    id = keep(path, day)
    assert [one.id for one in SqliteStore(path).records()] == [id]


@pytest.mark.parametrize("left", [b"", b"S"])
def test_emptied_database_is_not_mistaken_for_a_new_one(path: Path, day: Day, left: bytes) -> None:
    keep(path, day)
    path.write_bytes(left)
    for recovering in (False, True):
        with pytest.raises(BadStore, match=r"is empty, but it was not empty before.*games\.copies"):
            SqliteStore(path, recovering=recovering)
    assert path.read_bytes() == left
    (copy,) = backups_of(path)
    copy.rename(path)
    assert len(SqliteStore(path).records()) == 1


def test_log_of_an_emptied_database_is_kept(path: Path, day: Day) -> None:
    store = opened(path, day, 0)
    store.database.execute("PRAGMA wal_autocheckpoint = 0")
    id = store.new(played("toy", 2, "kept"))
    beside = path.with_name(f"{path.name}-wal").read_bytes()
    store.close()
    path.write_bytes(b"")
    path.with_name(f"{path.name}-wal").write_bytes(beside)
    with pytest.raises(Damaged):
        SqliteStore(path)
    store = SqliteStore(path, recovering=True)
    assert [one.id for one in store.records()] == [id]
    store.close()
    assert path.with_name(f"{path.name}-wal").read_bytes() == beside


def test_unused_empty_file_is_a_new_database(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"")
    assert SqliteStore(path).records() == []
