"""The door's end of the zygote (supervisor): asks for sessions, hears of their ends, and has a new
zygote made when the old one dies or is to be replaced."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final

from attrs import define, field

import tui
from engine.core.players import programs
from engine.errors import GuildhallError
from engine.i18n.text import words
from engine.workers.framing import be_nice
from tui.server.cpu_limits import KINDEST
from tui.server.identity import Call
from tui.server.limits import Limits
from tui.user_paths import UserPaths

LONGEST_MESSAGE: Final = 16_384

UNTOLD: Final = 0.5
"""Seconds from the end of a process until nobody will tell its exit code any more."""

TOLD_EVERY: Final = 20.0
"""Seconds after which the log says that a zygote is not ready yet, and again after as many."""

PROGRAM: Final = (
    f"import sys; sys.path.insert(0, {str(Path(tui.__file__).parents[1])!r}); "
    "from tui.server.fork_server import main; main()"
)
"""What a zygote runs: this very program, wherever the house was opened from."""

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 30.0
"""Seconds between the end of a zygote and the next one: twice as long after each that failed."""

_log = logging.getLogger("guildhall.door")


Seat = Callable[[], AbstractContextManager[tuple[int, int]]]
"""Makes a terminal and a line to the door, as the descriptors of a session's ends."""


class NoSession(GuildhallError):
    """A session could not be started."""


class NotReady(GuildhallError):
    """The process that starts sessions has ended before it could start any."""


def _no_session() -> NoSession:
    return NoSession(
        words("The server cannot start a session for you right now; please try again in a minute.")
    )


@define(eq=False)
class ChildSession:
    """A child as the door knows it. `started` is cancelled if the zygote goes before it is there;
    `ended` is done when it is gone: with its exit code, a negative one for a signal, or None if
    nobody can tell."""

    number: int
    started: asyncio.Future[int]
    ended: asyncio.Future[int | None]
    pid: int | None = None
    _handle: int = -1

    def born(self, pid: int, handle: int) -> None:
        """The process is there: watch for its end."""
        self.pid = pid
        self._handle = handle
        asyncio.get_running_loop().add_reader(handle, self._gone)
        if not self.started.done():
            self.started.set_result(pid)

    def _gone(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._handle)
        os.close(self._handle)
        self._handle = -1
        loop.call_later(UNTOLD, self.tell, None)

    def tell(self, code: int | None) -> None:
        """Take note of the end."""
        if not self.ended.done():
            self.ended.set_result(code)

    def signal(self, number: int) -> None:
        """Send the process a signal, if it is there; never another process."""
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def step_back(self) -> None:
        """Let the process wait for all others."""
        if self._handle >= 0 and self.pid is not None:
            be_nice(self.pid, KINDEST)


class ForkServerHandle:
    """One zygote process and the sessions it was asked for."""

    def __init__(self, session_pool: SessionPool, places: UserPaths) -> None:
        self._nursery = session_pool
        self._loop = asyncio.get_running_loop()
        self.sessions: dict[int, ChildSession] = {}
        self.ready: asyncio.Future[bool] = self._loop.create_future()
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setblocking(False)
        with theirs:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-c", PROGRAM),
                    *(str(theirs.fileno()), str(places.data), str(places.config)),
                    *(f"{name}={program}" for name, program in programs().items()),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._loop.add_reader(self._ours, self._hear)

    def ask(self, call: Call, terminal: int, line: int) -> ChildSession:
        """Ask for a session on a terminal; raises OSError."""
        socket.send_fds(self._ours, [call.dump()], [terminal, line])
        session = ChildSession(call.number, self._loop.create_future(), self._loop.create_future())
        self.sessions[call.number] = session
        return session

    def give_up(self, session: ChildSession) -> None:
        """End a zygote that does not answer; the sessions that it has begun go on without it."""
        self.sessions.pop(session.number, None)
        self.process.kill()
        self._nursery.lost(self)

    def retire(self) -> None:
        """Ask it for nothing more; it goes when its last child has gone, or at once if it is not
        ready and so has none."""
        if not self.ready.done():
            self.process.kill()
        with suppress(OSError):
            self._ours.shutdown(socket.SHUT_WR)

    def _hear(self) -> None:
        try:
            data, handles, _, _ = socket.recv_fds(self._ours, LONGEST_MESSAGE, 1)
        except BlockingIOError:
            return
        except OSError:
            data, handles = b"", []
        if data:
            self._take(json.loads(data), handles)
        else:
            self._over()

    def _take(self, message: Mapping[str, int | str], handles: list[int]) -> None:
        """Take note of a message; those of a session that was given up concern nobody."""
        match message:
            case {"ready": _}:
                self.ready.set_result(True)
            case {"started": int(number), "pid": int(pid)}:
                session = self.sessions.get(number)
                if session is None:
                    os.close(handles[0])
                else:
                    session.born(pid, handles[0])
            case {"failed": int(number), "reason": reason}:
                _log.error("no session: %s", reason)
                if (session := self.sessions.pop(number, None)) is not None:
                    self._fail(session)
            case {"ended": int(number), "code": int(code)}:
                if (session := self.sessions.pop(number, None)) is not None:
                    session.tell(code)

    def _fail(self, session: ChildSession) -> None:
        session.started.set_exception(_no_session())
        session.tell(None)

    def _over(self) -> None:
        """It is gone; its children, if there are any, live on."""
        self._loop.remove_reader(self._ours)
        self._ours.close()
        self.process.kill()
        self.process.wait()
        if not self.ready.done():
            self.ready.set_result(False)
        for session in self.sessions.values():
            session.started.cancel()
        self._nursery.lost(self)


