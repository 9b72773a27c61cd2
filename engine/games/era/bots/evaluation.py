"""What a position promises: the points now, and an estimate of what is still to come.

An estimate for bots, no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from engine.games.era.component_types import MONASTERY, Amounts, Components, Face
from engine.games.era.components import CULTURE
from engine.games.era.domain import Domain
from engine.games.era.extort import AnswerDemand
from engine.games.era.scoring import Score, scores
from engine.games.era.state import Realm
from engine.geometry.grid import Grid, Mask

WORTH: Final = {"goods": 0.75, "stone": 0.6, "wood": 0.5, "food": 0.4, CULTURE: 1.0}
"""What one more on a track is worth."""

MEAL: Final = 1.0
"""What food is worth that the dice eat next: without it there is a disaster point."""

SPARE_FOOD: Final = 0.05
"""What food beyond two meals is worth."""

HAMMER, SWORD, SHIELD, FEATHER = 0.8, 0.3, 0.08, 0.6
"""What an icon on the dice is worth."""

DIE: Final = 0.5
"""What a die brings in each round, besides the food that it eats."""

FARM, MILL, SETTER = 0.45, 0.8, 0.8
"""What a farm, a lumber mill and a monastery bring in each round."""

ROUNDS: Final = 11
"""How many rounds a game of several players lasts, more or less."""

CALM: Final = 4
"""So many rounds before the end, what is hoped of stores and walls begins to fade."""

SHELTERED, NEARLY_SHELTERED = 0.06, 0.02
"""What a cell is worth that walls and keeps shelter on four sides, or on three."""

ENCLOSED: Final = 0.12
"""What an empty enclosed cell is worth."""

LEAD: Final = 0.6
"""How much of a bonus for being first counts while it can still be lost."""

DISEASE: Final = 0.25
"""What a building costs that Disease could strike."""

CLAIM: Final = 0.8
"""How much of a resource's worth a demand is worth before it is answered."""

ROBBERS, TREACHERY, FIRE, ATTACK, REVOLT = 0.4, 1.0, 2.5, 2.0, 0.5
"""What a disaster costs whom it hits."""


@frozen
class Hopes:
    """What faces bring: gains in Collect, icons in points, skulls. Means of many may be broken."""

    gains: Mapping[str, float]
    icons: float
    skulls: float


def outlook(state: Realm, seat: int) -> float:
    """The points if the game ended now, and what stores, dice and walls promise."""
    score = scores(state)[seat]
    rounds = rounds_to_come(state, seat)
    if not rounds and not _is_rolling(state, seat):
        return float(score.total)
    domain = state.domain(seat)
    faith = min(1.0, rounds / CALM)
    return (
        score.total
        - (1 - LEAD) * faith * (score.most_culture + score.largest_area)
        - _bonus_of_stores(state, score)
        + _tracks_and_dice(state, seat, domain, faith)
        + rounds * _income(state, seat, domain)
        + faith * _walls(domain)
        - faith * DISEASE * len(domain.diseased())
        + _claim(state, seat)
    )


def rounds_to_come(state: Realm, seat: int) -> float:
    """In how many rounds the seat's dice are still to be rolled."""
    if state.over:
        return 0
    begun = state.round - (state.step == "roll" and not state.rolls[seat])
    if state.is_solo:
        return state.box.solo.rounds - begun
    if state.tokens_turned == state.tokens:
        return state.round - begun
    by_tokens = ROUNDS * (1 - state.tokens_turned / state.tokens)
    return max(1.0, min(ROUNDS - begun, by_tokens))


def _is_rolling(state: Realm, seat: int) -> bool:
    """Whether dice of this round lie on the table and have not brought anything yet."""
    return state.step == "roll" and state.rolls[seat] > 0


def _bonus_of_stores(state: Realm, score: Score) -> float:
    """Half of what guildhalls score for stores that will be spent."""
    guildhalls = [
        points
        for kind, points in score.bonuses.items()
        if state.box.buildings[kind].effect == "bonus_guildhall"
    ]
    return sum(guildhalls) / 2


def _tracks_and_dice(state: Realm, seat: int, domain: Domain, faith: float) -> float:
    """What the tracks are worth, with what the dice of this round still bring."""
    held: dict[str, float] = {resource: state.has(seat, resource) for resource in WORTH}
    value = 0.0
    if _is_rolling(state, seat):
        hopes = _hopes(state, seat)
        value += hopes.icons - _disaster(state, seat, domain, hopes.skulls)
        value += WORTH[CULTURE] * hopes.gains.get(CULTURE, 0)
        for resource in state.box.resources:
            gained = held[resource] + hopes.gains.get(resource, 0)
            held[resource] = min(gained, state.box.tracks[resource].most)
    for resource in ("goods", "stone", "wood"):
        value += WORTH[resource] * held[resource] * faith
    return value + _food(len(state.dice_to_come(seat)), held["food"], faith)


