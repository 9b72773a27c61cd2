"""Health check of a shared store that does not block the event loop. If the store has not answered
for a few seconds, the server reports to load balancers and admins that it cannot reach the
store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from attrs import define, field

from engine.errors import GuildhallError

LOST_AFTER: Final = 5.0
"""Seconds without an answer after which the store counts as lost."""

POLL_INTERVAL: Final = 1.0
"""Seconds between two checks of the store."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class StoreProbe:
    """Probe that repeats `look`, which returns once the store has answered, or raises BadStore."""

    look: Callable[[], Awaitable[None]]
    clock: Callable[[], float] = monotonic
    _tried_since: float | None = None
    _has_warned: bool = False
    _work: asyncio.Task[None] | None = field(default=None, init=False)

    @property
    def is_lost(self) -> bool:
        """Whether the store has not been reached for `LOST_AFTER` seconds."""
        return self._tried_since is not None and self.clock() - self._tried_since > LOST_AFTER

    def open(self) -> None:
        """Start checking."""
        self._work = asyncio.get_running_loop().create_task(self._check_regularly())

    def close(self) -> None:
        """Stop checking."""
        if self._work is not None:
            self._work.cancel()

    async def check_once(self) -> None:
        """Check once, without a time limit."""
        if self._tried_since is None:
            self._tried_since = self.clock()
        try:
            await self.look()
        except GuildhallError as error:
            if self.is_lost and not self._has_warned:
                self._has_warned = True
                _log.error(
                    "the store is not reached, so load balancers send nobody here: %s", error
                )
            return
        self._tried_since = None
        if self._has_warned:
            self._has_warned = False
            _log.info("the store is reached again")

    async def _check_regularly(self) -> None:
        while True:
            await self.check_once()
            await asyncio.sleep(POLL_INTERVAL)
