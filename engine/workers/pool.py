"""Worker pool for jobs: bots' picks, hints and reviews.

The queue is fair: urgent kinds come first, then people take turns (round robin). `NoResult` is
raised for a job that misses its deadline. The caller then makes a quick pick for a bot, and does
without a hint or review.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from engine.workers.jobs import (
    BOT_JOB,
    HINT_JOB,
    JOBS_BY_URGENCY,
    MAX_SIZE,
    REVIEW_JOB,
    Job,
    JobResult,
    continued,
    unpack_result,
)
from engine.workers.worker import WORKER_PROGRAM

ProgressCallback = Callable[[JobResult], None]
"""Function that receives intermediate results."""


class NoResult(GuildhallError):
    """Raised if a job has no result. In place of a bot's pick, the caller makes a quick pick."""


class JobTimedOut(NoResult):
    """Raised if a job takes too long, or if the client has too many open jobs."""


class WorkerDied(NoResult):
    """Raised if the worker process has ended or cannot be reached, or if the job is too large or
    has failed."""


class JobSuperseded(NoResult):
    """Raised if the same person has made a newer request of the same kind."""


LATE: Final = words("The search for a move took too long.")
DIED: Final = words("The process that searches for moves stopped unexpectedly.")
OUTDATED: Final = words("A newer request has replaced this one.")


class Thinker(Protocol):
    """Protocol of objects that execute jobs."""

    async def think(self, job: Job, on_progress: ProgressCallback | None = None) -> JobResult:
        """Return the result of a job. `on_progress` receives intermediate results. Cancelling the
        call stops the job, unless another caller is waiting for it. Raises NoResult."""
        ...

    async def close(self) -> None: ...


@frozen
class JobTimeouts:
    """Timeouts in seconds.

    `waits` has the timeout for results by kind of job. It counts from the submission or, for a
    review, from the last intermediate result. `start` is the time that a worker may take to start,
    `stop` the time that it may take to stop a job, and `idle` the time after which a worker without
    jobs ends.
    """

    waits: Mapping[str, float] = {HINT_JOB: 20.0, BOT_JOB: 10.0, REVIEW_JOB: 180.0}
    start: float = 60.0
    stop: float = 1.0
    idle: float = 300.0


@define(eq=False)
class _PendingJob:
    """A job with its callers.

    `requeue` is whether the job was stopped for a more urgent one and will be restarted. A review
    then continues from `progress`, its last intermediate result.
    """

    job: Job
    progress: JobResult | None = None
    waiting: dict[asyncio.Future[JobResult], ProgressCallback] = field(factory=dict)
    requeue: bool = False

    @property
    def kind(self) -> str:
        return self.job.kind

    @property
    def person(self) -> int:
        return self.job.person

    @property
    def payload(self) -> bytes:
        """The content of the job. That of a review includes `progress`, from which a worker
        continues."""
        if self.progress is None or self.kind != REVIEW_JOB:
            return self.job.payload
        return continued(self.job, self.progress).payload

    def report_progress(self, result: JobResult) -> None:
        self.progress = result
        for callback in self.waiting.values():
            callback(result)

    def end(self, result: JobResult | NoResult) -> None:
        for future in self.waiting:
            if future.done():
                continue
            if isinstance(result, NoResult):
                future.set_exception(result)
            else:
                future.set_result(result)


class _JobQueue:
    """Queue of jobs: the most urgent kind first, then the people in turn. Many jobs of one person
    thus do not delay those of others."""

    def __init__(self) -> None:
        # A queue per kind and person. The order of a kind's people is the order in which they are
        # served.
        self._by_kind: dict[str, dict[int, deque[_PendingJob]]] = {
            kind: {} for kind in JOBS_BY_URGENCY
        }

    def __iter__(self) -> Iterator[_PendingJob]:
        return (
            job
            for by_person in self._by_kind.values()
            for jobs in by_person.values()
            for job in jobs
        )

    def add(self, job: _PendingJob, *, first: bool = False) -> None:
        """Add a job to the queue. It comes after the other jobs of the same person, or before all
        others of its kind if `first`."""
        by_person = self._by_kind[job.kind]
        if not first:
            by_person.setdefault(job.person, deque()).append(job)
            return
        jobs = by_person.pop(job.person, deque())
        jobs.appendleft(job)
        self._by_kind[job.kind] = {job.person: jobs, **by_person}

    def pop(self) -> _PendingJob | None:
        """Remove the next job and return it; None if there is none. From then on, the person whose
        job it was comes last."""
        for by_person in self._by_kind.values():
            for person in by_person:
                jobs = by_person.pop(person)
                job = jobs.popleft()
                if jobs:
                    by_person[person] = jobs
                return job
        return None

    def remove(self, job: _PendingJob) -> bool:
        """Remove a job, and return whether it was in the queue."""
        jobs = self._by_kind[job.kind].get(job.person)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._by_kind[job.kind][job.person]
        return True


