"""A real server process on a local port, and clients that connect to it over SSH."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
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
from tui.server.control_socket import ask
from tui.server.notification_dispatch import NotifierSettings
from tui.user_paths import STORE

PATIENCE = 120.0
"""Seconds to wait for anything before a test fails, on a busy machine too."""

TAKEN = b"\x1b[?1049h"
"""Escape sequence with which a session switches to the alternate screen."""

OPEN = """
import json, sys
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from screens.lobby.guest import Registration
from tui.user_paths import UserPaths
from tui.server.server import ServerSettings, run_server
from tui.server import server_state
from tui.server.limits import Limits, Meters
from tui.server.notification_dispatch import NotifierSettings

def tell(text):
    print(text.plain(), flush=True)

folder, newcomers, limits, port, balancers, web, preload, *rest = sys.argv[1:]
places = UserPaths.passed_on(folder, folder)
limits = json.loads(limits)
if limits.pop("no_minute_passes", False):
    server_state.Meters = partial(Meters, clock=lambda: 0.0)
bounds = Limits(**limits)
telling = NotifierSettings.load(rest[0]) if rest else None
networks = tuple(map(ip_network, balancers.split()))
people = Registration(newcomers)
browsers = json.loads(web)
if browsers is not None:
    from tui.web.web_settings import WebSettings

    for name in ("certificate", "private_key"):
        browsers[name] = browsers.get(name) and Path(browsers[name])
    browsers = WebSettings(**browsers)
run_server(
    ServerSettings(
        places,
        tell,
        int(port),
        "127.0.0.1",
        people,
        bounds,
        telling,
        networks,
        web=browsers,
        preload=json.loads(preload),
    )
)
"""
"""Program that runs a server with short limits. With `no_minute_passes` the allowances per minute
are never renewed, however long a busy machine takes."""


class ServerProcess:
    """A server in a process of its own: `port` for SSH, `page` for the address of its web page."""

    def __init__(
        self,
        folder: Path,
        newcomers: str = "anyone",
        notifier_settings: NotifierSettings | None = None,
        database: str | None = None,
        balancers: str = "",
        bells: Path | None = None,
        port: int = 0,
        program: Path | None = None,
        web: Mapping[str, Any] | None = None,
        preload: bool = False,
        **limits: Any,
    ) -> None:
        """Start the server in `folder`, at a free port unless `port` is given, and wait until it
        accepts connections. `database` holds its games instead of a file; `bells` is the folder of
        its notification sockets, as on a machine of its own; `program` is the folder of another
        version; `web` holds settings of the web server; with `preload` it imports all games
        before the first session, as a server usually does, which takes a second."""
        self.folder = folder
        self.place = folder / "games.sqlite3" if database is None else database
        bounds = {"workers": 0, **limits}
        arguments = [
            str(port),
            balancers,
            json.dumps(web),
            json.dumps(preload),
            *([] if notifier_settings is None else [notifier_settings.dump()]),
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-c", OPEN, str(folder), newcomers, json.dumps(bounds), *arguments],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=allow_little,
            env={**os.environ, STORE: database or "", **sockets_in(bells), **found_in(program)},
            cwd=program,
        )
        assert self.process.stdout is not None
        hung = threading.Timer(PATIENCE, self.process.kill)
        hung.start()
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
        hung.cancel()

    def status(self) -> dict[str, Any]:
        """Return the status of the server."""
        status = ask(self.folder, {"do": "status"})["house"]
        assert isinstance(status, dict)
        return status

    def log(self) -> str:
        """Return the server's log."""
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def mistakes(self) -> str:
        """Return the error log of its sessions; empty if there is none."""
        log = self.folder / "guildhall.log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def store(self) -> closing[Store]:
        """Open the store of the server; it is closed at the end."""
        return closing(open_at(self.place))

    def register(self, name: str, *keys: asyncssh.SSHKey) -> Person:
        """Register a player with these keys."""
        with self.store() as store:
            users = Users(store)
            person = users.register(name, keys[0].get_fingerprint())
            for key in keys[1:]:
                users.add_key(person, key.get_fingerprint())
        return person

    def match(self, game: str, *people: Person) -> str:
        """Start a match of these people, in that order; return the code of the table."""
        with self.store() as store:
            tables = WaitingTables(store)
            host = people[0]
            table = tables.create(host, game, seats=[one.id for one in people], ordered=True)
            for one in people[1:]:
                tables.sit(table.id, one)
            tables.start(table.id, host)
        return table.code

    def matches(self) -> list[str]:
        """Return the ids of the matches."""
        with self.store() as store:
            return [one.id for one in store.records()]

    def events(self) -> list[int]:
        """Return the number of events of each match, all of which can be loaded to their ends."""
        with self.store() as store:
            return [len(store.load(one.id).log) for one in store.records()]

    @contextmanager
    def ears(self, *topics: str) -> Iterator[list[Subscription]]:
        """Yield fresh subscriptions to topics of the server."""
        with self.store() as store:
            watches = [store.subscribe(topic) for topic in topics]
            yield watches
            for watch in watches:
                watch.close()

    def wait_for(self, *, at_least: bool = False, **wanted: Any) -> dict[str, Any]:
        """Wait until the status has these values (`at_least`: or more); return the status."""
        until = time.monotonic() + PATIENCE
        while True:
            status = self.status()
            found = {key: status[key.replace("_", " ")] for key in wanted}
            if found == wanted or (at_least and all(found[key] >= wanted[key] for key in wanted)):
                return status
            assert time.monotonic() < until, (wanted, status)
            time.sleep(0.05)

    def children(self) -> list[int]:
        """Return the process ids of the sessions."""
        return [one["process"] for one in self.status()["visits"]]

    def close(self) -> int:
        """Stop the server; return its exit code."""
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


