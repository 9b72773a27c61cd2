"""Background searches for a table on the screen: a bot's pick, a better hint, the review of a
match. They are asynchronous tasks, so keys are still handled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final, Generic, TypeVar

from engine.core.state import State
from engine.errors import BadSave, GuildhallError
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.search.review import Review
from engine.search.root_search import HINT_EFFORT
from engine.storage.session import BotAsked, Session
from engine.workers.jobs import Job, JobResult, ask_bot, ask_hint, ask_review
from engine.workers.pool import JobSuperseded, NoResult, Thinker
from screens.table.match_commands import BotThought
from screens.table.messages import BotReady, HintReady, ReviewUpdated

R = TypeVar("R")


class NewestTask:
    """A task that is cancelled as soon as another one is started."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def begin(self, thinking: Coroutine[None, None, None]) -> None:
        """Start a task, cancelling the previous one."""
        self.stop()
        self._task = asyncio.get_running_loop().create_task(thinking)

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None


class _SessionTask(Generic[R]):
    """Background search for a session. A new search replaces the previous one."""

    def __init__(
        self, session: Session, thinker: Callable[[], Thinker], on_result: Callable[[R], object]
    ) -> None:
        self.session, self.thinker, self.on_result = session, thinker, on_result
        self.newest = NewestTask()
        self.stop = self.newest.stop

    @property
    def person_id(self) -> int:
        """The id of the person at the screen; 0 if there is none."""
        person = self.session.person
        return 0 if person is None else person.id


class BotTask(_SessionTask[BotReady]):
    """Background search of the bot whose turn it is."""

    def begin(self) -> None:
        """Stop the previous search. If it is the turn of a bot that searches, start its search."""
        self.stop()
        bot = self.session.thinking_bot()
        if bot is not None:
            self.newest.begin(self._think(bot))

    async def _think(self, bot: BotAsked) -> None:
        try:
            job = ask_bot(bot.header, bot.observation, bot.bot, person=self.person_id)
            result = await self.thinker().think(job)
            thought = BotThought(bot.request, result.pick)
        except NoResult as trouble:
            thought = BotThought(bot.request, trouble=trouble)
        self.on_result(BotReady(thought))


class HintTask(_SessionTask[HintReady]):
    """Background search for a better hint."""

    def begin(self, request: DecisionRequest[State]) -> None:
        """Stop the previous search, and start one at full strength for the best pick of a decision,
        however strong the bots at the table are. If a search cannot improve the hint, send a
        `HintReady` without estimates at once."""
        self.stop()
        job = ask_hint(
            self.session.match.header,
            self.session.observation(request.seat),
            HINT_EFFORT,
            person=self.person_id,
        )
        if job is None:
            self.on_result(HintReady(request))
        else:
            self.newest.begin(self._think(request, job))

    async def _think(self, request: DecisionRequest[State], job: Job) -> None:
        def on_progress(result: JobResult) -> None:
            self.on_result(HintReady(request, result.estimates, continues=True))

        try:
            result = await self.thinker().think(job, on_progress)
        except JobSuperseded:
            return
        except NoResult as trouble:
            self.on_result(HintReady(request, trouble=trouble.text))
        else:
            self.on_result(HintReady(request, result.estimates))


SaveReview = Callable[[str], None]
"""Function that saves a review, given as JSON, with its match."""

SAVES_PER_REVIEW: Final = 10
"""Maximum number of times that a review is saved while it is computed."""


class ReviewTask:
    """Background review of a match. `save` is called up to `SAVES_PER_REVIEW` times during the
    review, and when it stops or ends. `person_id` is the id of the registered person who asks for
    the review, or 0."""

    def __init__(
        self,
        match: Match,
        thinker: Callable[[], Thinker],
        on_result: Callable[[ReviewUpdated], object],
        save: SaveReview,
        person_id: int = 0,
    ) -> None:
        self._match, self._thinker, self._on_result = match, thinker, on_result
        self._person_id = person_id
        self._save_review = save
        self._newest = NewestTask()
        self._unsaved = ""
        self._saved = 0

    def begin(self, review: Review | None) -> None:
        """Start a review of the match, or continue `review` if given."""
        self._newest.begin(self._run("" if review is None else review.to_json()))

    def stop(self) -> None:
        """Stop the review, and save its latest state unless that is already saved."""
        self._newest.stop()
        self._save()

    async def _run(self, unfinished: str) -> None:
        try:
            job = ask_review(self._match, unfinished=unfinished, person=self._person_id)
            result = await self._thinker().think(job, self._meanwhile)
            review = Review.from_json(result.review)
        except GuildhallError as error:
            self._save()
            self._on_result(ReviewUpdated(None, trouble=error.text))
            return
        self._unsaved = result.review
        self._save()
        self._on_result(ReviewUpdated(review))

    def _meanwhile(self, result: JobResult) -> None:
        try:
            review = Review.from_json(result.review)
        except BadSave:
            return
        self._unsaved = result.review
        if int(SAVES_PER_REVIEW * review.progress) > self._saved:
            self._saved = int(SAVES_PER_REVIEW * review.progress)
            self._save()
        self._on_result(ReviewUpdated(review, continues=True))

    def _save(self) -> None:
        if self._unsaved:
            body, self._unsaved = self._unsaved, ""
            self._save_review(body)
