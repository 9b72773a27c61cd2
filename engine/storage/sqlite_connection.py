"""Opening the SQLite file of a store, and translating its errors."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from engine.errors import BadStore, Busy, Damaged, Doubled, FullDisk, Unwritable
from engine.i18n.text import Text, words
from engine.storage import filesystem

WRITE_LOCK_TIMEOUT: Final = 5.0
"""Seconds that a writer waits for other writers."""

_DAMAGED_CODES: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_LOCKED_CODES: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")
_FULL_CODES: Final = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT")
_NOT_WRITTEN: Final = (
    *("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"),
    *("SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "EFBIG"),
)
_READ_ONLY_CODES: Final = ("SQLITE_READONLY",)
_UNOPENED_CODES: Final = ("SQLITE_CANTOPEN", "SQLITE_PERM", "EACCES", "EPERM", "EROFS")


_MAX_RETRY: Final = 0.008
_MIN_RETRY: Final = 0.0005
_RETRY_RAMP: Final = 0.3
"""Time in seconds, at the beginning of a wait for other writers, over which the interval between
two retries falls from `_MAX_RETRY` to `_MIN_RETRY`."""


@contextmanager
def translated_errors(display_name: Text | str) -> Iterator[None]:
    """Translate errors of SQLite and of the operating system in the block into BadStore or a
    subclass. `display_name` is the name of the store in the message."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise translated(error, display_name) from error


class SqliteDatabase(sqlite3.Connection):
    """A database in a file, or in memory."""

    _patience = WRITE_LOCK_TIMEOUT

    def read(self) -> None:
        self.execute("BEGIN")

    def write(self, match: str | None) -> None:
        """Begin an exclusive write transaction.

        The writer that has waited longest retries most often. SQLite's built-in retries become
        rarer with time, which starves the writers that have waited longest; retries without a pause
        would starve all others.
        """
        began = monotonic()
        self._set_busy_timeout(0)
        try:
            while not self._begin_alone():
                # After the timeout, let SQLite raise its error, or begin if the lock is free now.
                waited = monotonic() - began
                if waited >= self._patience:
                    self.execute("BEGIN IMMEDIATE")
                    break
                sleep(max(_MIN_RETRY, _MAX_RETRY * (1 - waited / _RETRY_RAMP)))
        finally:
            self._set_busy_timeout(self._patience)

    def commit(self, topics: Collection[str] = ()) -> None:
        """Commit the transaction durably. There are no other machines to notify."""
        super().commit()

    def wait_at_most(self, seconds: float) -> None:
        self._patience = seconds
        self._set_busy_timeout(seconds)

    def rest(self) -> None:
        """Do nothing, because an open file blocks nobody."""

    def columns(self, table: str) -> Sequence[str]:
        return [name for _, name, *_ in self.execute(f"PRAGMA table_info({table})")]

    def numbers(self) -> Mapping[str, int]:
        return dict(self.execute("SELECT name, seq FROM sqlite_sequence"))

    def continue_numbering(self, numbers: Mapping[str, int]) -> None:
        for table, last in numbers.items():
            self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    translated_errors = staticmethod(translated_errors)

    def _begin_alone(self) -> bool:
        """Begin a write transaction unless another program is writing. Return whether the
        transaction has begun."""
        try:
            self.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if not _is(error, *_LOCKED_CODES):
                raise
        return self.in_transaction

    def _set_busy_timeout(self, seconds: float) -> None:
        self.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def in_memory() -> SqliteDatabase:
    return _connect(":memory:", check_same_thread=False)


def to_write(path: Path) -> SqliteDatabase:
    """Open a database file for writing, and create it if necessary. Raises sqlite3.Error.

    On a network file system, the file remains locked until `give_journal` is called, so that an
    existing WAL needs no shared memory.
    """
    database = _connect(path)
    if filesystem.is_on_network(path):
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
    return database


def give_journal(database: SqliteDatabase, path: Path) -> None:
    """Set the journal mode of a database file: a WAL or, on a network file system, a rollback
    journal. Raises sqlite3.Error.

    On a network file system, an existing WAL is merged into the file, which fails if another
    program is using the WAL.
    """
    if not filesystem.is_on_network(path):
        if database.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            database.execute("PRAGMA journal_mode = WAL")
        return
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA locking_mode = NORMAL")
    _read_anything(database)


