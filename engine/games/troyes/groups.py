"""Groups of dice: legal combinations, their totals and prices (sections 9, 13).

All functions use only public information. They are used to check picks, to form groups for bots,
and for previews.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeGuard

from attrs import define

from engine.core.event import Value
from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.troyes import component_types
from engine.games.troyes.component_types import Modifier, Purpose
from engine.games.troyes.dice import (
    ANY,
    COLOUR,
    DIE_OF,
    NEUTRAL,
    RED,
    VALUE,
    WHITE,
    YELLOW,
    names_of,
)
from engine.games.troyes.state import Town

NO_CUBE: Final = ""

CATHEDRAL: Final = "cathedral"
CITIZEN: Final = "citizen"

BUILD_PURPOSE: Final = Purpose(CATHEDRAL, WHITE)
PLACE_PURPOSE: Final = Purpose(CITIZEN, ANY)


@define(eq=False)
class Group:
    """Dice that are used together.

    `dice` are the district and face of each die, and `cube` is the id of the card whose cube is
    spent on them (`NO_CUBE` for none). `values` are their values after the cube's effect, which can
    replace one die with several, and `plus` is a bonus to the total. `colour` is their colour after
    the effect (`ANY` if they are mixed). `payments` are (district, deniers paid to it) pairs. The
    price of neutral dice goes to the bank.
    """

    names: tuple[str, ...]
    dice: tuple[tuple[int, int], ...]
    cube: Value
    values: tuple[int, ...]
    plus: int
    colour: int
    payments: tuple[tuple[int, int], ...]
    total: int
    """The sum of `values` and `plus` (TRO-11.8)."""
    price: int
    """The total price of other districts' dice in deniers (TRO-9.4)."""

    @property
    def paid_to_players(self) -> int:
        """The part of the price that goes to other players, not to the bank."""
        return sum(price for district, price in self.payments if district != NEUTRAL)


_NO_DICE: Final = forbidden("TRO-9.3", "A group must consist of one to three dice from the square.")
_GONE: Final = forbidden("TRO-9.7", "There is no such die on the square.")
_ORDER: Final = forbidden("TRO-9.3", "Name each die once, in order.")
_MIXED: Final = forbidden("TRO-9.3", "All dice in a group must have the same colour.")
_ONE_DIE: Final = forbidden("TRO-16.1", "You must place a citizen with exactly one die.")
_NO_CUBE: Final = forbidden("TRO-13.2", "You have no cube on that card.")
_STAR: Final = forbidden("TRO-13.5", "You cannot use this cube to place a citizen.")
_STAR_CATHEDRAL: Final = forbidden("TRO-13.5", "You cannot use this cube for the cathedral.")
_PRIOR_ONLY: Final = forbidden("TRO-13.16", "You cannot use this cube for the cathedral.")
_PLUS: Final = forbidden(
    "TRO-13.6", "This cube takes exactly one white die, so you cannot add another."
)
_ALL_OF: Final = {
    component_types.GROUP_PLUS: forbidden("TRO-13.17", "This cube needs a group of red dice."),
    component_types.RECOLOUR: forbidden("TRO-13.17", "This cube needs a group of yellow dice."),
}
_A_YELLOW: Final = forbidden("TRO-13.17", "This cube needs a yellow die in the group.")
_FOREIGN_YELLOW: Final = forbidden(
    "TRO-13.17", "This cube needs a yellow die from another district in the group."
)
_WRONG_COLOUR: Final = {
    (component_types.CARD, RED): forbidden("TRO-11.8", "This card takes only red dice."),
    (component_types.CARD, WHITE): forbidden("TRO-11.8", "This card takes only white dice."),
    (component_types.CARD, YELLOW): forbidden("TRO-11.8", "This card takes only yellow dice."),
    (component_types.EVENT, RED): forbidden(
        "TRO-15.1", "You can fight this event only with red dice."
    ),
    (component_types.EVENT, WHITE): forbidden(
        "TRO-15.1", "You can fight this event only with white dice."
    ),
    (component_types.EVENT, YELLOW): forbidden(
        "TRO-15.1", "You can fight this event only with yellow dice."
    ),
    (CATHEDRAL, WHITE): forbidden("TRO-14.1", "You can build the cathedral only with white dice."),
    (component_types.FARM, YELLOW): forbidden("TRO-17.1", "Agriculture takes only yellow dice."),
}
"""Refusals by the kind of the action and the colour that it takes."""


def modifier_of(state: Town, seat: int, cube: Value) -> Modifier | Refusal | None:
    """Return the effect of spending a cube from the delayed card `cube`; None for `NO_CUBE`
    (TRO-13.2). If the seat has no cube on that card, return a refusal."""
    if cube == NO_CUBE:
        return None
    card = state.open_card(cube)
    if card is None or card.modifier is None or not state.cubes[card.position][seat]:
        return _NO_CUBE
    return card.modifier


