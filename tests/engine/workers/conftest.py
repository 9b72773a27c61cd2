"""Bots that think oddly, and processes in which they do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.workers import odd_bots


@pytest.fixture(autouse=True)
def odd() -> Iterator[None]:
    """Have the odd bots."""
    odd_bots.come()
    yield
    odd_bots.go()


@pytest.fixture
def go_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that lets ponderers end, once it is there."""
    path = tmp_path / "go"
    monkeypatch.setenv("GUILDHALL_TEST_GO", str(path))
    return path
