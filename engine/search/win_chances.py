"""What a position is worth at a common moment (evaluation): each seat's chance to win."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.core.game import Game
from engine.core.state import State

_MOST: Final = 50.0
"""A lead of so many spreads is as good as won."""

POINTS: Final = 100.0
"""What stands for a chance of somebody who plays alone: so many points are 1."""


def win_chances(game: Game[State], state: State) -> list[float]:
    """Each seat's chance to win, which add up to 1: at the end who shares the first place; before
    it a softmax of what the seats are expected to have then.

    That is a fitted value where the game keeps weights for such a table, else its `worth`. Who
    plays alone has nobody to win against: it is the points that count, in hundreds.
    """
    if state.seats == 1:
        return [points_alone(game, state) / POINTS]
    if state.over:
        first = [standing.seat for standing in game.standings(state) if standing.place == 1]
        return [(seat in first) / len(first) for seat in range(state.seats)]
    fitted = game.weights(state)
    if fitted is None:
        worths = [game.worth(state, seat) for seat in range(state.seats)]
        return softmax(worths, game.spread(state))
    now = game.moment(state)
    worths = [fitted.worth(now, game.features(state, seat)) for seat in range(state.seats)]
    return softmax(worths, fitted.spread(now))


def points_alone(game: Game[State], state: State) -> float:
    """The points of somebody who plays alone: at the end those that there are, before it those that
    are expected."""
    return float(game.standings(state)[0].total) if state.over else game.worth(state, 0)


def softmax(worths: list[float], spread: float) -> list[float]:
    """The shares of seats that are expected to have so much, where a lead of `spread` makes one
    e times as likely to win as the other."""
    most = max(worths)
    odds = [exp(max(-_MOST, (worth - most) / spread)) for worth in worths]
    whole = sum(odds)
    return [odd / whole for odd in odds]
