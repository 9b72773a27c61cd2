"""Programs that write to one store without a pause, and their results."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from attrs import frozen

from engine.core.event import Header
from engine.storage.open_store import open_at
from tests.engine.busy_writer import GOING

HEADER = Header("middle_ages", 1, (("Anna", "person"), ("Boris", "person")), "seed")


@frozen
class WriterResult:
    """Output of a writer: the saved events, the milliseconds of each, and how often the store was
    busy."""

    numbers: Sequence[int]
    took: Sequence[float]
    busy: int


def begin(place: Path | str, count: int, seconds: float) -> list[subprocess.Popen[str]]:
    """Let `count` programs write for `seconds`, each to a match of its own: `w0`, `w1`."""
    with closing(open_at(place)) as store:
        for writer in range(count):
            assert store.add(f"w{writer}", HEADER, [], GOING)
    command = [sys.executable, "-m", "tests.engine.busy_writer", str(place)]
    return [
        subprocess.Popen([*command, f"w{writer}", str(seconds)], stdout=subprocess.PIPE, text=True)
        for writer in range(count)
    ]


def end(writers: Sequence[subprocess.Popen[str]]) -> list[WriterResult]:
    """Return the output of the writers when their time is over."""
    outputs = [writer.communicate()[0].split() for writer in writers]
    assert not any(writer.returncode for writer in writers)
    return [
        WriterResult(
            [int(one) for one in words[:-2:2]], list(map(float, words[1:-2:2])), int(words[-1])
        )
        for words in outputs
    ]
