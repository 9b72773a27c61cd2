"""Features of a seat for the fitted evaluation: points, stores, dice, the contents of the walls and
affordable buildings, some of them also scaled by the progress of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.era.component_types import MONASTERY
from engine.games.era.scoring import Score, scores
from engine.games.era.state import Realm

SMALL_ROOM: Final = 6
"""Number of empty cells within the walls above which more are a feature of their own."""


def features(state: Realm, seat: int) -> Sequence[float]:
    """The features of a seat between two rounds, each of magnitude about 1."""
    score = scores(state)[seat]
    late = _lateness(state)
    changing = (score.total / 10, *_stores(state, seat), *_dice(state, seat))
    return (
        *changing,
        *(value * late for value in changing),
        *_walls(state, seat, score),
        *_buildings(state, seat),
        *_affordability(state, seat),
        score.culture / 5,
        score.most_culture > 0,
        state.disaster(seat) / 5,
        (seat - state.first) % state.seats / state.seats,
    )


def _lateness(state: Realm) -> float:
    """Progress of the game, from 0 at the start to 1 at the end."""
    if state.is_solo:
        return state.round / state.box.solo.rounds
    return state.tokens_turned / state.tokens if state.tokens else 0.0


def _stores(state: Realm, seat: int) -> Iterator[float]:
    for resource in state.box.resources:
        yield state.has(seat, resource) / 3


def _dice(state: Realm, seat: int) -> Iterator[float]:
    """The dice of each class, and the food they lack."""
    dice = Counter(state.dice[seat])
    for kind in state.box.dice:
        yield dice[kind] / 3
    yield max(0, len(state.dice[seat]) - state.has(seat, "food")) / 3


def _walls(state: Realm, seat: int, score: Score) -> Iterator[float]:
    """The walled area, whether it is the largest, and the room in it."""
    domain = state.domain(seat)
    room = (domain.enclosed() & domain.empty).bit_count()
    yield score.area / 10
    yield score.largest_area > 0
    yield min(room, SMALL_ROOM) / 3
    yield max(0, room - SMALL_ROOM) / 10


def _buildings(state: Realm, seat: int) -> Iterator[float]:
    """Buildings with an income; buildings that Disease and Attack could strike."""
    domain = state.domain(seat)
    collects = Counter(track for _, kind in domain.built() for track in kind.collect)
    yield collects["food"] / 3
    yield collects["wood"]
    yield len(domain.with_effect(MONASTERY))
    yield len(domain.diseased()) / 3
    yield len(domain.exposed()) / 3


def _affordability(state: Realm, seat: int) -> Iterator[float]:
    """Share of the price already collected for each available building with a bonus."""
    tracks = state.tracks[seat]
    for id, kind in state.box.buildings.items():
        if kind.effect.startswith("bonus_"):
            price = sum(kind.cost.values())
            have = sum(min(tracks[resource], number) for resource, number in kind.cost.items())
            yield have / price if state.supply[id] and price else 0.0
