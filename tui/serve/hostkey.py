"""The key by which people know the house again: a file that nobody but its owner may read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.errors import GuildhallError
from engine.i18n.text import words

HOST_KEY: Final = "host_key"
_LONGEST: Final = 16_384


class Unsafe(GuildhallError):
    """A file that only its owner should read or write, and others can."""


class Unreadable(GuildhallError):
    """A file that holds no key."""


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds; it is made first, for its owner's eyes only, if it is not there.

    Raises Unsafe if it is not a plain file of this user, or others can read or write it; OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return _read(path)
    content = make()
    with os.fdopen(made, "wb") as file:
        os.fchmod(made, 0o600)
        file.write(content)
        file.flush()
        os.fsync(made)
    return content


def _read(path: Path) -> bytes:
    found = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    with os.fdopen(found, "rb") as file:
        about = os.fstat(found)
        private = stat.S_ISREG(about.st_mode) and not about.st_mode & 0o077
        if not private or about.st_uid not in (0, os.geteuid()):
            raise Unsafe(
                words(
                    "{file} must be a file that only its owner can read: chmod 600 {file}",
                    file=str(path),
                )
            )
        return file.read(_LONGEST)
