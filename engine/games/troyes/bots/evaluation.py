"""Evaluation by rules of thumb, and the features for the fitted evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.core.event import Value
from engine.core.hidden import is_hidden
from engine.core.step import Decision
from engine.games.troyes.activity_cards import ChooseBuildings
from engine.games.troyes.black_dice import Face, FaceBlackDie, fewest, tightest_dice, total_strength
from engine.games.troyes.cubes import STOP, ArcherCube, PlaceCube
from engine.games.troyes.dice import COLOUR, DIE_OF, SIDES, VALUE, face_of
from engine.games.troyes.events import completion
from engine.games.troyes.influence import RerollDie
from engine.games.troyes.scoring import (
    counted,
    hidden_characters,
    known_characters,
    score,
    thresholds,
)
from engine.games.troyes.state import Town

DENIER_WORTH = 0.2
SPARE_DENIER_WORTH = 0.08
MANY_DENIERS = 24
INFLUENCE_WORTH = 0.3
MUCH_INFLUENCE = 8
"""Amount of influence beyond which more influence has little value."""
PIP_WORTH = 0.22
RED_PIP_WORTH = 0.26
CITIZEN_WORTH = (1.7, 1.5, 1.4)
"""Value in VP of a citizen in the Palace, the Bishopric and the City Hall, per round to come."""
TRADESMAN_WORTH = 0.5
BASE_ERROR = 3.0
"""Standard error of the evaluation in VP if no more rounds are to come."""
AVERAGE_PIPS = 3.5
"""Average value of a die."""
CUBE_WORTH = 0.7
SUPPLY_WORTH = 0.2
BEFORE_THE_DICE = ("end", "income")
"""Values of `Town.step` before the dice of a round have been rolled. `end` remains from the
previous round."""
STARTED_EVENT_SHARE = 0.75
"""Share of the VP of an unfinished event that counts before the last round."""
LAST_STARTED_EVENT_SHARE = 0.3
"""Share of the VP of an unfinished event that counts in the last round, when an event with at least
one of the seat's cubes is worth only one point (TRO-20.1)."""
EVENT_CUBE_WORTH = 0.2
"""Value in VP of each of the seat's cubes on an event before the last round."""


def evaluate(state: Town, seat: int) -> float:
    """Return the VP that the seat can expect at the end of the game, based on everything that it
    can see."""
    to_come = rounds_to_come(state)
    own = score(state, seat)
    tokens = own.tokens or 0
    value = float(tokens + own.tradesmen)
    value += sum(own.levels) * (0.6 if to_come > 1 else 1.0)
    value += _money(state, seat, to_come) + _influence(state, seat, to_come)
    value += characters_worth(state, seat, to_come)
    for building, worth in enumerate(CITIZEN_WORTH):
        value += worth * to_come * state.citizens_in(seat, building)
    value -= DENIER_WORTH * to_come * state.salary(seat)
    value += SUPPLY_WORTH * min(to_come, 2) * min(3, state.supply[seat])
    value += TRADESMAN_WORTH * to_come * state.citizens_on_cards(seat)
    waiting = sum(cubes[seat] for cubes in state.cubes)
    if to_come or not state.passed[seat]:
        value += CUBE_WORTH * min(waiting, 2 + 2 * to_come)
    if state.step in ("dice", "events", "black", "actions") and not state.passed[seat]:
        value += sum(map(worth_of_die, state.dice[seat]))
    value = value + _roll_value(state, seat) - _black_die_cost(state, seat)
    return value + events_worth(state, seat, to_come)


def rounds_to_come(state: Town) -> int:
    """Return the number of rounds after the current one. The current round is included until its
    dice have been rolled."""
    if not state.round:
        return state.rounds
    return state.rounds - state.round + (state.step in BEFORE_THE_DICE)


def spread(state: Town) -> float:
    """Return the standard error of the evaluation in VP. It is larger if more rounds are left."""
    return BASE_ERROR + rounds_to_come(state)


