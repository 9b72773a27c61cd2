"""What a fitted value of a seat is made of (features): the outlook and its parts, goods, columns,
pieces and regions, some of it also by how near the end is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.deus.bots.evaluation import (
    LEAST,
    ROUNDS,
    column_worths,
    turns_left,
    villages_promise,
    worth,
)
from engine.games.deus.components import STANDARD
from engine.games.deus.scoring import majority_score, temples_score
from engine.games.deus.state import World

NOTHING: Final = (0.0,) * (2 * (5 + 2 * len(STANDARD) + 2 + 8) + 1)
"""The features before the map is laid."""

USEFUL: Final = 5
"""More resources than these count by themselves."""

A_HAND: Final = 5
"""More cards than these are offered sooner than built."""


def features(state: World, seat: int) -> Sequence[float]:
    """The features of a seat where all hands are known, of about one each; all 0 before the map is
    laid."""
    if state.board is None:
        return NOTHING
    left = min(1.0, turns_left(state, state.first) / (LEAST + ROUNDS))
    changing = (*_points(state, seat), *_columns(state, seat), *_goods(state, seat))
    return (
        *changing,
        *(one * left for one in changing),
        (seat - state.first) % state.seats / state.seats,
    )


def _points(state: World, seat: int) -> Iterator[float]:
    """What is there, what may come of it, and of the villages."""
    majorities = sum(majority_score(state, seat, what) for what in state.box.majorities)
    yield worth(state, seat) / 10
    yield (state.points[seat] + temples_score(state, seat)) / 10
    yield majorities / 10
    yield state.temples_played(seat)
    yield villages_promise(state, seat) / 3


def _columns(state: World, seat: int) -> Iterator[float]:
    """How high each column is and what it would bring; the lowest, which temples wait for."""
    heights = [state.height(seat, column) for column in STANDARD]
    worths = column_worths(state, seat)
    yield from (height / 2 for height in heights)
    yield from (one / 5 for one in worths)
    yield min(heights)
    yield max(worths) / 5


def _goods(state: World, seat: int) -> Iterator[float]:
    """Resources, gold, cards and pieces at hand, and the regions held."""
    resources = sum(state.resources[seat])
    cards = len(state.hands[seat])
    yield min(USEFUL, resources) / 3
    yield max(0, resources - USEFUL) / 3
    yield sum(map(bool, state.resources[seat]))
    yield min(10, state.gold[seat]) / 5
    yield min(A_HAND, cards) / 3
    yield max(0, cards - A_HAND) / 3
    yield sum(min(2, number) for number in state.available[seat]) / 4
    yield state.held(seat).bit_count() / 3
