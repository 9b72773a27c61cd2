"""Calling somebody who looks elsewhere when their turn has come: a bell, and the window's title."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, cast

from textual import events

from engine.core.step import Place as BoardPlace
from engine.i18n.text import words
from screens.play.guard import Clock
from screens.play.talking import TalkingScreen
from screens.preferences import CALL_BELL, CALL_OFF, Preferences

if TYPE_CHECKING:
    from engine.storage.session import Session
    from screens.terminal.quiet import QuietApp

AWAY: Final = 10.0
"""After how many seconds without a key somebody is called."""


class CallingScreen(TalkingScreen):
    """A table that calls who plays at it when others, or bots, have brought the turn to them."""

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._clock = clock
        self._touched = clock()
        self._calls = False

    def call_person(self) -> None:
        """Call the person, if they have not touched a key for a while: once, till they do."""
        away = self._clock() - self._touched >= AWAY
        if self._calls or not away or self.preferences.call == CALL_OFF:
            return
        self._calls = True
        if self.preferences.call == CALL_BELL:
            self.app.bell()
        game = self.tongue.argument(self.sight.game.names)
        self._window.name_window(self.say(words("Your turn: {game}", game=game)))

    @property
    def _window(self) -> QuietApp:
        return cast("QuietApp", self.app)

    def _woken(self) -> None:
        """The person is there."""
        self._touched = self._clock()
        if self._calls:
            self._calls = False
            self._window.give_window_back()

    def on_key(self, event: events.Key) -> None:
        """Any key says that the person is there; what it does is the business of others."""
        self._woken()

    def steer(self, direction: str) -> bool:
        self._woken()
        return super().steer(direction)

    def place_clicked(self, place: BoardPlace) -> None:
        self._woken()
        super().place_clicked(place)

    def on_unmount(self) -> None:
        """Whoever leaves the table is not called to it any more."""
        if self._calls:
            self._window.give_window_back()
