"""Features of a seat for the fitted evaluation: the evaluation by rules of thumb and its parts,
goods, columns, pieces and regions, most of them also scaled by the time left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.deus.bots.evaluation import (
    LAST_TURNS,
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
"""Features before the map is laid out."""

USEFUL: Final = 5
"""Number of resources above which more are a feature of their own."""

FULL_HAND: Final = 5
"""Number of cards above which more are a feature of their own, as they are offered rather than
built."""


def features(state: World, seat: int) -> Sequence[float]:
    """The features of a seat when all hands are known, each of magnitude about 1; all 0 before the
    map is laid out."""
    if state.board is None:
        return NOTHING
    left = min(1.0, turns_left(state, state.first) / (LAST_TURNS + ROUNDS))
    changing = (*_points(state, seat), *_columns(state, seat), *_goods(state, seat))
    return (
        *changing,
        *(value * left for value in changing),
        (seat - state.first) % state.seats / state.seats,
    )


def _points(state: World, seat: int) -> Iterator[float]:
    """Points: current ones, expected ones, and those of villages."""
    majorities = sum(majority_score(state, seat, what) for what in state.box.majorities)
    yield worth(state, seat) / 10
    yield (state.points[seat] + temples_score(state, seat)) / 10
    yield majorities / 10
    yield state.temples_played(seat)
    yield villages_promise(state, seat) / 3


def _columns(state: World, seat: int) -> Iterator[float]:
    """Height and value of each column; the lowest height, which temples depend on."""
    heights = [state.height(seat, column) for column in STANDARD]
    worths = column_worths(state, seat)
    yield from (height / 2 for height in heights)
    yield from (worth_ / 5 for worth_ in worths)
    yield min(heights)
    yield max(worths) / 5


def _goods(state: World, seat: int) -> Iterator[float]:
    """Resources, gold, cards and pieces, and the regions held."""
    resources = sum(state.resources[seat])
    cards = len(state.hands[seat])
    yield min(USEFUL, resources) / 3
    yield max(0, resources - USEFUL) / 3
    yield sum(map(bool, state.resources[seat]))
    yield min(10, state.gold[seat]) / 5
    yield min(FULL_HAND, cards) / 3
    yield max(0, cards - FULL_HAND) / 3
    yield sum(min(2, number) for number in state.available[seat]) / 4
    yield state.held(seat).bit_count() / 3
