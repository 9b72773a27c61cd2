"""Latency of logins while others request key exchanges as fast as they can.

    python -m tests.load.logins --rate 200

starts its own server. Friends log in one after another: without a flood, then from the address of
the flood, then from another one. It prints their latencies, the cores that the server used and the
actual number of key exchanges per second. Server and clients share the computer: if other programs
leave the server less than it needs (0.3 of a core at 200 per second), the latencies are those of
the computer.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncssh
from attrs import define, field

from tests.load.measuring import part, processor_of
from tests.tui.ssh.flood import KEY_EXCHANGE_REQUEST
from tests.tui.ssh.server_process import ServerProcess, new_key, running_server, ssh_connection

FRIENDS = 5
HERE, ELSEWHERE = "127.0.3.1", "127.0.3.2"
"""The address of the flood, and another one."""

GATHER = 5.0
"""Seconds for which a flood runs before measuring, so that it has used up its burst."""


@define
class Logins:
    """Logins in seconds, and the number of those that failed."""

    name: str
    took: list[float] = field(factory=list)
    failed: int = 0

    def line(self) -> str:
        """Return the figures in a row."""
        p50, p95, most = (part(self.took, percent) for percent in (50, 95, 99))
        return (
            f"{self.name:24} {len(self.took)} logins  p50 {p50:6.0f}  p95 {p95:6.0f}  "
            f"p99 {most:6.0f} ms   {self.failed} failed"
        )


async def log_in(
    server: ServerProcess, keys: Sequence[asyncssh.SSHKey], address: str, name: str
) -> None:
    """Let each friend log in once, and print the latencies."""
    figures = Logins(name)
    for key in keys:
        began = time.perf_counter()
        try:
            async with ssh_connection(server, key, local_addr=(address, 0)):
                figures.took.append(time.perf_counter() - began)
        except (OSError, asyncssh.Error, TimeoutError):
            figures.failed += 1
    print(figures.line(), flush=True)


async def request_exchanges(port: int, rate: float) -> None:
    """Request `rate` key exchanges per second until the input ends, and print the actual rate."""
    tasks: set[asyncio.Task[None]] = set()
    asked, began = 0, time.perf_counter()

    async def request() -> None:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(HERE, 0))
            writer.write(KEY_EXCHANGE_REQUEST)
            while await reader.read(65536):
                pass
            writer.close()

    loop = asyncio.get_running_loop()
    ended = loop.run_in_executor(None, sys.stdin.read)
    print("flooding", flush=True)
    while not ended.done():
        while asked < rate * (time.perf_counter() - began):
            task = asyncio.ensure_future(request())
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            asked += 1
        await asyncio.sleep(1 / rate)
    print(f"{asked / (time.perf_counter() - began):.0f}", flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def flood(server: ServerProcess, rate: float) -> AsyncIterator[None]:
    """Run hostile clients in a process of their own, and print how fast they were."""
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "tests.load.logins"),
        *("--rate", str(rate), "--flood", str(server.port)),
        stdin=PIPE,
        stdout=PIPE,
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"flooding\n"
        await asyncio.sleep(GATHER)
        yield
    finally:
        await _end(process)


async def _end(process: Process) -> None:
    output, _ = await process.communicate(b"")
    print(f"key exchanges asked for: {output.decode().strip()} per second", flush=True)


async def measure(server: ServerProcess, rate: float, times: int) -> None:
    """Log in without a flood, and during one from the same address and from another."""
    friends = [new_key() for _ in range(FRIENDS)]
    for number, key in enumerate(friends):
        server.register(f"Friend {number}", key)
    keys = [friends[number % FRIENDS] for number in range(times)]
    await log_in(server, keys, HERE, "no flood")
    async with flood(server, rate):
        began, used = time.perf_counter(), processor_of([server.process.pid])
        await log_in(server, keys, HERE, "from its own address")
        await log_in(server, keys, ELSEWHERE, "from another address")
        cores = (processor_of([server.process.pid]) - used) / (time.perf_counter() - began)
        print(f"the server used {cores:.2f} cores", flush=True)


def main() -> None:
    """Parse the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--flood", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.flood is not None:
        asyncio.run(request_exchanges(args.flood, args.rate))
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), preload=True, logins_per_minute=10_000) as server,
    ):
        asyncio.run(measure(server, args.rate, args.times))


if __name__ == "__main__":
    main()
