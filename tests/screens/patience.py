"""Wait for a screen until it is idle, and no longer.

Textual sleeps twice per key to see whether the processor was idle meanwhile, which took most of a
test's time. Instead, this asks the event loop whether anything is running or scheduled soon. Tests
also do not need 60 pictures per second: changes are painted immediately.
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
"""Seconds within which a scheduled call is waited for: a repaint, a bot without delay."""


AT_ONCE: Final = 0.001
"""Seconds until changes are painted."""

AT_MOST: Final = 10.0
"""Maximum seconds of uninterrupted activity to wait for; busy machines need long for short
tasks."""


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Replace the waiting of Textual's pilot by this module's."""
    for module in (textual.app, textual.pilot):
        patch.setattr(module, "wait_for_idle", until_idle)
    patch.setattr(textual.screen, "UPDATE_PERIOD", AT_ONCE)


async def until_idle(min_sleep: float = 0, max_sleep: float = AT_MOST) -> None:
    """Let the loop run everything that is due now or soon, for at most `max_sleep` seconds and
    while the app runs: the screen of an exited app wants repaints forever.

    Replaces `textual._wait.wait_for_idle`.
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
    """Time of the loop's next scheduled call, by its clock."""
    scheduled: list[asyncio.TimerHandle] = loop._scheduled  # type: ignore[attr-defined]
    return min((handle.when() for handle in scheduled if not handle.cancelled()), default=inf)
