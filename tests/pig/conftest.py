"""The small game is in the catalogue while it is tested."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="module")
def the_pig(pig: str) -> None:
    """Have the small game in the catalogue."""
