"""The laws are held over every game and the toy."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def the_toy(toy: str) -> None:
    """Have the toy game in the catalogue."""
