"""Rules for groups of dice, which depend on the use of the dice: legal groups, best groups, random
groups (section 9)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import Purpose
from engine.games.troyes.dice import names_of
from engine.games.troyes.groups import (
    NO_CUBE,
    Group,
    cubes_of,
    dice_for,
    every_group,
    gather,
    regather,
    why_not_affordable,
    why_not_enough,
)
from engine.games.troyes.state import Town

RANDOM_TRIES: Final = 3
"""Number of random groups that are formed, each for a random card or event, before `draw_pick`
returns None."""

CUBE_ONE_IN: Final = 3
"""If the seat has cubes, one in this many random picks draws its cube from `cubes_of`, which
includes `NO_CUBE`. The other picks use no cube."""

_NOTHING: Final[Sequence[Pick]] = ((),)


class GroupRules(ABC):
    """Rules for the groups of dice with which a command can be used.

    The head is the card or event for which the dice are used, or empty if there is only one use.
    The tail consists of the parts chosen after the dice. It is empty unless a subclass overrides
    `tails`.
    """

    __slots__ = ()

    single: ClassVar[bool] = False
    """Whether a group has exactly one die."""
    needs_total: ClassVar[bool] = True
    """Whether the total of the dice must be at least the divisor."""
    ranked: ClassVar[bool] = True
    """Whether a group with a higher `worth` is better. Otherwise, groups with different values of
    `worth` are different choices."""

    def possible_heads(self, state: Town) -> Sequence[Pick]:
        """Return the possible heads, each as a tuple."""
        return _NOTHING

    @abstractmethod
    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        """Return the purpose of the dice, or a refusal if there is no such head."""

    def hire(self, state: Town, seat: int, head: Pick) -> int:
        """Return the deniers that must be paid in addition to the price of the dice."""
        return 0

    def why_not_enough_for(
        self, state: Town, seat: int, head: Pick, group: Group
    ) -> Refusal | None:
        """Return a further reason why a group is not enough for `head`, such as the price of an
        activation; None if there is none."""
        return None

    def why_never_legal(self, state: Town, group: Group) -> Refusal | None:
        """Return the reason why the dice of `group` cannot be used, even together with more dice;
        None if they can."""
        return None

    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        """Return the possible tails, the default one first."""
        return _NOTHING

    def tail(self, state: Town, seat: int, head: Pick, group: Group, dice: Dice) -> Pick | None:
        """Return a random tail; None if there is none."""
        tails = self.tails(state, seat, head, group)
        return dice.pick(tails) if tails else None

    def usual_tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        """Return the tails that are listed and suggested."""
        return self.tails(state, seat, head, group)[:1]

    def worth(self, purpose: Purpose, group: Group) -> int:
        """Return a number by which groups are compared. By default, it is the total divided by the
        divisor, rounded down."""
        return group.total // purpose.divisor

    def why_no_tail(self, state: Town, seat: int) -> Refusal:
        """Return the reason why no tail can follow, although the dice are sufficient."""
        return forbidden("TRO-11.3", "You have no citizen available for this.")


def best_groups(
    rules: GroupRules, state: Town, seat: int, head: Pick, cube: str, *, sparing: bool = True
) -> list[Group]:
    """Return, for each value of `worth`, the cheapest group that is legal for `head` with `cube`.

    If several are equally cheap, the one with the fewest dice is chosen, then the one with the
    lowest total and, if `sparing`, the lowest price paid to other players. If groups are `ranked`,
    they are in descending order of `worth`, and a group is left out unless it is cheaper than all
    groups with a higher `worth`.
    """
    purpose = rules.purpose(state, head)
    if isinstance(purpose, Refusal):
        return []
    best: dict[int, tuple[tuple[int, int, int, int], Group]] = {}
    for group in legal_groups(rules, state, seat, head, cube):
        worth = rules.worth(purpose, group)
        paid = group.paid_to_players if sparing else 0
        cost = (group.price, len(group.dice), group.total, paid)
        if worth not in best or cost < best[worth][0]:
            best[worth] = (cost, group)
    if not rules.ranked:
        return [group for _, group in best.values()]
    groups: list[Group] = []
    for worth in sorted(best, reverse=True):
        group = best[worth][1]
        if not groups or group.price < groups[-1].price:
            groups.append(group)
    return groups


def why_not_group(
    rules: GroupRules, state: Town, seat: int, head: Pick, purpose: Purpose, group: Group
) -> Refusal | None:
    """Return the reason why a group is illegal for `head`; None if it is legal. Whether there is a
    tail for the group is not checked."""
    return (
        rules.why_never_legal(state, group)
        or why_not_affordable(state, seat, group, rules.hire(state, seat, head))
        or (why_not_enough(purpose, group) if rules.needs_total else None)
        or rules.why_not_enough_for(state, seat, head, group)
    )


def why_not_together(
    rules: GroupRules,
    state: Town,
    seat: int,
    head: Pick,
    cube: str,
    purpose: Purpose,
    names: tuple[str, ...],
) -> Refusal | None:
    """Return the reason why dice cannot be used together, regardless of their total; None if they
    can."""
    group = gather(state, seat, purpose, tuple(sorted(names)), cube)
    if isinstance(group, Refusal):
        return group
    hire = rules.hire(state, seat, head)
    return rules.why_never_legal(state, group) or why_not_affordable(state, seat, group, hire)


def form_group(
    rules: GroupRules, state: Town, seat: int, head: Pick, cube: Value, names: Value
) -> Group | Refusal:
    purpose = rules.purpose(state, head)
    if isinstance(purpose, Refusal):
        return purpose
    group = gather(state, seat, purpose, names, cube)
    if isinstance(group, Refusal):
        return group
    return why_not_group(rules, state, seat, head, purpose, group) or group


def best_picks(
    rules: GroupRules, state: Town, seat: int, number: int, *, sparing: bool = True
) -> list[Pick]:
    """Return picks with the `number` best groups for each head and cube, and with the usual tails.
    For the order of the groups and for `sparing`, see `best_groups`."""
    return [
        (*head, cube, group.names, *tail)
        for head in rules.possible_heads(state)
        for cube in cubes_of(state, seat)
        for group in best_groups(rules, state, seat, head, cube, sparing=sparing)[:number]
        for tail in rules.usual_tails(state, seat, head, group)
    ]


def draw_pick(rules: GroupRules, state: Town, seat: int, dice: Dice) -> Pick | None:
    """Return a random legal pick; None if no legal pick is found in `RANDOM_TRIES` attempts."""
    heads = rules.possible_heads(state)
    if not heads:
        return None
    for _ in range(RANDOM_TRIES):
        head = heads[0] if len(heads) == 1 else dice.pick(heads)
        pick = _draw_for(rules, state, seat, head, dice)
        if pick is not None:
            return pick
    return None


def _draw_for(rules: GroupRules, state: Town, seat: int, head: Pick, dice: Dice) -> Pick | None:
    purpose = rules.purpose(state, head)
    assert not isinstance(purpose, Refusal)
    cube = NO_CUBE
    for cubes in state.cubes:
        if cubes[seat]:
            if not dice.below(CUBE_ONE_IN):
                cube = dice.pick(cubes_of(state, seat))
            break
    if state.deniers[seat] < state.box.prices[1] and cube == NO_CUBE:
        things = names_of(seat, state.dice[seat], purpose.colour)
    else:
        things = dice_for(state, seat, purpose, cube)
    if not things:
        return None
    size = min(1 if rules.single else 1 + dice.below(state.box.group_most), len(things))
    names = (dice.pick(things),) if size == 1 else tuple(sorted(dice.draw(things, size)))
    group = regather(state, seat, purpose, names, cube)
    if isinstance(group, Refusal) or why_not_group(rules, state, seat, head, purpose, group):
        return None
    tail = rules.tail(state, seat, head, group, dice)
    return None if tail is None else (*head, cube, names, *tail)


def is_open(rules: GroupRules, state: Town, seat: int, head: Pick) -> bool:
    """Whether any group is legal for `head`."""
    return any(takes(rules, state, seat, head, cube) for cube in cubes_of(state, seat))


def takes(rules: GroupRules, state: Town, seat: int, head: Pick, cube: str) -> bool:
    """Whether any group is legal for `head` with `cube`."""
    return next(legal_groups(rules, state, seat, head, cube), None) is not None


def legal_groups(
    rules: GroupRules, state: Town, seat: int, head: Pick, cube: str = NO_CUBE
) -> Iterator[Group]:
    """Yield every group that is legal for `head` with `cube`. Only one of several groups with equal
    dice is included."""
    purpose = rules.purpose(state, head)
    if isinstance(purpose, Refusal):
        return
    for group in every_group(state, seat, purpose, cube, state.box.group_most):
        refusal = why_not_group(rules, state, seat, head, purpose, group)
        if refusal is None and rules.tails(state, seat, head, group):
            yield group


def why_not_head(rules: GroupRules, state: Town, seat: int, head: Pick) -> Refusal | None:
    """Return the reason why no group can be used for `head`; None if a group can. If there are
    suitable dice, it is the reason against the best group without a cube: the cheapest group or,
    among equally cheap groups, the one with the highest total."""
    if is_open(rules, state, seat, head):
        return None
    purpose = rules.purpose(state, head)
    if isinstance(purpose, Refusal):
        return purpose
    groups = list(every_group(state, seat, purpose))
    if not groups:
        return forbidden("TRO-9.3", "There are no suitable dice on the square.")
    best = min(groups, key=lambda group: (group.price, -group.total))
    refusal = why_not_group(rules, state, seat, head, purpose, best)
    return refusal or rules.why_no_tail(state, seat)
