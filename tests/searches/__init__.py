"""Random searches for faults: each makes rounds identified by a seed (`__main__.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.searches import (
    boxes,
    calls,
    clicks,
    hands,
    kills,
    pelting,
    picks,
    saves,
    spots,
    stores,
)
from tests.searches.searching import Round

SEARCHES: Final[Mapping[str, Round]] = {
    one.__name__.rpartition(".")[2]: one.search
    for one in (saves, boxes, stores, picks, spots, clicks, calls, hands, pelting, kills)
}
"""The searches by name."""
