"""The review of a replayed game as an asynchronous task: a worker process computes it, and what it
has found so far is shown and saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.errors import BadSave, GuildhallError
from engine.match.match import Match
from engine.search.review import Review
from engine.workers.jobs import JobResult, ask_review
from engine.workers.pool import Thinker
from screens.play.bot_tasks import NewestTask
from screens.table.messages import ReviewUpdated

Keep = Callable[[str], None]
"""Saves a review beside its match."""

SAVES: Final = 10
"""Number of times that a review is saved while it grows."""


class ReviewTask:
    """Reviews a match; `keep` saves the review now and then, when it is stopped, and at the end."""

    def __init__(
        self,
        match: Match,
        thinker: Callable[[], Thinker],
        hear: Callable[[ReviewUpdated], object],
        keep: Keep,
    ) -> None:
        self._match, self._thinker, self._hear, self._keep = match, thinker, hear, keep
        self._newest = NewestTask()
        self._unsaved = ""
        self._saved = 0

    def begin(self, review: Review | None) -> None:
        """Start the review, or continue one."""
        self._newest.begin(self._run("" if review is None else review.to_json()))

    def stop(self) -> None:
        """Stop the review, and save what there is of it."""
        self._newest.stop()
        self._save()

    async def _run(self, begun: str) -> None:
        try:
            question = ask_review(self._match, begun=begun)
            advice = await self._thinker().think(question, self._meanwhile)
            review = Review.from_json(advice.review)
        except GuildhallError as error:
            self._save()
            self._hear(ReviewUpdated(None, trouble=error.text))
            return
        self._unsaved = advice.review
        self._save()
        self._hear(ReviewUpdated(review))

    def _meanwhile(self, advice: JobResult) -> None:
        try:
            review = Review.from_json(advice.review)
        except BadSave:
            return
        self._unsaved = advice.review
        if int(SAVES * review.progress) > self._saved:
            self._saved = int(SAVES * review.progress)
            self._save()
        self._hear(ReviewUpdated(review, more=True))

    def _save(self) -> None:
        if self._unsaved:
            body, self._unsaved = self._unsaved, ""
            self._keep(body)
