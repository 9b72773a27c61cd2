"""Playout policy: rules of thumb for dice and buildings. They add up a few numbers instead of
evaluating whole positions. Values are in VP."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import inf
from operator import add, sub
from typing import Any, Final, TypeAlias

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.era.bots.evaluation import (
    DIE_WORTH,
    FARM_WORTH,
    FEATHER,
    GAIN_WORTH,
    MILL_WORTH,
    MONASTERY_WORTH,
    SHIELD,
    SWORD,
    rounds_to_come,
)
from engine.games.era.bots.meals import meal, risks_meal
from engine.games.era.bots.sites import rings, site
from engine.games.era.build import BuildPick, BuildStructure
from engine.games.era.collect import ChooseGain
from engine.games.era.component_types import (
    CATHEDRAL,
    GUILDHALL,
    MARKET,
    MONASTERY,
    UNIVERSITY,
    Building,
    Components,
    Face,
    Structure,
    Wall,
)
from engine.games.era.components import CULTURE
from engine.games.era.demands import PAY, HandOver
from engine.games.era.disasters import TAKE_DISASTER, ChooseLoss, PlaceScorched
from engine.games.era.domain import Domain, Pick, Placement
from engine.games.era.extort import SPARE, Demand
from engine.games.era.feathers import ALONE, FeatherPick, RollFeather
from engine.games.era.ready_made import ReadyMade, laid, ready_made
from engine.games.era.roll import SECOND_ROLL, ChooseDice, DicePick, SetDie, SetPick, rollable
from engine.games.era.setup import LAYOUT, READY_PICK, KitPick, PlaceKit
from engine.games.era.solo import DECLINE, TakeFromPhilip
from engine.games.era.state import DONE_PICK, NO_FACE, Realm
from engine.geometry.bit_sets import Mask

Sums: TypeAlias = tuple[float, ...]
"""The result of dice: food, wood, stone, goods, culture, hammers, the value of the other icons, and
skulls."""

NO_GAINS: Final[Sums] = (0.0,) * 8
RESOURCES: Final = ("food", "wood", "stone", "goods")

FOOD, WOOD, STONE, GOODS = (GAIN_WORTH[resource] for resource in RESOURCES)
"""Value in VP of a unit of each resource."""

PAID_HAMMER, IDLE_HAMMER = 1.2, 0.1
"""Value in VP of a hammer with the resources to use it, and without them."""

FIRST_HAMMER: Final = 1.5
"""Additional value in VP of the first hammer with the resources to use it, because nothing can be
built without one."""

SKULL_COST: Final = 0.4
"""Cost in VP of one skull."""

MORE_SKULLS: Final = (0.3, 2.5, 0.0, 3.0, 3.0)
"""Cost in VP by number of skulls, from three on."""

MORE_SKULLS_ALONE: Final = (1.0, 2.5, 2.0, 3.0, 3.0)
"""Cost in VP by number of skulls, from three on, in the solo game, where Treachery and Attack hit
the player."""

MIN_VALUE: Final = 0.0
"""Net value in VP that a structure must exceed in order to be built."""

NEWLY_ENCLOSED_CELL_WORTH: Final = 0.35
"""Value in VP of each cell that a wall newly encloses."""

LEAD_WORTH: Final = 5.0
"""Value in VP of having the largest walled area."""


def quick(state: Realm, decision: Decision[Realm, Value], dice: Dice) -> Value:
    """Return a legal pick: by a rule of thumb, or at random if there is none for the decision. This
    takes about 0.2 ms."""
    choose = _CHOICES.get(decision.name)
    if choose is not None:
        return choose(state, decision, dice)
    return dice.pick(decision.options(state))


# ---------------------------------------------------------------------- setup


def _kit(state: Realm, decision: PlaceKit, dice: Dice) -> KitPick:
    """Return one of the ready-made setups that can enclose the most with one more wall, if there
    are any and nothing has been placed yet. Return `READY_PICK` if everything has been placed, and
    a random pick otherwise."""
    if not decision.left(state):
        return READY_PICK
    layouts = widest(state.box, state.seats)
    if layouts and len(state.drafts[decision.seat].pieces) == 1:
        return LAYOUT, dice.pick(layouts)
    return decision.sample(state, dice)


@lru_cache(64)
def widest(box: Components, players: int) -> Sequence[str]:
    """Return the ids of the ready-made setups whose walls enclose the most cells after another wall
    has been placed."""

    def area(layout: ReadyMade) -> int:
        domain = laid(box, layout)
        closed = (ring.encloses.bit_count() for kind in box.walls for ring in rings(domain, kind))
        return domain.walled_area() + max(closed, default=0)

    areas = {layout.id: area(layout) for layout in ready_made(box, players)}
    return [id for id, cells in areas.items() if cells == max(areas.values())]


# ---------------------------------------------------------------------- dice


@lru_cache(64)
def _faces(box: Components, kind: str) -> tuple[Sums, ...]:
    return tuple(map(_sums, box.dice[kind].faces))


def _sums(face: Face) -> Sums:
    gains: dict[str, float] = dict(face.gain)
    if face.one_of:
        best = max(
            face.one_of,
            key=lambda alternative: sum(GAIN_WORTH[k] * n for k, n in alternative.items()),
        )
        for track, amount in best.items():
            gains[track] = gains.get(track, 0) + amount
    icons = SWORD * face.swords + SHIELD * face.shields + FEATHER * face.feathers
    stores = tuple(gains.get(resource, 0.0) for resource in RESOURCES)
    return (*stores, gains.get(CULTURE, 0.0), face.hammers, icons, face.skulls)


@lru_cache(64)
def _average(box: Components, kind: str) -> Sums:
    faces = _faces(box, kind)
    return tuple(sum(column) / len(faces) for column in zip(*faces, strict=True))


class _Hand:
    """A seat's dice, evaluated together with the seat's stores."""

    __slots__ = ("caps", "costs", "faces", "meal", "stores", "whole")

    def __init__(self, state: Realm, seat: int) -> None:
        box, tracks = state.box, state.tracks[seat]
        self.faces: list[Sums] = []
        for kind, face in zip(state.dice[seat], state.visible_faces(seat), strict=True):
            is_rolled = face != NO_FACE
            self.faces.append(_faces(box, kind)[face] if is_rolled else _average(box, kind))
        stores = [float(tracks[resource]) for resource in RESOURCES]
        for _, built in state.domains[seat].built():
            for track, amount in built.collect.items():
                stores[RESOURCES.index(track)] += amount
        self.stores = stores
        self.caps = [box.tracks[resource].most for resource in RESOURCES]
        self.meal = len(state.dice[seat])
        self.costs = _skull_costs(state, seat)
        self.whole: list[float] = list(map(sum, zip(NO_GAINS, *self.faces, strict=True)))

    def replace(self, die: int, result: Sums) -> None:
        self.whole = self._whole_with(self.faces[die], result)
        self.faces[die] = result

    def _whole_with(self, shown: Sums, instead: Sums) -> list[float]:
        return list(map(add, map(sub, self.whole, shown), instead))

    def worth(self, shown: Sums = (), instead: Sums = ()) -> float:
        """Return the value of all dice. With `shown` and `instead`, return the value if one die,
        whose result is `shown`, had the result `instead`."""
        whole = self._whole_with(shown, instead) if shown else self.whole
        *more, learning, hammers, icons, skulls = whole
        food, wood, stone, goods = map(min, self.caps, map(add, self.stores, more))
        eaten = food if food < self.meal else self.meal
        paid = min(hammers, stone + wood / 2)
        worth: float = (
            eaten
            + FOOD * min(food - eaten, self.meal)
            + WOOD * wood
            + STONE * stone
            + GOODS * goods
            + learning
            + PAID_HAMMER * paid
            + IDLE_HAMMER * (hammers - paid)
            + FIRST_HAMMER * min(1.0, paid)
            + icons
            - _skull_cost(skulls, self.costs)
        )
        return worth


def _skull_costs(state: Realm, seat: int) -> Sequence[float]:
    """Return the costs of 0, 1, 2 and more skulls. Two skulls cost a point for each building that
    Disease affects."""
    disease = float(len(state.domains[seat].diseased()))
    more = MORE_SKULLS_ALONE if state.is_solo else MORE_SKULLS
    return 0.0, SKULL_COST, disease, *more


def _skull_cost(skulls: float, costs: Sequence[float]) -> float:
    """Return the cost of an average number of skulls, interpolated between whole numbers."""
    low = min(int(skulls), len(costs) - 2)
    return costs[low] + (costs[low + 1] - costs[low]) * min(skulls - low, 1)


def _gains(state: Realm, seat: int, hand: _Hand, dice: Sequence[int]) -> list[tuple[float, int]]:
    """Return an (improvement, die) pair for each of `dice`: the improvement, in VP, if only this
    die is rerolled and the result is the average of its faces."""
    now, kinds, box = hand.worth(), state.dice[seat], state.box
    return [(hand.worth(hand.faces[die], _average(box, kinds[die])) - now, die) for die in dice]


def _reroll(state: Realm, decision: ChooseDice, _: Dice) -> DicePick:
    """Choose dice one by one, each time the die whose reroll improves the result most, until no
    reroll improves it. In a last roll, leave out dice whose food is needed."""
    seat = decision.seat
    left, hand = list(rollable(state, seat, decision.number)), _Hand(state, seat)
    chosen: list[int] = []
    while left:
        gain, die = max(_gains(state, seat, hand, left))
        if gain <= 0:
            break
        hand.replace(die, _average(state.box, state.dice[seat][die]))
        chosen.append(die)
        left.remove(die)
    if decision.number != SECOND_ROLL:
        chosen = _with_meal(state, seat, chosen)
    return tuple(sorted(chosen))


def _with_meal(state: Realm, seat: int, chosen: list[int]) -> list[int]:
    """Return `chosen` without the dice whose food is needed, so that a last roll does not risk
    it."""
    risky = risks_meal(state, seat)
    while risky(tuple(chosen)):
        fewer = [[die for die in chosen if die != kept] for kept in chosen]
        chosen = max(fewer, key=lambda dice: meal(state, seat, tuple(dice)))
    return chosen


def _set_die(state: Realm, decision: SetDie, _: Dice) -> SetPick:
    """Choose the die that would gain the most from a reroll, and its best face."""
    seat, set_dice = decision.seat, state.set_dice[decision.seat]
    rest = [die for die in range(len(state.dice[seat])) if die not in set_dice]
    hand = _Hand(state, seat)
    die = max(_gains(state, seat, hand, rest))[1]
    kind = state.dice[seat][die]
    worths = [hand.worth(hand.faces[die], face) for face in _faces(state.box, kind)]
    return die, state.box.dice[kind].faces[worths.index(max(worths))].id


def _feather(state: Realm, decision: RollFeather, _: Dice) -> FeatherPick:
    seat = decision.seat
    options = decision.options(state)
    feather = options[0][0]
    assert isinstance(feather, int)
    gain, other = max(_gains(state, seat, _Hand(state, seat), range(len(state.dice[seat]))))
    if other == feather or gain <= 0:
        return feather, ALONE
    return feather, other


# ---------------------------------------------------------------------- collect, disasters, extort


def _gain(state: Realm, decision: ChooseGain, _: Dice) -> int:
    """Choose the most valuable gain. Amounts that do not fit on the track do not count, and food
    counts more if dice would go hungry."""
    face = state.face(decision.seat, decision.die)
    assert face is not None
    tracks, box = state.tracks[decision.seat], state.box
    hungry = tracks["food"] < len(state.dice[decision.seat])

    def worth(number: int) -> float:
        total = 0.0
        for track, amount in face.one_of[number - 1].items():
            room = box.tracks[track].most - tracks[track] if track in RESOURCES else amount
            price = 1.0 if hungry and track == "food" else GAIN_WORTH[track]
            total += price * min(room, amount)
        return total

    return max(range(1, len(face.one_of) + 1), key=worth)


def _loss(state: Realm, decision: ChooseLoss, _: Dice) -> str:
    held = state.held(decision.seat)
    return min(held, key=GAIN_WORTH.__getitem__) if held else TAKE_DISASTER


def _scorched(state: Realm, decision: PlaceScorched, _: Dice) -> Pick:
    """Choose the place where a scorched area does the least harm."""
    return scorched_site(state, decision.seat).pick


def scorched_site(state: Realm, seat: int) -> Placement:
    """Return the legal place for a scorched area that leaves the most room for walls: first the
    fewest cells of walls and keeps next to it, then the fewest empty cells next to it, as in a
    corner, then the fewest cells of walls and keeps at a distance of two. There must be at least
    one legal place."""
    domain = state.domains[seat]
    adjacent, walls = domain.geometry.grid.adjacent, domain.barrier
    cornered = _fewest_beside(sites_away_from_walls(domain), ~domain.taken)
    return min(
        cornered, key=lambda place: (adjacent(place.mask | place.beside) & walls).bit_count()
    )


def sites_away_from_walls(domain: Domain) -> list[Placement]:
    """Return the legal places for a scorched area with the fewest cells of walls and keeps next to
    them. There must be at least one legal place."""
    return _fewest_beside(domain.legal_scorched(), domain.barrier)


def _fewest_beside(places: Sequence[Placement], cells: Mask) -> list[Placement]:
    """Return those of `places`, which must not be empty, with the fewest of `cells` next to
    them."""
    numbers = [(place.beside & cells).bit_count() for place in places]
    least = min(numbers)
    return [place for place, number in zip(places, numbers, strict=True) if number == least]


def _least_valuable(state: Realm, decision: Decision[Realm, Pick], _: Dice) -> Pick:
    land = state.domains[decision.seat].geometry
    buildings = state.box.buildings

    def worth(pick: Pick) -> float:
        kind = buildings[land.at(pick).kind.id]
        return kind.vp + 2.0 * (kind.die is not None) + sum(kind.cost.values()) / 4

    return min(decision.options(state), key=worth)


def _demand(state: Realm, decision: Demand, _: Dice) -> str:
    options = [pick for pick in decision.options(state) if pick != SPARE]
    return max(options, key=lambda pick: GAIN_WORTH.get(pick, 0.0))


def _take_from_philip(state: Realm, decision: TakeFromPhilip, _: Dice) -> str:
    return max(
        decision.options(state), key=lambda pick: -1.0 if pick == DECLINE else GAIN_WORTH[pick]
    )


def _hand_over(state: Realm, decision: HandOver, _: Dice) -> str:
    return PAY


# ---------------------------------------------------------------------- building


def _build(state: Realm, decision: BuildStructure, _dice: Dice) -> BuildPick:
    """Choose the structure with the highest net value, or none if none is worth building. Among
    walls of equal value, choose the one with the largest supply."""
    best: tuple[float, float] = (MIN_VALUE, inf)
    best_pick: BuildPick = DONE_PICK
    rounds = rounds_to_come(state, decision.seat)
    built = state.domains[decision.seat].built()
    guildhalls = sum(own.effect == GUILDHALL for _, own in built) if rounds < 1 else 0
    for id in decision.kinds(state):
        kind = state.box.structures[id]
        worth, pick = (
            _building_value(state, decision.seat, kind, rounds)
            if isinstance(kind, Building)
            else _wall_value(state, decision.seat, kind)
        )
        worth -= _price(kind, rounds, guildhalls)
        order = worth, state.supply[id] if isinstance(kind, Wall) else 0
        if pick is not None and order > best:
            best, best_pick = order, pick
    return best_pick


def _price(kind: Structure, rounds: float, guildhalls: int) -> float:
    """Return the value of the resources that a structure costs. In the last round, this is the
    number of points that they would score with the seat's `guildhalls`."""
    if rounds < 1:
        return guildhalls * sum(kind.cost.values())
    faith = min(1.0, rounds / 4)
    return faith * sum(GAIN_WORTH[resource] * number for resource, number in kind.cost.items())


