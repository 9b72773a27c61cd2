"""Read-only folders and full disks for tests, whichever user runs them."""

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
def read_only(folder: Path) -> Iterator[None]:
    """Make the folder and its content read-only in the block, for a user who is not root."""
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


def run_on_full_disk(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command for which no file can grow."""

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
