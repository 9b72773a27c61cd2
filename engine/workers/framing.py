"""How questions and advice are sent (framing): a line of JSON that says what comes and of how many
bytes it is, then these bytes."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import BinaryIO, Final

from attrs import frozen

from engine.workers.jobs import LARGEST

ASK: Final = "ask"
STOP: Final = "stop"
"""What is sent to who thinks: a question, and that nobody waits for its answer any more."""

READY: Final = "ready"
ADVICE: Final = "advice"
MEANWHILE: Final = "meanwhile"
FAILED: Final = "failed"
STOPPED: Final = "stopped"
"""What comes back: that a process has begun, the advice, a worse one before it, what went wrong, or
that the thought was stopped."""

_LONGEST_LINE: Final = 256


class BadFrame(ValueError):
    """What was sent is no frame."""


@frozen
class Frame:
    """One thing that is sent. `number` tells questions apart; `about` and `whose` are what a
    question is for."""

    number: int
    kind: str
    words: bytes = b""
    about: str = ""
    whose: int = 0


def written(frame: Frame) -> bytes:
    """The frame as bytes."""
    head = [frame.number, frame.kind, len(frame.words), frame.about, frame.whose]
    return json.dumps(head).encode() + b"\n" + frame.words


def read(stream: BinaryIO) -> Frame | None:
    """The next frame of a stream; None at its end. Raises BadFrame."""
    line = stream.readline(_LONGEST_LINE)
    if not line:
        return None
    frame, size = _head(line)
    return _with(frame, stream.read(size))


async def receive(stream: asyncio.StreamReader) -> Frame | None:
    """The next frame of a stream; None at its end, even if that comes in the middle of one. Raises
    BadFrame."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        frame, size = _head(await stream.readuntil(b"\n"))
        return _with(frame, await stream.readexactly(size))
    return None


def _with(frame: Frame, words: bytes) -> Frame:
    return Frame(frame.number, frame.kind, words, frame.about, frame.whose)


def _head(line: bytes) -> tuple[Frame, int]:
    try:
        number, kind, size, about, whose = json.loads(line)
    except (ValueError, TypeError) as error:
        raise BadFrame(line) from error
    types = [type(one) for one in (number, kind, size, about, whose)]
    if types != [int, str, int, str, int] or not 0 <= size <= LARGEST:
        raise BadFrame(line)
    return Frame(number, kind, b"", about, whose), size
