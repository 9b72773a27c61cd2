"""Deus is in the catalogue while its tests run, whether it can be played there or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine.game
from engine.game import Entry
from engine.games.deus.game import GAME


@pytest.fixture(autouse=True, scope="module")
def deus() -> Iterator[None]:
    """Have the game in the catalogue as playable while a module's tests run."""
    before = engine.game.entry(GAME.id)
    engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.deus.game"))
    yield
    engine.game.register(before)
