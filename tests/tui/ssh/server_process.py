"""A real server process on a local port, and clients that connect to it over SSH."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pyte

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from engine.storage.pubsub import Subscription
from engine.storage.store import Store
from tests.tui.ssh import start_server
from tests.tui.ssh.forked_server import ForkedServer, process_name
from tui.server.control_socket import ask
from tui.server.notification_dispatch import NotifierSettings
from tui.user_paths import STORE

PATIENCE = 120.0
"""Seconds to wait for anything before a test fails, on a busy machine too."""

ROOT = Path(__file__).parents[3]

ALTERNATE_SCREEN = b"\x1b[?1049h"
"""Escape sequence with which a session switches to the alternate screen."""


class ServerProcess:
    """A server in a process of its own: `port` for SSH, `page` for the address of its web page."""

    def __init__(
        self,
        folder: Path,
        registration: str = "anyone",
        notifier_settings: NotifierSettings | None = None,
        database: str | None = None,
        balancers: str = "",
        runtime_folder: Path | None = None,
        port: int = 0,
        program: Path | None = None,
        web: Mapping[str, Any] | None = None,
        preload: bool = False,
        forked: bool = True,
        **limits: Any,
    ) -> None:
        """Start the server in `folder` and wait until it accepts connections.

        `port` is its port, or 0 for a free one; `database` holds its games instead of a file;
        `runtime_folder` holds its notification sockets, as if it ran on its own machine; `program`
        is the folder of another version; `web` holds settings of the web server. With `preload`, it
        imports all games before the first session, as a server usually does. With `preload` or
        `program`, or if `forked` is False, it is started as a new program, which takes a second.
        """
        self.folder = folder
        self.place = folder / "games.sqlite3" if database is None else database
        options = {
            "registration": registration,
            "limits": {"workers": 0, **limits},
            "port": port,
            "balancers": balancers,
            "notifier_settings": notifier_settings and notifier_settings.dump(),
            "web": web and dict(web),
            "preload": preload,
        }
        environment = {**os.environ, STORE: database or "", **runtime_environment(runtime_folder)}
        self.process: subprocess.Popen[str] | ForkedServer
        if preload or program is not None or not forked:
            self.process = subprocess.Popen(
                [sys.executable, start_server.__file__, str(folder), json.dumps(options)],
                stdout=subprocess.PIPE,
                text=True,
                env={**environment, "PYTHONPATH": str(program or ROOT)},
                cwd=program,
            )
        else:
            self.process = ForkedServer(folder, options, environment)
        assert self.process.stdout is not None
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        for line in self.process.stdout:
            if found := re.search(r"ssh -p (\d+)", line):
                self.port = int(found[1])
                if web is None:
                    break
            elif found := re.search(r"in a browser: (\S+)", line):
                self.page = found[1]
                break
        else:
            raise AssertionError("the server has not started")
        watchdog.cancel()

    def status(self) -> dict[str, Any]:
        """Return the status of the server."""
        status = ask(self.folder, {"do": "status"})["house"]
        assert isinstance(status, dict)
        return status

    def log(self) -> str:
        """Return the server's log."""
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def error_log(self) -> str:
        """Return the error log of the sessions; an empty string if there is none."""
        log = self.folder / "guildhall.log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def store(self) -> closing[Store]:
        """Open the server's store, and close it at the end of the `with` block."""
        return closing(open_at(self.place))

    def register(self, name: str, *keys: asyncssh.SSHKey) -> Person:
        """Register a player with these keys."""
        with self.store() as store:
            users = Users(store)
            person = users.register(name, keys[0].get_fingerprint())
            for key in keys[1:]:
                users.add_key(person, key.get_fingerprint())
        return person

    def start_match(self, game: str, *people: Person) -> str:
        """Start a match of these people, in that order, and return the code of the table."""
        with self.store() as store:
            tables = WaitingTables(store)
            host = people[0]
            table = tables.create(host, game, seats=[person.id for person in people], ordered=True)
            for person in people[1:]:
                tables.join(table.id, person)
            tables.start(table.id, host)
        return table.code

    def match_ids(self) -> list[str]:
        """Return the ids of the matches."""
        with self.store() as store:
            return [record.id for record in store.records()]

    def event_counts(self) -> list[int]:
        """Load every match to its end, and return the numbers of events."""
        with self.store() as store:
            return [len(store.load(record.id).log) for record in store.records()]

    @contextmanager
    def subscriptions(self, *topics: str) -> Iterator[list[Subscription]]:
        """Subscribe to topics of the server."""
        with self.store() as store:
            subscriptions = [store.subscribe(topic) for topic in topics]
            yield subscriptions
            for subscription in subscriptions:
                subscription.close()

    def wait_for_status(self, *, at_least: bool = False, **wanted: Any) -> dict[str, Any]:
        """Wait until the status has these values, or with `at_least` these or higher ones. Return
        the status."""
        until = time.monotonic() + PATIENCE
        while True:
            status = self.status()
            found = {key: status[key.replace("_", " ")] for key in wanted}
            if found == wanted or (at_least and all(found[key] >= wanted[key] for key in wanted)):
                return status
            assert time.monotonic() < until, (wanted, status)
            time.sleep(0.05)

    def session_pids(self) -> list[int]:
        """Return the process ids of the sessions."""
        return [session["process"] for session in self.status()["visits"]]

    def close(self) -> int:
        """Stop the server, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            assert self.process.stdout is not None
            self.process.stdout.close()


def runtime_environment(folder: Path | None) -> Mapping[str, str]:
    """Return the environment variables for notification sockets in `folder`."""
    return {} if folder is None else {"XDG_RUNTIME_DIR": str(folder)}


@contextmanager
def running_server(
    folder: Path,
    registration: str = "anyone",
    notifier_settings: NotifierSettings | None = None,
    **limits: Any,
) -> Iterator[ServerProcess]:
    """Run a server. At the end, stop it, and wait until all of its processes have ended."""
    server = ServerProcess(folder, registration, notifier_settings, **limits)
    try:
        yield server
    finally:
        server.close()
        wait_until_gone(folder)


def processes_of(folder: Path) -> list[int]:
    """Return the processes with `folder` among their arguments or with its name: the server, its
    fork servers, and the sessions forked by those."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                arguments = (entry / "cmdline").read_bytes().split(b"\0")
                name = (entry / "comm").read_text(encoding="utf-8").strip()
                if os.fsencode(folder) in arguments or name == process_name(folder):
                    found.append(int(entry.name))
    return found


