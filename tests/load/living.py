"""Simulates a crowd on a server for hours: people type, chat, create tables, join and leave, some
without notice, while sessions are killed and the program is reloaded.

    python -m tests.load.living --hours 2

starts its own server and prints a line of figures from time to time. At the end it compares those
of the last quarter of the time with those of the second, which shows what grows. Server and clients
share the computer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median

import asyncssh
from attrs import define, field, frozen

from engine.games import catalogue
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.sqlite_store import SqliteStore
from screens.app import LOG_NAME
from tests.load.measuring import MEGABYTE, Seat, part
from tests.tui.ssh.server_process import ServerProcess, new_key, running_server

REDRAW = b"\x0c"
"""A key that is always answered, usually with a whole picture."""

PICTURE = 1000
"""Minimum bytes of a whole picture."""

LATEST = 15.0
"""Seconds after which an answer counts as lost."""

MEASURED = 4
"""One key in this many is measured."""

SIZES = ((80, 24), (120, 40))

KEYS: Sequence[tuple[bytes, int]] = (
    *((key, 10) for key in (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")),
    (b"\r", 20),
    *((key, 2) for key in (b"\t", b" ", b"1", b"2", b"3", b"w", b"u", b"y", b"s", b"l", b"c")),
    *((key, 1) for key in (b"n\x13", b"b", b"e", b"+", b"-", b"N", b"h", b"?", b"t", b"r", b"o")),
    *((key, 1) for key in (b"q", b"g", b"d", b"U", b"/")),
    (b"\x1b", 4),
)
"""Keys that people type, with their weights."""

LINES = ("Hello!", "Who plays?", "[bold]Good luck[/]", "Удачи!", "One moment.")

STAYS = (20.0, 240.0)
"""Minimum and maximum seconds of a session."""

KILL_EVERY = 20.0
RELOAD_EVERY = 60.0
MATCHES_EVERY = 15.0
"""Seconds between two kills, two reloads, and two searches for people without a match."""


@frozen
class Sample:
    """State of the server at a time (in seconds); sizes in bytes, delays in milliseconds."""

    at: float
    sessions: int
    server: int
    each: int
    descriptors: int
    descriptors_each: float
    disk: int
    events: int
    sockets: int
    p50: float
    p95: float
    keys: int

    def line(self) -> str:
        """Return the figures in a row."""
        return (
            f"{self.at:6.0f} s  {self.sessions:3} sessions  server {self.server / MEGABYTE:5.1f} MB"
            f" {self.descriptors:3} fds  session {self.each / MEGABYTE:5.1f} MB"
            f" {self.descriptors_each:4.1f} fds  disk {self.disk / MEGABYTE:6.2f} MB"
            f" {self.events:6} events  {self.sockets:3} sockets"
            f"  key p50 {self.p50:5.1f} p95 {self.p95:6.1f} ms ({self.keys})"
        )


@define
class Life:
    """Events on the server, and measurements."""

    server: ServerProcess
    keys: Sequence[asyncssh.SSHKey]
    every: float
    until: float
    began: float = field(factory=time.monotonic)
    delays: list[float] = field(factory=list)
    samples: list[Sample] = field(factory=list)
    typed: int = 0
    joined: int = 0
    unanswered: int = 0
    killed: int = 0
    reloads: int = 0
    refused: Counter[str] = field(factory=Counter)

    # ------------------------------------------------------------------ people

    async def live(self, key: asyncssh.SSHKey) -> None:
        """Connect and disconnect until the end."""
        await asyncio.sleep(random.uniform(0, 10))
        while time.monotonic() < self.until:
            try:
                await self._play(key)
            except (OSError, asyncssh.Error) as error:
                self.refused[str(error)] += 1
            await asyncio.sleep(random.uniform(0.5, 5))

    async def _play(self, key: asyncssh.SSHKey) -> None:
        connection = await asyncssh.connect(
            *("127.0.0.1", self.server.port),
            username="anybody",
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
        )
        try:
            channel, seat = await connection.create_session(
                Seat, term_type="xterm-256color", term_size=random.choice(SIZES), encoding=None
            )
            assert isinstance(seat, Seat)
            self.joined += 1
            with suppress(BrokenPipeError):  # it has just ended
                await self._type(channel, seat, time.monotonic() + random.uniform(*STAYS))
        finally:  # some disconnect without notice
            (connection.abort if random.random() < 0.5 else connection.close)()
            await connection.wait_closed()

    async def _type(
        self, channel: asyncssh.SSHClientChannel[bytes], seat: Seat, until: float
    ) -> None:
        while time.monotonic() < min(until, self.until) and not seat.lost:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.every)
            self.typed += 1
            if random.random() < 1 / MEASURED:
                await self._measure(channel, seat)
            elif random.random() < 0.03:
                line = f"S{random.choice(LINES)}\r"
                channel.write(line.encode())
            else:
                keys, weights = zip(*KEYS, strict=True)
                channel.write(random.choices(keys, weights)[0])

    async def _measure(self, channel: asyncssh.SSHClientChannel[bytes], seat: Seat) -> None:
        """Record the latency of a whole picture."""
        began, before = time.perf_counter(), seat.bytes
        channel.write(REDRAW)
        try:
            async with asyncio.timeout(LATEST):
                while seat.bytes < before + PICTURE and not seat.lost:
                    seat.came.clear()
                    await seat.came.wait()
        except TimeoutError:
            # the page on which keys are set says of this one that it can call nothing else
            self.unanswered += seat.bytes == before
        else:
            if not seat.lost:
                self.delays.append(time.perf_counter() - began)

    # ------------------------------------------------------------------ disturbances

    async def kill(self) -> None:
        """Kill sessions, one after another."""
        while True:
            await asyncio.sleep(KILL_EVERY)
            pids = await asyncio.to_thread(self.server.session_pids)
            if pids:
                with suppress(ProcessLookupError):
                    os.kill(random.choice(pids), signal.SIGKILL)
                    self.killed += 1

    async def reload(self) -> None:
        """Make the server reload the program."""
        while True:
            await asyncio.sleep(RELOAD_EVERY)
            self.server.process.send_signal(signal.SIGHUP)
            self.reloads += 1

    async def keep_matches_running(self) -> None:
        """Start matches for everyone without a running one."""
        while True:
            await asyncio.to_thread(self._begin_matches)
            await asyncio.sleep(MATCHES_EVERY)

    def _begin_matches(self) -> None:
        store = SqliteStore(self.server.folder / "games.sqlite3")
        tables, users = WaitingTables(store), Users(store)
        known = (users.by_key(key.get_fingerprint()) for key in self.keys)
        here = [one for one in known if one is not None]  # some press keys until they are forgotten
        for one, other in pairwise(here):
            if not store.records(person=one.id, over=False, limit=1):
                game = random.choice(catalogue())
                places: list[int | str | None] = [one.id, other.id]
                places += ["greedy"] * (max(game.players) > 2)
                table = tables.create(one, game.id, seats=places)
                tables.join(table.id, other)
                tables.start(table.id, one)
        store.close()

    # ------------------------------------------------------------------ measuring

    async def watch(self, each: float) -> None:
        """Record the state of the server from time to time."""
        while True:
            await asyncio.sleep(each)
            if time.monotonic() >= self.until:
                return
            delays, self.delays = self.delays, []
            self.samples.append(await asyncio.to_thread(self._look, delays))
            print(self.samples[-1].line(), flush=True)

    def _look(self, delays: Sequence[float]) -> Sample:
        status = self.server.status()
        pids = [one["process"] for one in status["visits"]]
        server, folder = self.server.process.pid, self.server.folder
        used = [*known(memory, pids)] or [0]
        held = [*known(descriptors, pids)] or [0]
        store = SqliteStore(folder / "games.sqlite3")
        events = sum(one.events for one in store.records())
        store.close()
        return Sample(
            at=time.monotonic() - self.began,
            sessions=len(pids),
            server=next(known(memory, [server])),
            each=round(sum(used) / len(used)),
            descriptors=next(known(descriptors, [server])),
            descriptors_each=sum(held) / len(held),
            disk=sum(one.stat().st_size for one in folder.glob("*") if one.is_file()),
            events=events,
            sockets=sum(1 for one in folder.glob("*.bells/*/*")),
            p50=part(delays, 50),
            p95=part(delays, 95),
            keys=len(delays),
        )

    def error_log(self) -> str:
        """Return the errors logged by the sessions."""
        log = self.server.folder / LOG_NAME
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def summary(self) -> Iterator[str]:
        """Yield the results."""
        yield (
            f"{self.joined} sessions, {self.typed} keys, {self.killed} killed, {self.reloads}"
            f" reloads, {self.refused.total()} not let in, {self.unanswered} keys unanswered"
        )
        yield from (f"not let in: {error} ({count})" for error, count in self.refused.items())
        quarter = max(1, len(self.samples) // 4)
        early, late = self.samples[quarter : 2 * quarter], self.samples[-quarter:]
        for name, value in FIGURES.items():
            before, after = (median(map(value, some)) for some in (early, late))
            yield f"{name:24} {before:9.1f} -> {after:9.1f}"
        yield f"errors logged: {self.error_log().count('Traceback')}"


FIGURES: dict[str, Callable[[Sample], float]] = {
    "server, MB": lambda one: one.server / MEGABYTE,
    "descriptors of the server": lambda one: one.descriptors,
    "a session, MB": lambda one: one.each / MEGABYTE,
    "descriptors a session": lambda one: one.descriptors_each,
    "sockets a session": lambda one: one.sockets / max(1, one.sessions),
    "disk, bytes an event": lambda one: one.disk / max(1, one.events),
    "key, p50 ms": lambda one: one.p50,
    "key, p95 ms": lambda one: one.p95,
}


def known(what: Callable[[int], int], pids: Sequence[int]) -> Iterator[int]:
    """Yield a figure of every process that still exists."""
    for pid in pids:
        with suppress(OSError, StopIteration):
            yield what(pid)


def memory(pid: int) -> int:
    """Return the memory of a process in bytes, with a share of shared pages (PSS)."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
    return 1024 * int(next(line for line in text.splitlines() if line[:4] == "Pss:").split()[1])


