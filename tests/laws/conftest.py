"""The laws hold for every game, including those of the tests."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Register the toy game and the small game."""
