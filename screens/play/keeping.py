"""A table at which what is done is kept in a store before it is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textual.timer import Timer

from engine.core.event import Event
from engine.core.state import State
from engine.errors import Busy, GuildhallError
from engine.i18n.text import words
from screens.choose.choosing import Choosing
from screens.play.guard import Clock
from screens.play.noticing import NoticingScreen
from screens.play.prompt import Answer, Prompt
from screens.preferences import Preferences

if TYPE_CHECKING:
    from engine.play.position import Owed
    from engine.play.sight import Sight
    from engine.storage.session import Session

RETRY: Final = 0.25
"""After how many seconds a busy store is asked again."""

MOST_TRIES: Final = 80
"""How many times it is asked before the person decides."""

Act = Callable[[], Sequence[Event]]
"""Something that changes the match and is kept in the store."""

Done = Callable[[Sequence[Event]], None]
Refused = Callable[[GuildhallError], None]


class KeepingScreen(NoticingScreen):
    """A table whose match is changed by way of its session: kept first, shown afterwards."""

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session.sight.header.game, preferences, clock)
        self.session = session
        self._timer: Timer | None = None
        self._tries_again = False
        self._news = ""

    @property
    def sight(self) -> Sight:
        return self.session.sight

    @property
    def people(self) -> list[int]:
        """The seats that people play at this terminal."""
        return self.sight.own_people

    def go_on(self, *, earlier: Choosing[State] | None = None) -> None:
        """Ask the next person, or let the next bot move. What had been chosen `earlier` is kept as
        far as the same is asked still."""
        raise NotImplementedError

    def kept_prompt(self) -> Prompt | None:
        """What the screen itself asks that goes on whatever happens at the table."""
        return None

    def keep(self, act: Act, done: Done) -> None:
        """Change the match, and go on with `done` once it is kept."""
        self._attempt(act, done, self._refused)

    def happened(self, owed: Owed, before: Any, events: Sequence[Event]) -> None:
        """What is shown once a seat's choice has happened; `before` is the table as it was."""
        raise NotImplementedError

    def _carry_out(self, owed: Owed, act: Act, refused: Refused) -> None:
        """Let a seat's choice happen and show what it changed."""
        before = self.sight.view(self.viewer if self.session.apart else owed.seat)
        self._attempt(act, lambda happened: self.happened(owed, before, happened), refused)

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something later; there is one such thing at a time, and going on ends it."""
        self._stop_waiting()
        self._timer = self.set_timer(seconds, then)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _attempt(self, act: Act, done: Done, refused: Refused, tries: int = 1) -> None:
        """Change the match, and show it once it is kept. While another program keeps the store busy
        it is tried again, and keys are read meanwhile; what the store refuses is told."""
        self._stop_waiting()
        self._tries_again = False
        try:
            happened = act()
        except Busy as error:
            if tries >= MOST_TRIES:
                refused(error)
                return
            self.prompt = self._busy(error)
            self._tries_again = True
            self._wait(RETRY, lambda: self._attempt(act, done, refused, tries + 1))
            self.show_decision()
        except GuildhallError as error:
            refused(error)
        else:
            done(happened)

    def _refused(self, error: GuildhallError) -> None:
        """Show what the store holds, and say why nothing was done."""
        self._news = self.message = self.say(error.text)
        self._before = {}
        self.go_on(earlier=self.choosing)

    def _busy(self, error: Busy) -> Prompt:
        body = words("{reason} It is tried again till there is room.", reason=error.text)
        leave = Answer("q", self.home, self.action_leave)
        return Prompt(words("The store is busy"), body, [leave], self._give_up)

    def _give_up(self) -> None:
        self._tries_again = False
        self.go_on(earlier=self.choosing)
