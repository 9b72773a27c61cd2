"""Folders that may only be read and disks that are full, whoever runs the tests."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOBODY = 65534


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Let the folder, and what lies in it, only be read, by somebody who is not root."""
    inside = [folder, *folder.iterdir()]
    root = os.geteuid() == 0
    if root:
        folder.parent.chmod(0o755)
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for path in inside:
            path.chmod(0o755 if path.is_dir() else 0o644)


def without_room(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """What a command says where no file can become larger than it is."""

    def fill_up() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    return subprocess.run(
        [sys.executable, "-m", "tui", *map(str, arguments), "--home", str(home)],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=fill_up,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
