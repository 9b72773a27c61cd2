"""Parts of a pick with too many values to list: amounts of several kinds (multisets), and marked
things (subsets).

For picks made of such parts, this module also derives legality, a representative sample, and random
picks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from math import comb, perm
from typing import Any, Final, TypeGuard

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Value
from engine.i18n.text import Text, words

Kind = str | int
"""Identifier of a kind that a multiset counts, or of a thing that can be marked."""

Amounts = tuple[tuple[Kind, int], ...]
"""The number of each kind, in the order of the pool. Kinds with the number 0 are left out."""

MAX_LISTED: Final = 60
"""Largest number of picks that are listed in full. If there are more, a representative sample is
listed."""


@frozen
class MultisetPart:
    """A multiset: a number of each kind, out of a pool.

    `pool` gives the kinds and the maximum of each. `least` and `most` limit the total (`most` None
    for no limit). With `spares`, at least one kind of the pool must be left out. The value of the
    part is an `Amounts`, which the methods call a bag: (("wood", 2),) is two wood, and () is
    nothing. With `one_by_one`, the things are named one by one, as dice are, instead of being
    counted.
    """

    pool: Amounts
    least: int = 0
    most: int | None = None
    spares: bool = False
    one_by_one: bool = False

    @property
    def largest(self) -> int:
        """The largest possible total."""
        available = total(self.pool)
        if self.spares:
            available -= min(number for _, number in self.pool)
        return available if self.most is None else min(available, self.most)

    @property
    def possible(self) -> bool:
        return self.least <= self.largest

    def of(self, numbers: Mapping[Kind, int]) -> Amounts:
        """Return `numbers`, which are given by kind, as a bag in the order of the pool."""
        return tuple((kind, numbers[kind]) for kind, _ in self.pool if numbers.get(kind))

    def holds(self, value: Value) -> bool:
        """Whether `value` is a bag of this part: kinds of the pool in its order, within the
        limits."""
        if not self._fits(value) or self._uses_all_kinds(value):
            return False
        number = total(value)
        return self.least <= number and (self.most is None or number <= self.most)

    def _uses_all_kinds(self, value: Amounts) -> bool:
        return self.spares and len(value) == len(self.pool)

    def _fits(self, value: Value) -> TypeGuard[Amounts]:
        """Whether `value` is a bag from the pool, in its order, whatever the total and `spares`."""
        if not isinstance(value, tuple):
            return False
        pool = iter(self.pool)
        for entry in value:
            if not isinstance(entry, tuple) or len(entry) != 2:
                return False
            kind, number = entry
            if type(number) is not int:
                return False
            for pooled, most in pool:
                if kind == pooled and 0 < number <= most:
                    break
            else:
                return False
        return True

    def why_not(self, value: Value) -> Text | None:
        """Return the reason why `value` is not a bag of this part; None if it is."""
        if not self._fits(value):
            return words("There are not that many available.")
        if self._uses_all_kinds(value):
            return words("You cannot choose every kind. Leave out at least one.")
        return _wrong_number(total(value), self.least, self.largest)

    @property
    def count(self) -> int:
        """The number of different bags."""
        number = sum(self._ways()[0][self.least : self.largest + 1])
        return number - self._beyond_one_of_each.count if self.spares else number

    @property
    def _beyond_one_of_each(self) -> MultisetPart:
        """The multiset of the bags that remain when one thing of each kind is removed from every
        bag that contains all kinds."""
        each = len(self.pool)
        pool = tuple((kind, number - 1) for kind, number in self.pool)
        return MultisetPart(pool, max(0, self.least - each), self.largest - each)

    @property
    def only(self) -> Amounts | None:
        """The only possible bag; None if there is not exactly one. With `spares`, it can be None
        although there is exactly one."""
        number = self.largest
        if self.least != number:
            return None
        kinds = [entry for entry in self.pool if entry[1]]
        if number == 0:
            return ()
        if number == total(self.pool):
            return tuple(kinds)
        return ((kinds[0][0], number),) if len(kinds) == 1 else None

    def some(self, most: int = MAX_LISTED) -> list[Amounts]:
        """Return all bags. If there are more than `most` (including bags that `spares` forbids),
        return at most `most` of them, at even intervals."""
        ways = self._ways()
        count = sum(ways[0][self.least : self.largest + 1])
        shown = min(most, count)
        bags = (self._unrank(ways, k * count // shown) for k in range(shown))
        return [bag for bag in bags if not self._uses_all_kinds(bag)]

    def _ways(self) -> list[list[int]]:
        """Return the number of bags by kind and total: `ways[k][n]` is the number of bags of `n`
        things that use only the kinds from the k-th on."""
        largest = self.largest
        # Dynamic programming from the last kind to the first: a bag of `total` things has 0 to
        # `most` of the k-th kind, and the rest from later kinds. In the end, `ways[0][n]` is the
        # number of bags of `n` things from all kinds.
        ways = [[1] + [0] * largest]
        for _, most in reversed(self.pool):
            after = ways[0]
            ways.insert(
                0, [sum(after[max(0, total - most) : total + 1]) for total in range(largest + 1)]
            )
        return ways

    def _unrank(self, ways: list[list[int]], number: int) -> Amounts:
        """Return the bag with the index `number` if all bags are sorted with smaller ones first
        (unranking). `ways` is the result of `_ways`."""
        # First find the total by skipping all bags with fewer things. Then find the number of each
        # kind, larger numbers first: `after[left - taken]` bags begin with `taken` things of the
        # kind, so skip blocks of this size until `number` is within one.
        left = self.least
        while number >= ways[0][left]:
            number -= ways[0][left]
            left += 1
        numbers = {}
        for (kind, most), after in zip(self.pool, ways[1:], strict=True):
            for taken in range(min(most, left), -1, -1):
                if number < after[left - taken]:
                    break
                number -= after[left - taken]
            numbers[kind] = taken
            left -= taken
        return self.of(numbers)

    def sample(self, dice: Dice) -> Amounts:
        """Return a random bag. Its total is drawn first, then that many things from the pool."""
        number = self.least + dice.below(self.largest - self.least + 1)
        every: list[Kind] = []
        for kind, most in self.pool:
            every += [kind] * most
        while True:
            drawn = dice.draw(every, number)
            bag = tuple((kind, drawn.count(kind)) for kind, _ in self.pool if kind in drawn)
            if not self._uses_all_kinds(bag):
                return bag


@frozen
class SubsetPart:
    """A subset of `things`, each used at most once.

    `least` and `most` limit the number of marked things (`most` None for no limit). The value of
    the part is the tuple of marked things, in the order of marking if `ordered`, otherwise in the
    order of `things`. The `preset` things are marked from the start.
    """

    things: tuple[Kind, ...]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    preset: tuple[Kind, ...] = ()

    @property
    def largest(self) -> int:
        """The largest possible number of marked things."""
        return len(self.things) if self.most is None else min(len(self.things), self.most)

    @property
    def possible(self) -> bool:
        return self.least <= self.largest

    def of(self, marked: Iterable[Kind]) -> tuple[Kind, ...]:
        """Return the value of the part for the things `marked`, which are given in the order of
        marking."""
        marked = tuple(marked)
        if self.ordered:
            return marked
        return tuple(thing for thing in self.things if thing in marked)

    def holds(self, value: Value) -> bool:
        """Whether `value` is a tuple of things, in the order of `things` unless `ordered`, and
        their number is within the limits."""
        return self._fits(value) and self.least <= len(value) <= self.largest

    def _fits(self, value: Value) -> TypeGuard[tuple[Kind, ...]]:
        if not isinstance(value, tuple):
            return False
        marked = [thing for thing in self.things if thing in value]
        return len(marked) == len(value) and (self.ordered or marked == list(value))

    def why_not(self, value: Value) -> Text | None:
        """Return the reason why the things of `value` cannot be marked together; None if they
        can."""
        if not self._fits(value):
            return words("You cannot mark that.")
        return _wrong_number(len(value), self.least, self.largest)

    @property
    def count(self) -> int:
        """The number of different subsets (or of sequences, if `ordered`)."""
        ways = perm if self.ordered else comb
        return sum(ways(len(self.things), size) for size in self._sizes())

    def _sizes(self) -> range:
        return range(self.least, self.largest + 1)

    def some(self, most: int = MAX_LISTED) -> list[tuple[Kind, ...]]:
        """Return all subsets. If there are more than `most`, return at most `most` subsets of
        things that are next to each other in `things`. The last thing counts as next to the
        first."""
        if self.count <= most:
            ways = permutations if self.ordered else combinations
            return list(chain.from_iterable(ways(self.things, size) for size in self._sizes()))
        runs = list(dict.fromkeys(self._neighbours()))
        shown = min(most, len(runs))
        return [runs[k * len(runs) // shown] for k in range(shown)]

    def _neighbours(self) -> Iterator[tuple[Kind, ...]]:
        twice = self.things * 2
        for size in self._sizes():
            for first in range(len(self.things)):
                yield self.of(twice[first : first + size])

    def sample(self, dice: Dice) -> tuple[Kind, ...]:
        """Return a random subset. Its size is drawn first, then the things, all equally likely."""
        number = self.least + dice.below(self.largest - self.least + 1)
        return self.of(dice.draw(self.things, number))


Part = MultisetPart | SubsetPart
"""A part of a pick that a player composes step by step."""


def total(amounts: Amounts) -> int:
    number = 0
    for _, count in amounts:
        number += count
    return number


def amount(amounts: Amounts, kind: Kind) -> int:
    return next((number for other, number in amounts if other == kind), 0)


def _wrong_number(number: int, least: int, most: int) -> Text | None:
    if least <= number <= most:
        return None
    if least == most:
        return words("Choose exactly {number}.", number=least)
    if number < least:
        return words("Choose at least {number}.", number=least)
    return words("Choose at most {number}.", number=most)


# ---------------------------------------------------------------- picks made of parts

Next = Callable[[tuple[Value, ...]], Part | Sequence[Value]]
"""Function from the parts chosen so far to the next part: a part to compose, or a list of values
(empty if the pick is complete)."""


def next_parts(picks: Sequence[Any], chosen: tuple[Value, ...]) -> list[Value]:
    """Return the values that the listed `picks` have directly after the parts `chosen`."""
    depth = len(chosen)
    following = (pick[depth] for pick in picks if len(pick) > depth and pick[:depth] == chosen)
    return list(dict.fromkeys(following))


def allows(following: Next, pick: Value) -> bool:
    """Whether each part of `pick` is possible after the parts before it, according to `following`,
    and no part is missing."""
    if not isinstance(pick, tuple):
        return False
    for number, value in enumerate(pick):
        if not fits(following(pick[:number]), value):
            return False
    return not following(pick)


def fits(part: Part | Sequence[Value], value: Value) -> bool:
    """Whether `value` is a legal value of `part`."""
    return part.holds(value) if isinstance(part, Part) else value in part


def why_not(following: Next, pick: Value) -> Text | None:
    """Return the reason why the first impossible part of `pick` is illegal. Return None if all
    parts are possible, if the impossible one should have been chosen from a list, or if `pick` is
    not a tuple."""
    if not isinstance(pick, tuple):
        return None
    for number, value in enumerate(pick):
        part = following(pick[:number])
        if isinstance(part, Part):
            if not part.holds(value):
                return part.why_not(value)
        elif value not in part:
            return None
    return None


def some(
    following: Next, most: int = MAX_LISTED, chosen: tuple[Value, ...] = ()
) -> list[tuple[Value, ...]]:
    """Return picks that begin with the parts `chosen`: all of them if there are few, otherwise a
    sample. `most` is divided evenly among the values of a part, but every value of a list occurs,
    so there can be more picks than `most`."""
    part = following(chosen)
    if not part:
        return [chosen]
    values = part.some(most) if isinstance(part, Part) else part
    share = max(1, most // max(1, len(values)))
    return [pick for value in values for pick in some(following, share, (*chosen, value))]


def sample(following: Next, dice: Dice) -> tuple[Value, ...]:
    """Return a random pick, drawn part by part from the values that `following` returns."""
    chosen: tuple[Value, ...] = ()
    while part := following(chosen):
        chosen = (*chosen, draw(part, dice))
    return chosen


def draw(part: Part | Sequence[Value], dice: Dice) -> Value:
    return part.sample(dice) if isinstance(part, Part) else dice.pick(part)
