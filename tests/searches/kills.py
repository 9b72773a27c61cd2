"""The real program on a terminal, killed at any moment: everything shown is saved."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.searches.searching import lengths_in
from tests.wire import Terminal
from tui.user_paths import UserPaths

KILLS = 4

NEW = [
    ["play", "middle_ages", "--seats", "Anna,Boris"],
    ["play", "middle_ages", "--seats", "Anna,bot:greedy,bot:random"],
    ["play", "era", "--seats", "Anna"],
    ["play", "era", "--seats", "Anna,bot:random"],
    ["play", "knights", "--seats", "Anna,bot:random"],
    ["play", "troyes", "--seats", "Anna,bot:random"],
    ["play", "deus", "--seats", "Anna,bot:random"],
]


def search(rng: Random, folder: Path) -> None:
    """Kill a few programs at one store, one after another or two at a time."""
    before = dict[str, int]()
    for number in range(KILLS):
        arguments = rng.choice(NEW) if not before or rng.random() < 0.3 else ["resume"]
        with start(folder, arguments) as terminal:
            if rng.random() < 0.8:
                terminal.read()
            deadline = time.monotonic() + rng.uniform(0, 3)
            while time.monotonic() < deadline:
                with suppress(OSError):
                    terminal.type(rng.choice(["\r", "\r", "\x1b[B", "\x1b[C", " ", "u"]))
                terminal.read(quiet=rng.uniform(0, 0.05), patience=0.05)
            terminal.process.send_signal(signal.SIGKILL)
            terminal.process.wait(5)
        after = lengths_in(UserPaths.of(str(folder)).store)
        assert before.keys() <= after.keys(), number
        assert all(after[id] >= length for id, length in before.items()), number
        before = after


def start(home: Path, arguments: Sequence[str]) -> Terminal:
    """Start the program on a terminal."""
    return Terminal([sys.executable, "-m", "tui", *arguments, "--home", str(home)], size=(80, 24))