def gather(
    state: Town, seat: int, purpose: Purpose, names: Value, cube: Value = NO_CUBE
) -> Group | Refusal:
    """Return the group that dice form for a purpose, or a refusal. A total that is too low and a
    price that is too high are not refused."""
    if not _are_dice(names) or not 1 <= len(names) <= state.box.group_most:
        return _NO_DICE
    return _why_not_dice(state, purpose, names) or regather(state, seat, purpose, names, cube)


def regather(
    state: Town, seat: int, purpose: Purpose, names: tuple[str, ...], cube: Value
) -> Group | Refusal:
    """Return the same as `gather`, but do not check the number and order of the dice, or whether
    they are on the square."""
    modifier = None if cube == NO_CUBE else modifier_of(state, seat, cube)
    if isinstance(modifier, Refusal):
        return modifier
    dice = tuple([DIE_OF[name][:2] for name in names])
    return make(state, seat, purpose, names, dice, cube, modifier)


def make(
    state: Town,
    seat: int,
    purpose: Purpose,
    names: tuple[str, ...],
    dice: tuple[tuple[int, int], ...],
    cube: Value,
    modifier: Modifier | None,
) -> Group | Refusal:
    """Return the group that `dice` form for `purpose`, or a refusal. The dice must be on the
    square, and the seat must have a cube on the card `cube`, with the effect `modifier`; neither is
    checked."""
    colour = COLOUR[dice[0][1]]
    for _, face in dice:
        if COLOUR[face] != colour:
            colour = ANY
            break
    if modifier is not None:
        reason = _why_not_modified(seat, purpose, dice, modifier)
        if reason is not None:
            return reason
        if modifier.kind in (component_types.RECOLOUR, component_types.SPLIT):
            colour = modifier.becomes
    if purpose.colour not in (ANY, colour):
        return _MIXED if colour == ANY else _WRONG_COLOUR[purpose.kind, purpose.colour]
    values, plus = _values(purpose, dice, modifier)
    payments = payments_for(state, seat, dice, modifier)
    price = 0
    for _, price_due in payments:
        price += price_due
    return Group(names, dice, cube, values, plus, colour, payments, sum(values) + plus, price)


def _are_dice(names: Value) -> TypeGuard[tuple[str, ...]]:
    if not isinstance(names, tuple):
        return False
    return all(type(name) is str and name in DIE_OF for name in names)


def _why_not_dice(state: Town, purpose: Purpose, names: tuple[str, ...]) -> Refusal | None:
    """Return the reason why dice cannot be used: they are not on the square, not in sorted order,
    or too many for placing a citizen. Return None otherwise."""
    if purpose is PLACE_PURPOSE and len(names) > 1:
        return _ONE_DIE
    for name in names:
        district, face, before = DIE_OF[name]
        if state.dice[district].count(face) <= before:
            return _GONE
    if len(names) > 1 and list(names) != sorted(set(names)):
        return _ORDER
    return None


def _why_not_modified(
    seat: int, purpose: Purpose, dice: tuple[tuple[int, int], ...], modifier: Modifier
) -> Refusal | None:
    """Return the reason why a cube cannot be spent on the dice; None if it can (TRO-13.5, 13.6,
    13.16, 13.17)."""
    if purpose.kind == CITIZEN and not modifier.for_placing:
        return _STAR
    if purpose.kind == CATHEDRAL:
        if not modifier.for_cathedral:
            return _STAR_CATHEDRAL
        if modifier.becomes != WHITE:
            return _PRIOR_ONLY
    kind, colour = modifier.kind, modifier.die
    if kind == component_types.SPLIT:
        return None if len(dice) == 1 and COLOUR[dice[0][1]] == colour else _PLUS
    if kind in _ALL_OF:
        return None if all(COLOUR[face] == colour for _, face in dice) else _ALL_OF[kind]
    if kind == component_types.FREE_DICE:
        foreign = any(COLOUR[face] == colour and district != seat for district, face in dice)
        return None if foreign else _FOREIGN_YELLOW
    if colour != ANY and not any(COLOUR[face] == colour for _, face in dice):
        return _A_YELLOW
    return None


def _values(
    purpose: Purpose, dice: tuple[tuple[int, int], ...], modifier: Modifier | None
) -> tuple[tuple[int, ...], int]:
    """Return the value of each die after the effect of a cube, and the bonus to the total (TRO-13.8
    to 13.15)."""
    values = tuple([VALUE[face] for _, face in dice])
    if modifier is None:
        return values, 0
    kind = modifier.kind
    if kind == component_types.SPLIT:
        copies = 1 if purpose.kind == CITIZEN else modifier.copies
        return values * copies, 0
    if kind == component_types.GROUP_PLUS:
        return values, modifier.amount
    if kind == component_types.EACH_BECOMES:
        return (modifier.amount,) * len(values), 0
    if kind == component_types.EACH_PLUS:
        colour, more = modifier.die, modifier.amount
        return tuple(
            value + more if colour in (ANY, COLOUR[face]) else value
            for value, (_, face) in zip(values, dice, strict=True)
        ), 0
    return values, 0


