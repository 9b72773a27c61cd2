"""Opening the store of the user or the server, in a file or in a PostgreSQL database."""

from __future__ import annotations

from engine.i18n.text import Text
from engine.storage.open_store import open_at
from engine.storage.rolling_backups import RollingBackups
from engine.storage.store import Store
from tui.user_paths import UserPaths


def open_store(
    paths: UserPaths, *, called: Text | None = None, salvaging: bool = False, copies: int = 0
) -> Store:
    """Open the store. `called` is its name in messages, which is its location by default. With
    `salvaging`, a damaged file is opened read-only. `copies` is the number of backups to keep.
    Raises BadStore."""
    if paths.address is not None:
        return open_at(paths.address, called=called)
    backups = RollingBackups(paths.store, copies)
    return open_at(paths.store, called=called, salvaging=salvaging, copies=backups)
