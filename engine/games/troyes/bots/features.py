"""Features of a seat for the fitted evaluation: the evaluation by rules of thumb and its parts,
money, influence, citizens in the buildings and on cards, most of them also scaled by the rounds to
come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.troyes.bots.evaluation import (
    MANY_DENIERS,
    MUCH_INFLUENCE,
    characters_worth,
    events_worth,
    outlook,
    rounds_to_come,
)
from engine.games.troyes.scoring import score
from engine.games.troyes.state import Town

WAITING: Final = 4
"""Number of cubes waiting on cards that can be used in a round."""


def features(state: Town, seat: int) -> Sequence[float]:
    """The features of a seat in a fully known state, each of magnitude about 1."""
    to_come = rounds_to_come(state)
    left = to_come / state.rounds
    changing = (*_points(state, seat, to_come), *_citizens(state, seat), *_goods(state, seat))
    return (
        *changing,
        *(value * left for value in changing),
        (seat - state.first) % state.seats / state.seats,
    )


def _points(state: Town, seat: int, to_come: int) -> Iterator[float]:
    """Points: current ones, and those of the cathedral, events and Characters."""
    own = score(state, seat)
    yield outlook(state, seat) / 10
    yield ((own.tokens or 0) + own.tradesmen) / 10
    yield sum(own.levels) / 5
    yield own.levels.count(0)
    yield sum(column.count(seat) for column in state.cathedral) / 5
    yield events_worth(state, seat, to_come) / 5
    yield sum(seat in owners for owners in state.flags) / 2
    yield characters_worth(state, seat, to_come) / 5


def _citizens(state: Town, seat: int) -> Iterator[float]:
    """Citizens in each building, on cards and in the supply, waiting cubes, and the salary."""
    for building in state.box.buildings:
        yield state.standing(seat, building.index) / 2
    yield state.on_cards(seat)
    yield min(WAITING, sum(cubes[seat] for cubes in state.cubes)) / 2
    yield state.supply[seat] / 3
    yield state.salary(seat) / 3


def _goods(state: Town, seat: int) -> Iterator[float]:
    """Money and influence, with the excess of each as features of their own."""
    money = state.deniers[seat] + state.purse[seat]
    influence = state.influence[seat]
    yield min(MANY_DENIERS, money) / 8
    yield max(0, money - MANY_DENIERS) / 8
    yield min(MUCH_INFLUENCE, influence) / 4
    yield max(0, influence - MUCH_INFLUENCE) / 4
