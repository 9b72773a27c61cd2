"""What is thought of at a table in lines: whoever reads waits for it, and nothing is told meanwhile
(blocking calls of what is asynchronous elsewhere)."""

from __future__ import annotations

from asyncio import Runner
from collections.abc import Callable, Sequence

from engine.search.estimate import Estimate
from engine.storage.session import Session
from engine.thinking.crew import NoAdvice, Thinker
from engine.thinking.question import Advice, Question, ask_bot, ask_hint
from screens.doing.acts import Thought


class Thoughts:
    """Asks whoever thinks; `make_thinker` makes that when something is asked first."""

    def __init__(self, make_thinker: Callable[[], Thinker]) -> None:
        self._make_thinker = make_thinker
        self._thinker: Thinker | None = None
        self._runner: Runner | None = None

    def of_bot(self, session: Session) -> Thought | None:
        """What the bot picks that is due; None for one that does not think for long."""
        bot = session.thinking_bot()
        if bot is None:
            return None
        try:
            question = ask_bot(bot.header, bot.situation, bot.bot, whose=_whose(session))
            return Thought(bot.asked, self._asked(question).pick)
        except NoAdvice as trouble:
            return Thought(bot.asked, trouble=trouble)

    def of_hint(self, session: Session, seat: int) -> Sequence[Estimate]:
        """What the most promising picks of a seat are worth, best first; nothing where that cannot
        be thought of."""
        header, situation = session.match.header, session.situation(seat)
        question = ask_hint(header, situation, whose=_whose(session))
        if question is None:
            return ()
        try:
            return self._asked(question).worth
        except NoAdvice:
            return ()

    def _asked(self, question: Question) -> Advice:
        if self._runner is None or self._thinker is None:
            self._runner, self._thinker = Runner(), self._make_thinker()
        return self._runner.run(self._thinker.think(question))

    def close(self) -> None:
        """Think no more."""
        if self._runner is not None and self._thinker is not None:
            self._runner.run(self._thinker.close())
            self._runner.close()
            self._runner = self._thinker = None


def _whose(session: Session) -> int:
    return 0 if session.person is None else session.person.id
