"""What the tests of Troyes share: the game in the catalogue, registered or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine.game
from engine.game import Entry
from engine.games.troyes.game import GAME


@pytest.fixture(autouse=True, scope="module")
def troyes() -> Iterator[None]:
    """Have the game in the catalogue as playable while a module's tests run."""
    before = engine.game.entry("troyes")
    engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.troyes.game"))
    yield
    engine.game.register(before)
