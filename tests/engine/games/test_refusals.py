"""Every refusal message of a game occurs in some test."""

from __future__ import annotations

import pytest

from engine.games import catalogue
from tests.engine.refusals import refusals_not_shown, sentences

GAMES = [entry.id for entry in catalogue()]


@pytest.mark.parametrize("game", GAMES)
def test_refusal_texts_of_a_game_are_found(game: str):
    assert sentences(game), "no decision has its own refusal text"


def test_refusal_texts_of_all_modules_are_found():
    found = sentences("knights")
    assert len(found) > 100
    assert "Something is already there." in found


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_text_occurs_in_random_games_or_tests(game: str):
    assert refusals_not_shown(game, 20) == {}