class WorkerPool:
    """A pool of worker processes, each started when it is first needed.

    A person can have one hint job and one review job; a newer job replaces the older one. Jobs for
    no one in particular (`person` 0) count as those of one more person. Reviews are preempted by
    more urgent jobs. `report_error` receives error messages about workers. Each worker imports
    `modules`, such as those of tests.
    """

    def __init__(
        self,
        size: int = 1,
        *,
        timeouts: JobTimeouts | None = None,
        report_error: Callable[[str], None] = lambda message: None,
        modules: Sequence[str] = (),
    ) -> None:
        self.timeouts = timeouts or JobTimeouts()
        self._queue = _JobQueue()
        self._workers = [_WorkerProcess(self, report_error, modules) for _ in range(size)]

    @property
    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    async def think(self, job: Job, on_progress: ProgressCallback | None = None) -> JobResult:
        """Return the result of a job (see `Thinker.think`)."""
        if len(job.payload) > MAX_SIZE:
            raise WorkerDied(DIED)
        pending = self._same(job) or self._new(job)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[JobResult] = loop.create_future()
        seconds = self.timeouts.waits[job.kind]

        def report(result: JobResult) -> None:
            if job.kind == REVIEW_JOB:
                timeout.reschedule(loop.time() + seconds)
            if on_progress is not None:
                on_progress(result)

        try:
            async with asyncio.timeout(seconds) as timeout:
                pending.waiting[future] = report
                self.assign()
                return await future
        except TimeoutError as error:
            raise JobTimedOut(LATE) from error
        finally:
            pending.waiting.pop(future, None)
            if not pending.waiting:
                self._drop(pending)

    def _same(self, job: Job) -> _PendingJob | None:
        """Return an equal job that is already pending; None if there is none."""
        sum_of_it = job.sum
        asked = (pending for pending in self._all() if pending.waiting)
        return next((pending for pending in asked if pending.job.sum == sum_of_it), None)

    def _new(self, job: Job) -> _PendingJob:
        if job.kind != BOT_JOB:
            for pending in self._all():
                if (pending.kind, pending.person) == (job.kind, job.person):
                    pending.end(JobSuperseded(OUTDATED))
                    self._drop(pending)
        pending = _PendingJob(job)
        self._queue.add(pending)
        return pending

    def _all(self) -> list[_PendingJob]:
        at_work = [worker.pending for worker in self._workers if worker.pending is not None]
        return [*self._queue, *at_work]

    def _drop(self, pending: _PendingJob) -> None:
        """Remove a job that no longer has callers from the queue, or stop it if it is running."""
        if not self._queue.remove(pending):
            for worker in self._workers:
                if worker.pending is pending:
                    pending.requeue = False
                    worker.stop()

    def assign(self) -> None:
        """Give queued jobs to idle workers. If a job that is not a review remains in the queue,
        preempt a review, unless one is already being preempted."""
        for worker in self._workers:
            if worker.pending is None and (pending := self._queue.pop()) is not None:
                worker.begin(pending)
        if any(turn.kind != REVIEW_JOB for turn in self._queue):
            reviews = [m for m in self._workers if m.pending and m.pending.kind == REVIEW_JOB]
            if reviews and not any(m.pending and m.pending.requeue for m in reviews):
                reviews[0].make_room()

    def put_back(self, pending: _PendingJob) -> None:
        """Put a preempted job back at the head of its queue."""
        pending.requeue = False
        self._queue.add(pending, first=True)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()


