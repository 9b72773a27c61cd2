"""Line editor: echo, deletion, and news that interrupt the typed line."""

from __future__ import annotations

import os
import pty
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from select import select

import pytest

from engine.storage.memory_store import MemoryStore
from screens.line_mode.line_driver import run_line_session
from screens.line_mode.line_editor import LineEditor
from screens.terminal.tokenizer import SEQUENCE_SILENCE
from tests.screens.line_mode.test_line_driver import EchoTable
from tests.wire import PATIENCE


def typed(*parts: bytes) -> tuple[list[str], str, str]:
    """Return the complete lines, the text of the next one, and the whole output."""
    shown: list[str] = []
    editor = LineEditor(shown.append)
    lines = [line for part in parts for line in editor.feed(part)]
    return lines, editor.text, "".join(shown)


@pytest.mark.parametrize(
    ("keys", "lines", "unfinished"),
    [
        (b"mill\n", ["mill"], ""),
        (b"mill\r", ["mill"], ""),
        (b"mill\r\nlook", ["mill"], "look"),
        (b"1\n\n2\r\r", ["1", "", "2", ""], ""),
        (b"mik\x7fll", [], "mill"),
        (b"\x7f\x08x", [], "x"),
        (b"take the mill\x17\x17one", [], "take one"),
        (b"take \x17", [], ""),
        (b"take the mill\x15look", [], "look"),
        (b"a\x1b[A\x1b[1;5Cb\x1bOPc\x1bxd", [], "abcxd"),
        (b"a\x1b\nb", ["a"], "b"),
        (b"a\x1b[?61;4;6;22cb\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\c\x1bP>|WezTerm 1\x1b\\d", [], "abcd"),
        ("a\x9d11;rgb:1e1e/1e1e/1e1e\x9cb\x1b[200~xy\x1b[201~".encode(), [], "abxy"),
        ("мелл\x7fьница".encode(), [], "мельница"),
        ("e\u0301\x7fa".encode(), [], "a"),
        (b"a\tb\x00\x01c", [], "a bc"),
        (b"\xff\xfe", [], "\N{REPLACEMENT CHARACTER}" * 2),
        (b"x" * 5000, [], "x" * 1000),
    ],
)
def test_keys_make_a_line(keys: bytes, lines: list[str], unfinished: str) -> None:
    assert typed(keys)[:2] == (lines, unfinished)
    assert typed(*(keys[at : at + 1] for at in range(len(keys))))[:2] == (lines, unfinished)


def test_incomplete_sequence_times_out() -> None:
    now = [0.0]
    editor = LineEditor(lambda text: None, lambda: now[0])
    editor.feed(b"a")
    first = editor.patience
    editor.feed(b"\x1b]11;")
    assert (first, editor.patience) == (None, SEQUENCE_SILENCE)
    now[0] = SEQUENCE_SILENCE / 2
    assert (editor.tick(), editor.patience) == ([], SEQUENCE_SILENCE / 2)
    editor.feed(b"1")
    assert editor.text == "a"
    now[0] += SEQUENCE_SILENCE
    assert (editor.tick(), editor.patience) == ([], None)
    assert (editor.feed(b"b\n"), editor.text) == (["ab"], "")


def test_deleted_characters_are_removed_from_the_screen() -> None:
    assert typed("é水\x7f".encode())[2] == "é水\b\b  \b\b"
    assert typed(b"one two\x17")[2] == "one two\b\b\b   \b\b\b"
    assert typed(b"look\x12")[2] == "look\nlook"
    assert typed(b"\x1b[A\x07")[2] == ""


class Line:
    """A terminal at which one person types while messages arrive."""

    def __init__(self, ring: Callable[[], None], parrot: EchoTable) -> None:
        self.ring, self.parrot = ring, parrot
        self.mine, self.theirs = pty.openpty()
        self.modes = termios.tcgetattr(self.theirs)
        self.seen = b""
        self._thread = threading.Thread(target=self._talk)

    def _talk(self) -> None:
        run_line_session(self.parrot, lambda text: _write(self.theirs, text.encode()), self.theirs)

    def __enter__(self) -> Line:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.type("\x15\x04")  # ends a session that a failed test has left
        self._thread.join()
        assert termios.tcgetattr(self.theirs) == self.modes
        os.close(self.mine)
        os.close(self.theirs)

    def type(self, keys: str) -> None:
        _write(self.mine, keys.encode())

    def until(self, end: str) -> str:
        """All that is seen since the last time, up to what it is to end with."""
        while not self.seen.endswith(end.encode()):
            assert select([self.mine], [], [], PATIENCE)[0], self.seen
            self.seen += os.read(self.mine, 1024)
        seen, self.seen = self.seen.decode(), b""
        return seen


def _write(to: int, data: bytes) -> None:
    while data:
        data = data[os.write(to, data) :]


@pytest.fixture
def line() -> Iterator[Line]:
    store, parrot = MemoryStore(), EchoTable()
    with closing(store.subscribe("news")) as watch:
        parrot.subscriptions = [watch]
        with Line(lambda: store.publish("news"), parrot) as line:
            yield line


def test_news_interrupt_and_restore_the_typed_line(line: Line) -> None:
    line.until("hello\r\n")
    line.type("le")
    assert line.until("le") == "le"
    line.ring()
    assert line.until("rung\r\nle") == "\r\nrung\r\nle"
    line.type("\x7fook\r")
    assert line.until("look\r\n") == "\b \book\r\nlook\r\n"
    line.ring()
    assert line.until("rung\r\n") == "rung\r\n"
    line.type("quit\n")
    assert line.until("quit\r\nquit\r\n")


def test_ctrl_d_ends_input_only_on_an_empty_line(line: Line) -> None:
    line.until("hello\r\n")
    line.type("one\x04")
    line.until("one")
    line.type("\x15\x04")
    assert line.until("ended\r\n").endswith("ended\r\n")


def test_terminal_without_echo_is_left_alone() -> None:
    """Another program shows what is typed, and sends whole lines."""
    mine, theirs = pty.openpty()
    modes = termios.tcgetattr(theirs)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    output: list[str] = []
    _write(mine, b"one\nquit\n")
    run_line_session(EchoTable(), output.append, theirs)
    os.close(mine)
    os.close(theirs)
    assert output == ["hello\n", "one\n", "quit\n"]
