"""Load test of a server: a client that connects with a key for each person, opens a table and
types.

    python -m tests.load.measuring --sessions 100 --every 0.3 --seconds 20

starts its own server, connects that many people, each at a separate table, lets each of them press
a key at that interval, and prints the figures. Server and clients share the computer. With
`--browsers` they connect by WebSocket, as the page does. With `--machines 2` the server has two
machines, and its games are in a PostgreSQL database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from typing import Any, Protocol, TypeAlias

import asyncssh
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from tests.folders import short_folder
from tests.postgres import Server, new_database, new_folder
from tests.tui.ssh.server_process import ServerProcess, new_key, running_server
from tests.tui.web.browsing import (
    fingerprint,
    login_message,
    new_browser_key,
    open_websocket,
    origin,
)

Key: TypeAlias = asyncssh.SSHKey | Ed25519PrivateKey

AT_ONCE = 5
"""Number of people who connect at the same time; the server limits connections per address."""

QUIET = 0.15
"""Seconds without a byte after which a picture is complete."""

KEYS = (b"\x1b[C", b"\x1b[D")
"""Cursor steps to the next choice and back."""

LATEST = 30.0
"""Seconds after which a response to a key counts as lost. The next key is pressed only after the
response, so that each response belongs to its key."""

CALM = 4.0
"""Seconds after the last key until all data has arrived."""

TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1024 * 1024


class Seat(asyncssh.SSHClientSession[bytes]):
    """Client side of a session: times and number of the received bytes."""

    def __init__(self) -> None:
        self.bytes = 0
        self.first = 0.0
        self.last = 0.0
        self.came = asyncio.Event()
        self.lost = False

    def data_received(self, data: bytes, datatype: asyncssh.DataType | None) -> None:
        """Record received data."""
        self.last = time.perf_counter()
        if not self.bytes:
            self.first = self.last
        self.bytes += len(data)
        self.came.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record the end of the session."""
        self.lost = True
        self.came.set()

    async def settle(self) -> None:
        """Wait until a picture is complete."""
        while not self.bytes or time.perf_counter() - self.last < QUIET:
            await asyncio.sleep(QUIET / 3)


@define
class Figures:
    """Measurements; times in seconds."""

    sessions: int
    login: list[float] = field(factory=list)
    first_byte: list[float] = field(factory=list)
    painted: list[float] = field(factory=list)
    key: list[float] = field(factory=list)
    typed: int = 0
    late: int = 0
    unanswered: int = 0
    lost: int = 0
    memory: int = 0
    memory_empty: int = 0
    database: int = 0
    processor: float = 0.0
    seconds: float = 0.0
    bytes_for_keys: int = 0
    idle_bytes: int = 0
    idle_processor: float = 0.0
    idle_seconds: float = 1.0

    def lines(self) -> Iterable[str]:
        """Yield the figures, one per line."""
        yield f"{self.sessions} sessions, {self.typed} keys in {self.seconds:.1f} s"
        for name, times in (
            ("login", self.login),
            ("first byte", self.first_byte),
            ("painted", self.painted),
            ("key", self.key),
        ):
            yield f"{name:12} ms  p50 {part(times, 50):6.1f}  p95 {part(times, 95):6.1f}  " + (
                f"p99 {part(times, 99):6.1f}  max {max(times, default=0) * 1000:6.1f}"
            )
        each = (self.memory - self.memory_empty) / max(1, self.sessions) / MEGABYTE
        yield f"PSS          {self.memory / MEGABYTE:.0f} MB, {each:.1f} MB a session"
        if self.database:
            yield f"database     {self.database / MEGABYTE:.0f} MB"
        busy = self.processor / max(self.seconds, 0.001)
        a_key = 1000 * self.processor / max(1, self.typed)
        yield f"processor    {busy:.2f} cores, {a_key:.2f} ms a key"
        yield f"bytes        {self.bytes_for_keys / max(1, self.typed):.0f} a key"
        yield (
            f"unanswered   {self.unanswered} keys, {self.late} answered after the next was due; "
            f"{self.lost} sessions lost"
        )
        idle, seconds = self.idle_processor, self.idle_seconds
        yield f"idle         {self.idle_bytes} bytes, {idle / seconds:.4f} cores in {seconds:.0f} s"


