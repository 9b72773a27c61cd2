"""Whether a door reaches its store (health check). A store that others share is looked into again
and again, elsewhere than in the loop; a door that has not reached it for some seconds says so to
balancers and to whoever asks how it stands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from attrs import define, field

from engine.errors import GuildhallError

LOST_AFTER: Final = 5.0
"""After so many seconds without its store a door counts as cut off from it."""

OFTEN: Final = 1.0
"""Seconds between two looks."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class StoreProbe:
    """The tie of a door to its store. `look` comes back when it has reached the store, or raises
    BadStore."""

    look: Callable[[], Awaitable[None]]
    clock: Callable[[], float] = monotonic
    _tried_since: float | None = None
    _said: bool = False
    _work: asyncio.Task[None] | None = field(default=None, init=False)

    @property
    def is_lost(self) -> bool:
        """Whether the store was tried for longer than `LOST_AFTER` and not reached."""
        return self._tried_since is not None and self.clock() - self._tried_since > LOST_AFTER

    def open(self) -> None:
        """Look again and again from now on."""
        self._work = asyncio.get_running_loop().create_task(self._keep_looking())

    def close(self) -> None:
        """Look no more."""
        if self._work is not None:
            self._work.cancel()

    async def look_once(self) -> None:
        """Find out whether the store is reached, however long that takes."""
        if self._tried_since is None:
            self._tried_since = self.clock()
        try:
            await self.look()
        except GuildhallError as error:
            if self.is_lost and not self._said:
                self._said = True
                _log.error("the store is not reached, so balancers lead nobody here: %s", error)
            return
        self._tried_since = None
        if self._said:
            self._said = False
            _log.info("the store is reached again")

    async def _keep_looking(self) -> None:
        while True:
            await self.look_once()
            await asyncio.sleep(OFTEN)
