"""The table beside the menu."""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import define, field
from textual import events

from engine.errors import GuildhallError
from screens.pages.menu_actions import MIN_TABLE, is_game
from screens.pages.page import Page
from screens.paint.canvas import Canvas, Rect, Spot

if TYPE_CHECKING:
    from engine.match.match import Match

TABLE_DELAY: Final = 0.15
"""Seconds that the cursor must rest on an entry before its table is loaded and shown."""


@define(eq=False)
class MenuTable:
    """The table of the entry on which the cursor of a menu rests.

    `source` returns a function that loads the table of the selected entry, or None if the entry has
    no table.
    """

    menu: Page
    source: Callable[[], Callable[[], Match | None] | None]
    _tables: dict[Spot, Match | None] = field(factory=dict, init=False)
    _rested: Spot | None = field(default=None, init=False)
    """Entry whose table is shown, because the cursor rests on it."""
    _sought: Spot | None = field(default=None, init=False)
    _resting: TimerHandle | None = field(default=None, init=False)
    """Timer that waits until the cursor has rested on an entry. It is set again at every step, so
    it is not a Textual timer, which would need a task."""

    @property
    def seeks(self) -> bool:
        """Whether the timer that waits until the cursor has rested is still running. The timer
        keeps running if the cursor moves to an entry without a table."""
        return self._sought is not None

    def forget_matches(self) -> None:
        """Forget the loaded tables, except the sample tables of games, which never change."""
        self._tables = {place: one for place, one in self._tables.items() if is_game(place)}

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """If there is room, paint the table of the selected entry, or start to wait until the
        cursor has rested on the entry. Painting a table takes longer than everything else that
        follows a cursor step."""
        place = self.menu.pointed
        if room.height < MIN_TABLE or self.source() is None:
            return
        if place is None or place != self._rested or place not in self._tables:
            self._rested = None
            self._wait_for_rest()
            return
        match = self._tables[place]
        if match is not None:
            painted = self.menu.page_context.tables.paint_for_spectators(
                match, room.width, room.height
            )
            canvas.blit(painted, room.x, room.y)

    def _wait_for_rest(self) -> None:
        """Show the table of the selected entry after `TABLE_DELAY`, if the cursor has not moved by
        then."""
        place = self.menu.pointed
        if self._sought == place:
            return
        self._sought = place
        if self._resting is not None:
            self._resting.cancel()
        seek = events.Callback(partial(self._seek, place))
        self._resting = get_running_loop().call_later(TABLE_DELAY, self.menu.post_message, seek)

    def _seek(self, place: Spot) -> None:
        """Load and show the table of the entry `place`, if the cursor is still on it and no other
        page covers the menu."""
        if place != self._sought:
            return
        self._sought = None
        source = self.source()
        if place != self.menu.pointed or source is None or self.menu.app.screen is not self.menu:
            return
        self._rested = place
        if place not in self._tables:
            self._tables[place] = None
            with suppress(GuildhallError):
                self._tables[place] = source()
        self.menu.show()
