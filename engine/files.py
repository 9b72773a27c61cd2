"""Paths typed by users, and the reading and atomic writing of files."""

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

MAX_TEXT_BYTES: Final = 1 << 20
"""Maximum size of a file written by a person, in bytes."""

ABANDONED_AFTER: Final = 3600.0
"""Age in seconds at which a temporary file beside its target counts as abandoned."""


def is_web_page(name: str) -> bool:
    """Whether a file name ends in `.html`, in upper or lower case."""
    return name.lower().endswith(".html")


def path_of(name: str) -> Path:
    """Return the path typed by a user, with `~` expanded. Raises NoSuchPlace if there is no home
    folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise NoSuchPlace("There is no home folder for {name}.", name=name) from error


def read_text_file(path: Path) -> str:
    """Return the text of a file written by a person. Raises OSError if `path` is not a readable
    file or has more than `MAX_TEXT_BYTES` bytes, and ValueError if the content is not UTF-8."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    with path.open("rb") as file:
        content = file.read(MAX_TEXT_BYTES + 1)
    if len(content) > MAX_TEXT_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.decode("utf-8")


@contextmanager
def taking_the_place_of(target: Path) -> Iterator[Path]:
    """Yield a temporary path, and let its file replace `target` if the block succeeds. Raises
    OSError.

    Temporary files for the same target that killed programs left behind more than `ABANDONED_AFTER`
    seconds ago are removed.
    """
    _clear(target)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        yield temporary
        temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _clear(target: Path) -> None:
    left = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}(-journal)?")
    since = time.time() - ABANDONED_AFTER
    with suppress(OSError):
        for path in target.parent.iterdir():
            if left.fullmatch(path.name) and path.lstat().st_mtime < since:
                path.unlink(missing_ok=True)
