"""Every sentence by which a game refuses is said somewhere."""

from __future__ import annotations

import pytest

from engine.core.game import catalogue
from tests.engine.refusals import sentences, untold

GAMES = [entry.id for entry in catalogue()]

FEWEST = 15
"""How many sentences a game has at least."""


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_a_game_are_found(game: str):
    assert len(sentences(game)) > FEWEST
    assert "Something stands there." in sentences("knights")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_said_by_lot_or_asked_for_by_a_test(game: str):
    assert untold(game, 20) == {}