def _building_value(
    state: Realm, seat: int, kind: Building, rounds: float
) -> tuple[float, Pick | None]:
    best_site = site(state.domains[seat], kind.id)
    if best_site is None:
        return 0.0, None
    worth = kind.vp * (2.0 if best_site.walled_in or kind.always_walled else 1.0)
    feeds = "food" in kind.collect and is_hungry(state, seat)
    worth += rounds * (
        DIE_WORTH * (kind.die is not None)
        + FARM_WORTH * feeds
        + MILL_WORTH * ("wood" in kind.collect)
        + MONASTERY_WORTH * (kind.effect == MONASTERY)
    )
    if not kind.is_keep:
        worth -= 0.25 * best_site.touches
    if kind.effect == MARKET:
        worth += min(best_site.empty_beside, kind.bonus_max)
    elif kind.effect == UNIVERSITY:
        worth += state.culture(seat) + rounds / 2
    elif kind.effect == CATHEDRAL:
        worth += len(state.dice_to_come(seat)) + rounds / 3
    elif kind.effect == GUILDHALL:
        left = sum(state.has(seat, resource) for resource in RESOURCES) - sum(kind.cost.values())
        worth += left * (1.0 if rounds < 1 else 0.5)
    return worth, best_site.placement.pick


def is_hungry(state: Realm, seat: int) -> bool:
    """Whether the seat will have more dice after this round than its farms feed."""
    farms = sum(kind.collect.get("food", 0) for _, kind in state.domains[seat].built())
    return farms < len(state.dice_to_come(seat))


