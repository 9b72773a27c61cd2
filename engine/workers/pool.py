"""The processes that think, and who asks them (worker pool on asyncio). Nobody waits for ever: what
is not thought in time is told so, and whoever asked takes a quick pick."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import DEVNULL
from typing import Final, Protocol

from attrs import define, field, frozen

from engine.errors import GuildhallError
from engine.i18n.text import Text, words
from engine.workers.framing import (
    ADVICE,
    ASK,
    FAILED,
    MEANWHILE,
    READY,
    STOP,
    STOPPED,
    Frame,
    receive,
    written,
)
from engine.workers.job_queue import JobQueue
from engine.workers.jobs import BOT, HINT, LARGEST, REVIEW, Job, JobResult, unpack_result
from engine.workers.worker import PROGRAM

Heard = Callable[[JobResult], None]
"""Is told a first advice, while a better one is thought of."""


class NoResult(GuildhallError):
    """There is no advice; a quick pick must do."""


class JobTimedOut(NoResult):
    """It took too long."""


class WorkerDied(NoResult):
    """The process that thought has ended, or what it thought went wrong."""


class JobSuperseded(NoResult):
    """The same person has asked something newer of the kind, and nobody waits for this."""


LATE: Final = words("Thinking took too long.")
DIED: Final = words("The thinking process stopped before it was finished.")
OUTDATED: Final = words("A newer request has replaced this one.")


class Thinker(Protocol):
    """Whoever can be asked to think."""

    async def think(self, question: Job, meanwhile: Heard | None = None) -> JobResult:
        """The advice on a question; `meanwhile` is told worse ones that are ready before. Whoever
        cancels the call is thought for no more. Raises NoResult."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


@frozen
class JobTimeouts:
    """For how many seconds one waits for advice of each kind, from the asking on; how many a
    process may take to begin, and to leave a thought; after how many without a question it ends."""

    waits: Mapping[str, float] = {HINT: 20.0, BOT: 10.0, REVIEW: 180.0}
    begin: float = 60.0
    stop: float = 1.0
    idle: float = 300.0


@define(eq=False)
class _PendingJob:
    """A question, and those who wait for what comes of it. `again`: it was stopped for something
    more urgent, and is to be thought anew."""

    question: Job
    waiting: dict[asyncio.Future[JobResult], Heard | None] = field(factory=dict)
    again: bool = False

    @property
    def about(self) -> str:
        return self.question.about

    @property
    def whose(self) -> int:
        return self.question.whose

    def report_progress(self, advice: JobResult) -> None:
        """Tell what is thought so far."""
        for heard in self.waiting.values():
            if heard is not None:
                heard(advice)

    def end(self, advice: JobResult | NoResult) -> None:
        """Tell all who wait what came of it."""
        for future in self.waiting:
            if future.done():
                continue
            if isinstance(advice, NoResult):
                future.set_exception(advice)
            else:
                future.set_result(advice)


class WorkerPool:
    """So many processes that think, each started when it is first needed.

    One hint and one review a person: of two the newer counts. A review makes room for what is more
    urgent. `complain` is told what went wrong in a process. `modules` are loaded in each, such as
    those of tests.
    """

    def __init__(
        self,
        size: int = 1,
        *,
        patience: JobTimeouts | None = None,
        complain: Callable[[str], None] = lambda told: None,
        modules: Sequence[str] = (),
    ) -> None:
        self.patience = patience or JobTimeouts()
        self._turns: JobQueue[_PendingJob] = JobQueue()
        self._minds = [_WorkerProcess(self, complain, modules) for _ in range(size)]

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        return [mind.process.pid for mind in self._minds if mind.process is not None]

    async def think(self, question: Job, meanwhile: Heard | None = None) -> JobResult:
        """As Thinker.think."""
        if len(question.words) > LARGEST:
            raise WorkerDied(DIED)
        thought = self._same(question) or self._new(question)
        future: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        thought.waiting[future] = meanwhile
        self.assign()
        try:
            async with asyncio.timeout(self.patience.waits[question.about]):
                return await future
        except TimeoutError as error:
            raise JobTimedOut(LATE) from error
        finally:
            del thought.waiting[future]
            if not thought.waiting:
                self._drop(thought)

    def _same(self, question: Job) -> _PendingJob | None:
        """The same question, if somebody waits for it already."""
        sum_of_it = question.sum
        asked = (one for one in self._all() if one.waiting)
        return next((one for one in asked if one.question.sum == sum_of_it), None)

    def _new(self, question: Job) -> _PendingJob:
        if question.about != BOT:
            for one in self._all():
                if (one.about, one.whose) == (question.about, question.whose):
                    one.end(JobSuperseded(OUTDATED))
                    self._drop(one)
        thought = _PendingJob(question)
        self._turns.add(thought)
        return thought

    def _all(self) -> list[_PendingJob]:
        at_work = [mind.thought for mind in self._minds if mind.thought is not None]
        return [*self._turns, *at_work]

    def _drop(self, thought: _PendingJob) -> None:
        """Nobody waits for a thought any more."""
        if not self._turns.remove(thought):
            for mind in self._minds:
                if mind.thought is thought:
                    thought.again = False
                    mind.stop()

    def assign(self) -> None:
        """Let those who are idle think of what is next; a review makes room."""
        for mind in self._minds:
            if mind.thought is None and (thought := self._turns.pop()) is not None:
                mind.begin(thought)
        if any(turn.about != REVIEW for turn in self._turns):
            reviews = [m for m in self._minds if m.thought and m.thought.about == REVIEW]
            if reviews and not any(m.thought and m.thought.again for m in reviews):
                reviews[0].make_room()

    def put_back(self, thought: _PendingJob) -> None:
        """A thought that has made room is the next of its kind."""
        thought.again = False
        self._turns.add(thought, first=True)

    async def close(self) -> None:
        """End the processes."""
        for mind in self._minds:
            await mind.close()


