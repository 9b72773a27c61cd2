"""Keys one after the other, however fast they come.

A key travels from what has the focus up to the app, and is done wherever it is taken: what is typed
into a field at the screen, a command only at the app. Over a slow line several keys come at once; a
letter would then be typed before the Tab in front of it is done.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App

if TYPE_CHECKING:
    from textual.dom import DOMNode


class TypeAhead(App[Any]):
    """Lets a key go its way only when the one before has gone all of it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._typed: deque[events.Key] = deque()
        self._key_under_way = False

    async def on_event(self, event: events.Event) -> None:
        """Keep a key back while another is under way."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._key_under_way:
            self._typed.append(event)
        else:
            self._key_under_way = True
            way = deque((self.focused or self.screen).ancestors_with_self)
            await super().on_event(event)
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
            await self.on_event(self._typed.popleft())
