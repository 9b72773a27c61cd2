"""What a position promises: next round's dice and salaries, and an estimate for bots.

The forecast is arithmetic; the estimate is no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from attrs import frozen

from engine.core.event import Value
from engine.core.state import is_hidden
from engine.core.step import Decision
from engine.games.troyes.activity_cards import ChooseBuildings
from engine.games.troyes.black_dice import Face, FaceBlackDie, fewest, reach, tightest
from engine.games.troyes.cubes import STOP, ArcherCube, PlaceCube
from engine.games.troyes.dice import COLOUR, DIE_OF, SIDES, VALUE, face_of
from engine.games.troyes.event_row import completion
from engine.games.troyes.influence import RerollDie
from engine.games.troyes.scoring import (
    counted,
    hidden_characters,
    known_characters,
    score,
    thresholds,
)
from engine.games.troyes.state import Town


@frozen
class Forecast:
    """What a seat's citizens, as they stand, will give and cost in the next round (TRO-5.2, 5.6).

    `dice` are red, white and yellow, `deniers` the money after income and salaries, before
    whatever is gained until then; `short` says that the salaries cannot all be paid (TRO-5.3).
    """

    dice: tuple[int, ...]
    salary: int
    deniers: int
    short: bool


def forecast(state: Town, seat: int) -> Forecast:
    """The dice and the salaries of the next round."""
    dice = tuple(state.standing(seat, building.index) for building in state.box.buildings)
    money = state.deniers[seat] + state.purse[seat] + state.box.income
    salary = state.salary(seat)
    return Forecast(dice, salary, max(0, money - salary), salary > money)


def coming_round(state: Town) -> int:
    """The round whose income and dice come next: before any the first, even if it has begun."""
    return 1 if state.step == "placement" else state.round + 1


DENIER = 0.2
SPARE_DENIER = 0.08
MANY_DENIERS = 24
INFLUENCE = 0.3
MUCH_INFLUENCE = 8
"""More influence than this buys nothing that is wanted."""
PIP = 0.22
RED_PIP = 0.26
STANDING = (1.7, 1.5, 1.4)
"""What a citizen is worth for each round to come, in the Palace, the Bishopric, the City Hall."""
TRADESMAN = 0.5
SURE = 3.0
"""By how much the outlook is off in the last round."""
MEAN = 3.5
"""What a die shows on the average."""
CUBE = 0.7
SUPPLY = 0.2
BEFORE_THE_DICE = ("end", "income")
"""The steps of a round before its dice lie on the square."""
STARTED = 0.75
"""How much of an event that is not full counts yet,"""
LAST_STARTED = 0.3
"""and how much in the last round, after which it brings one point and no more (TRO-20.1);"""
FOLLOWED = 0.2
"""beside it every own cube, while there are rounds to come."""


def outlook(state: Town, seat: int) -> float:
    """The victory points expected at the end, as far as the seat can see."""
    to_come = rounds_to_come(state)
    return _outlook(state, seat, to_come, _influence) + events_worth(state, seat, to_come)


def rounds_to_come(state: Town) -> int:
    """How many rounds are to come after this one; one whose dice are not rolled yet is to come."""
    if not state.round:
        return state.rounds
    return state.rounds - state.round + (state.step in BEFORE_THE_DICE)


def spread(state: Town) -> float:
    """By how much the outlook is off, in VP: the more, the more rounds are to come."""
    return SURE + rounds_to_come(state)


def old_outlook(state: Town, seat: int) -> float:
    """The outlook as it was before bots searched, for comparison only: blind to a round that is
    about to begin, fond of influence that buys nothing and of events that nobody fills."""
    to_come = state.rounds - state.round if state.round else state.rounds
    return _outlook(state, seat, to_come, _old_influence) + events_worth(state, seat, state.rounds)


def _outlook(
    state: Town, seat: int, to_come: int, influence: Callable[[Town, int, int], float]
) -> float:
    own = score(state, seat)
    tokens = own.tokens or 0
    value = float(tokens + own.tradesmen)
    value += sum(own.levels) * (0.6 if to_come > 1 else 1.0)
    value += _money(state, seat, to_come) + influence(state, seat, to_come)
    value += characters_worth(state, seat, to_come)
    for building, worth in enumerate(STANDING):
        value += worth * to_come * state.standing(seat, building)
    value -= DENIER * to_come * state.salary(seat)
    value += SUPPLY * min(to_come, 2) * min(3, state.supply[seat])
    value += TRADESMAN * to_come * state.on_cards(seat)
    waiting = sum(cubes[seat] for cubes in state.cubes)
    if to_come or not state.passed[seat]:
        value += CUBE * min(waiting, 2 + 2 * to_come)
    if state.step in ("dice", "events", "black", "actions") and not state.passed[seat]:
        value += sum(map(worth_of_die, state.dice[seat]))
    return value + _of_roll(state, seat) - _due(state, seat)


def worth_of_die(face: int) -> float:
    """What a die is worth that is still to be used."""
    return (PIP if COLOUR[face] else RED_PIP) * VALUE[face]


def _rolling(state: Town, seat: int) -> int:
    """The die of the seat that is about to be rolled again, by what it shows; -1 if none is."""
    match state.agenda[-1:]:
        case [RerollDie(seat=roller, face=face)] if roller == seat:
            return face
    return -1


def _of_roll(state: Town, seat: int) -> float:
    """What a die that is about to be rolled again brings on the average."""
    face = _rolling(state, seat)
    return worth_of_die(face) / VALUE[face] * (MEAN - VALUE[face]) if face >= 0 else 0.0


def _due(state: Town, seat: int) -> float:
    """What the black die takes that the seat faces: sooner or later it must be paid, so that using
    influence first gains only what it makes less. Of a die about to be rolled the average."""
    rolled = _rolling(state, seat)
    waiting = state.agenda[-1 - (rolled >= 0) :][:1]
    match waiting:
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
    """What the highest black die costs with the dice as they lie: those that are worth least and
    reach it, less the influence for it, or the penalty as far as there are VP to lose."""
    target = state.black[0]
    if reach(state, seat) < target:
        penalty, tokens = state.box.undefeated_penalty, state.vp[seat]
        return float(penalty if is_hidden(tokens) else min(penalty, tokens))
    ways = (fewest(state, seat, target), tightest(state, seat, target))
    dice = min(sum(worth_of_die(DIE_OF[name][1]) for name in way) for way in ways)
    return dice - INFLUENCE * state.box.influence_per_defeated


def follow(state: Town, decision: Decision[Town, Value]) -> Value | None:
    """What a seat would pick next in a chain that it has begun: the better building of the Miller,
    the event on which a cube promises most; None for what is no such chain."""
    if isinstance(decision, ChooseBuildings):
        return decision.options(state)[0]
    if isinstance(decision, PlaceCube | ArcherCube):
        events = [pick for pick in decision.options(state) if pick != STOP]
        return max(events, key=lambda pick: _after(state, decision, pick))
    return None


def _after(state: Town, decision: PlaceCube | ArcherCube, pick: str) -> float:
    """The outlook after a cube has been placed."""
    after = state.copy()
    after.agenda = []
    decision.apply(after, pick)
    return outlook(after, decision.seat)


def _money(state: Town, seat: int, to_come: int) -> float:
    held = state.deniers[seat] + state.purse[seat]
    if not to_come and state.passed[seat]:
        return 0.02 * held
    worth = DENIER if to_come else 0.6 * DENIER
    many = MANY_DENIERS
    return worth * min(held, many) + SPARE_DENIER * max(0, held - many)


def _influence(state: Town, seat: int, to_come: int) -> float:
    return INFLUENCE * min(state.influence[seat], MUCH_INFLUENCE) if to_come else 0.0


def _old_influence(state: Town, seat: int, to_come: int) -> float:
    held = state.influence[seat]
    if not to_come:
        return 0.1 * held
    return INFLUENCE * min(held, 10) + 0.1 * max(0, held - 10)


def events_worth(state: Town, seat: int, to_come: int) -> float:
    """What own cubes on events promise: a point at least, more the fuller and the safer."""
    value = 0.0
    started, followed = (STARTED, FOLLOWED) if to_come else (LAST_STARTED, 0.0)
    for place, owners in enumerate(state.flags):
        if seat not in owners:
            continue
        event = state.event_at(place)
        full = len(owners) / event.flags
        share = completion(event, owners).vp.get(seat, 0)
        value += max(1.0, started * full * share + followed * owners.count(seat))
    return value


def characters_worth(state: Town, seat: int, to_come: int) -> float:
    """The Characters that the seat knows, and all others by the chance that they are in play."""
    known = known_characters(state)
    unknown = len(state.box.characters) - len(known)
    chance = hidden_characters(state) / unknown if unknown else 0.0
    value = 0.0
    for character in state.box.characters:
        weight = 1.0 if character in known else chance
        if weight:
            steps = (
                (0, 0),
                *zip(thresholds(state, character), state.box.character_vp, strict=True),
            )
            value += weight * _between(counted(state, character, seat), steps, to_come)
    return value


def _between(number: int, steps: tuple[tuple[int, int], ...], to_come: int) -> float:
    """A little for what is on the way to the next threshold, while there is time."""
    for (least, points), (more, next_points) in pairwise(steps):
        if number < more:
            part = (number - least) / (more - least)
            return points + (next_points - points) * part * min(0.6, 0.2 * (to_come + 1))
    return float(steps[-1][1])