class _WorkerProcess:
    """One process that thinks, or will when it is asked."""

    def __init__(
        self, crew: WorkerPool, complain: Callable[[str], None], modules: Sequence[str]
    ) -> None:
        self._crew, self._complain, self._modules = crew, complain, modules
        self.process: Process | None = None
        self.thought: _PendingJob | None = None
        self._number = 0
        self._is_up = False
        self._dying: list[Process] = []
        self._task: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None

    def begin(self, thought: _PendingJob) -> None:
        """Think of something from now on."""
        self.thought = thought
        self._number += 1
        self._set_timer(None)
        self._task = asyncio.get_running_loop().create_task(self._think(thought))

    async def _think(self, thought: _PendingJob) -> None:
        came: JobResult | NoResult = WorkerDied(DIED)
        try:
            came = await self._asked(thought)
        except (OSError, ValueError) as error:
            self._complain(f"a process that thinks: {error}")
            self._end()
        finally:
            self.thought = None
            if self.process is not None and self.process.returncode is not None:
                self.process = None
        if thought.again and thought.waiting and isinstance(came, NoResult):
            self._crew.put_back(thought)
        else:
            thought.end(came)
        self._set_timer(self._crew.patience.idle)
        self._crew.assign()

    async def _asked(self, thought: _PendingJob) -> JobResult | NoResult:
        """What the process makes of a question."""
        process = self.process = self.process or await self._started()
        if not thought.waiting:
            return JobSuperseded(OUTDATED)
        assert process.stdin is not None
        assert process.stdout is not None
        question = thought.question
        process.stdin.write(written(Frame(self._number, ASK, question.words)))
        with suppress(ConnectionError):
            await process.stdin.drain()
        while (frame := await receive(process.stdout)) is not None:
            if frame.kind == READY:
                self._got_up(thought)
            elif frame.kind == MEANWHILE:
                thought.report_progress(_advice(frame))
            elif frame.kind == ADVICE:
                return _advice(frame)
            elif frame.kind == FAILED:
                self._complain(frame.words.decode(errors="replace"))
                return WorkerDied(DIED)
            elif frame.kind == STOPPED:
                return JobSuperseded(OUTDATED)
        await process.wait()
        return WorkerDied(DIED)

    def _got_up(self, thought: _PendingJob) -> None:
        """The process has begun, and hears what it is told from now on."""
        self._is_up = True
        if not thought.waiting or thought.again:
            self._set_timer(self._crew.patience.stop)

    async def _started(self) -> Process:
        self._is_up = False
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", PROGRAM, *self._modules),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LARGEST,
        )

    def make_room(self) -> None:
        """Leave the thought for now."""
        if self.thought is not None:
            self.thought.again = True
        self.stop()

    def stop(self) -> None:
        """Leave the thought; a process that does not do so soon is ended."""
        process = self.process
        if process is None or process.stdin is None or self.thought is None:
            return
        with suppress(ConnectionError, RuntimeError):
            process.stdin.write(written(Frame(self._number, STOP)))
        patience = self._crew.patience
        self._set_timer(patience.stop if self._is_up else patience.begin)

    def _set_timer(self, seconds: float | None) -> None:
        """Let the process end after so many seconds, unless something comes in between."""
        if self._due is not None:
            self._due.cancel()
        self._due = None
        if seconds is not None:
            self._due = asyncio.get_running_loop().call_later(seconds, self._end)

    def _end(self) -> None:
        """End the process; what is asked next is asked another one, also while this one dies."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._dying = [one for one in (*self._dying, process) if one.returncode is None]

    async def close(self) -> None:
        """End the process."""
        self._set_timer(None)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._set_timer(None)
        self._end()
        for process in self._dying:
            await process.wait()


def _advice(frame: Frame) -> JobResult:
    """Raises ValueError."""
    return unpack_result(json.loads(frame.words))


def told(trouble: GuildhallError) -> Text:
    """What is told of a pick that was to be thought of, and stands there quick."""
    return words("{why} A quick move was made instead.", why=trouble.text)
