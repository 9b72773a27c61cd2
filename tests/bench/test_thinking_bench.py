"""Latency of keys on a real terminal while a bot searches, and while it does not.

Target: at most 5 ms more at the 95th percentile. `python -m tests.bench.test_thinking_bench` prints
both, with keys of one and of the other in turn.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest

from tests.wire import Terminal

ROOT = Path(__file__).parents[2]
KEYS = 300
"""Number of keys typed at each table."""

PAUSE = 0.05
"""Seconds between two keys."""


class Table:
    """A table on a terminal at which a key is pressed again and again."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def press(self) -> float:
        """Open or close the score sheet; return the seconds until the first byte of the answer."""
        began = time.perf_counter()
        self.terminal.type("s")
        select.select([self.terminal.master], [], [])
        os.read(self.terminal.master, 65536)
        return time.perf_counter() - began

    def rest(self, seconds: float) -> None:
        """Read the rest of the output for a while."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.terminal.master], [], [], left)[0]:
                os.read(self.terminal.master, 65536)


@contextmanager
def table(bot: str) -> Iterator[Table]:
    """Yield a table at which that bot has begun to search."""
    command = [sys.executable, "-m", "tests.bench.thinking_table", bot]
    with Terminal(command, environment={"PYTHONPATH": str(ROOT)}) as terminal:
        terminal.read_until(b"Boris")
        made = Table(terminal)
        made.rest(1.0)
        yield made


@pytest.mark.parametrize("bot", ["ponderer", "busy"])
def test_key_press_while_a_bot_waits_or_thinks(benchmark: Any, bot: str):
    with table(bot) as waiting:
        benchmark.pedantic(
            waiting.press, setup=lambda: waiting.rest(PAUSE), rounds=50, iterations=1
        )


def main() -> None:
    """Print the latencies."""
    with ExitStack() as stack:
        tables = {bot: stack.enter_context(table(bot)) for bot in ("ponderer", "busy")}
        waits: dict[str, list[float]] = {bot: [] for bot in tables}
        for _ in range(KEYS):
            for bot, one in tables.items():
                waits[bot].append(1000 * one.press())
                one.rest(PAUSE)
    for bot, seconds in waits.items():
        cuts = quantiles(seconds, n=100)
        print(f"{bot}: median {median(seconds):.1f}, p95 {cuts[94]:.1f}, p99 {cuts[98]:.1f} ms")


if __name__ == "__main__":
    main()
