"""The binary format of jobs and results: a line of JSON with the fields of the frame and the size
of its payload, followed by the payload."""

from __future__ import annotations

import asyncio
import json
from typing import BinaryIO, Final

from attrs import evolve, frozen

from engine.workers.jobs import MAX_SIZE

ASK: Final = "ask"
STOP: Final = "stop"
"""The kinds of frames to a worker or a job server: a job, and a notice that the result of the job
is no longer needed."""

READY: Final = "ready"
ADVICE: Final = "advice"
MEANWHILE: Final = "meanwhile"
FAILED: Final = "failed"
STOPPED: Final = "stopped"
"""The kinds of frames from a worker: a notice that it is ready, a final result, an intermediate
result, an error, and a notice that the job has been stopped. A job server sends only results and
errors."""

_MAX_LINE_LENGTH: Final = 256


class BadFrame(ValueError):
    pass


@frozen
class Frame:
    """A message about the job `number`. `payload` is the content of the job, a result, or a
    worker's traceback. Between a job client and its server, `about` is the kind of the job or a
    name for the error, and `person` the id of the person who needs the result."""

    number: int
    kind: str
    payload: bytes = b""
    about: str = ""
    person: int = 0


def written(frame: Frame) -> bytes:
    head = [frame.number, frame.kind, len(frame.payload), frame.about, frame.person]
    return json.dumps(head).encode() + b"\n" + frame.payload


def read(stream: BinaryIO) -> Frame | None:
    """Return the next frame of a stream; None at the end of the stream. A payload that is cut off
    is returned as it is. Raises BadFrame."""
    line = stream.readline(_MAX_LINE_LENGTH)
    if not line:
        return None
    frame, size = _head(line)
    return evolve(frame, payload=stream.read(size))


async def receive(stream: asyncio.StreamReader) -> Frame | None:
    """Return the next frame of a stream; None at the end of the stream, even in the middle of a
    frame. Raises BadFrame."""
    try:
        frame, size = _head(await stream.readuntil(b"\n"))
        return evolve(frame, payload=await stream.readexactly(size))
    except asyncio.LimitOverrunError as error:
        raise BadFrame from error
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def _head(line: bytes) -> tuple[Frame, int]:
    try:
        number, kind, size, about, person = json.loads(line)
    except (ValueError, TypeError) as error:
        raise BadFrame(line) from error
    types = [type(field) for field in (number, kind, size, about, person)]
    if types != [int, str, int, str, int] or not 0 <= size <= MAX_SIZE:
        raise BadFrame(line)
    return Frame(number, kind, b"", about, person), size
