"""SQLite files that a test opens without a store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def sqlite_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file, commit at the end, and close it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
