"""Bans and mutes.

A banned person can neither join nor chat, even in a session that is already open. A muted person
cannot chat.
"""

from __future__ import annotations

from typing import Final

from engine.core.players import Person
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.storage.database import Connection
from engine.storage.sql_statements import server_value

KEPT_OUT: Final = words("The admin of this server has banned you.")


def check_not_banned(connection: Connection, person: Person) -> None:
    """Raise NotAllowed if the person is banned."""
    row = connection.execute("SELECT banned FROM person WHERE id = ?", (person.id,)).fetchone()
    if row is not None and row[0]:
        raise NotAllowed(KEPT_OUT)


def muted_name(person: int) -> str:
    """Return the name under which the store records that an admin has muted a person."""
    return f"muted {person}"


def check_may_chat(connection: Connection, person: Person) -> None:
    """Raise NotAllowed if an admin has muted the person."""
    if server_value(connection, muted_name(person.id)) is not None:
        raise NotAllowed("An admin of this server has muted you.")
