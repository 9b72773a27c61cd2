"""Control socket in the data folder, through which the admin's commands reach the running server.

The request and the answer are one line of JSON each. Blank lines before the answer show that the
server is still working on it. Only the server's user and root can connect.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

from engine.errors import GuildhallError
from engine.shell_command import shell_command
from tui.server.connection_log import LOG_NAME

SOCKET_NAME: Final = "door"
"""Name of the socket in the data folder."""

MAX_REQUEST_LENGTH: Final = 4096
TIMEOUT: Final = 30.0
"""Seconds for which the server waits for a request, and a client for more data from the server."""

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds between the blank lines with which a server shows that it is still working on its
answer."""

Json: TypeAlias = "str | int | float | Sequence[Json] | Mapping[str, Json] | None"
Request = Mapping[str, Json]
Answer = Mapping[str, Json]


class ServerClosed(GuildhallError):
    """Raised if no server is running in a data folder."""


class ServerSilent(GuildhallError):
    """Raised if the server running in a data folder does not answer."""


class AlreadyOpen(GuildhallError):
    """Raised if a server is already running in a data folder."""


@contextmanager
def address_of(folder: Path, name: str) -> Iterator[str]:
    """Yield an address for the socket `name` in `folder` that is short even if the folder's path is
    long. It is valid only within the block. Raises OSError."""
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{name}"
    finally:
        os.close(descriptor)


def bound(folder: Path, name: str) -> socket.socket:
    """Return a socket bound to `name` in `folder`, replacing an old socket. Only this user and root
    can connect to it. Raises OSError."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with address_of(folder, name) as address:
        with suppress(FileNotFoundError):
            (folder / name).unlink()
        before = os.umask(0o177)
        try:
            listener.bind(address)
        finally:
            os.umask(before)
    listener.setblocking(False)
    return listener


class ControlSocket:
    """Server side of the control socket. It answers one request per connection."""

    def __init__(self, folder: Path, answer: Callable[[Request], Awaitable[Answer]]) -> None:
        self._folder = folder
        self._answer = answer
        self._server: asyncio.Server | None = None
        self.at_work: set[asyncio.Task[Answer]] = set()

    async def open(self) -> None:
        """Start to listen. Raises AlreadyOpen, OSError."""
        if is_open(self._folder):
            raise AlreadyOpen("A server is already running in {folder}.", folder=str(self._folder))
        self._server = await asyncio.start_unix_server(
            self._serve, sock=bound(self._folder, SOCKET_NAME), limit=MAX_REQUEST_LENGTH
        )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ValueError, ConnectionError, TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                request = json.loads(await reader.readline())
            work = asyncio.ensure_future(self._answer(request if isinstance(request, dict) else {}))
            self.at_work.add(work)
            work.add_done_callback(self.at_work.discard)
            while not (await asyncio.wait([work], timeout=HEARTBEAT_INTERVAL))[0]:
                writer.write(b"\n")
                await writer.drain()
            writer.write(json.dumps(work.result()).encode() + b"\n")
            await writer.drain()
        writer.close()

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            with suppress(FileNotFoundError):
                (self._folder / SOCKET_NAME).unlink()


def is_open(folder: Path) -> bool:
    """Return whether a server is running in a folder."""
    with suppress(OSError), _connected(folder):
        return True
    return False


def ask(folder: Path, request: Request) -> Answer:
    """Send `request` to the server in `folder`, wait as long as the server is working on it, and
    return the answer. Raises ServerClosed, ServerSilent."""
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(_connected(folder))
        except OSError as error:
            raise ServerClosed(
                "No server is running in {folder}: “{command}” starts one.",
                folder=str(folder),
                command=shell_command("serve"),
            ) from error
        with suppress(OSError, ValueError):
            connection.sendall(json.dumps(request).encode() + b"\n")
            for line in stack.enter_context(connection.makefile("rb")):
                if line.strip():
                    answer: Answer = json.loads(line)
                    return answer
    raise ServerSilent(
        "The server running in {folder} does not answer. Its log may say why: {log}.",
        folder=str(folder),
        log=str(folder / LOG_NAME),
    )


@contextmanager
def _connected(folder: Path) -> Iterator[socket.socket]:
    """Yield a connection to the server in `folder`. Raises OSError if no server is running there,
    and always on systems other than Linux."""
    if sys.platform != "linux":
        raise FileNotFoundError(folder)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(TIMEOUT)
        with address_of(folder, SOCKET_NAME) as address:
            connection.connect(address)
        yield connection
