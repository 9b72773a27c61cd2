"""Opening a store by its location: a file, or a database URL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadStore
from engine.i18n.text import Text
from engine.storage.database_url import shown
from engine.storage.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from engine.storage.rolling_backups import RollingBackups
    from engine.storage.store import Store


def open_at(
    place: Path | str,
    *,
    display_name: Text | None = None,
    recovering: bool = False,
    copies: RollingBackups | None = None,
) -> Store:
    """Open the store at `place`, which is the path of a file or a database URL. Only a file is
    backed up, by `copies`.

    Messages name the store by `display_name` or, by default, by its location without a password.
    With `recovering`, the readable part of a damaged file is opened read-only. Raises BadStore.
    """
    if isinstance(place, Path):
        return SqliteStore(place, display_name=display_name, recovering=recovering, copies=copies)
    try:
        from engine.storage.postgres_store import PostgresStore
    except ImportError as error:
        raise BadStore(
            "A PostgreSQL database needs one more library. Install “guildhall-games[postgres]”."
        ) from error
    return PostgresStore(place, display_name=shown(place) if display_name is None else display_name)
