"""The command `migrate`, which copies a store into another one, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from engine.errors import BadStore, NotAllowed
from engine.storage import store_copy
from engine.storage.database_url import shown
from engine.storage.match_file import checked_target
from engine.storage.open_store import open_at
from engine.storage.store import Store
from tui.server.control_socket import is_open


def migrate(source: Path | str, target: Path | str) -> int:
    """Copy the store `source` into the empty store `target`, each a file or a URL, and return the
    number of matches. Raises AlreadyThere if the target file exists, NotAllowed if either store is
    in use, or BadStore."""
    if isinstance(source, Path) and not source.is_file():
        raise BadStore("There is no database in {file} yet.", file=str(source))
    with (
        _alone_in(source) as old,
        _new(target) as new,
        Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress,
    ):
        bar = progress.add_task("")

        def report_progress(done: int, steps: int) -> None:
            progress.update(bar, completed=done, total=steps)

        return store_copy.copy_store(old, new, report_progress)


@contextmanager
def _alone_in(place: Path | str) -> Iterator[Store]:
    """Open the store at `place` for the duration of a block. Raises NotAllowed if a server or
    another program is using the store, or BadStore."""
    if isinstance(place, Path) and is_open(place.absolute().parent):
        raise NotAllowed(
            "A server is running on {store}. Stop it first.", store=str(place.absolute().parent)
        )
    with closing(open_at(place)) as store:
        if store.others():
            raise NotAllowed(
                "Other programs are using {store}. Stop all servers there first.",
                store=display_name(place),
            )
        yield store


@contextmanager
def _new(place: Path | str) -> Iterator[Store]:
    """Open the target store at `place`. After a failure, the file that was created for the store is
    removed. Raises AlreadyThere for an existing file, NotAllowed if a URL's store is in use, or
    BadStore."""
    if not isinstance(place, Path):
        with _alone_in(place) as store:
            yield store
        return
    checked_target(place)
    try:
        with _alone_in(place) as store:
            yield store
    except BaseException:
        for name in (place.name, f"{place.name}-wal", f"{place.name}-shm"):
            with suppress(OSError):
                place.with_name(name).unlink()
        raise


def display_name(place: Path | str) -> str:
    """Return the name that messages use for the database in the file or at the URL `place`."""
    return str(place) if isinstance(place, Path) else shown(place)
