"""How much of the processor a process leaves to others (scheduling priority)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def be_nice(process: int, nice: int) -> None:
    """Let a process be as nice to others as that, or at least try; also where the kernel shares the
    processor out among whole sessions and heeds no process's own niceness (autogroup)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process, nice)
    with suppress(OSError):
        Path(f"/proc/{process}/autogroup").write_text(str(nice), encoding="ascii")
