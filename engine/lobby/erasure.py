"""The effects of bans and erasure on a person's seats and name. The caller opens the
transaction."""

from __future__ import annotations

from contextlib import suppress

from engine.errors import BadSave, NoSuchMatch
from engine.lobby.seat_owners import PLAYS_ON, hand_over
from engine.storage.database import Connection
from engine.storage.sql_statements import update
from engine.storage.store import Store


def leave_tables(connection: Connection, person: int) -> None:
    """Free a person's seats, and the seats reserved for that person, at all waiting tables.

    A table that the person hosts passes to the player who joined it first, or is closed if nobody
    else is at the table.
    """
    tables = connection.execute(
        "SELECT id FROM gathering WHERE host = :person"
        " UNION SELECT gathering FROM place WHERE person = :person OR meant = :person",
        {"person": person},
    ).fetchall()
    for (id,) in tables:
        connection.execute(
            "UPDATE place SET meant = NULL WHERE gathering = ? AND meant = ?", (id, person)
        )
        leave_table(connection, id, person)


def leave_table(connection: Connection, id: str, person: int) -> None:
    """Remove a person from a waiting table. If the person is its host, the player who joined first
    becomes the host, or the table is closed if it is now empty."""
    connection.execute(
        "UPDATE place SET person = NULL, since = NULL WHERE gathering = ? AND person = ?",
        (id, person),
    )
    hosted = connection.execute(
        "SELECT 1 FROM gathering WHERE id = ? AND host = ?", (id, person)
    ).fetchone()
    if hosted is None:
        return
    successor = connection.execute(
        "SELECT person FROM place WHERE gathering = ? AND person IS NOT NULL ORDER BY since, seat",
        (id,),
    ).fetchone()
    if successor is None:
        connection.execute("DELETE FROM gathering WHERE id = ?", (id,))
    else:
        update(connection, "gathering", id, host=successor[0])


def leave_matches(store: Store, connection: Connection, person: int) -> list[str]:
    """Let a bot take over a person's seats in running matches, and return the ids of these matches.
    Matches with unreadable headers are skipped."""
    seats = connection.execute(
        "SELECT owner.match, seat FROM owner JOIN match ON match.id = owner.match"
        " WHERE person = ? AND over = 0",
        (person,),
    ).fetchall()
    left = []
    for id, seat in seats:
        with suppress(BadSave):
            hand_over(store, connection, id, seat, PLAYS_ON)
            left.append(id)
    return left


def rename_seats(store: Store, connection: Connection, person: int, name: str | None) -> list[str]:
    """Rename a person's seats in all matches, and return the ids of these matches.

    Seats that a bot has taken over from the person are included. Without a `name`, a seat is named
    after its number, as in `Player 2`. Matches with unreadable headers are skipped.
    """
    seats = connection.execute(
        "SELECT match, seat FROM owner WHERE person = ? OR (former = ? AND person IS NULL)",
        (person, person),
    ).fetchall()
    changed = []
    for id, seat in seats:
        try:
            header, _ = store.log(id)
        except BadSave as error:
            if error.good is None:
                continue
            header = error.good.header
        except NoSuchMatch:
            continue
        store.set_player(id, seat, header.seats[seat][1], name or f"Player {seat + 1}")
        changed.append(id)
    return changed
