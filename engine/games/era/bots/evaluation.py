"""Evaluation by rules of thumb, and the features for the fitted evaluation. Values are in VP.

The evaluation adds an estimate of future points to the current points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from engine.games.era.component_types import GUILDHALL, MONASTERY, Amounts, Components, Face
from engine.games.era.components import CULTURE
from engine.games.era.domain import Domain
from engine.games.era.extort import AnswerDemand
from engine.games.era.scoring import Score, scores
from engine.games.era.state import Realm
from engine.geometry.bit_sets import Mask
from engine.geometry.grid import Grid

GAIN_WORTH: Final = {"goods": 0.75, "stone": 0.6, "wood": 0.5, "food": 0.4, CULTURE: 1.0}
"""Value of one more resource or culture point, in VP."""

MEAL_WORTH: Final = 1.0
"""Value in VP of one food for the next Feed step, because each missing food costs a disaster
point."""

SPARE_FOOD: Final = 0.05
"""Value in VP of one food that is not needed in the next two Feed steps."""

HAMMER, SWORD, SHIELD, FEATHER = 0.8, 0.3, 0.08, 0.6
"""Value in VP of one icon on the dice."""

DIE_WORTH: Final = 0.5
"""Value in VP of a die per round, not counting the food that it needs."""

FARM_WORTH, MILL_WORTH, MONASTERY_WORTH = 0.45, 0.8, 0.8
"""Value in VP per round of a farm, a lumber mill and a monastery."""

USUAL_ROUNDS: Final = 11
"""Approximate number of rounds in a game with several players."""

FADING_ROUNDS: Final = 4
"""Number of remaining rounds below which stores and walls lose value."""

SHELTERED, NEARLY_SHELTERED = 0.06, 0.02
"""Value in VP of a cell that is not enclosed but has a barrier in all four directions, or in
three."""

ENCLOSED_CELL_WORTH: Final = 0.12
"""Value in VP of an empty enclosed cell."""

LEAD_SHARE: Final = 0.6
"""Share of the bonus for the most culture or the largest walled area that counts while the lead can
still be lost. It rises to 1 in the last `FADING_ROUNDS` rounds."""

DISEASE_COST: Final = 0.25
"""Cost in VP of a building that is affected by Disease."""

CLAIM_SHARE: Final = 0.8
"""Share of a resource's value that counts as long as a demand for the resource is unanswered."""

ROBBERS, TREACHERY, FIRE, ATTACK, REVOLT = 0.4, 1.0, 2.5, 2.0, 0.5
"""Cost in VP of each of these disasters for its victim. The value of the goods lost to Revolt is
added to `REVOLT`."""


@frozen
class ExpectedGains:
    """Expected result of dice: gains by track, the value of icons in VP, and the number of
    skulls."""

    gains: Mapping[str, float]
    icons: float
    skulls: float


def evaluate(state: Realm, seat: int) -> float:
    """Return the estimated final points of a seat: the current score, plus the value of stores,
    dice and walls, minus points that may still be lost."""
    score = scores(state)[seat]
    rounds = rounds_to_come(state, seat)
    if not rounds and not _is_rolling(state, seat):
        return float(score.total)
    domain = state.domain(seat)
    stores_factor = min(1.0, rounds / FADING_ROUNDS)
    return (
        score.total
        - (1 - LEAD_SHARE) * stores_factor * (score.most_culture + score.largest_area)
        - _spent_bonus(state, score)
        + _goods_value(state, seat, domain, stores_factor)
        + rounds * _income(state, seat, domain)
        + stores_factor * _wall_value(domain)
        - stores_factor * DISEASE_COST * len(domain.diseased())
        + _demand_value(state, seat)
    )


def rounds_to_come(state: Realm, seat: int) -> float:
    """Return the estimated number of rounds in which the seat will still roll its dice."""
    if state.over:
        return 0
    rounds_begun = state.round - (state.step == "roll" and not state.rolls[seat])
    if state.is_solo:
        return state.box.solo.rounds - rounds_begun
    if state.tokens_turned == state.tokens:
        return state.round - rounds_begun
    by_tokens = USUAL_ROUNDS * (1 - state.tokens_turned / state.tokens)
    return max(1.0, min(USUAL_ROUNDS - rounds_begun, by_tokens))


def _is_rolling(state: Realm, seat: int) -> bool:
    """Whether the seat has rolled dice in the current Roll step, so that their results have not
    been collected yet."""
    return state.step == "roll" and state.rolls[seat] > 0