def _connect(place: Path | str, **how: bool) -> SqliteDatabase:
    database = sqlite3.connect(
        place, timeout=WRITE_LOCK_TIMEOUT, isolation_level=None, factory=SqliteDatabase, **how
    )
    database.text_factory = _text
    return database


def _text(raw: bytes) -> str:
    """Decode a text column. Invalid bytes become surrogates, so that they affect only their own
    row. SQLite's own error would make the whole query fail."""
    return raw.decode("utf-8", "surrogateescape")


def to_read(path: Path) -> SqliteDatabase:
    """Open a database file for reading, including its `-wal` file, even if nothing can be written.
    Raises sqlite3.Error.

    To read a database in WAL mode, SQLite must write a `-shm` file. If there is none and none can
    be created, no other program can have the database open, so the database is read without locks.
    """
    file = f"{path.absolute().as_uri()}?mode=ro"
    with_others = _open_uri(file)
    try:
        _read_anything(with_others)
    except sqlite3.Error as error:
        with_others.close()
        if not _is(error, *_FULL_CODES, *_NOT_WRITTEN, *_READ_ONLY_CODES, *_UNOPENED_CODES):
            raise
    else:
        return with_others
    alone = _open_uri(f"{file}&vfs=unix-none" if has_more(path) else f"{file}&immutable=1")
    try:
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        _read_anything(alone)
    except sqlite3.Error:
        alone.close()
        raise
    return alone


def may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def translated(error: sqlite3.Error | OSError, display_name: Text | str) -> BadStore:
    """Return the BadStore that corresponds to `error`. `display_name` is the name of the store in
    the message."""
    if _is(error, *_DAMAGED_CODES):
        return Damaged(damaged(display_name))
    if _is(error, *_FULL_CODES):
        return FullDisk(full(display_name))
    if _is(error, *_NOT_WRITTEN):
        return FullDisk(
            "Cannot write to the database {file}: the disk is full or faulty.", file=display_name
        )
    if _is(error, *_READ_ONLY_CODES):
        return Unwritable(only_read(display_name))
    if _is(error, *_LOCKED_CODES):
        return Busy(busy(display_name))
    kind = Unwritable if _is(error, *_UNOPENED_CODES) else BadStore
    if isinstance(error, sqlite3.IntegrityError):
        kind = Doubled
    reason = getattr(error, "strerror", None) or str(error)
    return kind(
        words("The database {file} cannot be used: {reason}.", file=display_name, reason=reason)
    )


def damaged(display_name: Text | str) -> Text:
    """Return the message for a damaged store."""
    return words("The database {file} is damaged.", file=display_name)


def full(display_name: Text | str) -> Text:
    """Return the message for a full disk."""
    return words("Cannot write to the database {file}: the disk is full.", file=display_name)


def busy(display_name: Text | str) -> Text:
    """Return the message for a store that another program keeps locked."""
    return words("Another program is keeping the database {file} busy.", file=display_name)


def newer(display_name: Text | str) -> Text:
    """Return the message for a store with a newer schema."""
    return words(
        "The database {file} was created by a newer version of Guildhall.", file=display_name
    )


def not_ours(display_name: Text | str) -> Text:
    """Return the message for a file or database of another application."""
    return words("{file} is not a Guildhall database.", file=display_name)


def only_read(display_name: Text | str) -> Text:
    """Return the message for a read-only store."""
    return words("The database {file} is read-only.", file=display_name)


def _is(error: sqlite3.Error | OSError, *kinds: str) -> bool:
    return _name_of(error).startswith(kinds)


def _name_of(error: sqlite3.Error | OSError) -> str:
    """Return the symbolic name of an error of SQLite or of the operating system. It is empty if the
    error has none."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    return getattr(error, "sqlite_errorname", "")


def _open_uri(uri: str) -> SqliteDatabase:
    return _connect(uri, uri=True)


def _read_anything(connection: sqlite3.Connection) -> None:
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def has_more(path: Path) -> bool:
    """Whether a database file has a `-wal` file that is not empty."""
    beside = path.with_name(f"{path.name}-wal")
    return beside.exists() and beside.stat().st_size > 0
