"""Folders for tests that need a path of few letters: those of sockets are short."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

LONGEST: Final = 40
"""Bytes that the path of such a folder may have: what a test makes in it needs some more."""


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder with a short path, whatever the environment names for such folders; it is gone
    afterwards."""
    for base in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"):
        if len(os.fsencode(base)) + len("/gh12345678") <= LONGEST and os.access(base, os.W_OK):
            with tempfile.TemporaryDirectory(prefix="gh", dir=base) as folder:
                yield Path(folder)
            return
    pytest.skip("no folder has a path that is short enough for sockets")
