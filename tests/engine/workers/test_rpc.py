"""Remote calls to a worker pool: jobs, cancellation and disconnection."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.workers.framing import Frame, written
from engine.workers.jobs import Job, JobResult
from engine.workers.pool import DIED, JobTimedOut, NoResult, ProgressCallback, WorkerDied
from engine.workers.rpc import MAX_OPEN_JOBS, JobClient, JobServer
from tests.engine.workers.asking import question
from tests.engine.workers.test_pool import end_of, until


class Mind:
    """A thinker that takes as long as the test wants."""

    def __init__(self) -> None:
        self.request: list[tuple[Job, ProgressCallback | None, asyncio.Future[JobResult]]] = []

    async def think(self, job: Job, on_progress: ProgressCallback | None = None) -> JobResult:
        future: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        self.request.append((job, on_progress, future))
        return await future

    async def close(self) -> None:
        """No-op."""


@asynccontextmanager
async def desk(mind: Mind) -> AsyncIterator[tuple[JobClient, list[socket.socket]]]:
    """Yield a client connected to a thinker, and its sockets."""
    ends: list[socket.socket] = []
    tasks: list[asyncio.Future[None]] = []

    def connect() -> socket.socket:
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        ends.extend((ours, theirs))
        tasks.append(asyncio.ensure_future(serve(theirs)))
        return ours

    async def serve(end: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=end)
        await JobServer(mind, reader, writer).serve()

    line = JobClient(connect)
    yield line, ends
    await line.close()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_job_and_results_are_transferred():
    mind = Mind()
    before: list[JobResult] = []
    async with desk(mind) as (line, _):
        request = question(kind="hint", person=7)
        asking = asyncio.ensure_future(line.think(request, before.append))
        await until(lambda: bool(mind.request))
        ((came, on_progress, future),) = mind.request
        assert came == request
        assert on_progress is not None
        on_progress(JobResult(("a", 1)))
        await until(lambda: bool(before))
        future.set_result(JobResult(("b", 2)))
        assert await asking == JobResult(("b", 2), [])
        assert before == [JobResult(("a", 1), [])]


async def test_cancelled_or_disconnected_jobs_stop():
    mind = Mind()
    async with desk(mind) as (line, _):
        asking = [asyncio.ensure_future(line.think(question(seed=seed))) for seed in "12"]
        await until(lambda: len(mind.request) == 2)
        asking[0].cancel()
        await until(lambda: mind.request[0][2].cancelled())
        assert not mind.request[1][2].done()
    await until(lambda: mind.request[1][2].cancelled())
    assert isinstance(await end_of(asking[1]), WorkerDied)


async def test_errors_are_transferred_and_broken_lines_reopened():
    mind = Mind()
    async with desk(mind) as (line, ends):
        asking = asyncio.ensure_future(line.think(question()))
        await until(lambda: bool(mind.request))
        mind.request[0][2].set_exception(WorkerDied(DIED))
        assert isinstance(await end_of(asking), WorkerDied)
        asking = asyncio.ensure_future(line.think(question()))
        await until(lambda: len(mind.request) == 2)
        ends[1].shutdown(socket.SHUT_RDWR)
        assert isinstance(await end_of(asking), WorkerDied)
        asking = asyncio.ensure_future(line.think(question()))
        await until(lambda: len(mind.request) == 3)
        mind.request[2][2].set_result(JobResult(3))
        assert (await asking).pick == 3


async def test_number_of_open_jobs_is_limited():
    mind = Mind()
    async with desk(mind) as (line, _):
        asking = [
            asyncio.ensure_future(line.think(question(seed=str(at)))) for at in range(MAX_OPEN_JOBS)
        ]
        await until(lambda: len(mind.request) == MAX_OPEN_JOBS)
        assert isinstance(await end_of(line.think(question(seed="more"))), JobTimedOut)
        mind.request[0][2].set_result(JobResult(0))
        assert (await asking[0]).pick == 0
        one_more = asyncio.ensure_future(line.think(question(seed="more")))
        await until(lambda: len(mind.request) == MAX_OPEN_JOBS + 1)
        one_more.cancel()
        for one in asking:
            one.cancel()


@pytest.mark.parametrize(
    "sent",
    [
        *(b"hello\n", b"[1]\n", b"[1,2,3,4,5]\n", b"\n" * 9, b"x" * 100_000),
        written(Frame(1, "ask", b"x"))[:-1] + b"y",
    ],
    ids=["text", "short", "types", "blank", "long", "kind"],
)
async def test_malformed_message_is_ignored_or_closes_the_line(sent: bytes):
    mind = Mind()
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=theirs)
    serving = asyncio.ensure_future(JobServer(mind, reader, writer).serve())
    ours.sendall(sent)
    ours.shutdown(socket.SHUT_WR)
    await serving
    assert not mind.request
    ours.close()


async def test_refused_connection_gives_no_result():
    def nobody() -> socket.socket:
        raise ConnectionRefusedError

    assert isinstance(await end_of(JobClient(nobody).think(question())), NoResult)
