"""Waiting for a screen until it has nothing more to do, and no longer.

Textual's own way is to sleep twice for each key and to see whether the processor was idle
meanwhile: most of a test was sleep. The loop knows better: it has nothing to run, and nothing that
it will run soon. Nor does a test look at sixty pictures a second: what is to be painted is painted
at once.
"""

from __future__ import annotations

import asyncio
from asyncio import BaseEventLoop
from math import inf
from typing import Final, cast

import pytest
import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app

SOON: Final = 0.02
"""Within how many seconds something must be due to be waited for: a repaint, a bot without a
pause."""


AT_ONCE: Final = 0.001
"""After how many seconds what has changed is painted."""

AT_MOST: Final = 10.0
"""For how many seconds things may go on without a pause before that is taken for what they are to
do: a busy machine takes long over the work of a moment."""


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Let Textual's pilot wait as it is told here."""
    for module in (textual.app, textual.pilot):
        patch.setattr(module, "wait_for_idle", until_idle)
    patch.setattr(textual.screen, "UPDATE_PERIOD", AT_ONCE)


async def until_idle(min_sleep: float = 0, max_sleep: float = AT_MOST) -> None:
    """Let everything run that the loop has to run now or soon, for at most so many seconds and as
    long as the app goes on: the screen of one that has ended wants to be painted for ever.

    Takes the place of `textual._wait.wait_for_idle`.
    """
    loop = cast(BaseEventLoop, asyncio.get_running_loop())
    app = active_app.get(None)
    end = loop.time() + max_sleep
    while loop.time() < end and not (app and app._exit):
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
