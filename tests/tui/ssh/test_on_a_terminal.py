"""The server on its admin's terminal: the lines that it prints, and its end."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.wire import Terminal

COMMAND = [
    *(sys.executable, "-m", "tui", "serve", "--port", "0", "--host", "127.0.0.1"),
    *("--connect-command", "ssh -p 2222 vm", "--web", "0"),
]
CONTROL_C = "\x03"
SIZE = (50, 30)


def test_lines_end_between_words_and_the_end_is_announced(tmp_path: Path) -> None:
    with Terminal([*COMMAND, "--home", str(tmp_path)], size=SIZE) as terminal:
        printed = terminal.read_until(b"invite code").decode()
        terminal.type(CONTROL_C)
        terminal.read_until(b"The server has stopped.")
        assert terminal.ended() == 0
    lines = [line.strip() for line in printed.splitlines()]
    assert all(len(line) <= SIZE[0] for line in lines), lines
    assert any(line.startswith("SHA256:") and len(line) == 50 for line in lines), lines
    assert any("On this computer, open this page" in line for line in lines), lines
    text = " ".join(lines)
    assert "cannot find a computer called vm. Give its public name" in text
    assert "open port" in text
    assert "Browsers can log in only over https, or on this computer." in text
