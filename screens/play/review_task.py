"""The review of a recording while it is on the screen (asynchronous task): another process looks at
the game again, and what it has found so far is told."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import BadSave, GuildhallError
from engine.match.match import Match
from engine.search.review import Review
from engine.workers.jobs import JobResult, ask_review
from engine.workers.pool import Thinker
from screens.play.bot_tasks import NewestTask
from screens.table.messages import ReviewUpdated

Keep = Callable[[str], None]
"""Keeps a review beside its match."""


class ReviewTask:
    """Has a match looked at again; `keep` gets what came of it when all is there."""

    def __init__(
        self,
        match: Match,
        thinker: Callable[[], Thinker],
        hear: Callable[[ReviewUpdated], object],
        keep: Keep,
    ) -> None:
        self._match, self._thinker, self._hear, self._keep = match, thinker, hear, keep
        self._newest = NewestTask()
        self.stop = self._newest.stop

    def begin(self) -> None:
        """Let it be looked at again."""
        self._newest.begin(self._review())

    async def _review(self) -> None:
        try:
            question = ask_review(self._match)
            advice = await self._thinker().think(question, self._meanwhile)
            review = Review.from_json(advice.review)
        except GuildhallError as error:
            self._hear(ReviewUpdated(None, trouble=error.text))
            return
        self._hear(ReviewUpdated(review))
        self._keep(advice.review)

    def _meanwhile(self, advice: JobResult) -> None:
        try:
            self._hear(ReviewUpdated(Review.from_json(advice.review), more=True))
        except BadSave:
            return
