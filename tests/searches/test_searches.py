"""A few rounds of every search for faults; `python -m tests.searches` runs for minutes."""

from __future__ import annotations

import pytest

from tests.searches import SEARCHES
from tests.searches.searching import run_round

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SEARCHES)
def test_searches_find_no_faults(name: str, seed: int) -> None:
    run_round(SEARCHES[name], seed)
