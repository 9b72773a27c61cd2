"""Tables and columns of a database, which older programs read too."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

from tests.frozen.reaching import guildhall, recorded

APPLICATION = 0x47484C44
"""By which a file says that it is a store of Guildhall."""

FORM = 9
"""The number of the tables' form in 8724a198."""


def test_new_sqlite_store_has_recorded_tables_and_columns(home: Path):
    assert guildhall(home, "list").code == 0
    with closing(sqlite3.connect(home / "games.sqlite3")) as connection:
        for table, columns in recorded("tables.json").items():
            found = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            assert set(columns) <= found, table
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert connection.execute("PRAGMA user_version").fetchone() >= (FORM,)


def test_new_postgresql_store_has_recorded_tables_and_columns(home: Path, database: str):
    assert guildhall(home, "--database", database, "list").code == 0
    with psycopg.connect(database) as link:
        rows = link.execute("SELECT table_name, column_name FROM information_schema.columns")
        found = set(rows.fetchall())
    for table, columns in recorded("tables.json").items():
        assert {(table, column) for column in columns} <= found, table
