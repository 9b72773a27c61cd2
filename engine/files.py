"""What people call files and folders, and files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from engine.errors import NoSuchPlace
from engine.i18n.text import words

LONGEST_TEXT: Final = 1 << 20
"""So many bytes a file has at most that a person writes."""

LEFT_BEHIND: Final = 3600.0
"""After so many seconds nobody writes any more into a file that was to take another's place."""


def path_of(name: str) -> Path:
    """The file or folder that a person calls so, `~` being the home folder; raises NoSuchPlace."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise NoSuchPlace(words("There is no home folder for {name}.", name=name)) from error


def written_in(path: Path) -> str:
    """What a person has written into a file; raises OSError, also for what is no file or is longer
    than anything that is written by hand, and ValueError for what is no text."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    with path.open("rb") as file:
        found = file.read(LONGEST_TEXT + 1)
    if len(found) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return found.decode("utf-8")


@contextmanager
def taking_the_place_of(target: Path) -> Iterator[Path]:
    """A path beside a file that takes its place at the end, if all went well; raises OSError.

    What programs that were killed have left beside the same file is cleared away.
    """
    _clear(target)
    spare = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        yield spare
        spare.replace(target)
    finally:
        with suppress(OSError):
            spare.unlink(missing_ok=True)


def _clear(target: Path) -> None:
    left = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}(-journal)?")
    since = time.time() - LEFT_BEHIND
    with suppress(OSError):
        for path in target.parent.iterdir():
            if left.fullmatch(path.name) and path.lstat().st_mtime < since:
                path.unlink(missing_ok=True)
