"""How the file of a store is opened, and what is told of what goes wrong with it."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.errors import BadStore, Busy, Damaged, FullDisk, Unwritable
from engine.i18n.text import Text, words

PATIENCE: Final = 5.0
"""For how many seconds a writer waits for another one."""

_DAMAGED: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_LOCKED: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")
_FULL: Final = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT")
_NOT_WRITTEN: Final = (
    *("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"),
    *("SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "EFBIG"),
)
_CLOSED: Final = ("SQLITE_READONLY",)
_UNOPENED: Final = ("SQLITE_CANTOPEN", "SQLITE_PERM", "EACCES", "EPERM", "EROFS")


def to_write(path: Path) -> sqlite3.Connection:
    """A connection to the base in that file, which may be made by it; raises sqlite3.Error."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that reads the base in that file, and all that stands beside it in its `-wal`,
    even where nothing can be written; raises sqlite3.Error.

    To read a base in WAL mode SQLite wants to write into a `-shm`. Where there is none, and none
    can be made, no other program can have the base open: so it is read alone, without any locks.
    """
    file = f"{path.absolute().as_uri()}?mode=ro"
    with_others = _reading(file)
    try:
        _look_into(with_others)
    except sqlite3.Error as error:
        with_others.close()
        if not _is(error, *_FULL, *_NOT_WRITTEN, *_CLOSED, *_UNOPENED):
            raise
    else:
        return with_others
    alone = _reading(f"{file}&vfs=unix-none" if has_more(path) else f"{file}&immutable=1")
    try:
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        _look_into(alone)
    except sqlite3.Error:
        alone.close()
        raise
    return alone


def may_be_written(path: Path) -> bool:
    """Whether this user may write into a file that is there."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def trouble(called: Text | str) -> Iterator[None]:
    """What goes wrong inside with a store is told in a sentence that calls it so; raises BadStore,
    of the kind that it is."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise told(error, called) from error


def told(error: sqlite3.Error | OSError, called: Text | str) -> BadStore:
    """What is wrong with a store that is called so."""
    if _is(error, *_DAMAGED):
        return Damaged(damaged(called))
    if _is(error, *_FULL):
        return FullDisk(
            words("The disk is full: nothing can be written into the store {file}.", file=called)
        )
    if _is(error, *_NOT_WRITTEN):
        return FullDisk(
            words(
                "The disk is full or broken: nothing can be written into the store {file}.",
                file=called,
            )
        )
    if _is(error, *_CLOSED):
        return Unwritable(only_read(called))
    if _is(error, *_LOCKED):
        return Busy(words("Another program keeps the store {file} busy.", file=called))
    kind = Unwritable if _is(error, *_UNOPENED) else BadStore
    reason = getattr(error, "strerror", None) or str(error)
    return kind(words("The store {file} cannot be used: {reason}.", file=called, reason=reason))


def damaged(called: Text | str) -> Text:
    """That a store is not as it was written."""
    return words("The store {file} is damaged.", file=called)


def only_read(called: Text | str) -> Text:
    """That a store is as somebody else allows it to be."""
    return words("The store {file} may only be read.", file=called)


def _is(error: sqlite3.Error | OSError, *kinds: str) -> bool:
    return _name_of(error).startswith(kinds)


def _name_of(error: sqlite3.Error | OSError) -> str:
    """What SQLite or the system calls an error."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    return getattr(error, "sqlite_errorname", "")


def _reading(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)


def _look_into(base: sqlite3.Connection) -> None:
    base.execute("SELECT count(*) FROM sqlite_master").fetchone()


def has_more(path: Path) -> bool:
    """Whether something of a base stands in its `-wal`."""
    beside = path.with_name(f"{path.name}-wal")
    return beside.exists() and beside.stat().st_size > 0
