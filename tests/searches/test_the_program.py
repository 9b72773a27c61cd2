"""The real program on a terminal, killed at any moment or pelted with whatever can be typed.

Long searches with a seed each: a failure names the round, and the round can be played again.
"""

from __future__ import annotations

import signal
import sqlite3
import struct
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from random import Random

import pytest

from engine.storage.sqlite import SqliteStore
from screens.terminal.driver import GRACE
from tests.wire import Terminal
from tui.places import Places

pytestmark = pytest.mark.long

NEW = [
    ["play", "middle_ages", "--seats", "Anna,Boris"],
    ["play", "middle_ages", "--seats", "Anna,bot:greedy,bot:random"],
    ["play", "era", "--seats", "Anna"],
    ["play", "era", "--seats", "Anna,bot:random"],
]
CONTROL_C = "\x03"

KEYS = [
    *("\r", " ", "\t", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[H"),
    *"1234567890uUrtlshgvqcdeioxn?<>,.+-",
    *("\x0c", "й", "漢", "\x7f", "\x1b[200~pasted\ntext\x1b[201~", "\x1b[<0;20;8M\x1b[<0;20;8m"),
    *("\x1b[<64;9;9M", "\x1b[<35;40;12M", "\x1b[I", "\x1b[O", "\x1b[1114112u", "\x1b[97:65;2u"),
]
SIZES = [(80, 24), (120, 40), (40, 10), (1, 1), (0, 0), (300, 90)]


def start(home: Path, arguments: Sequence[str]) -> Terminal:
    return Terminal([sys.executable, "-m", "tui", *arguments, "--home", str(home)], size=(80, 24))


def check_store(home: Path) -> dict[str, int]:
    """The length of every log; nothing in the store is damaged, and every match can go on."""
    path = Places.of(str(home)).store
    if not path.exists():
        return {}
    with sqlite3.connect(path) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not base.execute("PRAGMA foreign_key_check").fetchall()
    base.close()
    store = SqliteStore(path)
    records = store.records()
    assert [record.damage for record in records] == [None] * len(records)
    for record in records:
        match = store.load(record.id)
        assert len(match.log) >= record.events
        assert match.over or match.owed()
    store.close()
    return {record.id: record.events for record in records}


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path, seed: int) -> None:
    lot, before = Random(seed), dict[str, int]()
    for number in range(12):
        arguments = lot.choice(NEW) if not before or not number % 4 else ["resume"]
        with start(tmp_path, arguments) as terminal:
            if number % 3:
                terminal.read_until(b"Anna")
            deadline = time.monotonic() + lot.uniform(0, 3)
            while time.monotonic() < deadline:
                with suppress(OSError):
                    terminal.type(lot.choice(["\r", "\r", "\x1b[B", "\x1b[C", " ", "u"]))
                terminal.read(quiet=lot.uniform(0, 0.05), patience=0.05)
            terminal.process.send_signal(signal.SIGKILL)
            terminal.process.wait(5)
        after = check_store(tmp_path)
        assert before.keys() <= after.keys(), f"round {number}"
        assert all(after[id] >= length for id, length in before.items()), f"round {number}"
        before = after
    assert before


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_the_program_lives_and_ends_when_told(tmp_path: Path, seed: int) -> None:
    lot = Random(seed)
    with start(tmp_path, lot.choice([[], *NEW])) as terminal:
        terminal.read()
        for number in range(400):
            if terminal.process.poll() is not None:
                break
            if not number % 40:
                columns, rows = lot.choice(SIZES)
                size = struct.pack("HHHH", rows, columns, 0, 0)
                ioctl(terminal.master, termios.TIOCSWINSZ, size)
            with suppress(OSError):
                terminal.type("".join(lot.choices(KEYS, k=lot.randrange(1, 12))))
            terminal.read(quiet=0.01, patience=0.05)
        with suppress(OSError):
            terminal.type(CONTROL_C)
        deadline = time.monotonic() + GRACE + 10
        while terminal.process.poll() is None and time.monotonic() < deadline:
            terminal.read(quiet=0.1, patience=1)
        assert terminal.process.poll() in (0, 130)
    log = tmp_path / "guildhall.log"
    assert not log.exists(), log.read_text()[-2000:]
    check_store(tmp_path)
