"""What is measured of every game is measured of those of the tests too."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Have the toy and the small game in the catalogue."""
