"""Button places differ from the places of every game."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.games import catalogue
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.paint import buttons

GAMES = [(one.id, one.players[-1]) for one in catalogue(drafts=True)]


def test_buttons_are_recognised_by_their_keys():
    assert buttons.is_button((buttons.CHOICE, 3))
    assert buttons.is_button((buttons.CONFIRM_MARKED,))
    assert not buttons.is_button(("choice", 3))
    assert not buttons.is_button(())
    assert not buttons.is_button(None)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_place_of_a_game_is_a_button(game: str, seats: int):
    people = [(name, "person") for name in ("Anna", "Boris", "Clara", "Dmitri", "Eve")[:seats]]
    match, dice = Match.begin(game, people, seed="buttons"), Dice(b"buttons")
    seen = 0
    for _ in range(60):
        if match.over:
            break
        pending = match.pending()[0]
        request = DecisionRequest.of(match, pending.seat)
        for option in request.part_options(())[:20]:
            place = request.target((option,))
            assert not buttons.is_button(place)
            seen += place is not None
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    assert seen > 0
