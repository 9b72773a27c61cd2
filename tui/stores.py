"""The one place that opens stores, wherever they are."""

from __future__ import annotations

from engine.i18n.text import Text
from engine.storage.open_store import open_at
from engine.storage.rolling_backups import RollingBackups
from engine.storage.store import Store
from tui.user_paths import UserPaths


def open_store(
    places: UserPaths, *, called: Text | None = None, salvaging: bool = False, copies: int = 0
) -> Store:
    """The store at these places, which sentences call by its place or as it is `called`. One in a
    file is only read where it is damaged, if that is wanted (`salvaging`), and so many copies are
    kept of it.

    Raises BadStore.
    """
    if places.address is not None:
        return open_at(places.address, called=called)
    kept = RollingBackups(places.store, copies)
    return open_at(places.store, called=called, salvaging=salvaging, copies=kept)
