"""How the file of a store is opened, and what is told of what goes wrong with it."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from engine.errors import BadStore, Busy, Damaged, Doubled, FullDisk, Unwritable
from engine.i18n.text import Text, words
from engine.storage import filesystem

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


_SELDOM: Final = 0.008
_OFTEN: Final = 0.0005
_OLD: Final = 0.3
"""Who waits to write asks again after so many seconds at first, and after so many in the end, when
it has waited so long."""


class SqliteDatabase(sqlite3.Connection):
    """A base in a file, or in memory."""

    _patience = PATIENCE

    def read(self) -> None:
        """Begin a transaction in which everything that is read belongs together."""
        self.execute("BEGIN")

    def write(self, match: str | None) -> None:
        """Begin a transaction that writes, alone. Whoever has waited longest asks most often:
        SQLite itself asks ever more seldom, and who never rests would let nobody in."""
        began = monotonic()
        self._ask_again_for(0)
        try:
            while not self._begin_alone():
                waited = monotonic() - began
                if waited >= self._patience:
                    self.execute("BEGIN IMMEDIATE")
                    break
                sleep(max(_OFTEN, _SELDOM * (1 - waited / _OLD)))
        finally:
            self._ask_again_for(self._patience)

    def commit(self, rung: Collection[str] = ()) -> None:
        """End the transaction: all of it is kept for good. There are no other hosts."""
        super().commit()

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait for others who write."""
        self._patience = seconds
        self._ask_again_for(seconds)

    def rest(self) -> None:
        """A file may stay open: nobody else has to wait for that."""

    def columns(self, table: str) -> Sequence[str]:
        """What the columns of a table are called."""
        return [name for _, name, *_ in self.execute(f"PRAGMA table_info({table})")]

    def numbers(self) -> Mapping[str, int]:
        """The last number that each table has given to a row of itself."""
        return dict(self.execute("SELECT name, seq FROM sqlite_sequence"))

    def number_on(self, numbers: Mapping[str, int]) -> None:
        """Number the rows of tables on from there."""
        for table, last in numbers.items():
            self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    def translated_errors(self, called: Text | str) -> AbstractContextManager[None]:
        """What goes wrong inside is told in a sentence that calls the store so."""
        return translated_errors(called)

    def _begin_alone(self) -> bool:
        """Begin, unless somebody else writes."""
        try:
            self.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if not _is(error, *_LOCKED):
                raise
        return self.in_transaction

    def _ask_again_for(self, seconds: float) -> None:
        """For how long SQLite itself asks again."""
        self.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def in_memory() -> SqliteDatabase:
    """A new base that lasts as long as it is open."""
    return _connected(":memory:", check_same_thread=False)


def to_write(path: Path) -> SqliteDatabase:
    """A connection to the base in that file, which may be made by it; raises sqlite3.Error. On a
    network nobody else gets at it until it was given a journal: so no memory is shared for a WAL
    that it may have."""
    base = _connected(path)
    if filesystem.is_on_network(path):
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
    return base


def give_journal(base: SqliteDatabase, path: Path) -> None:
    """Let the base in that file have a WAL; on a network a rollback journal, in place of a WAL that
    it had, with what stood there. Raises sqlite3.Error, also while another program has that open.
    """
    if not filesystem.is_on_network(path):
        if base.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            base.execute("PRAGMA journal_mode = WAL")
        return
    base.execute("PRAGMA journal_mode = DELETE")
    base.execute("PRAGMA locking_mode = NORMAL")
    _look_into(base)


def _connected(place: Path | str, **how: bool) -> SqliteDatabase:
    base = sqlite3.connect(
        place, timeout=PATIENCE, isolation_level=None, factory=SqliteDatabase, **how
    )
    base.text_factory = _text
    return base


def _text(raw: bytes) -> str:
    """What stands in a row. Bytes that are no text become characters that are no letters, and are
    refused where they stand: SQLite's own error would refuse all rows."""
    return raw.decode("utf-8", "surrogateescape")


def to_read(path: Path) -> SqliteDatabase:
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
def translated_errors(called: Text | str) -> Iterator[None]:
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
        return FullDisk(full(called))
    if _is(error, *_NOT_WRITTEN):
        return FullDisk(
            words(
                "The disk is full or faulty: cannot write to the database {file}.",
                file=called,
            )
        )
    if _is(error, *_CLOSED):
        return Unwritable(only_read(called))
    if _is(error, *_LOCKED):
        return Busy(busy(called))
    kind = Unwritable if _is(error, *_UNOPENED) else BadStore
    if isinstance(error, sqlite3.IntegrityError):
        kind = Doubled
    reason = getattr(error, "strerror", None) or str(error)
    return kind(words("The database {file} cannot be used: {reason}.", file=called, reason=reason))


def damaged(called: Text | str) -> Text:
    """That a store is not as it was written."""
    return words("The database {file} is damaged.", file=called)


def full(called: Text | str) -> Text:
    """That there is no room for more."""
    return words("The disk is full: cannot write to the database {file}.", file=called)


def busy(called: Text | str) -> Text:
    """That somebody else writes."""
    return words("Another program is keeping the database {file} busy.", file=called)


def newer(called: Text | str) -> Text:
    """That a store has a form that nobody knows yet."""
    return words("The database {file} was created by a newer version of Guildhall.", file=called)


def not_ours(called: Text | str) -> Text:
    """That something else is kept there."""
    return words("{file} is not a Guildhall database.", file=called)


def only_read(called: Text | str) -> Text:
    """That a store is as somebody else allows it to be."""
    return words("The database {file} is read-only.", file=called)


def _is(error: sqlite3.Error | OSError, *kinds: str) -> bool:
    return _name_of(error).startswith(kinds)


def _name_of(error: sqlite3.Error | OSError) -> str:
    """What SQLite or the system calls an error."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    return getattr(error, "sqlite_errorname", "")


def _reading(uri: str) -> SqliteDatabase:
    return _connected(uri, uri=True)


def _look_into(base: sqlite3.Connection) -> None:
    base.execute("SELECT count(*) FROM sqlite_master").fetchone()


def has_more(path: Path) -> bool:
    """Whether something of a base stands in its `-wal`."""
    beside = path.with_name(f"{path.name}-wal")
    return beside.exists() and beside.stat().st_size > 0
