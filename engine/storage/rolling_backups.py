"""Rolling backups.

After a write, but at most once a day, the store is backed up in the background. Only the latest
backups are kept.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import Final

from engine import clock
from engine.errors import GuildhallError
from engine.storage import sqlite_connection
from engine.storage.backup import back_up

FREE_SPACE_FACTOR: Final = 10
"""Minimum free space on the disk for a backup, as a multiple of the size of the store."""

DEFAULT_BACKUPS: Final = 3
"""Default number of backups to keep."""

_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d\.sqlite3")


def backup_folder_of(store: Path) -> Path:
    """Return the folder of a store's backups, which is beside the store."""
    return store.with_name(f"{store.stem}.copies")


def backups_of(store: Path) -> Sequence[Path]:
    """Return the backups of a store, newest first."""
    try:
        backups = [path for path in backup_folder_of(store).iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return ()
    return sorted(backups, reverse=True)


def _local_today() -> date:
    return clock.now().astimezone().date()


class RollingBackups:
    """Backups of a store, made at most once a day."""

    def __init__(
        self, store: Path, most: int = DEFAULT_BACKUPS, *, today: Callable[[], date] = _local_today
    ) -> None:
        """Keep at most `most` backups. With 0, no backups are made, and existing ones are not
        deleted. `today` returns the current date."""
        self._store = store
        self._most = most
        self._today = today
        self._done: date | None = None
        self._thread: threading.Thread | None = None

    def after_write(self) -> None:
        """Start today's backup in the background, unless this object has already started it or no
        backups are kept."""
        today = self._today()
        if not self._most or today == self._done:
            return
        self._done = today
        self._thread = threading.Thread(target=self._back_up, args=[today], daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until a running backup is finished, but at most `seconds` seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _back_up(self, today: date) -> None:
        """Write today's backup, and delete the oldest backups and the files that interrupted
        backups have left behind. Do nothing if today's backup exists or is being written, or if
        there is no room for it. If the new backup is not intact, delete it. Errors are ignored."""
        folder = backup_folder_of(self._store)
        target = folder / f"{today.isoformat()}.sqlite3"
        with suppress(OSError, sqlite3.Error, GuildhallError):
            folder.mkdir(mode=0o700, exist_ok=True)
            if target.exists() or any(folder.glob(f".{target.name}.*")) or not self._has_room():
                return
            back_up(self._store, target)
            if not is_sound(target):
                target.unlink()
            left = [path for path in folder.glob(".*") if not path.name.startswith(f".{today}")]
            for old in (*backups_of(self._store)[self._most :], *left):
                old.unlink()

    def _has_room(self) -> bool:
        import shutil

        return (
            shutil.disk_usage(self._store.parent).free
            >= FREE_SPACE_FACTOR * self._store.stat().st_size
        )


def is_sound(backup: Path) -> bool:
    """Whether a backup is intact. Raises sqlite3.Error. This is checked because a backup of a
    damaged store must not replace a good one."""
    with closing(sqlite_connection.to_read(backup)) as connection:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return bool(verdict == "ok")
