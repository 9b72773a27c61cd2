"""Keys one after the other, however fast they come.

A key travels from what has the focus up to the app, and is done wherever it is taken: what is typed
into a field at the screen, a command only at the app. Over a slow line several keys come at once; a
letter would then be typed before the Tab in front of it is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import App

if TYPE_CHECKING:
    from textual.dom import DOMNode

GoOn = Callable[[events.Event], Awaitable[None]]
"""Lets an event go its usual way."""


class TypeAhead:
    """Lets a key go its way through an app only when the one before has gone all of it."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._typed: deque[events.Key] = deque()
        self._key_under_way = False

    @property
    def waits(self) -> bool:
        """Whether a key waits."""
        return bool(self._typed)

    async def take_turns(self, event: events.Event, go: GoOn) -> None:
        """Let an event of the app go on; a key waits while another is under way."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await go(event)
        elif self._key_under_way:
            self._typed.append(event)
        else:
            self._key_under_way = True
            way = deque((self._app.focused or self._app.screen).ancestors_with_self)
            await go(event)
            await self._follow(way)

    def type_instead(self, key: events.Key) -> None:
        """Let a key come in place of the one that is under way, before what was typed since."""
        self._typed.appendleft(key)

    async def _follow(self, way: deque[DOMNode]) -> None:
        """Stand in line behind the key wherever it passes; what is gone is passed over. At the
        end of the way the next key may start."""
        while way:
            if way.popleft().call_later(self._follow, way):
                return
        self._key_under_way = False
        if self._typed:
            await self._app.on_event(self._typed.popleft())
