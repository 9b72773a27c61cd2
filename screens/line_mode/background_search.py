"""Background searches for bots and hints in line mode, in an event loop on a thread of its own. A
subscription reports available results."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

from attrs import define, frozen

from engine.core.state import State
from engine.match.decision_request import DecisionRequest
from engine.search.root_search import Estimate
from engine.storage.pubsub import Subscription
from engine.storage.session import Session
from engine.workers.jobs import Job, JobResult, ask_bot, ask_hint
from engine.workers.pool import NoResult, Thinker
from screens.table.match_commands import BotThought

T = TypeVar("T")


@frozen
class Hint:
    """The estimated values of the most promising picks for a request, best first."""

    request: DecisionRequest[State]
    estimates: Sequence[Estimate]


@define(eq=False)
class _RunningSearch:
    """A running search: the job given to the worker pool, the decision to answer, and the future
    result."""

    job: Job
    request: DecisionRequest[State]
    future: Future[JobResult]


class BackgroundSearch:
    """Background searches for bots and hints. `make_thinker` creates the worker pool when the first
    search starts."""

    def __init__(self, make_thinker: Callable[[], Thinker]) -> None:
        self._make_thinker = make_thinker
        self._thinker: Thinker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._subscription = _LocalSubscription()
        self._bot: _RunningSearch | None = None
        self._hint: _RunningSearch | None = None

    @property
    def subscriptions(self) -> Sequence[Subscription]:
        """A sequence with a single subscription, which reports that a result is available."""
        return (self._subscription,)

    def bot_thought(self, session: Session) -> BotThought | None:
        """Return and forget the result of the search for the bot whose turn it is, or the error
        that ended the search; None while the search is running. The first call in a position starts
        the search and cancels one for another position."""
        bot = session.thinking_bot()
        assert bot is not None
        job = ask_bot(bot.header, bot.observation, bot.bot, person=_person_id(session))
        if self._bot is None or self._bot.job.sum != job.sum:
            self._bot = self._begin(job, bot.request, self._bot)
        if not self._bot.future.done():
            return None
        search, self._bot = self._bot, None
        try:
            return BotThought(bot.request, search.future.result().pick)
        except NoResult as trouble:
            return BotThought(bot.request, trouble=trouble)

    def begin_hint(self, session: Session, request: DecisionRequest[State]) -> None:
        """Start to search for a hint for a decision, and cancel the previous hint search. Do
        nothing if searching does not pay."""
        header, situation = session.match.header, session.observation(request.seat)
        job = ask_hint(header, situation, person=_person_id(session))
        if job is not None:
            self._hint = self._begin(job, request, self._hint)

    def take_hint(self) -> Hint | None:
        """Return the result of the latest hint search and forget it; None while the search is
        running, or if there is no result."""
        search = self._hint
        if search is None or not search.future.done():
            return None
        self._hint = None
        try:
            return Hint(search.request, search.future.result().estimates)
        except NoResult:
            return None

    def _begin(
        self, job: Job, request: DecisionRequest[State], previous: _RunningSearch | None
    ) -> _RunningSearch:
        if previous is not None:
            previous.future.cancel()
        future = self._run(self._think(job))
        future.add_done_callback(lambda _: self._subscription.ring())
        return _RunningSearch(job, request, future)

    async def _think(self, job: Job) -> JobResult:
        if self._thinker is None:
            self._thinker = self._make_thinker()
        return await self._thinker.think(job)

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=self._loop.run_forever, daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def close(self) -> None:
        """Stop all searches, the worker pool and the thread."""
        for search in (self._bot, self._hint):
            if search is not None:
                search.future.cancel()
        loop, thinker, thread = self._loop, self._thinker, self._thread
        if loop is not None and thread is not None:
            if thinker is not None:
                self._run(thinker.close()).result()
            self._run(_cancel_other_tasks()).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
        self._subscription.close()


async def _cancel_other_tasks() -> None:
    """Cancel all other tasks of the loop, and wait until they have ended. Tasks that are already
    being cancelled are not cancelled again."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        if not task.cancelling():
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _LocalSubscription:
    """A subscription that this program itself notifies. It is a pair of sockets, because Windows
    cannot wait for pipes."""

    def __init__(self) -> None:
        self._receiver, self._sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._sender.setblocking(False)

    def fileno(self) -> int:
        """Return the descriptor that becomes readable on a notification."""
        return self._receiver.fileno()

    def ring(self) -> None:
        """Notify the waiting thread. May be called from any thread. If the socket is full, nothing
        is sent, because notifications are already pending."""
        with suppress(OSError):
            self._sender.send(b".")

    def clear(self) -> None:
        """Discard pending notifications."""
        with suppress(BlockingIOError):
            self._receiver.recv(4096)

    def close(self) -> None:
        """Close both sockets."""
        self._receiver.close()
        self._sender.close()


def _person_id(session: Session) -> int:
    return 0 if session.person is None else session.person.id
