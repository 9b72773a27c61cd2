"""Bot programs as child processes: lines of JSON to and from them, with limits of time and memory.

A program is started without a shell, has no terminal, and inherits only three descriptors. Whatever
it does, callers get an answer in time, or `ProcessFailed`.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, NoReturn
from weakref import finalize

from attrs import frozen

from engine.bots.wire_format import encode
from engine.core.event import Json

LOOKS: Final = 1.0
"""Interval in seconds at which a waiting caller checks time and memory of the program."""

LONGEST_LINE: Final = 1 << 20
"""Maximum size of a line from a program, in bytes."""

ENDS_WITHIN: Final = 1.0
"""Seconds a program has to exit after its input was closed."""


class ProcessFailed(Exception):
    """The program is dead, late, too large or does not speak JSON; it has been killed."""


@frozen
class ProcessLimits:
    """Limits of a program: seconds per answer, and megabytes of resident memory, including the
    processes that it has started."""

    seconds: float = 10.0
    megabytes: int = 1024


class ChildProcess:
    """A running program. Any method that communicates with it raises `ProcessFailed`, after killing
    it. It ends when its owner drops it or exits."""

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
        self._to, self._from = popen.stdin.fileno(), popen.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self._end = finalize(self, _end, popen, os.getpid())

    @property
    def alive(self) -> bool:
        """Whether it is still running."""
        return self._end.alive and self._popen.poll() is None

    def allow_time(self) -> None:
        """Start the time limit for the next answer."""
        self._deadline = monotonic() + self._bounds.seconds

    def say(self, message: Json) -> None:
        """Send a line."""
        left = memoryview(f"{encode(message)}\n".encode())
        while left:
            try:
                left = left[os.write(self._to, left) :]
            except BlockingIOError:
                self._wait(self._to, select.POLLOUT, None)
            except OSError as error:
                self._fail("it has ended", error)

    def read_message(self, until: float | None = None) -> Mapping[str, Json] | None:
        """Return its next line, an object; None if it has sent none by `until`, a time of
        `monotonic`, and still may."""
        while b"\n" not in self._unread:
            if not self._wait(self._from, select.POLLIN, until):
                return None
            with suppress(BlockingIOError):
                read = os.read(self._from, 1 << 16)
                if not read:
                    self._fail("it has ended")
                self._unread += read
            if len(self._unread) > LONGEST_LINE:
                self._fail("its line is too long")
        if monotonic() > self._deadline:
            self._fail("it is late")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._fail("it speaks no JSON", error)
        if not isinstance(message, dict):
            self._fail("what it says is no object")
        return message

    def _wait(self, descriptor: int, what: int, until: float | None) -> bool:
        """Wait until a descriptor is ready, checking the limits each second; False if `until` came
        first."""
        poll = select.poll()
        poll.register(descriptor, what)
        while True:
            now = monotonic()
            # poll() alone could sleep until the deadline, so wake up every LOOKS seconds to check
            # the memory of the program, and at `until` to return to the caller.
            if now - self._looked >= LOOKS:
                self._looked = now
                if self._megabytes() > self._bounds.megabytes:
                    self._fail("it holds too much memory")
            if now > self._deadline:
                self._fail("it is late")
            ends = min(self._deadline, self._looked + LOOKS)
            ends = ends if until is None else min(ends, until)
            if poll.poll(max(0.0, (ends - now) * 1000)):
                return True
            if until is not None and monotonic() >= until:
                return False

    def _megabytes(self) -> float:
        """Return the resident memory of the program and its process group."""
        return sum(_resident(process) for process in _group(self._popen.pid)) / (1 << 20)

    def _fail(self, why: str, cause: BaseException | None = None) -> NoReturn:
        self.kill()
        raise ProcessFailed(why) from cause

    def kill(self) -> None:
        """Kill the program and its process group."""
        self._end.detach()
        _kill(self._popen)


def _end(popen: subprocess.Popen[bytes], owner: int) -> None:
    """Close the input of a program so that it exits, and kill it if it does not. A forked copy of
    the process that started it does nothing."""
    if os.getpid() == owner:
        assert popen.stdin is not None
        with suppress(OSError):
            popen.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            popen.wait(ENDS_WITHIN)
        _kill(popen)


def _kill(popen: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    for stream in (popen.stdin, popen.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    popen.wait()


def _group(leader: int) -> Iterator[int]:
    """Yield the processes of a group, as far as the system lists them."""
    yield leader
    with suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and (process := int(entry.name)) != leader:
                with suppress(OSError):
                    if os.getpgid(process) == leader:
                        yield process


def _resident(process: int) -> int:
    """Return the resident memory of a process in bytes; 0 if the system does not report it."""
    statm = Path(f"/proc/{process}/statm")
    try:
        if statm.exists():
            return int(statm.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        asking = ["ps", "-o", "rss=", "-p", str(process)]
        return int(subprocess.run(asking, capture_output=True, check=False).stdout) * 1024
    except (OSError, ValueError, IndexError):
        return 0
