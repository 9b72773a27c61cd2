"""Commands named in messages can be typed in a shell, whoever started the program."""

from __future__ import annotations

import subprocess

import pytest

from engine.shell_command import STARTED_AS, shell_command

ARGUMENTS = ["resume", "k7m2", "--as", 'O\'Brien "$HOME" \\n']


def in_shell(command: str) -> list[str]:
    """Return the words that a shell passes to `command` after its name."""
    printing = ["sh", "-c", f"play() {{ printf '%s\\0' \"$@\"; }}; {command}"]
    out = subprocess.run(printing, check=True, capture_output=True, text=True).stdout
    return out.removesuffix("\0").split("\0")


def test_arguments_are_quoted_only_if_necessary(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell_command("show", "ID", "--at", "N") == "guildhall show ID --at N"
    monkeypatch.setenv(STARTED_AS, "play {}")
    assert in_shell(shell_command(*ARGUMENTS)) == ARGUMENTS


@pytest.mark.parametrize("quote", ['"', "'"])
def test_arguments_are_quoted_within_the_quotes_of_a_launcher(
    quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STARTED_AS, f"play ARGS={quote}{{}}{quote} LAST=1")
    arguments, last = in_shell(shell_command(*ARGUMENTS))
    assert last == "LAST=1"
    assert in_shell(f"play {arguments.removeprefix('ARGS=')}") == ARGUMENTS
