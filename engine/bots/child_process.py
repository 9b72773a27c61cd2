"""Bot programs as child processes that exchange lines of JSON, with limits on time and memory.

A program is started without a shell, has no terminal, and inherits only three descriptors. Whatever
it does, callers get an answer in time, or `ProcessFailed`. Two threads read and write, because
Windows cannot wait for pipes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Final, NoReturn
from weakref import finalize

from attrs import frozen

from engine.bots.wire_format import encode
from engine.core.event import Json

CHECK_INTERVAL: Final = 1.0
"""Interval in seconds at which a waiting caller checks the program's memory."""

MAX_LINE_LENGTH: Final = 1 << 20
"""Maximum size of a line from a program, in bytes."""

CHUNK_SIZE: Final = 1 << 16
"""Maximum size of a chunk read from a program, in bytes."""

UNREAD_CHUNKS: Final = 16
"""Maximum number of chunks of a program's output that wait to be processed."""

EXIT_TIMEOUT: Final = 1.0
"""Time in seconds that a program has to exit after its input has been closed."""


class ProcessFailed(Exception):
    """Raised if a program cannot be started, has exited, exceeds a limit, or does not follow the
    protocol. A program that was running has been killed."""


@frozen
class ProcessLimits:
    """Limits of a program: the seconds per answer, and the megabytes of resident memory.

    On systems with `/proc`, the memory of its child processes counts, too. On Windows, memory is
    not limited.
    """

    seconds: float = 10.0
    megabytes: int = 1024


class ChildProcess:
    """A running program. It ends when this object is garbage-collected or this process exits.

    The constructor and `read_message` raise `ProcessFailed`.
    """

    def __init__(self, program: Path, bounds: ProcessLimits) -> None:
        self._bounds = bounds
        self._unread = b""
        self._deadline = 0.0
        self._looked = monotonic()
        try:
            popen = subprocess.Popen(
                [str(program)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                process_group=0,
            )
        except OSError as error:
            raise ProcessFailed(error.strerror or str(error)) from error
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen = popen
        self._received: Queue[bytes] = Queue(UNREAD_CHUNKS)
        self._to_send: SimpleQueue[bytes | None] = SimpleQueue()
        for work in (
            Thread(target=_read_all, args=(popen.stdout, self._received), daemon=True),
            Thread(target=_write_all, args=(popen.stdin, self._to_send), daemon=True),
        ):
            work.start()
        self._end = finalize(self, _end, popen, self._to_send, self._received, os.getpid())

    @property
    def alive(self) -> bool:
        return self._end.alive and self._popen.poll() is None

    def allow_time(self) -> None:
        """Start the time limit of the next answer."""
        self._deadline = monotonic() + self._bounds.seconds

    def send(self, message: Json) -> None:
        """Send `message` as one line, without waiting. A program that does not read the line
        exceeds its time limit later."""
        self._to_send.put(f"{encode(message)}\n".encode())

    def read_message(self, until: float | None = None) -> Mapping[str, Json] | None:
        """Return the program's next message, a JSON object. Return None if none has arrived by
        `until` (a time of `monotonic`; None to wait until the time limit). Raises
        `ProcessFailed`."""
        while b"\n" not in self._unread:
            read = self._next_chunk(until)
            if read is None:
                return None
            if not read:
                self._fail("it has exited")
            self._unread += read
            if len(self._unread) > MAX_LINE_LENGTH:
                self._fail("its line is too long")
        if monotonic() > self._deadline:
            self._fail("it took too long")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._fail("its output is not JSON", error)
        if not isinstance(message, dict):
            self._fail("its message is not a JSON object")
        return message

    def _next_chunk(self, until: float | None) -> bytes | None:
        """Return the next chunk of output: empty at the end of the output, None if there is none by
        `until`. Raises `ProcessFailed` if the program exceeds a limit in the meantime."""
        while True:
            now = monotonic()
            # Waiting for output ends every CHECK_INTERVAL seconds to check the memory of the
            # program, at the deadline, and at `until` to return to the caller.
            if now - self._looked >= CHECK_INTERVAL:
                self._looked = now
                if self._megabytes() > self._bounds.megabytes:
                    self._fail("it uses too much memory")
            if now > self._deadline:
                self._fail("it took too long")
            ends = min(self._deadline, self._looked + CHECK_INTERVAL)
            ends = ends if until is None else min(ends, until)
            with suppress(Empty):
                return self._received.get(timeout=max(0.0, ends - now))
            if until is not None and monotonic() >= until:
                return None

    def _megabytes(self) -> float:
        return sum(_resident(process) for process in _group(self._popen.pid)) / (1 << 20)

    def _fail(self, why: str, cause: BaseException | None = None) -> NoReturn:
        self.kill()
        raise ProcessFailed(why) from cause

    def kill(self) -> None:
        self._end.detach()
        _stop(self._popen, self._to_send, self._received)


def _read_all(stream: IO[bytes], received: Queue[bytes]) -> None:
    """Put the output of a program (`stream`) into the queue `received`, and an empty chunk at the
    end of the output."""
    with stream:
        read = b"."
        while read:
            try:
                read = os.read(stream.fileno(), CHUNK_SIZE)
            except OSError:
                read = b""
            received.put(read)


def _write_all(stream: IO[bytes], to_send: SimpleQueue[bytes | None]) -> None:
    """Write the data in the queue `to_send` to the input of a program (`stream`). Close the input
    when the data is None, or when the program no longer reads it."""
    with suppress(OSError), stream:
        while (data := to_send.get()) is not None:
            left = memoryview(data)
            while left:
                left = left[os.write(stream.fileno(), left) :]


def _end(
    popen: subprocess.Popen[bytes],
    to_send: SimpleQueue[bytes | None],
    received: Queue[bytes],
    owner: int,
) -> None:
    """Close the input of a program, give the program `EXIT_TIMEOUT` seconds to exit, and kill what
    is left of its process group. `owner` is the id of the process that started the program. In a
    fork of that process, do nothing."""
    if os.getpid() == owner:
        to_send.put(None)
        with suppress(subprocess.TimeoutExpired):
            popen.wait(EXIT_TIMEOUT)
        _stop(popen, to_send, received)


def _stop(
    popen: subprocess.Popen[bytes], to_send: SimpleQueue[bytes | None], received: Queue[bytes]
) -> None:
    """Kill a program, and let the threads that read from it and write to it end."""
    kill_group(popen)
    popen.wait()
    to_send.put(None)
    with suppress(Empty):
        while True:
            received.get_nowait()


def kill_group(popen: subprocess.Popen[bytes]) -> None:
    """Kill the process `popen` and the process group that it leads. On Windows, kill only the
    process."""
    if sys.platform == "win32":
        popen.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)


def _group(leader: int) -> Iterator[int]:
    """Yield the ids of the processes in the group of the process `leader`: `leader`, then, on
    systems with `/proc`, the others."""
    yield leader
    if sys.platform == "win32":
        return
    with suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and (process := int(entry.name)) != leader:
                with suppress(OSError):
                    if os.getpgid(process) == leader:
                        yield process


def _resident(process: int) -> int:
    """Return the resident memory of the process with the id `process`, in bytes; 0 if the system
    does not report it."""
    if sys.platform == "win32":
        return 0
    statm = Path(f"/proc/{process}/statm")
    try:
        if statm.exists():
            return int(statm.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        asking = ["ps", "-o", "rss=", "-p", str(process)]
        return int(subprocess.run(asking, capture_output=True, check=False).stdout) * 1024
    except (OSError, ValueError, IndexError):
        return 0
