"""A simulated crowd on a server for some minutes: nothing grows, and there are no errors. The
figures are printed (`-s`)."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

import pytest

from tests.load.living import run

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="servers run on Linux"),
]

PEOPLE = 12
SECONDS = 180.0


def test_server_under_daily_use(tmp_path: Path):
    life = run(tmp_path, PEOPLE, SECONDS, 0.5, SECONDS / 18)
    print()
    print(*life.summary(), sep="\n")
    assert life.joined > PEOPLE
    assert life.killed
    assert life.reloads
    assert not life.unanswered
    assert not life.error_log()
    early, late = life.samples[4:9], life.samples[-5:]
    for figure in ("server", "descriptors", "descriptors_each", "each"):
        before, after = (median(getattr(one, figure) for one in some) for some in (early, late))
        assert after < 1.5 * before, figure
