"""Detection of terminals that do not keep up."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace

from screens.terminal.driver import Output, TerminalDriver


class Slow(StringIO):
    """A file that checks its output's state while being written to."""

    output: Output
    busy: list[bool]

    def write(self, text: str) -> int:
        self.busy.append(self.output.is_busy)
        return super().write(text)


class Bare(TerminalDriver):
    """A driver without a terminal, which queues texts until they are taken."""

    __repr__ = object.__repr__

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.output = Output(StringIO(), lambda: None)
        self._queued = 0
        self._writer_thread = SimpleNamespace(write=self.waiting.append)  # type: ignore[assignment]

    def is_late(self) -> bool:
        """Whether output is pending."""
        return self.is_behind

    def take(self) -> None:
        """Write the next text."""
        self.output.write(self.waiting.pop(0))


def test_file_is_busy_while_it_is_written() -> None:
    file = Slow()
    output = Output(file, lambda: None)
    file.output, file.busy = output, []
    output.write("one")
    assert file.busy == [True]
    assert not output.is_busy
    assert output.taken == 1


def test_terminal_is_behind_until_everything_is_written() -> None:
    driver = Bare()
    assert not driver.is_late()
    driver.write("one")
    driver.write("two")
    driver.take()
    assert driver.is_late()
    driver.take()
    assert not driver.is_late()


def test_lost_file_is_never_behind() -> None:
    driver = Bare()
    driver.output = Output(StringIO(), lambda: None)
    driver.output.file.close()
    driver.write("one")
    driver.take()
    assert not driver.is_late()