class _WorkerProcess:
    """A worker process. It is started when it gets a job while it is not running."""

    def __init__(
        self, pool: WorkerPool, report_error: Callable[[str], None], modules: Sequence[str]
    ) -> None:
        self._pool, self._report_error, self._modules = pool, report_error, modules
        self.process: Process | None = None
        self.pending: _PendingJob | None = None
        self._number = 0
        self._is_up = False
        self._dying: list[Process] = []
        self._task: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None

    def begin(self, pending: _PendingJob) -> None:
        self.pending = pending
        self._number += 1
        self._set_timer(None)
        self._task = asyncio.get_running_loop().create_task(self._run(pending))

    async def _run(self, pending: _PendingJob) -> None:
        result: JobResult | NoResult = WorkerDied(DIED)
        try:
            result = await self._run_job(pending)
        except (OSError, ValueError) as error:
            self._report_error(f"a process that thinks: {error}")
            self._kill()
        finally:
            self.pending = None
            if self.process is not None and self.process.returncode is not None:
                self.process = None
        if pending.requeue and pending.waiting and isinstance(result, NoResult):
            self._pool.put_back(pending)
        else:
            pending.end(result)
        self._set_timer(self._pool.timeouts.idle)
        self._pool.assign()

    async def _run_job(self, pending: _PendingJob) -> JobResult | NoResult:
        """Send a job to the worker, which is started if necessary. Return the result, or the
        exception for its callers if there is no result. Raises OSError and ValueError."""
        process = self.process = self.process or await self._started()
        if not pending.waiting:
            return JobSuperseded(OUTDATED)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(written(Frame(self._number, ASK, pending.payload)))
        with suppress(ConnectionError):
            await process.stdin.drain()
        while (frame := await receive(process.stdout)) is not None:
            if frame.kind == READY:
                self._on_ready(pending)
            elif frame.kind == MEANWHILE:
                pending.report_progress(_result(frame))
            elif frame.kind == ADVICE:
                return _result(frame)
            elif frame.kind == FAILED:
                self._report_error(frame.payload.decode(errors="replace"))
                return WorkerDied(DIED)
            elif frame.kind == STOPPED:
                return JobSuperseded(OUTDATED)
        await process.wait()
        return WorkerDied(DIED)

    def _on_ready(self, pending: _PendingJob) -> None:
        """Record that the worker has started and reads its input. If the job has been stopped in
        the meantime, limit the time that the worker may take to stop it."""
        self._is_up = True
        if not pending.waiting or pending.requeue:
            self._set_timer(self._pool.timeouts.stop)

    async def _started(self) -> Process:
        self._is_up = False
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", WORKER_PROGRAM, *self._modules),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=MAX_SIZE,
        )

    def make_room(self) -> None:
        """Stop the current job, and have it restarted later."""
        if self.pending is not None:
            self.pending.requeue = True
        self.stop()

    def stop(self) -> None:
        """Stop the current job. If the worker does not stop the job in time, it is killed."""
        process = self.process
        if process is None or process.stdin is None or self.pending is None:
            return
        with suppress(ConnectionError, RuntimeError):
            process.stdin.write(written(Frame(self._number, STOP)))
        timeouts = self._pool.timeouts
        self._set_timer(timeouts.stop if self._is_up else timeouts.start)

    def _set_timer(self, seconds: float | None) -> None:
        """Set the timer that kills the worker after `seconds`, in place of the previous timer. With
        None, only remove the previous timer."""
        if self._due is not None:
            self._due.cancel()
        self._due = None
        if seconds is not None:
            self._due = asyncio.get_running_loop().call_later(seconds, self._kill)

    def _kill(self) -> None:
        """Kill the worker. The next job starts another one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._dying = [dying for dying in (*self._dying, process) if dying.returncode is None]

    async def close(self) -> None:
        self._set_timer(None)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._set_timer(None)
        self._kill()
        for process in self._dying:
            await process.wait()


def _result(frame: Frame) -> JobResult:
    """Parse a result. Raises ValueError."""
    return unpack_result(json.loads(frame.payload))


def quick_move_notice(error: GuildhallError) -> Text:
    """Return the notice that a quick pick was made because the search failed with `error`."""
    return words("{why} A quick move was made instead.", why=error.text)
