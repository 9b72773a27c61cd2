"""Playout policies: always legal, and better than random."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from engine.core.chance import Dice
from engine.core.state import State
from engine.games import load
from engine.match.playout import Policy, at_random, play_on, set_up

GAMES: Final = 12
"""Number of games played against random picks."""


def played(game: str, seats: int, options: Mapping[str, str], key: str, policy: Policy) -> State:
    """A game played to its end."""
    rules = load(game)
    state = set_up(rules, seats, rules.check(seats, options), None)
    dice = [Dice(f"{key}/{seat}".encode()) for seat in range(seats)]
    play_on(state, seed=key, dice=dice, policy=policy)
    return state


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("deus", 2, {}),
        ("deus", 3, {"wildcard": "yes", "pieces": "8"}),
        ("deus", 4, {"layout": "drawn"}),
        ("troyes", 2, {}),
        ("troyes", 3, {"bonus": "on"}),
        ("troyes", 4, {}),
    ],
)
def test_every_quick_pick_is_legal(game: str, seats: int, options: dict[str, str]):
    rules, asked = load(game), set()

    def policy(state: Any, decision: Any, dice: Dice) -> Any:
        pick = rules.quick(state, decision, dice)
        assert decision.allows(state, pick), (decision, pick)
        asked.add(decision.name)
        return pick

    for number in range(2):
        assert played(game, seats, options, f"{number}", policy).over
    assert len(asked) > 3


@pytest.mark.parametrize("game", ["middle_ages", "era", "troyes", "knights", "deus"])
def test_quick_picks_beat_random_ones(game: str):
    rules, won = load(game), 0.0
    for number in range(GAMES):
        hero = number % 2

        def policy(state: Any, decision: Any, dice: Dice, hero: int = hero) -> Any:
            choose = rules.quick if decision.seat == hero else at_random
            return choose(state, decision, dice)

        state = played(game, 2, {}, f"q{number}", policy)
        first = [one.seat for one in rules.standings(state) if one.place == 1]
        won += (hero in first) / len(first)
    assert won >= 0.8 * GAMES
