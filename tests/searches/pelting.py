"""The real program on a terminal, fed with random input: it survives, and ends on request."""

from __future__ import annotations

import signal
import struct
import termios
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from random import Random

from screens.exit_codes import INTERRUPTED
from screens.terminal.driver import EXIT_SECONDS
from tests.searches.kills import NEW, start
from tests.searches.searching import lengths_in
from tui.user_paths import UserPaths

CONTROL_C = "\x03"
BURSTS = 150

KEYS = [
    *("\r", " ", "\t", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[H"),
    *"1234567890uUrtlshgvqcdeioxn?<>,.+-/",
    *("\x0c", "й", "漢", "\x7f", "\x1b[200~pasted\ntext\x1b[201~", "\x1b[<0;20;8M\x1b[<0;20;8m"),
    *("\x1b[<64;9;9M", "\x1b[<35;40;12M", "\x1b[I", "\x1b[O", "\x1b[1114112u", "\x1b[97:65;2u"),
]
SIZES = [(80, 24), (120, 40), (40, 10), (1, 1), (0, 0), (300, 90)]


def search(rng: Random, folder: Path) -> None:
    """Run one program from its start to its end."""
    with start(folder, rng.choice([[], *NEW])) as terminal:
        terminal.read()
        for number in range(BURSTS):
            if terminal.process.poll() is not None:
                break
            if not number % 40:
                columns, rows = rng.choice(SIZES)
                size = struct.pack("HHHH", rows, columns, 0, 0)
                ioctl(terminal.master, termios.TIOCSWINSZ, size)
            with suppress(OSError):
                terminal.type("".join(rng.choices(KEYS, k=rng.randrange(1, 12))))
            terminal.read(quiet=0.01, patience=0.05)
        with suppress(OSError):
            terminal.type(CONTROL_C)
        deadline = time.monotonic() + EXIT_SECONDS + 10
        while terminal.process.poll() is None and time.monotonic() < deadline:
            terminal.read(quiet=0.1, patience=1)
        code = terminal.process.poll()
        assert code in (0, INTERRUPTED, -signal.SIGINT), code
    log = folder / "guildhall.log"
    assert not log.exists(), log.read_text()[-2000:]
    lengths_in(UserPaths.of(str(folder)).store)
