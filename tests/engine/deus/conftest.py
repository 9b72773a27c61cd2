"""Deus is in the catalogue while its tests run, whether it can be played there or not."""

from collections.abc import Iterator

import pytest

import engine.game
from engine.game import Entry
from engine.games.deus.game import GAME


@pytest.fixture(autouse=True, scope="session")
def _registered() -> Iterator[None]:
    before = engine.game.entry(GAME.id)
    if not before.playable:
        engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.deus.game"))
    yield
    engine.game.register(before)
