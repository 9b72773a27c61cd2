"""Terminal input to the whole program: terminal replies do not count as keys, Ctrl+C works in every
layout and in a paste, and the terminal is restored."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyte
import pytest

from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import INTERRUPTED
from screens.terminal.terminal_reset import RESET_SEQUENCES
from tests.screens.terminal.known import REPLIES
from tests.wire import PATIENCE, Terminal
from tui.user_paths import UserPaths

PLAY = ["play", "middle_ages", "--seats", "Anna,Boris", "--seed", "7"]
REDRAW = b"\x0c"
CONTROL_C = b"\x03"
FEW = list(REPLIES)[:20]


def start(home: Path, *arguments: str) -> Terminal:
    command = [sys.executable, "-m", "tui", *arguments, "--home", str(home)]
    return Terminal(command, size=(80, 24))


def events_in(home: Path) -> int:
    """Return the number of events of the only match."""
    store = SqliteStore(UserPaths.of(str(home)).store)
    (record,) = store.records()
    count = len(store.load(record.id).log)
    store.close()
    return count


class TerminalScreen:
    """The screen of a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._screen = pyte.Screen(*terminal.size)
        self._stream = pyte.ByteStream(self._screen)

    def repainted(self) -> list[str]:
        """Return the picture once everything sent before has been handled."""
        self._terminal.type(REDRAW)
        self._take(self._terminal.read_until(b"Anna"))
        return list(self._screen.display)

    def becomes(self, wanted: Callable[[list[str]], bool]) -> bool:
        """Return whether the picture becomes `wanted`, however slowly it is painted."""
        until = time.monotonic() + PATIENCE
        while not wanted(self.repainted()):
            if time.monotonic() > until:
                return False
        return True

    def _take(self, sent: bytes) -> None:
        with suppress(Exception):  # what pyte cannot read it need not show
            self._stream.feed(sent)


def test_terminal_replies_choose_nothing_and_the_next_key_does(tmp_path: Path) -> None:
    with start(tmp_path, *PLAY) as terminal:
        terminal.read_until(b"hint")
        glass = TerminalScreen(terminal)
        assert glass.becomes(lambda lines: "hint" in lines[-1])
        before, picture = events_in(tmp_path), glass.repainted()
        for name in FEW:
            data = REPLIES[name]
            for at in range(0, len(data), 5):
                terminal.type(data[at : at + 5])
            assert glass.becomes(lambda lines: lines == picture), name
        assert events_in(tmp_path) == before
        terminal.type("\x1b[49;1;49u\x1b[13;28;13;1;0;1_")
        until = time.monotonic() + PATIENCE
        while events_in(tmp_path) == before:
            assert time.monotonic() < until, "the next key had no effect"
            terminal.read(quiet=0.1, patience=0.2)
        terminal.type(CONTROL_C)
        assert terminal.ended() == INTERRUPTED


@pytest.mark.parametrize(
    "keys",
    [
        "\x1b[1089;5u",
        "\x1b[1089::99;5u",
        "\x1b[963;5u\x1b[968;5u",
        "\x1b[67;46;3;1;8;1_",
        "\x1b[200~hello\x03",
    ],
)
def test_ctrl_c_ends_the_program_in_every_layout_and_in_a_paste(tmp_path: Path, keys: str) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type(keys)
        assert terminal.ended() == INTERRUPTED


def test_keyboard_works_after_an_unfinished_paste(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.read_until(b"Middle Ages")
        terminal.type("\x1b[200~hello")
        until = time.monotonic() + PATIENCE
        while terminal.process.poll() is None:
            assert time.monotonic() < until, "the keyboard does not respond"
            terminal.read(quiet=1.5, patience=1.5)
            terminal.type("q")
        assert terminal.ended() == 0


def test_pixel_mouse_mode_is_requested_and_reset(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        begin = terminal.read_until(b"Middle Ages")
        assert b"\x1b[=4;2u" in begin
        terminal.type("\x1b[?2048;2$y\x1b[48;24;80;384;640t")
        answer = terminal.read_until(b"\x1b[?1016$p")
        assert b"\x1b[?1016h" not in begin + answer
        terminal.type("\x1b[?1016;2$y")
        assert b"\x1b[?1016h\x1b[?1016$p" in terminal.read_until(b"\x1b[?1016h")
        terminal.type("q")
        assert b"\x1b[?1016l" in terminal.read_to_end()
        assert terminal.ended() == 0
    assert b"\x1b[?1016l" in RESET_SEQUENCES
