"""What is written into the tables of a store in the same way everywhere (SQL)."""

from __future__ import annotations

from engine.storage.database import Connection

Stored = str | int | float | bytes | None
"""What a column of a row may hold, whatever should stand there."""


def insert(base: Connection, table: str, **values: Stored) -> None:
    """Put a row into a table, its values by the names of their columns."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    base.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))


def keep_word(base: Connection, name: str, value: str) -> None:
    """Let the house keep something under a name, in place of what it kept there before."""
    base.execute(
        "INSERT INTO house (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


def kept_word(base: Connection, name: str) -> str | None:
    """What the house keeps under a name; None where it keeps nothing there."""
    row = base.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def update(base: Connection, table: str, id: Stored, **values: Stored) -> None:
    """Change the row of that id in a table: these values, by the names of their columns."""
    changes = ", ".join(f"{name} = ?" for name in values)
    base.execute(f"UPDATE {table} SET {changes} WHERE id = ?", (*values.values(), id))
