"""The program on a misbehaving terminal: sizes, sequences, signals."""

from __future__ import annotations

import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path

import pytest
from textual import events

from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import INTERRUPTED
from screens.paint.window_size import MAX_COLUMNS, MAX_ROWS, screen_size
from screens.terminal.reader import TerminalReader
from tests.matrix import usually
from tests.wire import Terminal
from tui.user_paths import UserPaths

PROGRAM = [sys.executable, "-m", "tui"]
PLAY = ["play", "middle_ages", "--seats", "Anna,Boris", "--seed", "7"]
CONTROL_C = "\x03"

KILLERS = [
    "\x1b[1114112u",
    "\x1b[97:65:1114112:9;2u",
    "\x1b[99999999999999;1u",
    "\x1b[48;24;80;0;0t\x1b[<0;3;3M",
]
"""Sequences for which Textual's parser raises an exception."""


def start(home: Path, *arguments: str, **environment: str) -> Terminal:
    command = [*PROGRAM, *arguments, "--home", str(home)]
    return Terminal(command, size=(80, 24), environment=environment)


@pytest.fixture
def slave() -> Iterator[int]:
    """Open a terminal, and return the program's end."""
    master, slave = pty.openpty()
    yield slave
    os.close(master)
    os.close(slave)


# ---------------------------------------------------------------------- signals


@pytest.mark.parametrize("end", ["q", CONTROL_C])
def test_sigcont_without_suspension_is_harmless(tmp_path: Path, end: str) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.process.send_signal(signal.SIGCONT)
        terminal.read_until(b"Middle Ages")
        terminal.type(end)
        assert terminal.ended() == (0 if end == "q" else INTERRUPTED)


def test_program_resumes_after_sigstop_and_sigcont(tmp_path: Path) -> None:
    with start(tmp_path, *PLAY) as terminal:
        terminal.read_until(b"Anna")
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.read_until(b"Anna")
        terminal.type(CONTROL_C)
        assert terminal.ended() == INTERRUPTED


def test_sigint_ends_the_program_like_ctrl_c(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"\x1b[?1049h")
        terminal.process.send_signal(signal.SIGINT)
        farewell = terminal.read_to_end()
        assert terminal.ended() == INTERRUPTED
    assert b"\x1b[?1049l" in farewell


@pytest.mark.parametrize("end", ["q", CONTROL_C])
def test_quitting_says_how_to_continue_the_game(tmp_path: Path, end: str) -> None:
    with start(tmp_path, *PLAY) as terminal:
        terminal.read_until(b"Anna")
        if end == "q":
            terminal.type("q")
            terminal.read_until(b"Continue")
        terminal.type(end)
        farewell = terminal.read_to_end()
    store = SqliteStore(UserPaths.of(str(tmp_path)).store)
    (record,) = store.records()
    store.close()
    assert f"resume {record.id}".encode() in farewell


@pytest.mark.parametrize("end", ["q", CONTROL_C])
@pytest.mark.parametrize("way", ["learn", "menu"])
def test_quitting_says_how_to_continue_the_lesson(tmp_path: Path, way: str, end: str) -> None:
    with start(tmp_path, *(["learn", "middle_ages"] if way == "learn" else [])) as terminal:
        if way == "menu":
            terminal.read_until(b"Middle Ages")
            terminal.type("n")
            terminal.read_until(b"Each lesson")
            terminal.type("1")
        terminal.read_until(b"Task 1 of")
        if end == "q":
            terminal.type("q")
            terminal.read_until(b"New here?")
        terminal.type(end)
        farewell = terminal.read_to_end().decode()
    (line,) = [line for line in farewell.splitlines() if "the lesson" in line]
    assert line.endswith("“guildhall learn middle_ages” continues the lesson.")


def test_lesson_continues_in_line_mode_on_a_small_terminal(tmp_path: Path) -> None:
    launcher = {"GUILDHALL_STARTED_AS": "make play ARGS='{}'"}
    command = [*PROGRAM, "learn", "catan", "--home", str(tmp_path)]
    with Terminal(command, size=(60, 20), environment=launcher) as terminal:
        terminal.read_until(b"for line mode")
        terminal.type("l")
        terminal.read_until(b"Task 1 of")
        terminal.type("quit\r")
        farewell = " ".join(terminal.read_to_end().decode().split())
    assert "“make play ARGS='learn catan --lines'” continues the lesson." in farewell


@pytest.mark.parametrize(
    "keys", [usually(False, "q\r" * 80), usually(False, "qc" * 60), "\rqgq,q?q" * 40]
)
def test_keys_before_ctrl_c_are_discarded(tmp_path: Path, keys: str) -> None:
    with start(tmp_path, *PLAY) as terminal:
        terminal.read_until(b"Anna")
        terminal.type(keys + CONTROL_C)
        while terminal.process.poll() is None:
            terminal.read(quiet=0.1)
        assert terminal.process.returncode in (0, INTERRUPTED)
    assert not (tmp_path / "guildhall.log").exists()


def test_program_that_hangs_at_exit_is_ended_and_restores_the_terminal(
    tmp_path: Path,
) -> None:
    hanging = (
        "import sys, time; from tui.cli.main import run; from screens.app import GuildhallApp;"
        "GuildhallApp.on_unmount = lambda self: time.sleep(60);"
        f"sys.exit(run(['--home', {str(tmp_path)!r}]))"
    )
    with Terminal([sys.executable, "-c", hanging], size=(80, 24)) as terminal:
        before = termios.tcgetattr(terminal.master)
        terminal.read_until(b"Middle Ages")
        assert termios.tcgetattr(terminal.master) != before
        terminal.type(CONTROL_C)
        received = b""
        while terminal.process.poll() is None:
            received += terminal.read(quiet=0.2, patience=1)
        received += terminal.read_to_end()
        assert terminal.process.returncode == INTERRUPTED
        assert termios.tcgetattr(terminal.master) == before
    assert b"\x1b[?1049l" in received


