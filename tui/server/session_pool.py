"""The server's side of the fork server. It asks for sessions, records when they end, and replaces a
fork server that has died or is outdated."""

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
from engine.workers.niceness import be_nice
from tui.server.cpu_limits import MAX_NICE
from tui.server.identity import MAX_CALL_SIZE, Call
from tui.server.limits import Limits
from tui.user_paths import UserPaths

EXIT_CODE_TIMEOUT: Final = 0.5
"""Seconds to wait for the exit code of a process that has ended. After that, the code counts as
unknown."""

LOG_INTERVAL: Final = 20.0
"""Seconds between log lines about a fork server that is not ready yet."""

PROGRAM: Final = (
    f"import sys; sys.path.insert(0, {str(Path(tui.__file__).parents[1])!r}); "
    "from tui.server.fork_server import main; main()"
)
"""Program of a fork server, which imports this installation."""

FIRST_PAUSE: Final = 0.2
"""Seconds before a fork server is restarted. Each further failure doubles this delay."""

MAX_PAUSE: Final = 30.0
"""Maximum number of seconds before a fork server is restarted."""

_log = logging.getLogger("guildhall.door")


TerminalFactory = Callable[[], AbstractContextManager[tuple[int, int]]]
"""Function that creates a terminal and a link, and yields the session's ends of both as
descriptors."""


class NoSession(GuildhallError):
    """Raised if a session could not be started."""


class NotReady(GuildhallError):
    """Raised if the process that starts sessions has ended before it could start any."""


def _no_session() -> NoSession:
    return NoSession(
        "The server cannot start a session for you right now. Please try again in a minute."
    )


@define(eq=False)
class ChildSession:
    """A session's process. `started` has the process id; it is cancelled if the fork server ends
    first, and raises NoSession if the process cannot be started. `ended` has the exit code, which
    is negative for a signal, or None if it is unknown."""

    number: int
    started: asyncio.Future[int]
    ended: asyncio.Future[int | None]
    pid: int | None = None
    _pidfd: int = -1

    def record_start(self, pid: int, pidfd: int) -> None:
        """Record the process, and watch for its end."""
        self.pid = pid
        self._pidfd = pidfd
        asyncio.get_running_loop().add_reader(pidfd, self._record_end)
        if not self.started.done():
            self.started.set_result(pid)

    def _record_end(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._pidfd)
        os.close(self._pidfd)
        self._pidfd = -1
        loop.call_later(EXIT_CODE_TIMEOUT, self.set_exit_code, None)

    def set_exit_code(self, code: int | None) -> None:
        """Record the exit code, unless the end is already known."""
        if not self.ended.done():
            self.ended.set_result(code)

    def signal(self, number: int) -> None:
        """Send the process a signal, if it is still running."""
        if self._pidfd >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, number)

    def lower_priority(self) -> None:
        """Give the process the lowest priority."""
        if self._pidfd >= 0 and self.pid is not None:
            be_nice(self.pid, MAX_NICE)


def start_fork_server(
    control: socket.socket, paths: UserPaths, *, preload: bool
) -> subprocess.Popen[bytes]:
    """Start a fork server, which receives its calls through `control`. With `preload`, it
    first imports all games, painters and screens."""
    return subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-c",
            PROGRAM,
            *fork_server_arguments(control, paths, preload=preload),
        ],
        stdin=subprocess.DEVNULL,
        pass_fds=[control.fileno()],
        start_new_session=True,
    )


def fork_server_arguments(control: socket.socket, paths: UserPaths, *, preload: bool) -> list[str]:
    """Return the command-line arguments of a fork server (see `start_fork_server`)."""
    return [
        *(str(control.fileno()), str(paths.data), str(paths.config), str(int(preload))),
        *(f"{name}={program}" for name, program in programs().items()),
    ]


