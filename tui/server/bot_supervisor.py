"""Supervisor of the bot service. It starts the service, and restarts it when it has ended. The
listening socket stays open, so that sessions wait instead of failing."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import define, field

import tui
from engine.core.players import programs
from tui.server.control_socket import address_of, bound
from tui.server.notification_dispatch import NotifierSettings
from tui.server.session_pool import FIRST_PAUSE, MAX_PAUSE
from tui.user_paths import UserPaths

SOCKET_NAME: Final = "thinkers"
"""Name of the socket in the data folder."""

BACKLOG: Final = 400
"""Maximum number of sessions waiting to connect."""

PROGRAM: Final = (
    f"import sys; sys.path.insert(0, {str(Path(tui.__file__).parents[1])!r}); "
    "from tui.server.bot_service import main; main()"
)

STEADY_SECONDS: Final = 60.0
"""Uptime in seconds after which the service is restarted with the shortest delay."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class BotSupervisor:
    """Supervisor that runs the bot service with `workers` worker processes, or no bot service if
    `workers` is 0."""

    paths: UserPaths
    workers: int
    notifier_settings: NotifierSettings | None = None
    _listener: socket.socket | None = None
    _link: socket.socket | None = None
    _process: subprocess.Popen[bytes] | None = None
    _pause: float = FIRST_PAUSE
    _restart_timer: asyncio.TimerHandle | None = None
    _started: float = 0.0
    _closing: bool = field(default=False, init=False)

    @property
    def pid(self) -> int | None:
        """Process id of the service; None while it is not running."""
        return None if self._process is None else self._process.pid

    def open(self) -> None:
        """Start the service, unless `workers` is 0. Raises OSError."""
        if self.workers:
            self._listener = bound(self.paths.data, SOCKET_NAME)
            self._listener.listen(BACKLOG)
            self._start()

    def _start(self) -> None:
        assert self._listener is not None
        loop = asyncio.get_running_loop()
        self._restart_timer = None
        self._started = loop.time()
        self._link, theirs = socket.socketpair()
        self._link.setblocking(False)
        numbers = [str(self._listener.fileno()), str(theirs.fileno())]
        folders = [str(self.paths.data), str(self.paths.config)]
        notifier = "" if self.notifier_settings is None else self.notifier_settings.dump()
        named = [f"{name}={program}" for name, program in programs().items()]
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-c", PROGRAM, *numbers, str(self.workers), *folders),
                    *(notifier, *named),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[self._listener.fileno(), theirs.fileno()],
                start_new_session=True,
            )
        loop.add_reader(self._link, self._restart_after_end)

    def _restart_after_end(self) -> None:
        """Restart the service after its end, with a growing delay if it keeps failing."""
        self._stop_process()
        if self._closing:
            return
        loop = asyncio.get_running_loop()
        steady = loop.time() - self._started > STEADY_SECONDS
        self._pause = FIRST_PAUSE if steady else min(2 * self._pause, MAX_PAUSE)
        _log.error("the bot service has ended; it is restarted")
        self._restart_timer = loop.call_later(self._pause, self._start)

    def _stop_process(self) -> None:
        if self._link is not None:
            asyncio.get_running_loop().remove_reader(self._link)
            self._link.close()
            self._link = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def reload(self) -> None:
        """Restart the service with the current code, if it is running."""
        if self._link is not None:
            self._stop_process()
            self._start()

    def close(self) -> None:
        """Stop the service."""
        self._closing = True
        if self._restart_timer is not None:
            self._restart_timer.cancel()
        self._stop_process()
        if self._listener is not None:
            self._listener.close()
            with suppress(FileNotFoundError):
                (self.paths.data / SOCKET_NAME).unlink()


def connect_to_bot_service(folder: Path) -> socket.socket:
    """Connect to the bot service of the server in `folder`. Raises OSError if the service is not
    running."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with address_of(folder, SOCKET_NAME) as address:
            connection.connect(address)
    except OSError:
        connection.close()
        raise
    return connection
