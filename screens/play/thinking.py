"""A bot that thinks while its table is on the screen (asynchronous task): meanwhile the loop goes
on, and keys are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engine.core.state import State
from engine.play.asked import Asked
from engine.storage.session import BotAsked, Session
from engine.thinking.crew import NoAdvice, Outdated, Thinker
from engine.thinking.question import HARDER, Advice, Question, ask_bot, ask_hint
from screens.doing.acts import Thought
from screens.doing.inputs import HasHint, HasThought

Hear = Callable[[HasThought], object]
"""Is told what came of a thought."""


class BotThoughts:
    """Has the bot of a match think that is due; of two thoughts the newer counts."""

    def __init__(self, session: Session, thinker: Callable[[], Thinker], hear: Hear) -> None:
        self._session, self._thinker, self._hear = session, thinker, hear
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Let the bot that is due think."""
        self.stop()
        bot = self._session.thinking_bot()
        if bot is not None:
            self._task = asyncio.get_running_loop().create_task(self._think(bot))

    async def _think(self, bot: BotAsked) -> None:
        person = self._session.person
        whose = 0 if person is None else person.id
        try:
            question = ask_bot(bot.header, bot.situation, bot.bot, whose=whose)
            advice = await self._thinker().think(question)
            thought = Thought(bot.asked, advice.pick)
        except NoAdvice as trouble:
            thought = Thought(bot.asked, trouble=trouble)
        self._hear(HasThought(thought))

    def stop(self) -> None:
        """Let nobody think any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


class HintThoughts:
    """Has a better hint thought of for what somebody is asked; of two the newer counts."""

    def __init__(
        self,
        session: Session,
        thinker: Callable[[], Thinker],
        hear: Callable[[HasHint], object],
    ) -> None:
        self._session, self._thinker, self._hear = session, thinker, hear
        self._task: asyncio.Task[None] | None = None

    def begin(self, asked: Asked[State]) -> None:
        """Think of what is asked, as hard as can be, whoever plays against whom."""
        self.stop()
        person = self._session.person
        question = ask_hint(
            self._session.match.header,
            self._session.situation(asked.seat),
            HARDER,
            whose=0 if person is None else person.id,
        )
        if question is not None:
            self._task = asyncio.get_running_loop().create_task(self._think(asked, question))

    async def _think(self, asked: Asked[State], question: Question) -> None:
        def meanwhile(advice: Advice) -> None:
            self._hear(HasHint(asked, advice.worth, more=True))

        try:
            advice = await self._thinker().think(question, meanwhile)
        except Outdated:
            return
        except NoAdvice as trouble:
            self._hear(HasHint(asked, trouble=trouble.text))
        else:
            self._hear(HasHint(asked, advice.worth))

    def stop(self) -> None:
        """Nobody waits for a hint any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