def worth_of_die(face: int) -> float:
    """Return the value in VP of an unused die."""
    return (PIP_WORTH if COLOUR[face] else RED_PIP_WORTH) * VALUE[face]


def _rolling(state: Town, seat: int) -> int:
    """Return the face of the seat's die that is about to be rerolled; -1 if there is none."""
    match state.agenda[-1:]:
        case [RerollDie(seat=roller, face=face)] if roller == seat:
            return face
    return -1


def _roll_value(state: Town, seat: int) -> float:
    """Return the average gain in VP from a die that is about to be rerolled; 0 if there is none."""
    face = _rolling(state, seat)
    return worth_of_die(face) / VALUE[face] * (AVERAGE_PIPS - VALUE[face]) if face >= 0 else 0.0


def _black_die_cost(state: Town, seat: int) -> float:
    """Return the cost in VP of the black die that the seat is facing; 0 if there is none.

    The evaluation includes this cost because the seat cannot avoid it. A use of influence before
    facing the die is thus worth only what it saves of this cost. For a die that is about to be
    rerolled, the cost is averaged over all results.
    """
    rolled = _rolling(state, seat)
    pending = state.agenda[-1 - (rolled >= 0) :][:1]
    match pending:
        case [Face(seat=faced) | FaceBlackDie(seat=faced)] if faced == seat and state.black:
            pass
        case _:
            return 0.0
    if rolled < 0:
        return price_of_black(state, seat)
    after = state.copy()
    shown, total = rolled, 0.0
    for value in range(1, SIDES + 1):
        face = face_of(COLOUR[rolled], value)
        after.turn_die(seat, shown, face)
        shown = face
        total += price_of_black(after, seat)
    return total / SIDES


def price_of_black(state: Town, seat: int) -> float:
    """Return the cost in VP of the highest black die: the value of the `fewest` or the
    `tightest_dice` that reach it, whichever is lower, minus the value of the influence gained. If
    the seat's dice cannot reach it, the cost is the penalty, at most the seat's VP if these are
    visible."""
    target = state.black[0]
    if total_strength(state, seat) < target:
        penalty, tokens = state.box.undefeated_penalty, state.vp[seat]
        return float(penalty if is_hidden(tokens) else min(penalty, tokens))
    ways = (fewest(state, seat, target), tightest_dice(state, seat, target))
    dice = min(sum(worth_of_die(DIE_OF[name][1]) for name in way) for way in ways)
    return dice - INFLUENCE_WORTH * state.box.influence_per_defeated


def follow(state: Town, decision: Decision[Town, Value]) -> Value | None:
    """Return the next pick of a sequence that the seat has begun: the better building for the
    Miller, or the best event for a cube. Return None for other decisions."""
    if isinstance(decision, ChooseBuildings):
        return decision.options(state)[0]
    if isinstance(decision, PlaceCube | ArcherCube):
        events = [pick for pick in decision.options(state) if pick != STOP]
        return max(events, key=lambda pick: _value_after(state, decision, pick))
    return None


def _value_after(state: Town, decision: PlaceCube | ArcherCube, pick: str) -> float:
    """Return the evaluation after the cube has been placed."""
    after = state.copy()
    after.agenda = []
    decision.apply(after, pick)
    return evaluate(after, decision.seat)


def _money(state: Town, seat: int, to_come: int) -> float:
    held = state.deniers[seat] + state.purse[seat]
    if not to_come and state.passed[seat]:
        return 0.02 * held
    worth = DENIER_WORTH if to_come else 0.6 * DENIER_WORTH
    many = MANY_DENIERS
    return worth * min(held, many) + SPARE_DENIER_WORTH * max(0, held - many)


def _influence(state: Town, seat: int, to_come: int) -> float:
    return INFLUENCE_WORTH * min(state.influence[seat], MUCH_INFLUENCE) if to_come else 0.0


