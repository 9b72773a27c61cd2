"""Registers the test games, so that the laws are checked for every game, and closes tables."""

from collections.abc import Iterator

import pytest

from tests.screens.table.headless import let_all_get_up


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Register the toy game and the small game."""


@pytest.fixture(autouse=True)
def seats() -> Iterator[None]:
    """Close all headless tables when the test ends, because each holds a file open."""
    yield
    let_all_get_up()
