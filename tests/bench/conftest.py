"""Registers the test games, so that benchmarks of every game include them."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(autouse=True, scope="module")
def games_of_the_tests(toy: str, pig: str) -> None:
    """Register the toy game and the small game."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without measuring, run each benchmark with the first and the last of its games only."""
    if config.getoption("benchmark_enable"):
        return
    rows: dict[str, list[pytest.Item]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.path.parent == HERE:
            rows.setdefault(f"{item.path} {item.originalname}", []).append(item)
    for of_one in rows.values():
        for item in of_one[1:-1]:
            item.add_marker(pytest.mark.long)
