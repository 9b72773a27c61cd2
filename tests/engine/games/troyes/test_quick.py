"""Rules of thumb for playouts: always legal, and better than chance."""

import pytest

from engine.core.chance import Dice
from engine.core.game import load
from engine.play.playout import at_random, play_on, set_up

GAME = load("troyes")


def table(seats: int, **options: str):
    return set_up(GAME, seats, GAME.check(seats, options), None)


def dice_of(seats: int, key: str) -> list[Dice]:
    return [Dice(f"{key}/{seat}".encode()) for seat in range(seats)]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"bonus": "on"}), (4, {})])
def test_every_quick_pick_is_legal(seats: int, options: dict[str, str]):
    asked = set()

    def policy(state, decision, dice):
        pick = GAME.quick(state, decision, dice)
        assert decision.allows(state, pick), (decision, pick)
        asked.add(decision.name)
        return pick

    for number in range(2):
        state = table(seats, **options)
        play_on(state, seed=f"{number}", dice=dice_of(seats, f"{number}"), policy=policy)
        assert state.over
    assert len(asked) > 3


def test_quick_picks_beat_random_ones():
    won = 0.0
    for number in range(6):
        hero = number % 2

        def policy(state, decision, dice, hero=hero):
            choose = GAME.quick if decision.seat == hero else at_random
            return choose(state, decision, dice)

        state = table(2)
        play_on(state, seed=f"q{number}", dice=dice_of(2, f"q{number}"), policy=policy)
        first = [one.seat for one in GAME.standings(state) if one.place == 1]
        won += (hero in first) / len(first)
    assert won >= 6 - 0.5
