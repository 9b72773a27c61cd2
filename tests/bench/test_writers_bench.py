"""How long each of eight programs waits that write into one store without a rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine import writers

WRITERS = 8
SECONDS = 3


@pytest.mark.long
def test_eight_who_write_without_a_rest(benchmark: Any, place: Path | str):
    told = benchmark.pedantic(lambda: writers.end(writers.begin(place, WRITERS, SECONDS)))
    took = sorted(time for one in told for time in one.took)
    half, most = took[len(took) // 2], took[len(took) * 99 // 100]
    benchmark.extra_info.update(appends=len(took), p50=half, p99=most, longest=took[-1])
    assert most < 1000
