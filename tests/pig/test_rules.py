"""Every rule of the game, each by its id."""

from __future__ import annotations

import pytest

from engine.core.event import CHANCE_EVENT
from engine.errors import BadSetup
from engine.match.match import Match
from tests.pig import ENTRY
from tests.pig.game import GAME
from tests.pig.state import PigTable
from tests.pig.steps import HOLD, ROLL, BeginTurn, Keep, Roll, RollOrHold


def position(*points: int, pot: int = 0) -> PigTable:
    """Return a table at which the first seat has the turn."""
    state = GAME.setup(len(points), {}, {})
    state.points, state.pot = list(points), pot
    state.agenda.clear()
    return state


@pytest.mark.rule("PIG-1.1", "PIG-1.2")
def test_first_player_starts_and_turns_rotate():
    state = GAME.setup(3, {}, {})
    assert state.points == [0, 0, 0]
    assert state.agenda == [BeginTurn(0)]
    state = position(1, 2, 3, pot=4)
    BeginTurn(2).run(state)
    assert (state.active, state.pot) == (2, 0)
    Keep(2).run(state)
    assert state.agenda[-1] == BeginTurn(0)


@pytest.mark.rule("PIG-2.1")
def test_first_roll_is_automatic():
    assert RollOrHold(0).options(position(0, 0)) == (ROLL,)
    assert RollOrHold(0).options(position(0, 0, pot=3)) == (ROLL, HOLD)


@pytest.mark.rule("PIG-2.2", "PIG-2.3")
def test_roll_adds_to_the_pot_or_loses_it():
    state = position(7, 0, pot=5)
    Roll(0).apply(state, 6)
    assert state.pot == 11
    assert state.agenda == [RollOrHold(0)]
    Roll(0).apply(state, state.box.losing_face)
    assert state.agenda[-1] == BeginTurn(1)
    assert state.points == [7, 0]
    possible = [face for face in range(9) if Roll(0).check(state, face) is None]
    assert possible == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("PIG-2.4", "PIG-3.1", "PIG-3.2")
def test_holding_scores_the_pot_and_may_win():
    state = position(9, 30, 9, pot=50)
    Keep(0).run(state)
    assert (state.points, state.over) == ([59, 30, 9], False)
    state.pot = 1
    Keep(0).run(state)
    assert state.over
    assert [(one.seat, one.place) for one in GAME.standings(state)] == [(0, 1), (1, 2), (2, 3)]


def test_random_game_scores_the_sum_of_its_rolls():
    match = Match.begin(ENTRY.id, [("Anna", "person"), ("Boris", "person")], seed="7")
    while not match.over:
        (pending,) = match.pending()
        match.choose(pending.seat, HOLD if match.state.draws[-1] % 3 == 0 else ROLL)
    kept = pot = 0
    for event in match.line:
        if event.kind == CHANCE_EVENT:
            pot = 0 if event.value == 1 else pot + event.value
        elif event.value == HOLD:
            kept, pot = kept + pot, 0
    assert kept == sum(one.total for one in match.game.standings(match.state))


def test_goal_is_an_option():
    assert GAME.setup(2, {}, {"end": {"goal": 100}}).box.goal == 100
    with pytest.raises(BadSetup, match="goal"):
        GAME.setup(2, {}, {"end": {"goal": 0}})
