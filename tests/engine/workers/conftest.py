"""Odd bots, and worker processes with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.workers import odd_bots


@pytest.fixture(autouse=True)
def odd() -> Iterator[None]:
    """Register the odd bots."""
    odd_bots.register()
    yield
    odd_bots.unregister()


@pytest.fixture
def go_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file that lets ponderers finish, once it exists."""
    path = tmp_path / "go"
    monkeypatch.setenv("GUILDHALL_TEST_GO", str(path))
    return path