def wait_until_gone(folder: Path) -> None:
    """Wait until no process of the server in `folder` is left."""
    until = time.monotonic() + PATIENCE
    while left := processes_of(folder):
        assert time.monotonic() < until, f"still there: {left}"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Return whether a process is running. Zombies do not count."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes, including shared pages."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def window_size(pid: int) -> tuple[int, int]:
    """Return the columns and rows of a process's terminal."""
    terminal = os.open(f"/proc/{pid}/fd/0", os.O_RDONLY | os.O_NOCTTY)
    try:
        columns, rows = os.get_terminal_size(terminal)
        return columns, rows
    finally:
        os.close(terminal)


def new_key() -> asyncssh.SSHKey:
    """Return a new SSH key, which no server has registered."""
    return asyncssh.generate_private_key("ssh-ed25519")


async def wait_until(condition: Callable[..., Any], what: str = "it") -> None:
    """Wait until `condition` returns a true value. A failure names it as `what`."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not happen"
        await asyncio.sleep(0.02)


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def open_connection(server: ServerProcess, address: str) -> Streams:
    """Open a TCP connection from `address` that does not log in."""
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))


async def read_to_end(streams: Streams) -> bytes:
    """Read a connection to its end, and close it. Return the bytes."""
    reader, writer = streams
    received = b""
    async with asyncio.timeout(PATIENCE):
        with suppress(OSError):
            while data := await reader.read(4096):
                received += data
    writer.close()
    return received


async def close_connections(*connections: Streams) -> None:
    """Close connections from the side of the client."""
    for _, writer in connections:
        writer.close()
    for _, writer in connections:
        with suppress(OSError):
            await writer.wait_closed()


class TerminalClient:
    """A client with a terminal: the bytes that it has received, and the screen that they paint."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.screen = pyte.Screen(120, 40)
        self._stream = pyte.ByteStream(self.screen)
        self._text: str | None = None

    def receive(self, data: bytes) -> None:
        """Append received bytes and paint them."""
        self.received += data
        self._text = None
        with suppress(Exception):  # pyte cannot parse every sequence
            self._stream.feed(data)

    def clear(self) -> None:
        """Forget the bytes received so far."""
        self.received.clear()

    async def wait_for_bytes(self, what: bytes) -> None:
        """Wait until `what` has been received."""
        await wait_until(lambda: what in self.received, f"{what!r}")

    @property
    def text(self) -> str:
        """The screen as text, cached until more bytes arrive, because pyte needs milliseconds."""
        if self._text is None:
            self._text = "\n".join(self.screen.display)
        return self._text

    async def wait_for_text(self, what: str) -> None:
        """Wait until `what` is on the screen."""
        await wait_until(lambda: what in self.text, what)

    async def wait_until_quiet(self, seconds: float = 0.15) -> bytes:
        """Wait until bytes have been received, and no more for `seconds`. Return the bytes."""
        await wait_until(lambda: self.received, "an answer")
        length = -1
        while length != len(self.received):
            length = len(self.received)
            await asyncio.sleep(seconds)
        return bytes(self.received)