def _spent_bonus(state: Realm, score: Score) -> float:
    """Return half of the guildhalls' points, as an estimate of the points that will be lost when
    resources are spent."""
    guildhalls = [
        points
        for kind, points in score.bonuses.items()
        if state.box.buildings[kind].effect == GUILDHALL
    ]
    return sum(guildhalls) / 2


def _goods_value(state: Realm, seat: int, domain: Domain, stores_factor: float) -> float:
    """Return the value of the stored resources and, during Roll, of the gains expected from this
    round's dice and buildings, minus the expected cost of skulls. `stores_factor` is the share of
    the value of stores that can still be used."""
    held: dict[str, float] = {resource: state.has(seat, resource) for resource in GAIN_WORTH}
    value = 0.0
    if _is_rolling(state, seat):
        hopes = _expected_gains(state, seat)
        value += hopes.icons - _disaster_cost(state, seat, domain, hopes.skulls)
        value += GAIN_WORTH[CULTURE] * hopes.gains.get(CULTURE, 0)
        for resource in state.box.resources:
            gained = held[resource] + hopes.gains.get(resource, 0)
            held[resource] = min(gained, state.box.tracks[resource].most)
    for resource in ("goods", "stone", "wood"):
        value += GAIN_WORTH[resource] * held[resource] * stores_factor
    return value + _food_value(len(state.dice_to_come(seat)), held["food"], stores_factor)


def _food_value(meal: int, food: float, stores_factor: float) -> float:
    first = min(food, meal)
    second = min(food - first, meal)
    return MEAL_WORTH * first + stores_factor * (
        GAIN_WORTH["food"] * second + SPARE_FOOD * (food - first - second)
    )


def _expected_gains(state: Realm, seat: int) -> ExpectedGains:
    """Return the gains expected from the dice and the buildings. Dice that are being rolled count
    with the average of their faces."""
    gains: dict[str, float] = {}
    icons = skulls = 0.0
    faces = state.visible_faces(seat)
    for number, kind in enumerate(state.dice[seat]):
        if number in state.in_hand[seat]:
            hopes = average(state.box, kind)
        else:
            hopes = gains_of_face(state.box.dice[kind].faces[faces[number]])
        icons += hopes.icons
        skulls += hopes.skulls
        for track, amount in hopes.gains.items():
            gains[track] = gains.get(track, 0) + amount
    for _, built in state.domain(seat).built():
        for track, amount in built.collect.items():
            gains[track] = gains.get(track, 0) + amount
    return ExpectedGains(gains, icons, skulls)


@lru_cache(maxsize=512)
def average(box: Components, kind: str) -> ExpectedGains:
    faces = [gains_of_face(face) for face in box.dice[kind].faces]
    tracks = {track for face in faces for track in face.gains}
    number = len(faces)
    return ExpectedGains(
        {track: sum(face.gains.get(track, 0) for face in faces) / number for track in tracks},
        sum(face.icons for face in faces) / number,
        sum(face.skulls for face in faces) / number,
    )


def gains_of_face(face: Face) -> ExpectedGains:
    """Return the result of a face. If it offers alternatives, only the most valuable one counts."""
    gains: dict[str, float] = dict(face.gain)
    if face.one_of:
        for track, amount in max(face.one_of, key=_gains_value).items():
            gains[track] = gains.get(track, 0) + amount
    icons = HAMMER * face.hammers + SWORD * face.swords + SHIELD * face.shields
    return ExpectedGains(gains, icons + FEATHER * face.feathers, face.skulls)


def _gains_value(gains: Amounts) -> float:
    return sum(GAIN_WORTH[track] * amount for track, amount in gains.items())


def _disaster_cost(state: Realm, seat: int, domain: Domain, skulls: float) -> float:
    """Return the expected cost of `skulls`, interpolated between whole numbers. Losses of other
    players reduce the cost."""
    others = 1.0 if state.is_solo else -0.5
    revolt = REVOLT + GAIN_WORTH["goods"] * state.has(seat, "goods")
    disease = float(len(domain.diseased()))
    costs = (0.0, ROBBERS, disease, others * TREACHERY, FIRE, others * ATTACK, revolt, revolt)
    low = min(int(skulls), len(costs) - 2)
    return costs[low] + (costs[low + 1] - costs[low]) * min(skulls - low, 1)


def _income(state: Realm, seat: int, domain: Domain) -> float:
    """Return the value of dice and buildings per future round."""
    value = DIE_WORTH * len(state.dice_to_come(seat))
    for _, kind in domain.built():
        value += FARM_WORTH * ("food" in kind.collect) + MILL_WORTH * ("wood" in kind.collect)
        value += MONASTERY_WORTH * (kind.effect == MONASTERY)
    return value


