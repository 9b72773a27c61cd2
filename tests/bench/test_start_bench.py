"""Processor time from the command to the first picture, and in the seconds after it, compared with
a bare app of one widget and with a busy app of Textual's own widgets.

Targets: 0.95 times the busy app for the menu, 1.1 times for a table. `python -m
tests.bench.test_start_bench [FOLDER]` prints medians of alternating starts; with the folder of
another checkout it includes that one. All start from compiled files.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.wire import Terminal

ROOT: Final = Path(__file__).parents[2]

BARE: Final = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("Middle Ages and Era")

Bare().run()
"""

COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "a bare app": [sys.executable, "-c", BARE],
    "a busy app": [sys.executable, str(ROOT / "tests/bench/busy_app.py")],
    "the menu": [sys.executable, "-m", "tui"],
    "Middle Ages": [sys.executable, "-m", "tui", "play", "middle_ages"],
    "Era": [sys.executable, "-m", "tui", "play", "era"],
    "Knights": [sys.executable, "-m", "tui", "play", "knights"],
}

NAMES: Final = {"Era": b"Era", "Knights": b"Catan"}
"""Text of the first picture; by default that of a game."""

STARTS: Final = 9

AFTERWARDS: Final = 4.0
"""Seconds after the first picture."""


def started(what: str, home: str, seconds: float = 0.0, folder: Path = ROOT) -> float:
    """Return the milliseconds of processor time of a program until its first picture, and the
    seconds after it."""
    environment = {"GUILDHALL_HOME": home, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": str(folder)}
    terminal = Terminal(COMMANDS[what], environment=environment)
    with terminal:
        received, name = b"", NAMES.get(what, b"Middle Ages")
        while name not in received:
            received += os.read(terminal.master, 65536)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([terminal.master], [], [], left)[0]:
                os.read(terminal.master, 65536)
        terminal.process.send_signal(signal.SIGKILL)
        _, status, used = os.wait4(terminal.process.pid, 0)
        terminal.process.returncode = os.waitstatus_to_exitcode(status)
    return 1000 * (used.ru_utime + used.ru_stime)


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("what", COMMANDS)
def test_start_to_first_paint(benchmark: Any, what: str, tmp_path: Path) -> None:
    """Extra info: milliseconds of processor time until the first picture."""
    times: list[float] = []
    benchmark.pedantic(
        lambda: times.append(started(what, str(tmp_path))), rounds=12, warmup_rounds=2
    )
    benchmark.extra_info["processor ms"] = round(median(times))


def main(others: Sequence[str]) -> None:
    """Print medians of starts."""
    folders = [ROOT, *map(Path, others)]
    runs: dict[tuple[str, Path, float], list[float]] = {}
    with TemporaryDirectory() as home:
        for number in range(STARTS + 1):
            for what in COMMANDS:
                for folder in folders[: 1 if what.startswith("a ") else None]:
                    for seconds in (0.0, AFTERWARDS)[: 1 if what == "the menu" else None]:
                        took = started(what, home, seconds, folder)
                        if number:  # the first start compiles
                            runs.setdefault((what, folder, seconds), []).append(took)
    for (what, folder, seconds), times in runs.items():
        busy = median(runs["a busy app", ROOT, 0.0])
        print(
            f"{what:12} +{seconds:.0f} s  {median(times):5.0f} ms (best {min(times):4.0f}),"
            f" {median(times) / busy:.2f} times the busy app  {folder}"
        )


if __name__ == "__main__":
    os.chdir("/")
    main(sys.argv[1:])