class SSHClient(TerminalClient):
    """An SSH client with a terminal."""

    def __init__(
        self, connection: asyncssh.SSHClientConnection, process: asyncssh.SSHClientProcess[bytes]
    ) -> None:
        super().__init__()
        self.connection = connection
        self.process = process
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(65536):
                self.receive(data)

    def type(self, keys: bytes) -> None:
        """Send keystrokes."""
        self.process.stdin.write(keys)

    async def wait_for_response(self) -> float:
        """Press Ctrl+L, and return the seconds until the first byte of the response."""
        self.clear()
        began = time.perf_counter()
        self.type(b"\x0c")
        await wait_until(lambda: self.received, "a response to a key")
        return time.perf_counter() - began

    async def session_pid(self, server: ServerProcess) -> int:
        """Return the process id of the session. No other client may have connected since."""
        await self.wait_for_bytes(ALTERNATE_SCREEN)
        await self.wait_until_quiet()
        return server.session_pids()[-1]

    async def wait_closed(self) -> int | None:
        """Wait for the end of the session, and return its exit code."""
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status


@asynccontextmanager
async def ssh_connection(
    server: ServerProcess,
    key: asyncssh.SSHKey,
    *,
    also: Sequence[asyncssh.SSHKey] = (),
    **options: Any,
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect with a key. The keys in `also` are offered after it."""
    async with asyncio.timeout(PATIENCE):
        connection = await asyncssh.connect(
            "127.0.0.1",
            options.pop("port", server.port),
            username="anybody",
            client_keys=[options.pop("only", key), *also],
            known_hosts=None,
            config=None,
            agent_path=None,
            **options,
        )
    try:
        yield connection
    finally:
        connection.abort()
        await connection.wait_closed()


@asynccontextmanager
async def open_session(
    server: ServerProcess,
    key: asyncssh.SSHKey,
    command: str | None = None,
    *,
    size: tuple[int, int] = (120, 40),
    env: Mapping[str, str] | None = None,
    term: str | None = "xterm-256color",
    **options: Any,
) -> AsyncIterator[SSHClient]:
    """Log in with a key, and open a session with a terminal."""
    async with ssh_connection(server, key, **options) as connection:
        process = await connection.create_process(
            command,
            term_type=term,
            term_size=size,
            env=dict(env or {}),
            encoding=None,
            stderr=asyncssh.STDOUT,
        )
        yield SSHClient(connection, process)