def part(times: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    if len(times) < 2:
        return 1000 * sum(times)
    return 1000 * quantiles(times, n=100, method="inclusive")[percent - 1]


def processor_of(pids: Iterable[int]) -> float:
    """Return the processor seconds of processes, including their ended children."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def memory_of(pids: Iterable[int]) -> int:
    """Return the memory of processes in bytes, with a share of shared pages (PSS)."""
    total = 0
    for pid in pids:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
        total += next(int(line.split()[1]) for line in text.splitlines() if line[:4] == "Pss:")
    return 1024 * total


def processes(servers: Sequence[ServerProcess]) -> list[int]:
    """Return the processes of servers, fork servers and sessions."""
    found = []
    for server in servers:
        status = server.status()
        found += [server.process.pid, status["zygote"]]
        found += [one["process"] for one in status["visits"]]
    return found


def fingerprint_of(key: Key) -> str:
    """Return the fingerprint of a key of SSH or of a browser."""
    return fingerprint(key) if isinstance(key, Ed25519PrivateKey) else key.get_fingerprint()


def tables(place: Path | str, game: str, keys: Sequence[Key]) -> list[str]:
    """Start a match against a bot for each key, and return the codes of the tables."""
    store = open_at(place)
    users, waiting = Users(store), WaitingTables(store)
    codes = []
    for number, key in enumerate(keys, start=1):
        person = users.register(f"Anna {number}", fingerprint_of(key))
        table = waiting.create(person, game, seats=[person.id, "greedy"])
        waiting.start(table.id, person)
        codes.append(table.code)
    store.close()
    return codes


class Channel(Protocol):
    """Something that keys can be sent to."""

    def write(self, data: bytes) -> None:
        """Send what is typed."""


Sitting = tuple[Channel, Seat]


async def connect_by_ssh(
    stack: AsyncExitStack, port: int, key: asyncssh.SSHKey, code: str, figures: Figures
) -> Sitting:
    """Log in and open the table. Return once it is painted."""
    began = time.perf_counter()
    connection = await asyncssh.connect(
        *("127.0.0.1", port),
        username="anybody",
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
    )
    stack.callback(connection.abort)
    inside = time.perf_counter()
    figures.login.append(inside - began)
    channel, seat = await connection.create_session(
        Seat,
        f"join {code}",
        term_type="xterm-256color",
        term_size=(120, 40),
        encoding=None,
    )
    assert isinstance(seat, Seat)
    await seat.settle()
    figures.first_byte.append(seat.first - inside)
    figures.painted.append(seat.last - inside)
    return channel, seat


class BrowserChannel:
    """The page's end of a WebSocket, used like the channel of an SSH session."""

    def __init__(self, socket: ClientConnection, seat: Seat) -> None:
        self._socket, self._seat = socket, seat
        self._tasks = {asyncio.ensure_future(self._read())}

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self._socket:
                if isinstance(message, bytes):
                    self._seat.data_received(message, None)
        self._seat.connection_lost(None)

    def write(self, data: bytes) -> None:
        """Send what is typed."""
        task = asyncio.ensure_future(self._socket.send(data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def connect_by_browser(
    stack: AsyncExitStack,
    server: ServerProcess,
    key: Ed25519PrivateKey,
    code: str,
    figures: Figures,
) -> Sitting:
    """Log in as the page does, and open the table. Return once it is painted."""
    began = time.perf_counter()
    socket = await stack.enter_async_context(open_websocket(server))
    challenge = json.loads(await socket.recv())["challenge"]
    login = login_message(key, origin(server), challenge, command=f"join {code}")
    await socket.send(json.dumps(login))
    inside = time.perf_counter()
    figures.login.append(inside - began)
    seat = Seat()
    channel = BrowserChannel(socket, seat)
    await seat.settle()
    figures.first_byte.append(seat.first - inside)
    figures.painted.append(seat.last - inside)
    return channel, seat


async def type_keys(
    channel: Channel,
    seat: Seat,
    every: float,
    until: float,
    figures: Figures,
) -> None:
    """Press a key every `every` seconds, and record the latency of each."""
    await asyncio.sleep(random.random() * every)
    number = 0
    while (began := time.perf_counter()) < until and not seat.lost:
        before = seat.bytes
        seat.came.clear()
        channel.write(KEYS[number % len(KEYS)])
        number += 1
        figures.typed += 1
        try:
            async with asyncio.timeout(LATEST):
                await seat.came.wait()
        except TimeoutError:
            figures.unanswered += 1
        else:
            figures.key.append(time.perf_counter() - began)
            figures.late += figures.key[-1] > every
        await asyncio.sleep(max(0.0, began + every - time.perf_counter()))
        figures.bytes_for_keys += seat.bytes - before


async def measure(
    servers: Sequence[ServerProcess],
    sessions: int,
    every: float,
    seconds: float,
    game: str = "middle_ages",
    database_server: Server | None = None,
    browsers: bool = False,
) -> Figures:
    """Connect `sessions` people, spread over the servers, and let them type. Return the
    measurements, including those of a database server."""
    figures = Figures(sessions)
    keys: list[Key] = [new_browser_key() if browsers else new_key() for _ in range(sessions)]
    codes = tables(servers[0].place, game, keys)
    figures.memory_empty = memory_of(processes(servers))
    gate = asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:

        async def one(server: ServerProcess, key: Key, code: str) -> Sitting:
            async with gate:
                if isinstance(key, Ed25519PrivateKey):
                    return await connect_by_browser(stack, server, key, code, figures)
                return await connect_by_ssh(stack, server.port, key, code, figures)

        seats = await asyncio.gather(*map(one, cycle(servers), keys, codes))
        await asyncio.sleep(5)  # bots have their turns
        pids = processes(servers)
        used, began = processor_of(pids), time.perf_counter()
        until = began + seconds
        await asyncio.gather(*(type_keys(*seat, every, until, figures) for seat in seats))
        figures.seconds = time.perf_counter() - began
        figures.processor = processor_of(pids) - used
        figures.memory = memory_of(pids)
        figures.database = 0 if database_server is None else memory_of(database_server.processes)
        await asyncio.sleep(CALM)
        sent = sum(seat.bytes for _, seat in seats)
        used, began = processor_of(pids), time.perf_counter()
        await asyncio.sleep(5)
        figures.idle_seconds = time.perf_counter() - began
        figures.idle_bytes = sum(seat.bytes for _, seat in seats) - sent
        figures.idle_processor = processor_of(pids) - used
        figures.lost = sum(seat.lost for _, seat in seats)
    return figures


def run(
    folder: Path, sessions: int, every: float, seconds: float, game: str, browsers: bool = False
) -> Figures:
    """Start a server, measure, and stop it."""
    bounds: dict[str, Any] = {"sessions": sessions + 10, "logins_per_minute": 10_000}
    with running_server(
        folder, web={"port": 0} if browsers else None, preload=True, **bounds
    ) as server:
        return asyncio.run(measure([server], sessions, every, seconds, game, browsers=browsers))


def run_servers(count: int, sessions: int, every: float, seconds: float, game: str) -> Figures:
    """Measure a server with several hosts, whose games are in a database of its own."""
    with ExitStack() as stack:
        database_server = Server(
            stack.enter_context(new_folder()), safe=True, connections=2 * sessions + 20
        )
        database_server.start()
        stack.callback(database_server.stop)
        database = new_database(database_server.address, "games")
        servers: list[ServerProcess] = []
        for _ in range(count):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if servers:
                shutil.copy(servers[0].folder / "host_key", folder)
            bounds: dict[str, Any] = {"sessions": sessions + 10, "logins_per_minute": 10_000}
            runtime_folder = stack.enter_context(short_folder())
            server = running_server(
                folder, database=database, runtime_folder=runtime_folder, preload=True, **bounds
            )
            servers.append(stack.enter_context(server))
        return asyncio.run(measure(servers, sessions, every, seconds, game, database_server))


def main() -> None:
    """Parse the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--every", type=float, default=0.3, help="seconds between two keys")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="middle_ages")
    parser.add_argument("--machines", type=int, help="so many, with the games in a database")
    parser.add_argument("--browsers", action="store_true", help="come by WebSocket, not SSH")
    args = parser.parse_args()
    arguments = (args.sessions, args.every, args.seconds, args.game)
    if args.machines is None:
        with tempfile.TemporaryDirectory() as folder:
            figures = run(Path(folder), *arguments, args.browsers)
    else:
        figures = run_servers(args.machines, *arguments)
    print(*figures.lines(), sep="\n")


if __name__ == "__main__":
    main()
