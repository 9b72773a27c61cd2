"""Scheduling priority of processes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


def be_nice(process: int, nice: int) -> None:
    """Set the niceness of the process with the id `process` and that of its autogroup to `nice`, as
    far as the system allows. A kernel with autogroups ignores the niceness of single processes."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process, nice)
    with suppress(OSError):
        Path(f"/proc/{process}/autogroup").write_text(str(nice), encoding="utf-8")
