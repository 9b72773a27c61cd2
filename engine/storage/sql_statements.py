"""SQL helpers shared by the parts of a store."""

from __future__ import annotations

from engine.storage.database import Connection

Stored = str | int | float | bytes | None
"""A value of a column, which may be of any type in a damaged store."""


def insert(connection: Connection, table: str, **values: Stored) -> None:
    """Insert a row into a table. `values` holds the values by column."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))


def set_server_value(connection: Connection, name: str, value: str) -> None:
    """Set a named value of the server. A former value is replaced."""
    connection.execute(
        "INSERT INTO house (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


def server_value(connection: Connection, name: str) -> str | None:
    """Return a named value of the server; None if it is not set."""
    row = connection.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def update(connection: Connection, table: str, id: Stored, **values: Stored) -> None:
    """Update the row `id` of a table. `values` holds the new values by column."""
    changes = ", ".join(f"{name} = ?" for name in values)
    connection.execute(f"UPDATE {table} SET {changes} WHERE id = ?", (*values.values(), id))
