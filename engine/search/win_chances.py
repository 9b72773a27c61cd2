"""Evaluation of a position at a common moment: each seat's chance to win."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.core.game import Game
from engine.core.state import State

_MOST: Final = 50.0
"""A lead of this many standard errors counts as won."""

POINTS: Final = 100.0
"""In a solo game this many points count as a chance of 1."""


def win_chances(game: Game[State], state: State) -> list[float]:
    """Return each seat's chance to win, which add up to 1: at the end equal shares of the first
    place, before it a softmax of the expected totals.

    Totals are estimated by fitted weights, if the game has any for such a table, else by its
    `worth`. A solo player has nobody to beat: the value is the points, in hundreds.
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
    """Return the points of a solo player: final ones at the end, expected ones before."""
    return float(game.standings(state)[0].total) if state.over else game.worth(state, 0)


def softmax(worths: list[float], spread: float) -> list[float]:
    """Return the shares of seats with these expected totals; a lead of `spread` makes one e times
    as likely to win as the other."""
    most = max(worths)
    odds = [exp(max(-_MOST, (worth - most) / spread)) for worth in worths]
    whole = sum(odds)
    return [odd / whole for odd in odds]
