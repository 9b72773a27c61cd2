"""Folders with short paths, for tests with sockets, and locations of stores."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from engine.storage.database_url import is_address

MAX_LENGTH: Final = 40
"""Maximum bytes in the path of such a folder, which leaves room for names in it."""


@contextmanager
def short_folder() -> Iterator[Path]:
    """Create a folder with a short path, whatever the environment's choice, and remove it
    afterwards."""
    for base in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"):
        if len(os.fsencode(base)) + len("/gh12345678") <= MAX_LENGTH and os.access(base, os.W_OK):
            with tempfile.TemporaryDirectory(prefix="gh", dir=base) as folder:
                yield Path(folder)
            return
    pytest.skip("no folder has a path short enough for sockets")


def place_of(text: str) -> Path | str:
    """Return the location of a store, given on the command line of a program: a database URL as a
    str, or the path of a file as a Path."""
    return text if is_address(text) else Path(text)
