"""A copy of the store while programs go on writing into it (online backup): whole, as it was at one
moment.

A copy of the file alone would not do: what was kept last stands beside it, in its `-wal`.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from engine.errors import AlreadyThere, BadStore, CannotWrite
from engine.i18n.text import verbatim, words

PAGES: Final = 256
"""So many pages are copied at a time; whoever wants to write comes in between."""


def back_up(store: Path, target: Path, *, force: bool = False) -> None:
    """Copy the store in a file into another file, that only its owner may read.

    The copy is whole or not there at all. Raises AlreadyThere for a file that is there unless
    forced, CannotWrite, or BadStore if there is no store to copy or it cannot be read.
    """
    if not store.is_file():
        raise BadStore(words("There is no store in {file} yet.", file=str(store)))
    name = verbatim(str(target))
    spare = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        if target.exists() and (not force or not target.is_file() or target.samefile(store)):
            raise AlreadyThere(words("{file} is there already; it was left as it is.", file=name))
        os.close(os.open(spare, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(store, spare)
        spare.replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotWrite(
            words("{file} cannot be written: {reason}.", file=name, reason=reason)
        ) from error
    except sqlite3.Error as error:
        raise BadStore(
            words("The store {file} cannot be used: {reason}.", file=str(store), reason=str(error))
        ) from error
    finally:
        with suppress(OSError):
            spare.unlink(missing_ok=True)


def _copy(store: Path, spare: Path) -> None:
    with closing(sqlite3.connect(store)) as base, closing(sqlite3.connect(spare)) as copy:
        base.backup(copy, pages=PAGES, sleep=0.01)
        copy.execute("PRAGMA journal_mode = DELETE")
    with spare.open("rb") as file:
        os.fsync(file.fileno())
