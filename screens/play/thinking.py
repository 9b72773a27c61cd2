"""A bot that thinks while its table is on the screen (asynchronous task): meanwhile the loop goes
on, and keys are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engine.storage.session import BotAsked, Session
from engine.thinking.crew import NoAdvice, Thinker
from engine.thinking.question import ask_bot
from screens.doing.acts import Thought
from screens.doing.inputs import HasThought

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
