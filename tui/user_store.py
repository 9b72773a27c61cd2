"""Opening the store of the user or the server, in a file or in a PostgreSQL database."""

from __future__ import annotations

from engine.i18n.text import Text
from engine.storage.open_store import open_at
from engine.storage.rolling_backups import RollingBackups
from engine.storage.store import Store
from tui.user_paths import UserPaths


def open_store(
    paths: UserPaths, *, display_name: Text | None = None, recovering: bool = False, copies: int = 0
) -> Store:
    """Open the store. `display_name` is its name in messages, which is its location by default.
    With `recovering`, the readable part of a damaged file is opened read-only. `copies` is the
    number of backups to keep if the store is a file. Raises BadStore."""
    if paths.address is not None:
        return open_at(paths.address, display_name=display_name)
    backups = RollingBackups(paths.store, copies)
    return open_at(paths.store, display_name=display_name, recovering=recovering, copies=backups)