def _demand_value(state: Realm, seat: int) -> float:
    """Return the value of a demand that the seat has made and that has not been answered yet; 0 if
    there is none."""
    step = state.agenda[-1] if state.agenda else None
    return (
        CLAIM_SHARE * GAIN_WORTH[step.kind]
        if isinstance(step, AnswerDemand) and step.to == seat
        else 0.0
    )


# ---------------------------------------------------------------------- walls


def _wall_value(domain: Domain) -> float:
    """Return the value of empty enclosed cells, and of cells that may be enclosed later because
    they have barriers in most directions."""
    enclosed = domain.enclosed()
    four, three = shelter(domain.geometry.grid, domain.barrier)
    hoped = ~enclosed & ~domain.scorched
    return (
        ENCLOSED_CELL_WORTH * (enclosed & domain.empty).bit_count()
        + SHELTERED * (four & hoped).bit_count()
        + NEARLY_SHELTERED * (three & hoped).bit_count()
    )


@lru_cache(maxsize=1024)
def shelter(grid: Grid, barrier: Mask) -> tuple[Mask, Mask]:
    """Return two masks: the cells with a barrier in all four directions, and those with one in
    exactly three."""
    once = twice = thrice = always = 0
    for step in (1, -1, grid.stride, -grid.stride):
        shadow = _shadow(grid, barrier, step)
        always |= thrice & shadow
        thrice |= twice & shadow
        twice |= once & shadow
        once |= shadow
    return always, thrice & ~always


def _shadow(grid: Grid, barrier: Mask, step: int) -> Mask:
    """Return a mask of the cells behind a barrier in one direction, up to the edge of the grid.
    `step` is the difference between the numbers of neighbouring cells in that direction."""
    reach, before = barrier, 0
    while reach != before:
        before = reach
        reach |= (reach << step if step > 0 else reach >> -step) & grid.all
    return reach & ~barrier


SMALL_ROOM: Final = 6
"""Number of empty enclosed cells above which further cells count as a separate feature."""


def features(state: Realm, seat: int) -> Sequence[float]:
    """Return the features of a seat between two rounds, each of a magnitude of about 1."""
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
    """Return the progress of the game, which reaches 1 in the last round."""
    if state.is_solo:
        return state.round / state.box.solo.rounds
    return state.tokens_turned / state.tokens if state.tokens else 0.0


def _stores(state: Realm, seat: int) -> Iterator[float]:
    for resource in state.box.resources:
        yield state.has(seat, resource) / 3


def _dice(state: Realm, seat: int) -> Iterator[float]:
    """Yield features for the number of dice of each class, and for the number of dice without
    stored food."""
    dice = Counter(state.dice[seat])
    for kind in state.box.dice:
        yield dice[kind] / 3
    yield max(0, len(state.dice[seat]) - state.has(seat, "food")) / 3


def _walls(state: Realm, seat: int, score: Score) -> Iterator[float]:
    """Yield features for the walled area, for whether it is the largest, and for the number of
    empty cells in it (two features)."""
    domain = state.domain(seat)
    room = (domain.enclosed() & domain.empty).bit_count()
    yield score.area / 10
    yield score.largest_area > 0
    yield min(room, SMALL_ROOM) / 3
    yield max(0, room - SMALL_ROOM) / 10


def _buildings(state: Realm, seat: int) -> Iterator[float]:
    """Yield features for the numbers of five groups of buildings: those that collect food, those
    that collect wood, monasteries, those that Disease affects, and those that Attack could hit."""
    domain = state.domain(seat)
    collects = Counter(track for _, kind in domain.built() for track in kind.collect)
    yield collects["food"] / 3
    yield collects["wood"]
    yield len(domain.with_effect(MONASTERY))
    yield len(domain.diseased()) / 3
    yield len(domain.exposed_buildings()) / 3


def _affordability(state: Realm, seat: int) -> Iterator[float]:
    """Yield, for each kind of building with a bonus, the share of its price that the seat has, or 0
    if the supply has none left or the building is free."""
    tracks = state.tracks[seat]
    for id, kind in state.box.buildings.items():
        if kind.effect.startswith("bonus_"):
            price = sum(kind.cost.values())
            have = sum(min(tracks[resource], number) for resource, number in kind.cost.items())
            yield have / price if state.supply[id] and price else 0.0
