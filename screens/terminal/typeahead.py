"""Sequential key handling, however fast keys arrive.

A key bubbles from the focused widget up to the app, and is handled on the way: text by the screen,
commands only by the app. Over a slow connection several keys arrive at once. A letter could then be
typed before the preceding Tab has been handled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import App

if TYPE_CHECKING:
    from textual.dom import DOMNode

EventHandler = Callable[[events.Event], Awaitable[None]]
"""Function that handles an event, such as Textual's own `App.on_event`."""


class TypeAhead:
    """Queue that lets a key bubble through an app only once the previous key has been handled
    completely."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._typed: deque[events.Key] = deque()
        self._is_handling_key = False
        self._is_held = False
        self._nodes_to_pass: deque[DOMNode] = deque()
        """Widgets to which the current key still has to bubble."""

    @property
    def waits(self) -> bool:
        """Whether a key is waiting in the queue."""
        return bool(self._typed)

    async def handle_in_turn(self, event: events.Event, handle: EventHandler) -> None:
        """Handle an event of the app by calling `handle`. A key waits while another one is being
        handled, or while keys are held (`hold`), unless it has been forwarded."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await handle(event)
        elif self._is_handling_key or self._is_held:
            self._typed.append(event)
        else:
            self._is_handling_key = True
            self._nodes_to_pass = deque((self._app.focused or self._app.screen).ancestors_with_self)
            await handle(event)
            await self._follow()

    def type_instead(self, key: events.Key) -> None:
        """Queue a key before the waiting ones, to be handled in place of the current key."""
        self._typed.appendleft(key)

    def hold(self) -> None:
        """Let keys wait until `release`."""
        self._is_held = True

    async def release(self) -> None:
        """End `hold`, and handle the next key in the queue unless another one is still being
        handled."""
        self._is_held = False
        if self._typed and not self._is_handling_key:
            await self._app.on_event(self._typed.popleft())

    async def _follow(self) -> None:
        """Queue a callback to this method at the next widget that the key passes, skipping closed
        ones. After the last widget, handle the next waiting key, unless keys are held (`hold`)."""
        while self._nodes_to_pass:
            if self._nodes_to_pass.popleft().post_message(events.Callback(self._follow)):
                return
        self._is_handling_key = False
        if self._typed and not self._is_held:
            await self._app.on_event(self._typed.popleft())