def sockets_in(folder: Path | None) -> Mapping[str, str]:
    """Return the environment variables for notification sockets in `folder`."""
    return {} if folder is None else {"XDG_RUNTIME_DIR": str(folder)}


def found_in(program: Path | None) -> Mapping[str, str]:
    """Return the environment variables that put `program` on the import path."""
    return {} if program is None else {"PYTHONPATH": str(program)}


def allow_little() -> None:
    """Limit file descriptors to 256, the default of many systems."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))


@contextmanager
def running_server(
    folder: Path,
    newcomers: str = "anyone",
    notifier_settings: NotifierSettings | None = None,
    **limits: Any,
) -> Iterator[ServerProcess]:
    """Run a server; at the end stop it and wait until all of its processes have ended."""
    opened = ServerProcess(folder, newcomers, notifier_settings, **limits)
    try:
        yield opened
    finally:
        opened.close()
        wait_until_gone(folder)


def processes_of(folder: Path) -> list[int]:
    """Return the processes with `folder` among their arguments: the server, its fork servers, and
    the sessions forked by those."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                arguments = (entry / "cmdline").read_bytes().split(b"\0")
                if os.fsencode(folder) in arguments:
                    found.append(int(entry.name))
    return found


def wait_until_gone(folder: Path) -> None:
    """Wait until no process of the server in `folder` is left."""
    until = time.monotonic() + PATIENCE
    while left := processes_of(folder):
        assert time.monotonic() < until, f"still there: {left}"
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    """Tell whether a process runs; zombies do not count."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes, shared pages included."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def window_of(pid: int) -> tuple[int, int]:
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


async def until(true: Any, what: str = "it") -> None:
    """Wait until `true()` is true; `what` names it in the failure."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"{what} did not happen"
        await asyncio.sleep(0.02)


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def silent(opened: ServerProcess, address: str) -> Line:
    """Open a TCP connection from `address` that does not log in."""
    return await asyncio.open_connection("127.0.0.1", opened.port, local_addr=(address, 0))


async def ends(line: Line) -> bytes:
    """Return what is received until the end of a connection."""
    received = b""
    async with asyncio.timeout(PATIENCE):
        with suppress(OSError):
            while data := await line[0].read(4096):
                received += data
    line[1].close()
    return received


async def hang_up(*lines: Line) -> None:
    """Close connections from the side of the client."""
    for _, writer in lines:
        writer.close()
    for _, writer in lines:
        with suppress(OSError):
            await writer.wait_closed()


class Viewer:
    """The bytes received by a terminal, and the screen that they paint."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.screen = pyte.Screen(120, 40)
        self._stream = pyte.ByteStream(self.screen)
        self._text: str | None = None

    def receive(self, data: bytes) -> None:
        """Append received bytes and paint them."""
        self.received += data
        self._text = None
        with suppress(Exception):  # what pyte cannot read it need not show
            self._stream.feed(data)

    def mark(self) -> None:
        """Forget the bytes received so far."""
        self.received.clear()

    async def see(self, what: bytes) -> None:
        """Wait until `what` has been received."""
        await until(lambda: what in self.received, f"{what!r}")

    @property
    def text(self) -> str:
        """The screen as text, made anew only after bytes were received: pyte needs milliseconds."""
        if self._text is None:
            self._text = "\n".join(self.screen.display)
        return self._text

    async def show(self, what: str) -> None:
        """Wait until `what` is on the screen."""
        await until(lambda: what in self.text, what)

    async def quiet(self, seconds: float = 0.15) -> bytes:
        """Wait until bytes have come and no more come for `seconds`; return the bytes."""
        await until(lambda: self.received, "an answer")
        length = -1
        while length != len(self.received):
            length = len(self.received)
            await asyncio.sleep(seconds)
        return bytes(self.received)


class Visitor(Viewer):
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

    async def answers(self) -> float:
        """Press Ctrl+L; return the seconds until the first byte of the answer."""
        self.mark()
        began = time.perf_counter()
        self.type(b"\x0c")
        await until(lambda: self.received, "an answer to a key")
        return time.perf_counter() - began

    async def child(self, server: ServerProcess) -> int:
        """Return the process id of the session; this must be the client that connected last."""
        await self.see(TAKEN)
        await self.quiet()
        return server.children()[-1]

    async def ended(self) -> int | None:
        """Wait for the end of the session; return its exit code."""
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status


@asynccontextmanager
async def connected(
    server: ServerProcess,
    key: asyncssh.SSHKey,
    *,
    also: Sequence[asyncssh.SSHKey] = (),
    **options: Any,
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect with a key; the keys in `also` are offered after it."""
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
async def visit(
    server: ServerProcess,
    key: asyncssh.SSHKey,
    command: str | None = None,
    *,
    size: tuple[int, int] = (120, 40),
    env: Mapping[str, str] | None = None,
    term: str | None = "xterm-256color",
    **options: Any,
) -> AsyncIterator[Visitor]:
    """Log in with a key and open a session with a terminal."""
    async with connected(server, key, **options) as connection:
        process = await connection.create_process(
            command,
            term_type=term,
            term_size=size,
            env=dict(env or {}),
            encoding=None,
            stderr=asyncssh.STDOUT,
        )
        yield Visitor(connection, process)
