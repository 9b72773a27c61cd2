"""What it costs somebody who plays that others type as fast as they can.

    python -m tests.load.flooding --runs 5

opens a house of its own and lets one person sit at a table and press keys, with a flood and without
one in turns: two people at three terminals each, who send arrows without a pause. It prints how
soon the one is answered, for each run and over all. House and clients share the computer.
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
from tests.load.measuring import Figures, Seat, come_in, part, tables
from tests.tui.ssh.houses import House, house, new_key
from tui.server.cpu_limits import KINDEST

REDRAW = b"\x0c"
"""A key that is answered always."""

EVERY = 0.1
"""Seconds between two keys of whoever plays."""

BLOCK = 50
"""How many keys there are until the flood comes or goes."""

HOSTILE = 2
SESSIONS = 3
"""How many people flood the house, and at how many terminals each."""

ARROWS = b"\x1b[C\x1b[D" * 30
PAUSE = 0.05
"""What each sends, and the seconds between two such pieces: 3.6 kB a second are not cut."""

GATHER = 2.0
"""Seconds for which a flood runs until it is measured."""

Player = tuple[asyncssh.SSHKey, str]
"""Somebody, by a key, and the code of their table."""


@define
class Comparison:
    """How soon keys were answered in one run, in seconds."""

    calm: list[float] = field(factory=list)
    flooded: list[float] = field(factory=list)

    @property
    def ratio(self) -> float:
        """By how much a flood raises the time within which nineteen of twenty are answered."""
        return part(self.flooded, 95) / part(self.calm, 95)

    def line(self) -> str:
        """The figures."""
        parts = [
            f"{name} p50 {part(times, 50):5.1f} p95 {part(times, 95):5.1f} ms"
            for name, times in (("calm", self.calm), ("flooded", self.flooded))
        ]
        return f"{'   '.join(parts)}   x{self.ratio:.2f}"


@asynccontextmanager
async def flood(opened: House, people: Iterable[Player]) -> AsyncIterator[None]:
    """Hostile clients, in a process of their own, from when they type until they are gone."""
    told = [str(opened.port)]
    for key, code in people:
        told += [key.export_private_key().hex(), code]
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "tests.load.flooding", "--flood", *told),
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


async def pour(port: int, people: Iterable[Player]) -> None:
    """Sit down as each of them, as often as one may, and type without a pause for ever; on this
    computer after everything else, since enemies bring a computer of their own."""
    be_nice(os.getpid(), KINDEST)
    figures = Figures(0)
    async with AsyncExitStack() as stack:
        seats = [
            await come_in(stack, port, key, code, figures)
            for key, code in people
            for _ in range(SESSIONS)
        ]
        print("flooding", flush=True)
        while True:
            for channel, seat in seats:
                if not seat.lost:
                    channel.write(ARROWS)
            await asyncio.sleep(PAUSE)


async def press(
    channel: asyncssh.SSHClientChannel[bytes], seat: Seat, times: list[float], count: int
) -> None:
    """Press a key so often, and note how soon each is answered."""
    for _ in range(count):
        began = time.perf_counter()
        seat.came.clear()
        channel.write(REDRAW)
        await seat.came.wait()
        assert not seat.lost
        times.append(time.perf_counter() - began)
        await seat.settle()
        await asyncio.sleep(max(0.0, began + EVERY - time.perf_counter()))


async def compare(opened: House, runs: int, count: int) -> list[Comparison]:
    """So many runs of so many keys, without a flood and with one in turns."""
    keys = [new_key() for _ in range(1 + HOSTILE)]
    people = list(zip(keys, tables(opened.folder, "middle_ages", keys), strict=True))
    found = []
    async with AsyncExitStack() as stack:
        seat = await come_in(stack, opened.port, *people[0], Figures(1))
        for _ in range(runs):
            found.append(Comparison())
            for _ in range(count // BLOCK // 2):
                await press(*seat, found[-1].calm, BLOCK)
                async with flood(opened, people[1:]):
                    await press(*seat, found[-1].flooded, BLOCK)
            print(found[-1].line(), flush=True)
    return found


def run(folder: Path, runs: int, keys: int) -> float:
    """Open a house, compare, and close it; the median of the ratios."""
    with house(folder, logins_a_minute=10_000) as opened:
        return median(one.ratio for one in asyncio.run(compare(opened, runs, keys)))


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--flood", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.flood:
        port, *told = args.flood
        keys = (asyncssh.import_private_key(bytes.fromhex(key)) for key in told[::2])
        asyncio.run(pour(int(port), list(zip(keys, told[1::2], strict=True))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            print(f"median x{run(Path(folder), args.runs, args.keys):.2f}")


if __name__ == "__main__":
    main()
