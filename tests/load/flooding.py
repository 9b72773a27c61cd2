"""Latency for a player while others type as fast as they can.

    python -m tests.load.flooding --runs 5

starts its own server and lets one person play at a table, alternately with and without a flood: two
people at three terminals each, who send arrow keys without a pause. It prints the latencies of the
one person, for each run and overall. Server and clients share the computer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median

import asyncssh
from attrs import define, field

from engine.workers.niceness import be_nice
from tests.load.measuring import Channel, Figures, Seat, connect_by_ssh, part, tables
from tests.tui.ssh.server_process import ServerProcess, new_key, running_server
from tui.server.cpu_limits import MAX_NICE

REDRAW = b"\x0c"
"""A key that is always answered."""

EVERY = 0.1
"""Seconds between two keys of the player."""

BLOCK = 50
"""Number of keys until the flood starts or stops."""

HOSTILE = 2
SESSIONS = 3
"""Number of people in the flood, and of terminals of each."""

ARROWS = b"\x1b[C\x1b[D" * 30
PAUSE = 0.05
"""Data that each hostile client sends, and the seconds between two pieces: 3.6 kB per second are
not throttled."""

GATHER = 2.0
"""Seconds for which a flood runs before measuring."""

Player = tuple[asyncssh.SSHKey, str]
"""A person's key, and the code of their table."""


@define
class Comparison:
    """Latencies of keys in one run, in seconds."""

    calm: list[float] = field(factory=list)
    flooded: list[float] = field(factory=list)

    @property
    def ratio(self) -> float:
        """Ratio of the 95th percentiles with and without a flood."""
        return part(self.flooded, 95) / part(self.calm, 95)

    def line(self) -> str:
        """Return the figures in a row."""
        parts = [
            f"{name} p50 {part(times, 50):5.1f} p95 {part(times, 95):5.1f} ms"
            for name, times in (("calm", self.calm), ("flooded", self.flooded))
        ]
        return f"{'   '.join(parts)}   x{self.ratio:.2f}"


@asynccontextmanager
async def flood(server: ServerProcess, people: Iterable[Player]) -> AsyncIterator[None]:
    """Run hostile clients in a process of their own, from their first keys until they have
    disconnected."""
    arguments = [str(server.port)]
    for key, code in people:
        arguments += [key.export_private_key().hex(), code]
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "tests.load.flooding", "--flood", *arguments),
        stdout=PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"flooding\n"
        await asyncio.sleep(GATHER)
        yield
    finally:
        await _end(process)


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    await process.wait()


async def flood_keys(port: int, people: Iterable[Player]) -> None:
    """Connect as each person, as often as allowed, and type without a pause. The process has the
    lowest priority, because attackers would use another computer."""
    be_nice(os.getpid(), MAX_NICE)
    figures = Figures(0)
    async with AsyncExitStack() as stack:
        seats = [
            await connect_by_ssh(stack, port, key, code, figures)
            for key, code in people
            for _ in range(SESSIONS)
        ]
        print("flooding", flush=True)
        while True:
            for channel, seat in seats:
                if not seat.lost:
                    channel.write(ARROWS)
            await asyncio.sleep(PAUSE)


async def press(channel: Channel, seat: Seat, times: list[float], count: int) -> None:
    """Press a key `count` times, and record the latency of each."""
    for _ in range(count):
        began = time.perf_counter()
        seat.came.clear()
        channel.write(REDRAW)
        await seat.came.wait()
        assert not seat.lost
        times.append(time.perf_counter() - began)
        await seat.settle()
        await asyncio.sleep(max(0.0, began + EVERY - time.perf_counter()))


async def compare(server: ServerProcess, runs: int, count: int) -> list[Comparison]:
    """Do `runs` runs with `count` keys each, alternately with and without a flood."""
    keys = [new_key() for _ in range(1 + HOSTILE)]
    people = list(zip(keys, tables(server.folder, "middle_ages", keys), strict=True))
    found = []
    async with AsyncExitStack() as stack:
        seat = await connect_by_ssh(stack, server.port, *people[0], Figures(1))
        for _ in range(runs):
            found.append(Comparison())
            for _ in range(count // BLOCK // 2):
                await press(*seat, found[-1].calm, BLOCK)
                async with flood(server, people[1:]):
                    await press(*seat, found[-1].flooded, BLOCK)
            print(found[-1].line(), flush=True)
    return found


def run(folder: Path, runs: int, keys: int) -> float:
    """Start a server, compare, and stop it. Return the median of the ratios."""
    with running_server(folder, preload=True, logins_per_minute=10_000) as server:
        return median(one.ratio for one in asyncio.run(compare(server, runs, keys)))


def main() -> None:
    """Parse the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--flood", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.flood:
        port, *rest = args.flood
        keys = (asyncssh.import_private_key(bytes.fromhex(key)) for key in rest[::2])
        asyncio.run(flood_keys(int(port), list(zip(keys, rest[1::2], strict=True))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            print(f"median x{run(Path(folder), args.runs, args.keys):.2f}")


if __name__ == "__main__":
    main()
