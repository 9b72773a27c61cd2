"""What a fitted value of a seat is made of (features): points, stores, dice, what stands within the
walls and what could be built next, some of it also by how near the end is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.era.component_types import MONASTERY
from engine.games.era.scoring import Score, scores
from engine.games.era.state import Realm

SMALL_ROOM: Final = 6
"""More empty cells within the walls than so many count by themselves."""


def features(state: Realm, seat: int) -> Sequence[float]:
    """The features of a seat between two rounds, of about one each."""
    score = scores(state)[seat]
    late = _lateness(state)
    changing = (score.total / 10, *_stores(state, seat), *_dice(state, seat))
    return (
        *changing,
        *(one * late for one in changing),
        *_walls(state, seat, score),
        *_buildings(state, seat),
        *_next(state, seat),
        score.culture / 5,
        score.most_culture > 0,
        state.disaster(seat) / 5,
        (seat - state.first) % state.seats / state.seats,
    )


def _lateness(state: Realm) -> float:
    """From 0 at the beginning to 1 at the end."""
    if state.is_solo:
        return state.round / state.box.solo.rounds
    return state.tokens_turned / state.tokens if state.tokens else 0.0


def _stores(state: Realm, seat: int) -> Iterator[float]:
    for resource in state.box.resources:
        yield state.has(seat, resource) / 3


def _dice(state: Realm, seat: int) -> Iterator[float]:
    """The dice of each class, and what they lack of food."""
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
    """What brings something in each round; what Disease and Attack could strike."""
    domain = state.domain(seat)
    collects = Counter(track for _, kind in domain.built() for track in kind.collect)
    yield collects["food"] / 3
    yield collects["wood"]
    yield len(domain.with_effect(MONASTERY))
    yield len(domain.diseased()) / 3
    yield len(domain.exposed()) / 3


def _next(state: Realm, seat: int) -> Iterator[float]:
    """How much of the price of each building that scores by itself is there, while it is left."""
    tracks = state.tracks[seat]
    for id, kind in state.box.buildings.items():
        if kind.effect.startswith("bonus_"):
            price = sum(kind.cost.values())
            have = sum(min(tracks[one], number) for one, number in kind.cost.items())
            yield have / price if state.supply[id] and price else 0.0