def _wall_value(state: Realm, seat: int, kind: Structure) -> tuple[float, Pick | None]:
    assert isinstance(kind, Wall)
    domain = state.domains[seat]
    closing = rings(domain, kind.id)
    if not closing:
        return 0.0, None
    ring = closing[0]
    worth = NEWLY_ENCLOSED_CELL_WORTH * ring.encloses.bit_count()
    inside = domain.enclosed() | ring.encloses
    for piece, built in domain.built():
        if not built.always_walled and piece.mask & ring.encloses and not piece.mask & ~inside:
            worth += built.vp
    others = [state.domains[other].walled_area() for other in state.opponents(seat)]
    most = max([state.box.scoring.largest_area_min, *others])
    now = domain.walled_area()
    if now < most <= now + (ring.encloses & ~domain.scorched).bit_count():
        worth += LEAD_WORTH
    return worth, ring.placement.pick


Chooser: TypeAlias = Callable[[Realm, Any, Dice], Value]

_CHOICES: Final[Mapping[str, Chooser]] = {
    "PlaceKit": _kit,
    "ChooseDice": _reroll,
    "SetDie": _set_die,
    "RollFeather": _feather,
    "ChooseGain": _gain,
    "ChooseLoss": _loss,
    "PlaceScorched": _scorched,
    "MakeRoom": _least_valuable,
    "BurnBuilding": _least_valuable,
    "LoseBuilding": _least_valuable,
    "Demand": _demand,
    "AnswerDemand": _hand_over,
    "AnswerPhilip": _hand_over,
    "TakeFromPhilip": _take_from_philip,
    "BuildStructure": _build,
}
"""Rules of thumb by the name of the decision. Other decisions are made at random."""
