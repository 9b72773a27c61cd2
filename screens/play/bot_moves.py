"""A table at which bots sit too: when they move, and what is done when they cannot."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.players import PERSON, TITLES
from engine.errors import Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from screens.play.curtain import CurtainScreen
from screens.play.guard import Clock
from screens.play.prompt import Answer, Prompt
from screens.preferences import PACE_KEY, Preferences

if TYPE_CHECKING:
    from engine.core.event import Event
    from engine.storage.session import Session


BEHIND: Final = 0.15
"""For how many seconds each program leaves a bot to the one before it."""


class BotsScreen(CurtainScreen):
    """A table at which bots choose by themselves, each after a while or at a key."""

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._stopped_by: Text | None = None
        self._moved_last = not session.apart

    def _await_bot(self) -> None:
        """Let the bot that is due move in a while, if any is; if bots stand still, ask about it."""
        if self.session.waiting_bot() is None or not self.session.seats:
            return
        if self._stopped_by is not None and self.choosing is None:
            self.prompt = self._bots_stand_still(self._stopped_by)
        elif self.preferences.pace != PACE_KEY and self._stopped_by is None:
            pace = int(self.preferences.pace) / 10 + 0.001
            self._wait(pace + self._behind_others(), self._let_bot_move)

    def _behind_others(self) -> float:
        """How many seconds to leave to others whose programs see the same bot waiting: none to
        whoever brought the turn to it, then one after another by their seats."""
        if self._moved_last:
            return 0.0
        rank = self.sight.people.index(self.people[0]) if self.people else 0
        return (1 + rank) * BEHIND

    @property
    def steps_bots(self) -> bool:
        """Whether a bot waits for a key."""
        idle = self.choosing is None and self.curtain_for is None and self._stopped_by is None
        idle = idle and bool(self.session.seats)
        waits = idle and self.preferences.pace == PACE_KEY and self.prompt is None
        return waits and not self.sight.over and self.session.waiting_bot() is not None

    def _let_bot_move(self) -> None:
        """Let the bot that is due choose; none does while a person is asked."""
        owed = self.session.waiting_bot()
        if self.is_mounted and owed is not None and self.choosing is None:
            self._carry_out(owed, self.session.let_bot_choose, self._bot_failed)

    def _bot_failed(self, error: GuildhallError) -> None:
        """Let no bot move again before a person says so; that others were quicker is no error."""
        if not isinstance(error, Conflict):
            self._stopped_by = error.text
        self._before = {}
        self.go_on()

    def _bots_stand_still(self, reason: Text) -> Prompt:
        answers = [
            Answer("enter", words("let them go on"), self._let_bots_go_on),
            Answer("q", self.home, self.action_leave),
        ]
        return Prompt(words("The bots have stopped"), reason, answers, None)

    def _let_bots_go_on(self) -> None:
        self._stopped_by = None
        self.go_on()

    def _who_plays(self, seat: int, bot: str) -> Prompt:
        """Ask who plays a seat whose bot this program does not have."""
        players = {PERSON: words("a person"), **{f"bot:{name}": TITLES[name] for name in TITLES}}
        answers = [
            Answer(str(number), title, self._giver(seat, player))
            for number, (player, title) in enumerate(players.items(), 1)
        ]
        answers.append(Answer("q", self.home, self.action_leave))
        body = words("The bot {bot}, who has played so far, is not here.", bot=bot)
        return Prompt(words("Who plays for {seat}?", seat=Seat(seat)), body, answers, None)

    def _giver(self, seat: int, player: str) -> Callable[[], None]:
        def give() -> Sequence[Event]:
            self.session.give_seat(seat, player)
            return ()

        return lambda: self._attempt(give, lambda _: self.go_on(), self._refused)
