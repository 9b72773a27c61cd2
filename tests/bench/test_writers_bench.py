"""How long each of eight programs waits that write into one store without a rest."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.core.event import Header
from engine.storage.sqlite import SqliteStore
from tests.engine.busy_writer import GOING

WRITERS = 8
SECONDS = 3
HEADER = Header("middle_ages", 1, (("Anna", "person"), ("Boris", "person")), "seed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore(path)) as store:
        for writer in range(WRITERS):
            assert store.add(f"w{writer}", HEADER, [], GOING)
    return path


def test_eight_who_write_without_a_rest(benchmark: Any, path: Path):
    def write() -> list[float]:
        command = [sys.executable, "-m", "tests.engine.busy_writer", str(path)]
        writers = [
            subprocess.Popen(
                [*command, f"w{writer}", str(SECONDS)], stdout=subprocess.PIPE, text=True
            )
            for writer in range(WRITERS)
        ]
        told = [writer.communicate()[0] for writer in writers]
        assert not any(writer.returncode for writer in writers)
        return sorted(float(line) for text in told for line in text.split())

    took = benchmark.pedantic(write)
    half, most = took[len(took) // 2], took[len(took) * 99 // 100]
    benchmark.extra_info.update(appends=len(took), p50=half, p99=most, longest=took[-1])
    assert most < 1000
