"""Registers the test games, so that the laws are checked for every game, and closes tables."""

import pytest

from tests.screens.table.headless import leave_tables

__all__ = ["leave_tables"]


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Register the toy game and the small game."""
