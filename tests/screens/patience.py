"""Waiting for a screen until it has nothing more to do, and no longer.

Textual's own way is to sleep twice for each key and to see whether the processor was idle
meanwhile: most of a test was sleep. The loop knows better: it has nothing to run, and nothing that
it will run soon.
"""

from __future__ import annotations

import asyncio
from asyncio import BaseEventLoop
from math import inf
from typing import Final, cast

SOON: Final = 0.02
"""Within how many seconds something must be due to be waited for: a repaint, a bot without a
pause."""


AT_MOST: Final = 10.0
"""For how many seconds things may go on without a pause before that is taken for what they are to
do: a busy machine takes long over the work of a moment."""


async def until_idle(min_sleep: float = 0, max_sleep: float = AT_MOST) -> None:
    """Let everything run that the loop has to run now or soon, for at most so many seconds.

    Takes the place of `textual._wait.wait_for_idle`.
    """
    loop = cast(BaseEventLoop, asyncio.get_running_loop())
    end = loop.time() + max_sleep
    while loop.time() < end:
        await asyncio.sleep(0)
        if loop._ready:  # type: ignore[attr-defined]
            continue
        wait = _next_due(loop) - loop.time()
        if wait > SOON:
            return
        await asyncio.sleep(max(0, wait))


def _next_due(loop: BaseEventLoop) -> float:
    """When the next thing is due that the loop was told to run later, by the loop's clock."""
    scheduled: list[asyncio.TimerHandle] = loop._scheduled  # type: ignore[attr-defined]
    return min((handle.when() for handle in scheduled if not handle.cancelled()), default=inf)