# ---------------------------------------------------------------------- what can be typed


@pytest.mark.parametrize("killer", KILLERS)
def test_invalid_sequence_is_dropped(killer: str) -> None:
    reader = TerminalReader(debug=False)
    messages = list(reader.feed(f"a{killer}b"))
    keys = [message.key for message in messages if isinstance(message, events.Key)]
    assert keys == ["a", "b"]


def test_split_sequences_are_read() -> None:
    reader = TerminalReader(debug=False)
    pieces = ["\x1b[", "C\x1b[200~two\nlines\x1b[20", "1~"]
    right, paste = [message for piece in pieces for message in reader.feed(piece)]
    assert reader.patience is None
    assert isinstance(right, events.Key)
    assert right.key == "right"
    assert isinstance(paste, events.Paste)
    assert paste.text == "two\nlines"


def test_program_survives_invalid_sequences(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"Middle Ages")
        for killer in KILLERS:
            terminal.type(killer)
            terminal.read(patience=0.2)
        terminal.type("q")
        assert terminal.ended() == 0
    assert not (tmp_path / "guildhall.log").exists()


def test_window_size_report_is_limited(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type("\x1b[48;3000;3000;0;0t")
        received = terminal.read(quiet=0.5)
        assert 0 < len(received) < 8 * MAX_COLUMNS * MAX_ROWS
        if Path("/proc/self/status").exists():
            assert peak_memory(terminal.process.pid) < 200_000
        terminal.type("q")
        assert terminal.ended() == 0


def peak_memory(pid: int) -> int:
    """Return the peak memory of a process, in kB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM")]
    return int(line.split()[1])


# ---------------------------------------------------------------------- the environment


@pytest.mark.parametrize("size", [("5000", "5000"), ("1", "1"), ("99999", "nonsense")])
def test_terminal_size_takes_precedence_over_environment(
    tmp_path: Path, size: tuple[str, str]
) -> None:
    with start(tmp_path, COLUMNS=size[0], LINES=size[1]) as terminal:
        received = terminal.read_until(b"Middle Ages")
        assert len(received) < 40_000
        terminal.type("q")
        assert terminal.ended() == 0


def test_size_comes_from_terminal_then_environment(
    slave: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "5000")
    monkeypatch.setenv("LINES", "30")
    assert screen_size(slave) == (MAX_COLUMNS, 30), "a terminal without a size reports none"
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 132, 0, 0))
    assert screen_size(slave) == (132, 50)
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60_000, 60_000, 0, 0))
    assert screen_size(slave) == (MAX_COLUMNS, MAX_ROWS)


@pytest.mark.parametrize("driver", ["garbage", "garbage:Driver", "os:path", "", ":", "os:nothing"])
def test_missing_driver_is_left_alone(tmp_path: Path, driver: str) -> None:
    with start(tmp_path, TEXTUAL_DRIVER=driver) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type("q")
        assert terminal.ended() == 0


def test_unknown_colour_replies_are_harmless(tmp_path: Path) -> None:
    with start(tmp_path, TEXTUAL_COLOR_SYSTEM="zz") as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type("q")
        assert terminal.ended() == 0


# ---------------------------------------------------------------------- a new match at once


def test_own_data_is_used_and_errors_are_one_sentence(
    tmp_path: Path,
) -> None:
    own = UserPaths.of(str(tmp_path)).own_data("middle_ages")
    own.parent.mkdir()
    own.write_text('[[plot_tiles.list]]\nid = "field_01"\nnumber = 2\n')
    with start(tmp_path, *PLAY) as terminal:
        terminal.read_until(b"Anna")
        terminal.type(CONTROL_C)
        assert terminal.ended() == INTERRUPTED
    store = SqliteStore(UserPaths.of(str(tmp_path)).store)
    (record,) = store.records()
    store.close()
    assert record.header.data == {"plot_tiles": {"list": [{"id": "field_01", "number": 2}]}}
    assert record.header.seed == "7"
    own.write_text("dragons = 3\n")
    with start(tmp_path, *PLAY) as terminal:
        output = terminal.read_to_end()
        assert terminal.ended() == 1
    assert output.decode().count("dragons") == 1
    assert b"\x1b[?1049l" in output[: output.index(b"dragons")], "the screen is restored first"
    assert not (tmp_path / "guildhall.log").exists()


FLOODED = """
import asyncio, signal, sys, threading
from screens.terminal.driver import TerminalDriver

class Flooded(TerminalDriver):
    __repr__ = object.__repr__

    def __init__(self):
        self._loop = asyncio.get_running_loop()
        self._handlers = {}
        self.ended = self._loop.create_future()

    def end(self, number):
        self.ended.set_result(number)

    def close(self):
        pass

async def main():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    driver = Flooded()
    driver.install_exit_handlers()
    for _ in range(5000):
        driver._loop.call_soon_threadsafe(int)
    signal.raise_signal(signal.SIGHUP)
    print(int(await driver.ended))

wrong = []
sys.unraisablehook = wrong.append
asyncio.run(main())
print(len(wrong), flush=True)
signal.raise_signal(signal.SIGTERM)
print("still here")
"""
"""A loop for which more waits than its pipe takes is told to end; then, without it, the process."""


def test_termination_signal_is_handled_under_load() -> None:
    run = subprocess.run(
        [sys.executable, "-c", FLOODED], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.stdout.split() == [str(int(signal.SIGHUP)), "0"], run.stderr
    assert run.returncode == -signal.SIGTERM
