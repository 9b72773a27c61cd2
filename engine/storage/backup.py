"""Online backup of a SQLite store: a complete copy of its state at one moment, while other programs
continue to write.

A copy of the file alone would lack the latest transactions, which are in its `-wal` file.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from engine.errors import BadStore, CannotWrite, FullDisk
from engine.files import taking_the_place_of
from engine.i18n.text import verbatim, words
from engine.storage import sqlite_connection
from engine.storage.match_file import checked_target, writing_to

PAGES_PER_STEP: Final = 256
"""Number of pages copied per step. Other programs can write between two steps."""


def back_up(store: Path, target: Path, *, force: bool = False) -> None:
    """Back up the store in the file `store` to the file `target`, which only its owner can read.

    Either the whole backup is created, or nothing is. Raises CannotWrite, AlreadyThere for an
    existing file unless `force` (and always for `store` itself), and BadStore if there is no store
    or the store cannot be read.
    """
    if not store.is_file():
        raise BadStore("There is no database in {file} yet.", file=str(store))
    place = checked_target(target, force=force, never=store)
    name = verbatim(str(target))
    try:
        with writing_to(target), taking_the_place_of(place) as temporary:
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with sqlite_connection.translated_errors(str(store)):
                copy_database(store, temporary)
    except FullDisk as error:
        reason = words("there is not enough disk space")
        raise CannotWrite("Cannot write {file}: {reason}.", file=name, reason=reason) from error


def copy_database(store: Path, copy_file: Path) -> None:
    """Copy all pages of the store in the file `store` to the file `copy_file`. Raises sqlite3.Error
    or OSError."""
    with (
        closing(sqlite_connection.to_read(store)) as connection,
        closing(sqlite3.connect(copy_file)) as copy,
    ):
        connection.backup(copy, pages=PAGES_PER_STEP, progress=_fail_if_busy, sleep=0.01)
        copy.execute("PRAGMA journal_mode = DELETE")
    with copy_file.open("rb") as file:
        os.fsync(file.fileno())


def _fail_if_busy(status: int, remaining: int, pages: int) -> None:
    """Raise sqlite3.OperationalError if `status` says that another program has kept the database
    busy for the whole busy timeout. Without this check, `Connection.backup` would retry for
    ever."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorname = "SQLITE_BUSY"
        raise error
