"""Scheduling priority of sessions, and a watchdog that ends a session that has used CPU time for
too long without a pause."""

from __future__ import annotations

import os
import resource
import signal
import time
import traceback
from collections.abc import Callable
from math import ceil
from types import FrameType
from typing import Final

from screens.exit_codes import CRASHED

NICENESS: Final = 5
"""Nice value of a session, relative to the server."""

MAX_NICE: Final = 19


RUNAWAY_SECONDS: Final = 300
"""Seconds of CPU time after which a session that has hardly waited is ended."""


def exit_on_runaway_cpu(write_down: Callable[[str], None], seconds: int = RUNAWAY_SECONDS) -> None:
    """Start a watchdog. If this process waits fewer than `seconds` times while it uses `seconds` of
    CPU time, the watchdog passes the process's stack to `write_down` and exits with CRASHED. Each
    wait for a key counts. The total CPU time is not limited."""
    paused = _pauses()

    def check(number: int, frame: FrameType | None) -> None:
        nonlocal paused
        if _pauses() - paused < seconds:
            where = "".join(traceback.format_stack(frame))
            write_down(f"a session has worked for {seconds} seconds without a pause\n{where}")
            os._exit(CRASHED)
        paused = _pauses()
        _call_after(seconds)

    signal.signal(signal.SIGXCPU, check)
    _call_after(seconds)


def _pauses() -> int:
    """Return the number of voluntary context switches of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


def _call_after(seconds: int) -> None:
    """Have the kernel send SIGXCPU after another `seconds` of CPU time, or at the hard limit if
    that comes first."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = ceil(time.process_time()) + seconds
    if most != resource.RLIM_INFINITY:
        until = min(until, most)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))
