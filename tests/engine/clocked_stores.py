"""Stores with a clock set by tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.storage.open_store import open_at
from engine.storage.store import Store

START = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    yield from _stopped(place)


@pytest.fixture
def shared(database: str) -> Iterator[Store]:
    """Yield a store shared by several hosts."""
    yield from _stopped(database)


def _stopped(place: Path | str) -> Iterator[Store]:
    with closing(open_at(place)) as store:
        store.clock = lambda: START
        yield store
