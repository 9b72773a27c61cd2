"""A table with cards over it: what has happened since one's last turn, and the coach."""

from __future__ import annotations

import time
from typing import Final

from textual import events
from textual.timer import Timer

from engine.core.state import State
from engine.core.step import Place as BoardPlace
from engine.i18n.text import words
from engine.manual.coach import advice, coach
from screens.choose.chooser import ARROWS, KEYS
from screens.choose.scene import Scene
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, wrap
from screens.play.guard import Clock, Guard
from screens.play.paging import TABLE
from screens.play.table_screen import TableScreen
from screens.preferences import CARDS_OFF, CARDS_TIMED, Preferences
from screens.tabletop.news import endings, news
from screens.tabletop.notice import NOTICE, Line, Notice

NOTICE_QUIET: Final = 0.5
"""For how many seconds no key may come before a card is put away."""

NOTICE_MOST: Final = 2.0
"""After so many it is put away, however often somebody presses."""

NOTICE_SECONDS: Final = 4.0
"""How long a card stays that goes by itself."""

LEAST_TABLE: Final = 17
"""How many rows a table needs at least; the coach has a place of its own where more are left."""


class NoticingScreen(TableScreen):
    """A table over which cards lie until they were read.

    What is asked waits meanwhile: keys that choose do nothing. `coached` says whether the coach
    speaks; it has rows of its own above the decision where there is room, else a card the first
    time that something is asked.
    """

    def __init__(self, game: str, preferences: Preferences, clock: Clock = time.monotonic) -> None:
        super().__init__(game, preferences)
        self.coached = False
        self._notices: list[Notice] = []
        self._notice_guard = Guard(clock, NOTICE_QUIET, NOTICE_MOST)
        self._notice_timer: Timer | None = None
        self._told_till: dict[int, int] = {}
        self._advised: set[str] = set()

    @property
    def notice(self) -> Notice | None:
        """The card that lies over the table."""
        return self._notices[0] if self._notices else None

    # ------------------------------------------------------------------ laying cards

    def lay(self, notice: Notice) -> None:
        """Lay a card over the table, or below the one that lies there."""
        self._notices.append(notice)
        if len(self._notices) == 1:
            self._show_notice()

    def _show_notice(self) -> None:
        self._notice_guard.shut()
        if self.preferences.cards == CARDS_TIMED:
            self._stop_notice_timer()
            self._notice_timer = self.set_timer(NOTICE_SECONDS, self.put_away)

    def put_away(self) -> None:
        """Put the uppermost card away."""
        self._stop_notice_timer()
        if self._notices:
            del self._notices[0]
            if self._notices:
                self._show_notice()
            self.notices_gone()

    def notices_gone(self) -> None:
        """What is done once a card was put away."""
        self.show_all()

    def drop_notices(self) -> None:
        """Put all cards away; nobody has read them."""
        self._stop_notice_timer()
        self._notices.clear()

    def _stop_notice_timer(self) -> None:
        if self._notice_timer is not None:
            self._notice_timer.stop()
            self._notice_timer = None

    def tell_news(self, seat: int) -> None:
        """Lay the card of what has happened since the seat chose last, once for each time."""
        sight = self.sight
        if self.preferences.cards == CARDS_OFF or self._told_till.get(seat) == sight.count:
            return
        self._told_till[seat] = sight.count
        notice = news(sight, self.scene(), self.painter)
        if notice is not None:
            self.lay(notice)

    def tell_end(self) -> bool:
        """Lay the cards of how the game ended; False if there is nothing to tell first."""
        if self.preferences.cards == CARDS_OFF:
            return False
        for notice in endings(self.sight, self.scene(), self.painter):
            self.lay(notice)
        return self.notice is not None

    # ------------------------------------------------------------------ the coach

    def advise(self) -> None:
        """Let the coach speak by a card, where it has no place of its own."""
        told = self._advice()
        if not told or self.choosing is None or self.coach_rows(self.size.height):
            return
        name = self.choosing.decision.name
        if name not in self._advised:
            self._advised.add(name)
            hint = self.say(words("K: play without the coach"))
            lines = [Line(told), Line(hint, "dim")]
            self.lay(Notice(words("The coach"), lines, waits=False))

    def _advice(self) -> str:
        """What the coach says of what is asked; empty where it has nothing to say."""
        if not self.coached or self.choosing is None:
            return ""
        game = self.sight.header.game
        return advice(game, self.choosing.decision.name, self.preferences.language)

    def coach_rows(self, height: int) -> int:
        """How many rows above the decision the coach has, the same whatever is asked."""
        topics = coach(self.sight.header.game, self.preferences.language).topics
        if not self.coached or not topics:
            return 0
        longest = max(
            len(wrap(" ".join(one.plain for one in topic.passages), self._coach_width()))
            for topic in topics
        )
        spare = height - 2 - self.panel_height(height) - LEAST_TABLE
        return longest if spare >= longest + 4 else 0

    def _coach_width(self) -> int:
        return max(20, self.size.width - 6)

    def paint_coach(self, scene: Scene[State], width: int, rows: int) -> Canvas:
        """What the coach says, in the rows that it has."""
        canvas = Canvas(width, rows, scene.look.glyphs)
        told = self._advice()
        for y, line in enumerate(wrap(told, self._coach_width())[:rows] if told else ()):
            canvas.put(2, y, canvas.glyphs("right") if y == 0 else " ", "good")
            canvas.put(4, y, line, "good")
        return canvas

    def action_coach(self) -> None:
        """Let the coach speak, or play without."""
        topics = coach(self.sight.header.game, self.preferences.language).topics
        if not topics:
            self.tell(words("This game has no coach yet."))
            return
        self.coached = not self.coached
        self._advised.clear()
        if self.coached:
            self.advise()
        else:
            self._notices = [one for one in self._notices if one.title != words("The coach")]
        self.show_all()

    # ------------------------------------------------------------------ painting and keys

    @property
    def is_covered(self) -> bool:
        """Whether a card lies over the table that is shown."""
        return self.notice is not None and self.zone == TABLE and self.prompt is None

    @property
    def must_read(self) -> bool:
        """Whether a card must be put away before anything can be chosen."""
        notice = self.notice
        return notice is not None and notice.waits and self.is_covered

    def lay_over(self, scene: Scene[State], canvas: Canvas, room: Rect) -> bool:
        notice = self.notice
        if notice is None or not self.is_covered:
            return False
        notice.paint(scene, canvas, room)
        return notice.waits

    def press_at_notice(self, event: events.Key) -> bool:
        """Take a key while a card lies there: Space, Enter and Escape put it away, keys that choose
        do nothing; False for any other."""
        notice = self.notice
        if notice is None or not self.is_covered or not self.is_drawn:
            return False
        if not notice.waits:
            self.put_away()
            if event.key not in ("space", "escape"):
                return False
            event.stop().prevent_default()
            return True
        if event.key in ("space", "enter", "escape"):
            if self._notice_guard.lets():
                self.put_away()
        elif event.key in ARROWS or (event.character or "-") in KEYS:
            self._notice_guard.shut()
        else:
            return False
        event.stop().prevent_default()
        return True

    def click_at_notice(self, place: BoardPlace) -> bool:
        """Take a click while a card lies there."""
        notice = self.notice
        if notice is None or not self.is_covered or place[0] == buttons.KEY:
            return False
        if place == NOTICE and (not notice.waits or self._notice_guard.lets()):
            self.put_away()
            return True
        return notice.waits

    def arrow_at_notice(self) -> bool:
        """Take an arrow while a card lies there; False if it may go on."""
        notice = self.notice
        if notice is None or not self.is_covered or self.looking:
            return False
        if notice.waits:
            self._notice_guard.shut()
        else:
            self.put_away()
        return notice.waits

    def steer(self, direction: str) -> bool:
        return self.arrow_at_notice() or super().steer(direction)
