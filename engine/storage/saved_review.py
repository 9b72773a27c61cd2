"""The review saved with a match."""

from __future__ import annotations

from engine.core.event import Header
from engine.errors import BadSave
from engine.search.review import Review, made_with
from engine.storage.store import Store


def saved_review(store: Store, id: str, header: Header) -> Review | None:
    """Return the saved review of a match; None if there is none, it is outdated, or it cannot be
    read. Raises BadStore."""
    body = store.review(id, made_with(header))
    if body is None:
        return None
    try:
        return Review.from_json(body)
    except BadSave:
        return None
