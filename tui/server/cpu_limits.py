"""Limits of a session's CPU time (scheduling priority, watchdog)."""

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

from screens.exit_codes import MISTAKE

KIND: Final = 5
"""By how much a session is nicer to other processes than the door is."""

KINDEST: Final = 19
"""Nicer no process can be."""


RUNAWAY: Final = 300
"""So many seconds of the processor, one after the other, no session needs."""


def end_if_it_runs_away(write_down: Callable[[str], None], seconds: int = RUNAWAY) -> None:
    """End this process, and write down where it was, once it has worked for that long with hardly a
    pause: whoever waits for keys pauses at each. How long a session works altogether has no bound,
    for people stay for days."""
    paused = _pauses()

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal paused
        if _pauses() - paused < seconds:
            where = "".join(traceback.format_stack(frame))
            write_down(f"a session has worked for {seconds} seconds without a pause\n{where}")
            os._exit(MISTAKE)
        paused = _pauses()
        _call_after(seconds)

    signal.signal(signal.SIGXCPU, look)
    _call_after(seconds)


def _pauses() -> int:
    """Return how often this process has waited for something."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


def _call_after(seconds: int) -> None:
    """Have the kernel send SIGXCPU when this process has worked for so long."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = ceil(time.process_time()) + seconds
    if most != resource.RLIM_INFINITY:
        until = min(until, most)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))