def descriptors(pid: int) -> int:
    """Return the number of open descriptors of a process."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


async def live(
    server: ServerProcess, people: int, seconds: float, every: float, each: float
) -> Life:
    """Let `people` people use a server, and return the results."""
    keys = [new_key() for _ in range(people)]
    for number, key in enumerate(keys, start=1):
        server.register(f"Anna {number}", key)
    life = Life(server, keys, every, time.monotonic() + seconds)
    async with asyncio.TaskGroup() as group:
        around = [life.kill(), life.reload(), life.keep_matches_running(), life.watch(each)]
        state = [group.create_task(one) for one in around]
        await asyncio.gather(*map(life.live, keys))
        for one in state:
            one.cancel()
    return life


def run(folder: Path, people: int, seconds: float, every: float, each: float) -> Life:
    """Start a server, let people use it, and stop it."""
    with running_server(folder, preload=True, logins_per_minute=10_000) as server:
        return asyncio.run(live(server, people, seconds, every, each))


def main() -> None:
    """Parse the command line, and simulate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two keys of one")
    parser.add_argument("--samples", type=int, default=60, help="how many lines of figures")
    args = parser.parse_args()
    seconds = 3600 * args.hours
    with tempfile.TemporaryDirectory() as folder:
        life = run(Path(folder), args.people, seconds, args.every, seconds / args.samples)
        print(*life.summary(), sep="\n")


if __name__ == "__main__":
    main()
