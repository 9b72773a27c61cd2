"""The byte counter itself: it counts what a terminal would get, and reports when an app fails."""

import sys
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Label

from tests.screens.boards import QuietSurfaceApp
from tests.wire import Terminal, wired

ROOT = Path(__file__).parents[3]
PROGRAM = "from tests.screens.boards import QuietSurfaceApp; QuietSurfaceApp().run()"
RIGHT = "\x1b[C"


class Counter(App[None]):
    BINDINGS = [("x", "more", "")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield Label("0", expand=True)

    def action_more(self) -> None:
        self.query_one(Label).update("more")

    def key_f(self) -> None:
        raise ZeroDivisionError


async def test_bytes_are_counted_since_the_mark() -> None:
    async with wired(Counter(), size=(40, 5)) as wire:
        assert await wire.press("y") == 0
        assert await wire.press("x") == wire.bytes > 4
        assert "more" in wire.sent
        assert await wire.idle(0.05) == 0
        assert wire.sent == ""


async def test_delay_of_a_key_is_measured() -> None:
    async with wired(QuietSurfaceApp()) as wire:
        assert 0 < await wire.delay("right") < 5
        assert wire.bytes


async def test_failing_app_fails_the_test() -> None:
    with pytest.raises(ZeroDivisionError):
        async with wired(Counter()) as wire:
            await wire.press("f")


async def test_app_that_cannot_start_fails_the_test() -> None:
    class Broken(Counter):
        def compose(self) -> ComposeResult:
            raise ValueError("no board")

    with pytest.raises(ValueError, match="no board"):
        async with wired(Broken()):
            pass


def test_program_on_a_real_terminal_sends_as_little() -> None:
    command = [sys.executable, "-c", PROGRAM]
    with Terminal(command, environment={"PYTHONPATH": str(ROOT)}) as terminal:
        started = terminal.read_until("Пашня".encode())
        started += terminal.read(quiet=0.5, patience=1)
        assert len(started) > 5000
        sent = 0
        for _ in range(3):
            terminal.type(RIGHT)
            sent += len(terminal.read())
        assert 0 < sent <= 3 * 400
        terminal.type("\x11")
        terminal.read_to_end()
        assert terminal.ended() == 0


def test_closed_terminal_leaves_no_program_behind() -> None:
    """Textual's own driver does not exit; leaving the `with` kills it."""
    command = [sys.executable, "-c", PROGRAM]
    with Terminal(command, environment={"PYTHONPATH": str(ROOT)}) as terminal:
        terminal.read_until(b"Mill")
        terminal.hang_up()
        assert terminal.ended() != 0
