"""Pig is what `python -m tests.new_game` begins a game with; its tests have it in the catalogue."""

from __future__ import annotations

import pytest

from tests.screens.conftest import careful

__all__ = ["careful"]


@pytest.fixture(autouse=True, scope="module")
def the_pig(pig: str) -> None:
    """Have the small game in the catalogue."""
