"""The review saved with a match."""

from __future__ import annotations

from engine.core.event import Header
from engine.errors import BadSave
from engine.search.review import Review, made_with
from engine.storage.sql_statements import insert
from engine.storage.store import Store


def saved_review(store: Store, id: str, header: Header) -> Review | None:
    """Return the saved review of a match; None if there is none, or if the review is outdated or
    unreadable. Raises BadStore."""
    row = store.first_row("SELECT made_with, body FROM review WHERE match = ?", id)
    if row is None or row[0] != made_with(header):
        return None
    try:
        return Review.from_json(str(row[1]))
    except BadSave:
        return None


def save_review(store: Store, id: str, header: Header, body: str) -> None:
    """Save `body`, the review of a match as JSON, in place of the old review. Raises NoSuchMatch or
    BadStore."""
    with store.write_transaction(id) as connection:
        store.record(id)
        connection.execute("DELETE FROM review WHERE match = ?", (id,))
        insert(connection, "review", match=id, made_with=made_with(header), body=body)
