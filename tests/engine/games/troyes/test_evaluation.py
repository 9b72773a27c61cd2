"""Positions of Troyes that bots once judged badly."""

import pytest

from engine.games.troyes.bots.evaluation import evaluate, spread
from tests.engine.games.troyes.positions import A, Family, town


def test_round_before_its_roll_counts_as_coming():
    state = town(Family(stands="palace.1"), Family(), round=3)
    before = evaluate(state, A)
    state.round, state.step = 4, "income"
    assert evaluate(state, A) == before


def test_useless_influence_is_worth_nothing():
    much, more = (town(Family(influence=n), Family(), round=2) for n in (8, 20))
    assert evaluate(much, A) == evaluate(more, A)
    last, none = (town(Family(influence=n), Family(), round=4) for n in (8, 0))
    assert evaluate(last, A) == evaluate(none, A)


def test_outlook_becomes_more_certain_later():
    spreads = [spread(town(Family(), Family(), round=round_)) for round_ in (1, 3, 4)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > spreads[-1] > 0


@pytest.mark.rule("TRO-20.1")
def test_finishing_an_event_is_better_in_the_last_round():
    def gain(event: int, cubes: int, round_: int) -> float:
        state = town(Family(), Family(), round=round_, events="civil_war")
        state.flags = [(A, A, A), (A,)]
        before = evaluate(state, A)
        state.flags[event] += (A,) * cubes
        if len(state.flags[event]) == state.event_at(event).flags:
            state.vp[A] += sum(state.event_at(event).vp)
            state.flags[event] = ()
        return evaluate(state, A) - before

    assert gain(1, 3, 2) > gain(0, 1, 2)
    assert gain(0, 1, 4) > gain(1, 3, 4)
