"""The cheapest groups of dice for each total, for the playout policy.

Prices are in VP: the value of the seat's dice if they were not used, and the cost of other dice and
of a cube.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from attrs import define, field

from engine.games.troyes import component_types
from engine.games.troyes.component_types import Modifier
from engine.games.troyes.dice import ANY, COLOUR, DIE_NAMES, VALUE
from engine.games.troyes.groups import NO_CUBE
from engine.games.troyes.state import Town

DENIER_COST: Final = 0.25
PIP_COST: Final = (0.26, 0.22, 0.22)
"""Value in VP of each pip of an unused die, by colour."""
DELAYED_CUBE_WORTH: Final = 0.3
"""Value in VP of a cube on a delayed card."""
MAX_TOTAL: Final = 18
"""The highest total of a group that makes a difference. Higher totals are treated as this total."""
UNREACHABLE_COST: Final = 99.0
"""Price in VP of a total that no group reaches."""

Names = tuple[str, ...]

DiceUse = tuple[Names, str, int]
"""The names of the dice, the id of the card whose cube is spent on them (`NO_CUBE` for none), and
their price in deniers."""

_NOTHING: Final[DiceUse] = ((), NO_CUBE, 0)

_OwnGroup = tuple[tuple[int, ...], float, Names]
"""The values, the price in VP, and the names of a group of the seat's dice of one colour."""

_Foreign = list[list[tuple[int, str]]]
"""The values and names of other districts' dice, by colour."""


def cheapest_groups(state: Town, seat: int) -> list[CheapestGroups]:
    """Return the cheapest groups by colour. A group may include one die of another district or a
    cube, but not both."""
    own = _own_groups(seat, state.dice[seat])
    by_colour = [CheapestGroups(), CheapestGroups(), CheapestGroups()]
    foreign = _foreign_dice(state, seat)
    for colour in range(ANY):
        cheapest = by_colour[colour]
        for values, price, names in own[colour]:
            cheapest.add(sum(values), price, (names, NO_CUBE, 0))
        for value, die in foreign[colour]:
            _add_foreign(cheapest, own[colour], value, die, state.box.prices, state.deniers[seat])
    for position, cubes in enumerate(state.cubes):
        modifier = state.card_at(position).modifier if cubes[seat] else None
        if modifier is not None and modifier.kind != component_types.FREE_DICE:
            cube = state.card_at(position).id
            for colour in range(ANY):
                for values, price, names in own[colour]:
                    becomes, total = _modified(modifier, values, colour)
                    if total:
                        by_colour[becomes].add(total, price + DELAYED_CUBE_WORTH, (names, cube, 0))
    for cheapest in by_colour:
        cheapest.settle()
    return by_colour


@define(eq=False)
class CheapestGroups:
    """The cheapest group of one colour for each total.

    `prices` are in VP. `groups` are the dice, the cube and the price in deniers.
    """

    prices: list[float] = field(factory=lambda: [UNREACHABLE_COST] * (MAX_TOTAL + 1))
    groups: list[DiceUse] = field(factory=lambda: [_NOTHING] * (MAX_TOTAL + 1))

    def add(self, total: int, price: float, used: DiceUse) -> None:
        """Store the group `used` if its `price`, in VP, is the lowest so far for its total."""
        total = min(total, MAX_TOTAL)
        if price < self.prices[total]:
            self.prices[total], self.groups[total] = price, used

    def settle(self) -> None:
        """Replace the group for each total with the group for a higher total if that one is
        cheaper."""
        prices, groups = self.prices, self.groups
        for total in range(MAX_TOTAL - 1, 0, -1):
            if prices[total + 1] < prices[total]:
                prices[total], groups[total] = prices[total + 1], groups[total + 1]


@lru_cache(maxsize=8192)
def _own_groups(seat: int, faces: tuple[int, ...]) -> tuple[tuple[_OwnGroup, ...], ...]:
    """Return the groups of one to three of the seat's dice, by colour. Groups with the same values
    are included once."""
    groups_by_colour: list[tuple[_OwnGroup, ...]] = []
    for colour in range(ANY):
        own = [face for face in faces if COLOUR[face] == colour]
        groups = {}
        for size in (1, 2, 3):
            for chosen in combinations(own, size):
                values = tuple([VALUE[face] for face in chosen])
                groups[values] = (values, PIP_COST[colour] * sum(values), die_names(seat, chosen))
        groups_by_colour.append(tuple(groups.values()))
    return tuple(groups_by_colour)


def die_names(seat: int, faces: Sequence[int]) -> Names:
    before: dict[int, int] = {}
    names = []
    for face in faces:
        before[face] = before.get(face, -1) + 1
        names.append(DIE_NAMES[seat][face][before[face]])
    return tuple(names)


def _foreign_dice(state: Town, seat: int) -> _Foreign:
    """Return the two highest dice of other districts for each colour. Equal dice of a district
    count once. If the seat cannot pay for a single die, return no dice."""
    by_colour: _Foreign = [[], [], []]
    if state.deniers[seat] < state.box.prices[1]:
        return by_colour
    for district in range(len(state.dice)):
        if district == seat:
            continue
        before = -1
        for face in state.dice[district]:
            if face != before:
                by_colour[COLOUR[face]].append((VALUE[face], DIE_NAMES[district][face][0]))
            before = face
    for dice in by_colour:
        dice.sort(reverse=True)
        del dice[2:]
    return by_colour


def _add_foreign(
    cheapest: CheapestGroups,
    own: Sequence[_OwnGroup],
    value: int,
    die: str,
    prices: Sequence[int],
    money: int,
) -> None:
    """Add to `cheapest` the groups with the die `die` of another district: the die alone, and
    together with each of the seat's groups `own`. `value` is the die's value. `prices` are the
    prices of such a die in deniers by the size of the group. The die alone must not cost more than
    `money`; larger groups that cost more are left out."""
    cheapest.add(value, DENIER_COST * prices[1], ((die,), NO_CUBE, prices[1]))
    for values, price, names in own:
        size = len(values) + 1
        if size <= 3 and prices[size] <= money:
            used = ((*names, die), NO_CUBE, prices[size])
            cheapest.add(sum(values) + value, price + DENIER_COST * prices[size], used)


def _modified(modifier: Modifier, values: tuple[int, ...], colour: int) -> tuple[int, int]:
    """Return the colour and total of dice with the values `values` and the colour `colour` after a
    cube with the effect `modifier` has been spent on them. The total is 0 if the cube cannot be
    spent on them."""
    kind, right = modifier.kind, modifier.die in (ANY, colour)
    if (
        not right
        or kind == component_types.FREE_DICE
        or (kind == component_types.SPLIT and len(values) > 1)
    ):
        return colour, 0
    if kind == component_types.SPLIT:
        return modifier.becomes, values[0] * modifier.copies
    if kind == component_types.GROUP_PLUS:
        return colour, sum(values) + modifier.amount
    if kind == component_types.RECOLOUR:
        return modifier.becomes, sum(values)
    if kind == component_types.EACH_BECOMES:
        return colour, modifier.amount * len(values)
    return colour, sum(values) + modifier.amount * len(values)