def _food(meal: int, food: float, faith: float) -> float:
    first = min(food, meal)
    second = min(food - first, meal)
    return MEAL * first + faith * (WORTH["food"] * second + SPARE_FOOD * (food - first - second))


def _hopes(state: Realm, seat: int) -> Hopes:
    """What the dice bring: each by its face, or on average if it is being rolled."""
    gains: dict[str, float] = {}
    icons = skulls = 0.0
    faces = state.visible_faces(seat)
    for number, kind in enumerate(state.dice[seat]):
        if number in state.in_hand[seat]:
            one = average(state.box, kind)
        else:
            one = hopes_of(state.box.dice[kind].faces[faces[number]])
        icons += one.icons
        skulls += one.skulls
        for track, amount in one.gains.items():
            gains[track] = gains.get(track, 0) + amount
    for _, built in state.domain(seat).built():
        for track, amount in built.collect.items():
            gains[track] = gains.get(track, 0) + amount
    return Hopes(gains, icons, skulls)


@lru_cache(maxsize=512)
def average(box: Components, kind: str) -> Hopes:
    """What a die brings on average."""
    faces = [hopes_of(face) for face in box.dice[kind].faces]
    tracks = {track for face in faces for track in face.gains}
    number = len(faces)
    return Hopes(
        {track: sum(face.gains.get(track, 0) for face in faces) / number for track in tracks},
        sum(face.icons for face in faces) / number,
        sum(face.skulls for face in faces) / number,
    )


def hopes_of(face: Face) -> Hopes:
    """What a face brings, with the better one of its alternatives."""
    gains: dict[str, float] = dict(face.gain)
    if face.one_of:
        for track, amount in max(face.one_of, key=_worth).items():
            gains[track] = gains.get(track, 0) + amount
    icons = HAMMER * face.hammers + SWORD * face.swords + SHIELD * face.shields
    return Hopes(gains, icons + FEATHER * face.feathers, face.skulls)


def _worth(gains: Amounts) -> float:
    return sum(WORTH[track] * amount for track, amount in gains.items())


def _disaster(state: Realm, seat: int, domain: Domain, skulls: float) -> float:
    """What so many skulls cost, between whole numbers in proportion; others' losses please."""
    others = 1.0 if state.is_solo else -0.5
    revolt = REVOLT + WORTH["goods"] * state.has(seat, "goods")
    disease = float(len(domain.diseased()))
    costs = (0.0, ROBBERS, disease, others * TREACHERY, FIRE, others * ATTACK, revolt, revolt)
    low = min(int(skulls), len(costs) - 2)
    return costs[low] + (costs[low + 1] - costs[low]) * min(skulls - low, 1)


def _income(state: Realm, seat: int, domain: Domain) -> float:
    """What dice and buildings bring in each round to come."""
    value = DIE * len(state.dice_to_come(seat))
    for _, kind in domain.built():
        value += FARM * ("food" in kind.collect) + MILL * ("wood" in kind.collect)
        value += SETTER * (kind.effect == MONASTERY)
    return value


def _claim(state: Realm, seat: int) -> float:
    """What is demanded and not answered yet."""
    step = state.agenda[-1] if state.agenda else None
    return CLAIM * WORTH[step.kind] if isinstance(step, AnswerDemand) and step.to == seat else 0.0


# ---------------------------------------------------------------------- walls


def _walls(domain: Domain) -> float:
    """What is enclosed, and what is sheltered from several sides and may be enclosed one day."""
    enclosed = domain.enclosed()
    four, three = shelter(domain.ground.grid, domain.barrier)
    hoped = ~enclosed & ~domain.scorched
    return (
        ENCLOSED * (enclosed & domain.empty).bit_count()
        + SHELTERED * (four & hoped).bit_count()
        + NEARLY_SHELTERED * (three & hoped).bit_count()
    )


@lru_cache(maxsize=1024)
def shelter(grid: Grid, barrier: Mask) -> tuple[Mask, Mask]:
    """The cells from which one meets a barrier in all four directions, and in just three."""
    once = twice = thrice = always = 0
    for step in (1, -1, grid.stride, -grid.stride):
        shadow = _shadow(grid, barrier, step)
        always |= thrice & shadow
        thrice |= twice & shadow
        twice |= once & shadow
        once |= shadow
    return always, thrice & ~always


def _shadow(grid: Grid, barrier: Mask, step: int) -> Mask:
    """The cells that lie beyond a barrier in a direction."""
    reach, before = barrier, 0
    while reach != before:
        before = reach
        reach |= (reach << step if step > 0 else reach >> -step) & grid.all
    return reach & ~barrier
