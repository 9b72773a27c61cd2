"""Time from the command to the first picture, compared with a bare app with one widget."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.wire import Terminal

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("Middle Ages")

Bare().run()
"""

COMMANDS = {
    "a bare app": [sys.executable, "-c", BARE],
    "the menu": [sys.executable, "-m", "tui"],
    "Middle Ages": [sys.executable, "-m", "tui", "play", "middle_ages"],
    "Era": [sys.executable, "-m", "tui", "play", "era"],
}


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("what", COMMANDS)
def test_start_to_first_paint(benchmark: Any, what: str, tmp_path: Path) -> None:
    """Until the terminal has received the name of a game; target for a game: at most 1.3 times the
    time for the menu."""
    name = b"Era" if what == "Era" else b"Middle Ages"

    def start() -> None:
        with terminal:
            received = b""
            while name not in received:
                received += os.read(terminal.master, 65536)
            terminal.process.kill()

    environment = {"GUILDHALL_HOME": str(tmp_path)}
    terminal = Terminal(COMMANDS[what], size=(80, 24), environment=environment)
    benchmark.pedantic(start, rounds=12, warmup_rounds=2)
