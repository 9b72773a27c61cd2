"""A table at which several people sit: the curtain between two of them, and a covered hand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from engine.i18n.text import words
from screens.paint import buttons
from screens.play.cover import HAND_SECONDS, Cover
from screens.play.guard import Clock, Guard
from screens.play.rewinding import RewindingScreen
from screens.preferences import Preferences
from screens.tabletop import panels

if TYPE_CHECKING:
    from engine.core.step import Place as BoardPlace
    from engine.play.position import Owed
    from engine.storage.session import Session

CURTAIN_QUIET: Final = 0.7
"""For how many seconds no key may come before a curtain opens."""

FRESH_QUIET: Final = 0.3
"""The same for a question that somebody else's choice has brought."""


class CurtainScreen(RewindingScreen):
    """A table that shows nobody what only another may see, however many share the keyboard."""

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self.curtain_for: int | None = None
        sight = session.sight
        self.cover = Cover(sight.game.cover_of(sight.header.options))
        self._curtain_guard = Guard(clock, CURTAIN_QUIET)
        self._fresh_guard = Guard(clock, FRESH_QUIET)
        self._hand_timer: Timer | None = None
        self._hand_of: int | None = None

    def _opens_for(self, owed: Owed) -> bool:
        """Whether a seat may be asked now: else the curtain falls first. Its own things lie open
        from here on, where they are covered and it may see them."""
        seat, sight = owed.seat, self.sight
        if self.cover.needs_curtain(sight, seat, owed.decision):
            self._let_curtain_fall(seat)
            return False
        if self.cover.covers(sight) and (
            self.cover.shows_own(sight, owed.decision)
            or self.cover.still_open(sight, seat)
            or self._hand_of == seat
        ):
            self.cover.unveil(sight, seat)
            if self._hand_of is not None and self._hand_timer is None:
                self._hand_timer = self.set_timer(HAND_SECONDS, self._hide_hand)
        else:
            self._cover_hand()
        return True

    def _look_from(self, asked: Owed | None) -> None:
        """Whose view is shown: that of who is asked, if it may be on the screen; else the only
        person's; else what everybody may see."""
        people = self.people
        if len(people) == 1:
            self.viewer = people[0]
        elif not people and self.session.apart:
            self.viewer = None
        elif self.cover.covers(self.sight):
            seen = asked is not None and self.cover.unveiled == asked.seat
            self.viewer = asked.seat if asked is not None and seen else None
        elif asked is not None:
            self.viewer = asked.seat
        elif self.viewer is None and people:
            self.viewer = people[0]

    def _let_curtain_fall(self, seat: int) -> None:
        """Hide everything till the seat says that it is there."""
        self.curtain_for = seat
        self.cover.veil()
        self._curtain_guard.shut()

    def show_all(self) -> None:
        if self._ready and self.curtain_for is not None:
            self._paint_curtain(self.curtain_for)
        else:
            super().show_all()

    def _paint_curtain(self, seat: int) -> None:
        """Nothing that anybody may not see is left in what is shown, or in what it is made of."""
        self.choosing, self._table, self._scene_shown, self._before = None, None, None, {}
        self._log.forget()
        self.drop_notices()
        self.viewer, self.message, self._looked_at = None, "", None
        curtain = panels.paint_curtain(
            self.scene(), self.painter, seat, *self.size, news=self._news
        )
        self.surface.set_out(curtain, ())

    def _press_at_curtain(self, key: str) -> None:
        """Space opens the curtain, `q` leaves, each after a while without any key; keys that were
        typed ahead do nothing."""
        if key not in ("space", "q"):
            self._curtain_guard.shut()
        elif not self._curtain_guard.lets():
            return
        elif key == "space":
            self._open_curtain()
        elif key == "q":
            self.action_leave()

    def _click_at_curtain(self, place: BoardPlace) -> None:
        """A click on the name opens the curtain, after the same while."""
        if place[0] == buttons.CURTAIN and self._curtain_guard.lets():
            self._open_curtain()

    def _open_curtain(self) -> None:
        seat = self.curtain_for
        assert seat is not None
        self.message, self._news = self._news, ""
        self.cover.unveil(self.sight, seat)
        self.go_on()
        self._fresh_guard.shut()

    def action_hand(self) -> None:
        """Show one's own hand behind a curtain, where it is covered; hide it again."""
        choosing, sight = self.choosing, self.sight
        if choosing is None or not self.cover.covers(sight):
            self.tell(words("No hand is covered now."))
        elif self.cover.shows_own(sight, choosing.decision):
            self.tell(words("Your hand is open already: it is needed here."))
        elif choosing.seat in (self._hand_of, self.cover.unveiled):
            self._hide_hand()
        else:
            self._hand_of = choosing.seat
            self._let_curtain_fall(choosing.seat)
            self.show_all()

    def _hide_hand(self) -> None:
        self._cover_hand()
        self.drop_notices()
        self.viewer = None
        self.show_all()

    def _cover_hand(self) -> None:
        """Only what all may see is shown from now on."""
        self.cover.veil()
        self._hand_of = None
        if self._hand_timer is not None:
            self._hand_timer.stop()
            self._hand_timer = None