def payments_for(
    state: Town, seat: int, dice: Sequence[tuple[int, int]], modifier: Modifier | None
) -> tuple[tuple[int, int], ...]:
    """Return the payments for dice of other districts as (district, deniers) pairs (TRO-9.4, 9.5,
    13.10)."""
    for district, _ in dice:
        if district != seat:
            break
    else:
        return ()
    price = state.box.prices[len(dice)]
    free: list[int] = []
    owed: dict[int, int] = {}
    tithing = modifier is not None and modifier.kind == component_types.FREE_DICE
    for district, face in dice:
        if district == seat:
            continue
        if tithing and COLOUR[face] == YELLOW and district not in free:
            free.append(district)
        else:
            owed[district] = owed.get(district, 0) + price
    return tuple(owed.items())


# ---------------------------------------------------------------- using a group


def spend(state: Town, seat: int, group: Group) -> None:
    """Pay for the dice of a group, remove them from the square, and spend the cube (TRO-9.5, 9.7,
    13.2)."""
    for district, price in group.payments:
        if district == NEUTRAL:
            state.pay_bank(seat, price)
        else:
            state.deniers[seat] -= price
            state.deniers[district] += price
    for district, face in group.dice:
        state.remove_die(district, face)
    if group.cube != NO_CUBE:
        state.add_cubes(state.box.card(group.cube).position, seat, -1)


def why_not_affordable(state: Town, seat: int, group: Group, hire: int = 0) -> Refusal | None:
    """Return the reason why the seat cannot pay the price of the dice and `hire` deniers for hiring
    (TRO-9.6); None if it can."""
    price = hire + group.price
    if price <= state.deniers[seat]:
        return None
    return forbidden_plural(
        "TRO-9.6",
        "That costs {n} denier, but you have only {held}.",
        "That costs {n} deniers, but you have only {held}.",
        price,
        held=state.deniers[seat],
    )


def why_not_enough(purpose: Purpose, group: Group) -> Refusal | None:
    """Return a refusal if the total is lower than the divisor (TRO-11.8, 15.2); None if it is
    not."""
    if group.total >= purpose.divisor:
        return None
    return forbidden(
        "TRO-11.8" if purpose.kind == component_types.CARD else "TRO-15.2",
        "The dice add up to {total}, but you need {divisor}.",
        total=group.total,
        divisor=purpose.divisor,
    )


# ---------------------------------------------------------------- finding groups


def cubes_of(state: Town, seat: int) -> list[str]:
    """Return `NO_CUBE`, followed by the delayed cards on which the seat has a cube (TRO-13.2)."""
    waiting = [
        state.card_at(position).id for position, cubes in enumerate(state.cubes) if cubes[seat]
    ]
    return [NO_CUBE, *waiting]


def all_dice(state: Town, colour: int = ANY, but: int = -1) -> list[str]:
    """Return the names of the dice on the square, without those of the district `but`. Unless
    `colour` is `ANY`, only dice of this colour are included."""
    names: list[str] = []
    for district, faces in enumerate(state.dice):
        if faces and district != but:
            names += names_of(district, faces, colour)
    return names


def dice_for(state: Town, seat: int, purpose: Purpose, cube: Value = NO_CUBE) -> list[str]:
    """Return the names of the dice that can be in a group for `purpose` with `cube`, where each die
    is considered separately. The list is empty if the seat has no such cube, or if the cube gives
    dice the wrong colour."""
    colour = purpose.colour
    if cube == NO_CUBE:
        return all_dice(state, colour)
    modifier = modifier_of(state, seat, cube)
    if not isinstance(modifier, Modifier):
        return []
    if modifier.kind in (component_types.RECOLOUR, component_types.SPLIT):
        if colour not in (ANY, modifier.becomes):
            return []
        colour = modifier.die
    elif modifier.kind == component_types.GROUP_PLUS and colour == ANY:
        colour = modifier.die
    elif modifier.kind == component_types.FREE_DICE and purpose.kind == CITIZEN:
        return all_dice(state, modifier.die, but=seat)
    return all_dice(state, colour)


def every_group(
    state: Town, seat: int, purpose: Purpose, cube: Value = NO_CUBE, most: int = 3
) -> Iterator[Group]:
    """Yield all groups of at most `most` dice for a purpose with `cube`. Only one of several groups
    with equal dice is included. Totals that are too low and prices that are too high are not
    excluded."""
    dice = dice_for(state, seat, purpose, cube)
    modifier = modifier_of(state, seat, cube)
    if isinstance(modifier, Refusal):
        return
    if purpose.kind == CITIZEN or (modifier is not None and modifier.kind == component_types.SPLIT):
        most = 1
    seen = set()
    for size in range(1, min(most, len(dice)) + 1):
        for names in combinations(dice, size):
            places = tuple(DIE_OF[name][:2] for name in names)
            if places in seen:
                continue
            seen.add(places)
            group = make(state, seat, purpose, names, places, cube, modifier)
            if isinstance(group, Group):
                yield group