def events_worth(state: Town, seat: int, to_come: int) -> float:
    """Return the value in VP of the seat's cubes on events. It is higher for events that are nearly
    full, and for those that would give the seat more VP. `to_come` is the number of rounds to
    come."""
    value = 0.0
    started, followed = (
        (STARTED_EVENT_SHARE, EVENT_CUBE_WORTH) if to_come else (LAST_STARTED_EVENT_SHARE, 0.0)
    )
    for place, owners in enumerate(state.flags):
        if seat not in owners:
            continue
        event = state.event_at(place)
        full = len(owners) / event.flags
        share = completion(event, owners).vp.get(seat, 0)
        value += max(1.0, started * full * share + followed * owners.count(seat))
    return value


def characters_worth(state: Town, seat: int, to_come: int) -> float:
    """Return the value in VP of the Characters for the seat. Characters that are not visible are
    included with the probability that they are in play. `to_come` is the number of rounds to
    come."""
    characters = known_characters(state)
    unknown = len(state.box.characters) - len(characters)
    chance = hidden_characters(state) / unknown if unknown else 0.0
    value = 0.0
    for character in state.box.characters:
        weight = 1.0 if character in characters else chance
        if weight:
            steps = (
                (0, 0),
                *zip(thresholds(state, character), state.box.character_vp, strict=True),
            )
            value += weight * _interpolated_points(counted(state, character, seat), steps, to_come)
    return value


def _interpolated_points(number: int, steps: tuple[tuple[int, int], ...], to_come: int) -> float:
    """Return the VP for `number`, given the (threshold, VP) pairs `steps`, plus part of the
    difference from the VP for the next threshold. This part is larger if `number` is closer to
    that threshold, and if more rounds (`to_come`) are to come."""
    for (least, points), (more, next_points) in pairwise(steps):
        if number < more:
            part = (number - least) / (more - least)
            return points + (next_points - points) * part * min(0.6, 0.2 * (to_come + 1))
    return float(steps[-1][1])


MAX_WAITING_CUBES: Final = 4
"""Maximum number of cubes on delayed cards in the features. More can seldom be used in a round."""


def features(state: Town, seat: int) -> Sequence[float]:
    """Return the features of a seat in a fully known state, each of a magnitude of about 1."""
    to_come = rounds_to_come(state)
    left = to_come / state.rounds
    changing = (*_points(state, seat, to_come), *_citizens(state, seat), *_goods(state, seat))
    return (
        *changing,
        *(value * left for value in changing),
        (seat - state.first) % state.seats / state.seats,
    )


def _points(state: Town, seat: int, to_come: int) -> Iterator[float]:
    """Yield the features of the points: the evaluation, current points, and points from the
    cathedral, events and Characters."""
    own = score(state, seat)
    yield evaluate(state, seat) / 10
    yield ((own.tokens or 0) + own.tradesmen) / 10
    yield sum(own.levels) / 5
    yield own.levels.count(0)
    yield sum(column.count(seat) for column in state.cathedral) / 5
    yield events_worth(state, seat, to_come) / 5
    yield sum(seat in owners for owners in state.flags) / 2
    yield characters_worth(state, seat, to_come) / 5


def _citizens(state: Town, seat: int) -> Iterator[float]:
    """Yield the features of the citizens in each building and on cards, the cubes on delayed cards,
    the citizens in the supply, and the salary."""
    for building in state.box.buildings:
        yield state.citizens_in(seat, building.index) / 2
    yield state.citizens_on_cards(seat)
    yield min(MAX_WAITING_CUBES, sum(cubes[seat] for cubes in state.cubes)) / 2
    yield state.supply[seat] / 3
    yield state.salary(seat) / 3


def _goods(state: Town, seat: int) -> Iterator[float]:
    """Yield the features of money and influence, with separate features for excessive amounts."""
    money = state.deniers[seat] + state.purse[seat]
    influence = state.influence[seat]
    yield min(MANY_DENIERS, money) / 8
    yield max(0, money - MANY_DENIERS) / 8
    yield min(MUCH_INFLUENCE, influence) / 4
    yield max(0, influence - MUCH_INFLUENCE) / 4
