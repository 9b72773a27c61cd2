"""Client and server with which a process uses the worker pool of another process, over a stream
socket."""

from __future__ import annotations

import asyncio
import json
import socket
from asyncio import StreamReader, StreamWriter, Task
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from attrs import define, field, frozen

from engine.workers.framing import (
    ADVICE,
    ASK,
    FAILED,
    MEANWHILE,
    STOP,
    BadFrame,
    Frame,
    receive,
    written,
)
from engine.workers.jobs import (
    JOBS_BY_URGENCY,
    MAX_SIZE,
    Job,
    JobResult,
    pack_result,
    unpack_result,
)
from engine.workers.pool import (
    DIED,
    LATE,
    OUTDATED,
    JobSuperseded,
    JobTimedOut,
    NoResult,
    ProgressCallback,
    Thinker,
    WorkerDied,
)

MAX_OPEN_JOBS: Final = 8
"""Maximum number of open jobs per session. Further jobs fail."""

_ERRORS: Final = {
    "late": JobTimedOut(LATE),
    "died": WorkerDied(DIED),
    "outdated": JobSuperseded(OUTDATED),
}


def _name_of(error: NoResult) -> str:
    return next(name for name, known in _ERRORS.items() if type(known) is type(error))


# ---------------------------------------------------------------------- server


@define(eq=False)
class JobServer:
    """Server for the jobs of one session."""

    thinker: Thinker
    reader: StreamReader
    writer: StreamWriter
    _asked: dict[int, Task[None]] = field(factory=dict)

    async def serve(self) -> None:
        """Serve jobs until the client disconnects or sends an invalid frame, then stop the jobs
        that are still open."""
        try:
            with suppress(BadFrame):
                while (frame := await receive(self.reader)) is not None:
                    self._handle(frame)
        finally:
            for task in self._asked.values():
                task.cancel()
            self.writer.close()

    def _handle(self, frame: Frame) -> None:
        if frame.kind == STOP and frame.number in self._asked:
            self._asked[frame.number].cancel()
        elif (
            frame.kind == ASK and frame.about in JOBS_BY_URGENCY and frame.number not in self._asked
        ):
            if len(self._asked) >= MAX_OPEN_JOBS:
                self._send(Frame(frame.number, FAILED, about="late"))
                return
            loop = asyncio.get_running_loop()
            task = self._asked[frame.number] = loop.create_task(self._think(frame))
            task.add_done_callback(lambda _: self._asked.pop(frame.number, None))

    async def _think(self, frame: Frame) -> None:
        def on_progress(result: JobResult) -> None:
            self._send(_with_advice(frame.number, MEANWHILE, result))

        job = Job(frame.about, frame.person, frame.payload)
        try:
            advice = await self.thinker.think(job, on_progress)
        except NoResult as error:
            self._send(Frame(frame.number, FAILED, about=_name_of(error)))
        else:
            self._send(_with_advice(frame.number, ADVICE, advice))

    def _send(self, frame: Frame) -> None:
        if not self.writer.is_closing():
            self.writer.write(written(frame))


def _with_advice(number: int, kind: str, result: JobResult) -> Frame:
    return Frame(number, kind, json.dumps(pack_result(result)).encode())


# ---------------------------------------------------------------------- client


@frozen
class _OpenRequest:
    """A job whose result has not arrived yet."""

    result: asyncio.Future[JobResult]
    on_progress: ProgressCallback | None


class JobClient:
    """Client of a worker pool in another process.

    `connect` opens a connection, and raises OSError if there is no server. After a failure, the
    next job connects again.
    """

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self._connect = connect
        self._writer: StreamWriter | None = None
        self._open: dict[int, _OpenRequest] = {}
        self._numbers = 0
        self._listening: Task[None] | None = None
        self._connecting = asyncio.Lock()

    async def think(self, job: Job, on_progress: ProgressCallback | None = None) -> JobResult:
        """Return the result of a job (see `Thinker.think`)."""
        try:
            async with self._connecting:
                writer = self._writer or await self._connected()
        except OSError as error:
            raise WorkerDied(DIED) from error
        self._numbers += 1
        number = self._numbers
        asked = _OpenRequest(asyncio.get_running_loop().create_future(), on_progress)
        self._open[number] = asked
        payload, kind, person = job.payload, job.kind, job.person
        writer.write(written(Frame(number, ASK, payload, kind, person)))
        try:
            return await asked.result
        except asyncio.CancelledError:
            if not writer.is_closing():
                writer.write(written(Frame(number, STOP)))
            raise
        finally:
            self._open.pop(number, None)

    async def _connected(self) -> StreamWriter:
        connection = self._connect()
        connection.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=connection, limit=MAX_SIZE)
        self._writer = writer
        self._listening = asyncio.get_running_loop().create_task(self._listen(reader, writer))
        return writer

    async def _listen(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            with suppress(ValueError):
                while (frame := await receive(reader)) is not None:
                    self._handle(frame)
        finally:
            writer.close()
            self._writer = None
            for asked in self._open.values():
                if not asked.result.done():
                    asked.result.set_exception(WorkerDied(DIED))

    def _handle(self, frame: Frame) -> None:
        """Pass a result or an error from the server to the caller of its job, if the caller is
        still waiting. Raises ValueError for an invalid result."""
        asked = self._open.get(frame.number)
        if asked is None or asked.result.done():
            return
        if frame.kind == FAILED:
            error = _ERRORS.get(frame.about, _ERRORS["died"])
            asked.result.set_exception(type(error)(error.text))
            return
        advice = unpack_result(json.loads(frame.payload))
        if frame.kind == ADVICE:
            asked.result.set_result(advice)
        elif asked.on_progress is not None:
            asked.on_progress(advice)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