class ForkServerHandle:
    """A fork server process and its sessions."""

    def __init__(self, session_pool: SessionPool, paths: UserPaths) -> None:
        self._session_pool = session_pool
        self._loop = asyncio.get_running_loop()
        self.sessions: dict[int, ChildSession] = {}
        self.ready: asyncio.Future[bool] = self._loop.create_future()
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setblocking(False)
        with theirs:
            self.process = start_fork_server(theirs, paths, preload=session_pool.preload)
        self._loop.add_reader(self._ours, self._receive)

    def ask(self, call: Call, terminal: int, line: int) -> ChildSession:
        """Request a session, and pass it the descriptors `terminal` and `line` (its end of the link
        to the server). Return the session before it has started. Raises OSError."""
        socket.send_fds(self._ours, [call.dump()], [terminal, line])
        session = ChildSession(call.number, self._loop.create_future(), self._loop.create_future())
        self.sessions[call.number] = session
        return session

    def give_up(self, session: ChildSession) -> None:
        """Kill the fork server, because it has not started `session` in time, and have it replaced.
        Its other sessions continue."""
        self.sessions.pop(session.number, None)
        self.process.kill()
        self._session_pool.forget(self)

    def retire(self) -> None:
        """Send no more requests. The fork server exits after its last session, or at once if it is
        not ready."""
        if not self.ready.done():
            self.process.kill()
        with suppress(OSError):
            self._ours.shutdown(socket.SHUT_WR)

    def _receive(self) -> None:
        try:
            data, handles, _, _ = socket.recv_fds(self._ours, MAX_CALL_SIZE, 1)
        except BlockingIOError:
            return
        except OSError:
            data, handles = b"", []
        if data:
            self._handle_message(json.loads(data), handles)
        else:
            self._handle_end()

    def _handle_message(self, message: Mapping[str, int | str], handles: list[int]) -> None:
        """Record what the fork server reports: that it is ready, or that a session has started
        (with the descriptor of its process in `handles`), failed or ended. Reports about sessions
        that have been given up are ignored."""
        match message:
            case {"ready": _}:
                self.ready.set_result(True)
            case {"started": int(number), "pid": int(pid)}:
                session = self.sessions.get(number)
                if session is None:
                    os.close(handles[0])
                else:
                    session.record_start(pid, handles[0])
            case {"failed": int(number), "reason": reason}:
                _log.error("no session: %s", reason)
                if (session := self.sessions.pop(number, None)) is not None:
                    self._fail(session)
            case {"ended": int(number), "code": int(code)}:
                if (session := self.sessions.pop(number, None)) is not None:
                    session.set_exit_code(code)

    def _fail(self, session: ChildSession) -> None:
        session.started.set_exception(_no_session())
        session.set_exit_code(None)

    def _handle_end(self) -> None:
        """Clean up after the end of the fork server, and have it replaced if it was the current
        one. Sessions that have started continue."""
        self._loop.remove_reader(self._ours)
        self._ours.close()
        self.process.kill()
        self.process.wait()
        if not self.ready.done():
            self.ready.set_result(False)
        for session in self.sessions.values():
            session.started.cancel()
        self._session_pool.forget(self)


async def _becomes_ready(fork_server: ForkServerHandle) -> bool:
    """Wait until a fork server is ready or has ended. Return whether it is ready."""
    pid, waited = fork_server.process.pid, 0.0
    _log.info("fork server %d is starting", pid)
    while not (await asyncio.wait([fork_server.ready], timeout=LOG_INTERVAL))[0]:
        waited += LOG_INTERVAL
        _log.warning("fork server %d is not ready after %d seconds; nobody can play", pid, waited)
    if fork_server.ready.result():
        _log.info("fork server %d is ready", pid)
    else:
        _log.error("fork server %d has ended before it was ready", pid)
    return fork_server.ready.result()


