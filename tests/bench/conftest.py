"""What is measured of every game is measured of those of the tests too."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Have the toy and the small game in the catalogue."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where nothing is measured, see of each benchmark that it works, not of each game, the first
    and the last it is measured with."""
    if config.getoption("benchmark_enable"):
        return
    rows: dict[str, list[pytest.Item]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.path.parent == HERE:
            rows.setdefault(f"{item.path} {item.originalname}", []).append(item)
    for of_one in rows.values():
        for item in of_one[1:-1]:
            item.add_marker(pytest.mark.long)
