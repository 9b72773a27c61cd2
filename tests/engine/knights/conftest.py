"""The game is in the catalogue while its tests run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine.game
from engine.game import Entry
from engine.games.knights.game import GAME


@pytest.fixture(autouse=True, scope="package")
def knights() -> Iterator[str]:
    """The game's id."""
    before = engine.game.entry(GAME.id)
    engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.knights.game"))
    yield GAME.id
    engine.game.register(before)
