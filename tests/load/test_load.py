"""Load tests with a hundred people who type and three hundred who think. The figures are printed
(`-s`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.load.measuring import run

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="servers run on Linux"),
]


@pytest.mark.parametrize(
    ("sessions", "every", "seconds"), [(100, 0.3, 20.0), (300, 2.0, 20.0)], ids=["type", "think"]
)
def test_server_under_load(tmp_path: Path, sessions: int, every: float, seconds: float):
    figures = run(tmp_path, sessions, every, seconds, "middle_ages")
    print()
    print(*figures.lines(), sep="\n")
    assert figures.lost == 0
    assert len(figures.painted) == sessions
    assert not figures.unanswered
    assert figures.idle_bytes < 20 * sessions
