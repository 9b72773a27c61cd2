"""Pig is the template of `python -m tests.new_game`; its tests register it."""

from __future__ import annotations

import pytest

from tests.screens.conftest import careful

__all__ = ["careful"]


@pytest.fixture(autouse=True, scope="module")
def the_pig(pig: str) -> None:
    """Register the small game."""
