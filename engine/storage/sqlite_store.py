"""The store on disk: one SQLite file.

SQLite syncs to disk (`synchronous=FULL`) before a transaction ends. Everything that players have
seen therefore survives a crash of the program and a power cut.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import BadStore, Damaged, FullDisk, Unwritable
from engine.i18n.text import Text, words
from engine.shell_command import shell_command
from engine.storage import schema, sqlite_connection
from engine.storage.pubsub import SocketBus
from engine.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from engine.storage.sqlite_connection import SqliteDatabase
from engine.storage.store import Store

if TYPE_CHECKING:
    from engine.storage.rolling_backups import RollingBackups

_MIN_SIZE: Final = 512
"""Minimum size, in bytes, of a file that contains a database."""

_BACKUP_TIMEOUT: Final = 3.0
"""Maximum number of seconds for which `close` waits for a running backup."""


class SqliteStore(Store):
    """A store in a SQLite file."""

    _recovering = False

    def __init__(
        self,
        path: Path,
        *,
        display_name: Text | None = None,
        recovering: bool = False,
        copies: RollingBackups | None = None,
    ) -> None:
        """Open the store in the file `path`, and create the file and its folder if necessary.
        Raises BadStore.

        Messages name the store by `display_name` or, by default, by its path. If the file cannot be
        written, it is opened read-only. With `recovering`, the readable part of a damaged file is
        also opened read-only. `copies` backs up the store after writes.
        """
        self.path = path
        self.display_name = str(path) if display_name is None else display_name
        self._recovering = recovering
        try:
            self._open(path)
        except Damaged:
            if not self.salvage():
                raise
        self.copies = copies

    def salvage(self) -> bool:
        """Replace a damaged store by its readable part, in memory and read-only, if it was opened
        with `recovering` and has not been replaced before. Return whether it was replaced. Raises
        BadStore, in particular Damaged if no match can be read."""
        if not self._recovering:
            return False
        from engine.storage.recovery import recover
        from engine.storage.sqlite_pages import rows_in

        self._recovering = False
        database = sqlite_connection.in_memory()
        with database.translated_errors(self.display_name):
            recover(rows_in(self.path), database)
            (matches,) = database.execute("SELECT count(*) FROM match").fetchone()
        if not matches:
            raise Damaged(sqlite_connection.damaged(self.display_name))
        self.attach(database, SocketBus.of(self.path))
        self.only_read = words(
            "The database {file} is damaged. This is what can still be read. “{command}” saves it "
            "to a new database, FILE.",
            file=self.display_name,
            command=shell_command("recover", "FILE"),
        )
        return True

    def close(self) -> None:
        """Close the file. If a backup is running, wait for it briefly."""
        if self.copies is not None:
            self.copies.wait(_BACKUP_TIMEOUT)
        super().close()

    def _open(self, path: Path) -> None:
        """Open the file for writing or, if it cannot be written, for reading; `only_read` is then
        the reason. Raises BadStore."""
        try:
            with sqlite_connection.translated_errors(self.display_name):
                self._use(self._base_to_write(path))
        except Unwritable as error:
            if not path.is_file():
                raise
            full = isinstance(error, FullDisk)
            self.only_read = error.text if full else sqlite_connection.only_read(self.display_name)
            with sqlite_connection.translated_errors(self.display_name):
                self._use(sqlite_connection.to_read(path))

    def _base_to_write(self, path: Path) -> SqliteDatabase:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        elif path.stat().st_size < _MIN_SIZE:
            self._refuse_emptied(path)
        if not sqlite_connection.may_be_written(path):
            raise Unwritable(sqlite_connection.only_read(self.display_name))
        return sqlite_connection.to_write(path)

    def _refuse_emptied(self, path: Path) -> None:
        """Raise BadStore if a file that is too small for a database has a `-wal` file or backups,
        which show that it once had content."""
        if sqlite_connection.has_more(path):
            raise Damaged(sqlite_connection.damaged(self.display_name))
        from engine.storage.rolling_backups import backups_of

        if backups_of(path):
            raise BadStore(
                "The database {file} is empty, but it was not empty before, and there "
                "are backups of it. Put the newest one from {folder} in its place, or "
                "delete the empty file to start afresh.",
                file=self.display_name,
                folder=f"{path.stem}.copies",
            )

    def _use(self, database: SqliteDatabase) -> None:
        """Prepare a database, and use it for this store. Close it if there is an error."""
        try:
            self.attach(self._prepared(database), SocketBus.of(self.path))
        except BaseException:
            database.close()
            raise

    def _prepared(self, database: SqliteDatabase) -> SqliteDatabase:
        """Return the database with the current schema. If an older database is read-only, return a
        migrated copy in memory."""
        version = self._version(database)
        if self.only_read is not None:
            return database if version == SCHEMA_VERSION else _migrated_copy(database)
        database.execute("PRAGMA foreign_keys = ON")
        sqlite_connection.give_journal(database, self.path)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA secure_delete = ON")
        if version < SCHEMA_VERSION:
            database.write(None)
            schema.migrate(database)
            database.commit()
        return database

    def _version(self, database: SqliteDatabase) -> int:
        """Return the schema version of the file; 0 if the file is new. Raises BadStore if the file
        is damaged, has a newer schema, or belongs to another application."""
        version = schema.schema_version(database)
        if version < 0:
            raise Damaged(sqlite_connection.damaged(self.display_name))
        if version > SCHEMA_VERSION:
            raise BadStore(sqlite_connection.newer(self.display_name))
        (application,) = database.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables or version:
                raise BadStore(sqlite_connection.not_ours(self.display_name))
        return version


def _migrated_copy(database: SqliteDatabase) -> SqliteDatabase:
    copy = sqlite_connection.in_memory()
    database.backup(copy)
    database.close()
    schema.migrate(copy)
    return copy
