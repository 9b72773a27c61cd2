"""What the bots of today see in Troyes that the greedy one of old did not."""

from engine.games.troyes.outlook import old_outlook, outlook, spread
from tests.engine.games.troyes.positions import A, Family, town


def test_a_round_whose_dice_are_not_rolled_yet_is_still_to_come():
    state = town(Family(stands="palace.1"), Family(), round=3)
    before, old = outlook(state, A), old_outlook(state, A)
    state.round, state.step = 4, "income"
    assert outlook(state, A) == before
    assert old_outlook(state, A) < old


def test_influence_that_buys_nothing_is_worth_nothing():
    much, more = (town(Family(influence=n), Family(), round=2) for n in (8, 20))
    assert outlook(much, A) == outlook(more, A)
    assert old_outlook(much, A) < old_outlook(more, A)
    last, none = (town(Family(influence=n), Family(), round=4) for n in (8, 0))
    assert outlook(last, A) == outlook(none, A)


def test_the_outlook_is_the_surer_the_later_it_is():
    spreads = [spread(town(Family(), Family(), round=round_)) for round_ in (1, 3, 4)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > spreads[-1] > 0