@define
class SessionPool:
    """Pool that starts sessions through the current fork server. Older fork servers exit when their
    last session has ended.

    With `preload`, a fork server imports all games before its first session, so that sessions share
    their memory and begin at once. Without `preload`, it is ready sooner.
    """

    paths: UserPaths
    limits: Limits
    preload: bool = True
    _unanswered: int = 0
    _fork_server: ForkServerHandle | None = None
    other_fork_servers: list[ForkServerHandle] = field(factory=list)
    _pause: float = FIRST_PAUSE
    _closing: bool = False
    _restart_timer: asyncio.TimerHandle | None = None
    _replacing: asyncio.Task[None] | None = None
    _changed: asyncio.Event = field(factory=asyncio.Event)
    reloads: int = 0

    @property
    def pid(self) -> int | None:
        """Process id of the current fork server; None if there is none."""
        return self._fork_server.process.pid if self._fork_server else None

    async def open(self) -> None:
        """Start the first fork server, without a time limit. Raises NotReady if it ends before it
        is ready."""
        if not await self.reload():
            raise NotReady(
                "The server could not start: the process that starts its sessions ended "
                "before it was ready. Its output is above."
            )

    async def reload(self) -> bool:
        """Start a new fork server, with the current code. Running sessions continue. If the new one
        does not start, keep the old one and return False."""
        new = ForkServerHandle(self, self.paths)
        self.other_fork_servers.append(new)
        try:
            up = await _becomes_ready(new)
        except asyncio.CancelledError:
            new.retire()
            raise
        if not up or self._closing or new not in self.other_fork_servers:
            new.retire()
            return False
        self.other_fork_servers.remove(new)
        old, self._fork_server = self._fork_server, new
        self._pause = FIRST_PAUSE
        self._changed.set()
        if old is not None:
            self.reloads += 1
            self.other_fork_servers.append(old)
            old.retire()
        return True

    async def ask(self, call: Call, open_terminal: TerminalFactory) -> ChildSession:
        """Start a session and return it. Raises NoSession. A fork server that does not answer is
        replaced, and the request is repeated on another terminal, because the first one may have
        been used after all."""
        try:
            async with asyncio.timeout(self.limits.seat_seconds):
                while True:
                    fork_server = await self._wait_for_fork_server()
                    with open_terminal() as (terminal, line):
                        session = fork_server.ask(call, terminal, line)
                        if await self._starts_in_time(session):
                            return session
                    fork_server.give_up(session)
        except (TimeoutError, OSError) as error:
            raise _no_session() from error

    async def _wait_for_fork_server(self) -> ForkServerHandle:
        """Return the current fork server, as soon as there is one."""
        while self._fork_server is None:
            self._changed.clear()
            await self._changed.wait()
        return self._fork_server

    async def _starts_in_time(self, session: ChildSession) -> bool:
        """Return whether the session starts in time. After each failure the time limit doubles,
        because the machine may be slow. Raises NoSession if the session cannot start."""
        time = self.limits.answer_seconds * 2**self._unanswered
        await asyncio.wait([session.started], timeout=time)
        if session.started.cancelled() or not session.started.done():
            self._unanswered += 1
            return False
        session.started.result()
        self._unanswered = 0
        return True

    def forget(self, fork_server: ForkServerHandle) -> None:
        """Forget a fork server that has ended or does not answer. If it was the current one,
        replace it."""
        if fork_server in self.other_fork_servers:
            self.other_fork_servers.remove(fork_server)
        if fork_server is self._fork_server:
            self._fork_server = None
            if not self._closing:
                _log.error("the fork server has died or does not answer; it is replaced")
                self._restart_later()

    def _restart_later(self) -> None:
        loop = asyncio.get_running_loop()

        def begin() -> None:
            self._restart_timer = None
            self._replacing = loop.create_task(self._replace())

        self._restart_timer = loop.call_later(self._pause, begin)
        self._pause = min(2 * self._pause, MAX_PAUSE)

    async def _replace(self) -> None:
        if not await self.reload() and self._fork_server is None and not self._closing:
            self._restart_later()

    def close(self) -> None:
        """Start no more sessions. Fork servers exit after their last session."""
        self._closing = True
        if self._restart_timer is not None:
            self._restart_timer.cancel()
        for fork_server in (
            *self.other_fork_servers,
            *([self._fork_server] if self._fork_server else []),
        ):
            fork_server.retire()