async def _is_up(fork_server: ForkServerHandle) -> bool:
    """Wait until a zygote is ready or has ended before it was; the log says what is waited for."""
    pid, waited = fork_server.process.pid, 0.0
    _log.info("zygote %d gets ready", pid)
    while not (await asyncio.wait([fork_server.ready], timeout=TOLD_EVERY))[0]:
        waited += TOLD_EVERY
        _log.warning("zygote %d is not ready after %d seconds; nobody can come in", pid, waited)
    if fork_server.ready.result():
        _log.info("zygote %d is ready", pid)
    else:
        _log.error("zygote %d has ended before it was ready", pid)
    return fork_server.ready.result()


@define
class SessionPool:
    """Pool that starts sessions: the current fork server, and old ones that only wait for their
    last session to end."""

    places: UserPaths
    limits: Limits
    _unanswered: int = 0
    _zygote: ForkServerHandle | None = None
    _others: list[ForkServerHandle] = field(factory=list)
    _pause: float = FIRST_PAUSE
    _closing: bool = False
    _again: asyncio.TimerHandle | None = None
    _replacing: asyncio.Task[None] | None = None
    _changed: asyncio.Event = field(factory=asyncio.Event)
    reloads: int = 0

    @property
    def pid(self) -> int | None:
        """The process that is asked for sessions."""
        return self._zygote.process.pid if self._zygote else None

    async def open(self) -> None:
        """Have the first zygote made, however long it takes; raises NotReady if it ends before."""
        if not await self.reload():
            raise NotReady(
                words(
                    "The server could not start: the process that starts its sessions ended "
                    "before it was ready. Its output is above."
                )
            )

    async def reload(self) -> bool:
        """Replace the zygote by a new one, with the code as it is now; the sessions that there are
        go on. False if the new one does not come up, and the old one stays."""
        new = ForkServerHandle(self, self.places)
        self._others.append(new)
        try:
            up = await _is_up(new)
        except asyncio.CancelledError:
            new.retire()
            raise
        if not up or self._closing or new not in self._others:
            new.retire()
            return False
        self._others.remove(new)
        old, self._zygote = self._zygote, new
        self._pause = FIRST_PAUSE
        self._changed.set()
        if old is not None:
            self.reloads += 1
            self._others.append(old)
            old.retire()
        return True

    async def ask(self, call: Call, seat: Seat) -> ChildSession:
        """A new session, once its process is there; raises NoSession. A zygote that does not answer
        is replaced, and the next one is asked: for another seat, since the first may have forked a
        session all the same."""
        try:
            async with asyncio.timeout(self.limits.seat_seconds):
                while True:
                    fork_server = await self._awake()
                    with seat() as (terminal, line):
                        session = fork_server.ask(call, terminal, line)
                        if await self._begins(session):
                            return session
                    fork_server.give_up(session)
        except (TimeoutError, OSError) as error:
            raise _no_session() from error

    async def _awake(self) -> ForkServerHandle:
        """The zygote that is asked, as soon as there is one."""
        while self._zygote is None:
            self._changed.clear()
            await self._changed.wait()
        return self._zygote

    async def _begins(self, session: ChildSession) -> bool:
        """Whether a session begins soon enough, and its zygote is there still; raises NoSession if
        it cannot begin. After each that does not, the next one has twice the time: it may be the
        machine that is slow."""
        time = self.limits.answer_seconds * 2**self._unanswered
        await asyncio.wait([session.started], timeout=time)
        if session.started.cancelled() or not session.started.done():
            self._unanswered += 1
            return False
        session.started.result()
        self._unanswered = 0
        return True

    def lost(self, fork_server: ForkServerHandle) -> None:
        """A zygote is gone: make another, if it was the one that is asked."""
        if fork_server in self._others:
            self._others.remove(fork_server)
        if fork_server is self._zygote:
            self._zygote = None
            if not self._closing:
                _log.error("the zygote has died or does not answer; another one is made")
                self._come_back()

    def _come_back(self) -> None:
        loop = asyncio.get_running_loop()

        def begin() -> None:
            self._again = None
            self._replacing = loop.create_task(self._replace())

        self._again = loop.call_later(self._pause, begin)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _replace(self) -> None:
        if not await self.reload() and self._zygote is None and not self._closing:
            self._come_back()

    def close(self) -> None:
        """Ask for no more sessions; the zygotes go when their children have gone."""
        self._closing = True
        if self._again is not None:
            self._again.cancel()
        for fork_server in (*self._others, *([self._zygote] if self._zygote else [])):
            fork_server.retire()
