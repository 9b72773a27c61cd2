"""The terminal disappears during a game: the program ends, and the game is saved completely."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.storage.sqlite_store import SqliteStore
from tests.wire import PATIENCE, Terminal

PROGRAM = [
    *(sys.executable, "-c"),
    "import sys; from screens import terminal; from tui.cli import main; terminal.GRACE = 10_000.0;"
    "sys.exit(main.run(sys.argv[1:]))",
]
"""The program. Nobody kills it: it ends by itself, or the test fails."""
DEAF = ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh"]
"""A shell that runs a command without SIGHUP, as `nohup` does."""

PLAY = ["play", "middle_ages", "--seats", "Anna,Boris", "--seed", "7"]
ENTER = "\r"
CONTROL_Z = "\x1a"


def start(home: Path, arguments: Sequence[str], *, deaf: bool = False) -> Terminal:
    command = [*(DEAF if deaf else []), *PROGRAM, *arguments, "--home", str(home)]
    return Terminal(command, size=(80, 24))


def log_length(home: Path) -> int:
    """Load the only match in the store to its end, and return its number of events."""
    store = SqliteStore(home / "games.sqlite3")
    (record,) = store.records()
    match = store.load(record.id)
    store.close()
    assert len(match.log) == record.events
    return record.events


def play_a_little(terminal: Terminal) -> None:
    terminal.read_until(b"Anna")
    for _ in range(6):
        terminal.type(ENTER)
        terminal.read(quiet=0.2, patience=1)


@pytest.mark.parametrize("deaf", [False, True], ids=["heard", "ignored"])
def test_closed_terminal_ends_the_program_and_loses_nothing(tmp_path: Path, deaf: bool) -> None:
    with start(tmp_path, PLAY, deaf=deaf) as terminal:
        play_a_little(terminal)
        before = log_length(tmp_path)
        terminal.hang_up()
        assert terminal.ended() == 128 + signal.SIGHUP
    assert before > 1
    assert log_length(tmp_path) == before
    assert not (tmp_path / "guildhall.log").exists()


@pytest.mark.parametrize("deaf", [False, True], ids=["heard", "ignored"])
def test_closed_terminal_ends_the_menu(tmp_path: Path, deaf: bool) -> None:
    with start(tmp_path, [], deaf=deaf) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.hang_up()
        assert terminal.ended() == 128 + signal.SIGHUP


def test_terminal_closed_during_output_ends_the_program(tmp_path: Path) -> None:
    with start(tmp_path, PLAY, deaf=True) as terminal:
        terminal.read_until(b"Anna")
        terminal.type("\t" * 200)
        terminal.hang_up()
        assert terminal.ended() == 128 + signal.SIGHUP


def test_bots_stop_playing_when_nobody_watches(tmp_path: Path) -> None:
    bots = ["play", "middle_ages", "--seats", "bot:greedy,bot:greedy", "--seed", "7"]
    with start(tmp_path, bots, deaf=True) as terminal:
        terminal.read_until(b"Greedy")
        terminal.hang_up()
        assert terminal.ended() == 128 + signal.SIGHUP
    assert log_length(tmp_path) > 0


def test_sigterm_restores_the_terminal_and_loses_nothing(tmp_path: Path) -> None:
    with start(tmp_path, PLAY) as terminal:
        play_a_little(terminal)
        before = log_length(tmp_path)
        terminal.process.send_signal(signal.SIGTERM)
        farewell = terminal.read_to_end()
        assert terminal.ended() == 128 + signal.SIGTERM
    assert b"\x1b[?1049l" in farewell
    assert b"\x1b[?25h" in farewell
    assert log_length(tmp_path) == before


def test_program_returns_from_the_background(tmp_path: Path) -> None:
    with start(tmp_path, []) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type(CONTROL_Z)
        terminal.read_until(b"\x1b[?1049l")
        wait_until_stopped(terminal.process.pid)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.read_until(b"Middle Ages")
        terminal.type("q")
        assert terminal.ended() == 0


def test_program_is_idle_while_nobody_types(tmp_path: Path) -> None:
    with start(tmp_path, []) as terminal:
        terminal.read_until(b"Middle Ages")
        deadline, woken = time.monotonic() + PATIENCE, 100
        while woken > 3:
            assert time.monotonic() < deadline, f"woken {woken} times"
            before = slept(terminal.process.pid)
            time.sleep(1)
            woken = slept(terminal.process.pid) - before
        terminal.type("q")
        assert terminal.ended() == 0


def wait_until_stopped(pid: int) -> None:
    """Wait until a process is stopped in the background, if the system tells."""
    deadline, stat = time.monotonic() + PATIENCE, Path(f"/proc/{pid}/stat")
    while stat.exists() and ") T " not in stat.read_text():
        assert time.monotonic() < deadline, "it does not end"
        time.sleep(0.01)


def slept(pid: int) -> int:
    """Return how often the threads of a process have gone to sleep, which ends each waking."""
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.exists():
        pytest.skip("the system has no process statistics")
    lines = [line for task in tasks.iterdir() for line in (task / "status").read_text().split("\n")]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary"))
