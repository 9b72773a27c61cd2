"""Parts of a pick that are too many to list: amounts of several kinds (multisets), and things that
are marked (subsets).

Also what follows from them alone: which picks are legal that are made of such parts, a fair choice
of them, and a random one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from math import comb, perm
from typing import Any, Final, Protocol, TypeGuard

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Value
from engine.i18n.text import Text, words

Kind = str | int
"""What a bag counts, or a thing that can be marked."""

Amounts = tuple[tuple[Kind, int], ...]
"""How many of each kind: only those of which there are some, in the order of the pool."""

MOST_LISTED: Final = 60
"""Of so many picks all are listed where they need not be; of more a fair choice."""


class Part(Protocol):
    """A part of a pick that is made up bit by bit."""

    def holds(self, value: Value) -> bool:
        """Whether the part may be this."""
        ...

    def why_not(self, value: Value) -> Text | None:
        """Why the part may not be this; None if it may."""
        ...

    def some(self, most: int = MOST_LISTED) -> Sequence[Value]:
        """All that the part may be, or a fair choice of at most so many."""
        ...

    def sample(self, dice: Dice) -> Value:
        """Any of what the part may be."""
        ...


@frozen
class MultisetPart:
    """So many of each kind, out of a pool.

    `pool` says of which kinds and how many of each at most, `least` and `most` how many all
    together (`most` None: as many as there are); one that `spares` leaves out one kind of the pool
    at least. The part of a pick is an `Amounts`. A bag of one kind is a number; (("wood", 2),) are
    two of wood, () is nothing. What is told `one_by_one` is said thing by thing, as dice are,
    rather than counted.
    """

    pool: Amounts
    least: int = 0
    most: int | None = None
    spares: bool = False
    one_by_one: bool = False

    @property
    def largest(self) -> int:
        """How many it may be at most, all together."""
        held = total(self.pool)
        if self.spares:
            held -= min(number for _, number in self.pool)
        return held if self.most is None else min(held, self.most)

    @property
    def possible(self) -> bool:
        """Whether anything fits."""
        return self.least <= self.largest

    def of(self, numbers: Mapping[Kind, int]) -> Amounts:
        """The part that these numbers are, in the order of the pool."""
        return tuple((kind, numbers[kind]) for kind, _ in self.pool if numbers.get(kind))

    def holds(self, value: Value) -> bool:
        """Whether a value says for kinds of the pool, in its order, how many of them, and they are
        neither too few nor too many."""
        if not self._fits(value) or self._spares_none(value):
            return False
        number = total(value)
        return self.least <= number and (self.most is None or number <= self.most)

    def _spares_none(self, value: Amounts) -> bool:
        return self.spares and len(value) == len(self.pool)

    def _fits(self, value: Value) -> TypeGuard[Amounts]:
        """Whether the pool has so many of each kind, whatever they are all together."""
        if not isinstance(value, tuple):
            return False
        pool = iter(self.pool)
        for entry in value:
            if not isinstance(entry, tuple) or len(entry) != 2:
                return False
            kind, number = entry
            if type(number) is not int:
                return False
            for one, most in pool:
                if kind == one and 0 < number <= most:
                    break
            else:
                return False
        return True

    def why_not(self, value: Value) -> Text | None:
        """Why a bag is none of these; None if it is."""
        if not self._fits(value):
            return words("There are not that many.")
        if self._spares_none(value):
            return words("Leave at least one kind out.")
        return _wrong_number(total(value), self.least, self.largest)

    @property
    def count(self) -> int:
        """How many different bags there are."""
        found = sum(self._ways()[0][self.least : self.largest + 1])
        return found - self._of_all_kinds.count if self.spares else found

    @property
    def _of_all_kinds(self) -> MultisetPart:
        """What bags of all kinds have besides one of each."""
        each = len(self.pool)
        pool = tuple((kind, number - 1) for kind, number in self.pool)
        return MultisetPart(pool, max(0, self.least - each), self.largest - each)

    @property
    def only(self) -> Amounts | None:
        """The bag that it must be, where there is no other; None where there are several, or
        none."""
        number = self.largest
        if self.least != number:
            return None
        kinds = [entry for entry in self.pool if entry[1]]
        if number == 0:
            return ()
        if number == total(self.pool):
            return tuple(kinds)
        return ((kinds[0][0], number),) if len(kinds) == 1 else None

    def some(self, most: int = MOST_LISTED) -> list[Amounts]:
        """All bags, or a fair choice of at most so many, spread over all of them."""
        ways = self._ways()
        count = sum(ways[0][self.least : self.largest + 1])
        shown = min(most, count)
        found = (self._number(ways, k * count // shown) for k in range(shown))
        return [bag for bag in found if not self._spares_none(bag)]

    def _ways(self) -> list[list[int]]:
        """In how many ways the kinds from the k-th on can be so many together."""
        largest = self.largest
        ways = [[1] + [0] * largest]
        for _, most in reversed(self.pool):
            after = ways[0]
            ways.insert(
                0, [sum(after[max(0, total - most) : total + 1]) for total in range(largest + 1)]
            )
        return ways

    def _number(self, ways: list[list[int]], number: int) -> Amounts:
        """The bag of that number, smaller ones first."""
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
        """A bag drawn blindly: first how many, then one after another out of the pool."""
        number = self.least + dice.below(self.largest - self.least + 1)
        every: list[Kind] = []
        for kind, most in self.pool:
            every += [kind] * most
        while True:
            drawn = dice.draw(every, number)
            bag = tuple((kind, drawn.count(kind)) for kind, _ in self.pool if kind in drawn)
            if not self._spares_none(bag):
                return bag


@frozen
class SubsetPart:
    """Some of the things, each once.

    `least` and `most` say how many (`most` None: as many as there are). The part of a pick is the
    tuple of them, in the order in which they were marked where that counts (`ordered`), else in
    the order of `things`. `preset` are marked from the start.
    """

    things: tuple[Kind, ...]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    preset: tuple[Kind, ...] = ()

    @property
    def largest(self) -> int:
        """How many may be marked at most."""
        return len(self.things) if self.most is None else min(len(self.things), self.most)

    @property
    def possible(self) -> bool:
        """Whether anything fits."""
        return self.least <= self.largest

    def of(self, marked: Iterable[Kind]) -> tuple[Kind, ...]:
        """The part that these things are, marked in this order."""
        marked = tuple(marked)
        if self.ordered:
            return marked
        return tuple(thing for thing in self.things if thing in marked)

    def holds(self, value: Value) -> bool:
        """Whether a value is a tuple of things in their order, neither too few nor too many."""
        return self._fits(value) and self.least <= len(value) <= self.largest

    def _fits(self, value: Value) -> TypeGuard[tuple[Kind, ...]]:
        if not isinstance(value, tuple):
            return False
        marked = [thing for thing in self.things if thing in value]
        return len(marked) == len(value) and (self.ordered or marked == list(value))

    def why_not(self, value: Value) -> Text | None:
        """Why the things cannot be marked together; None if they can."""
        if not self._fits(value):
            return words("That cannot be marked.")
        return _wrong_number(len(value), self.least, self.largest)

    @property
    def count(self) -> int:
        """In how many ways things can be marked."""
        ways = perm if self.ordered else comb
        return sum(ways(len(self.things), size) for size in self._sizes())

    def _sizes(self) -> range:
        return range(self.least, self.largest + 1)

    def some(self, most: int = MOST_LISTED) -> list[tuple[Kind, ...]]:
        """All ways, or a fair choice of at most so many: neighbours, of every number."""
        if self.count <= most:
            ways = permutations if self.ordered else combinations
            return list(chain.from_iterable(ways(self.things, size) for size in self._sizes()))
        found = list(dict.fromkeys(self._neighbours()))
        shown = min(most, len(found))
        return [found[k * len(found) // shown] for k in range(shown)]

    def _neighbours(self) -> Iterator[tuple[Kind, ...]]:
        twice = self.things * 2
        for size in self._sizes():
            for first in range(len(self.things)):
                yield self.of(twice[first : first + size])

    def sample(self, dice: Dice) -> tuple[Kind, ...]:
        """First how many, then which: all equally likely."""
        number = self.least + dice.below(self.largest - self.least + 1)
        return self.of(dice.draw(self.things, number))


def total(amounts: Amounts) -> int:
    """How many there are of all kinds together."""
    number = 0
    for _, one in amounts:
        number += one
    return number


def amount(amounts: Amounts, kind: Kind) -> int:
    """How many there are of a kind."""
    return next((number for one, number in amounts if one == kind), 0)


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
"""What the next part of a pick may be after the parts chosen so far: a part that is made up, or a
list; an empty one where the pick is whole."""


def next_parts(picks: Sequence[Any], chosen: tuple[Value, ...]) -> list[Value]:
    """What the next part may be in picks that are listed, after the parts chosen so far."""
    depth = len(chosen)
    following = (pick[depth] for pick in picks if len(pick) > depth and pick[:depth] == chosen)
    return list(dict.fromkeys(following))


def allows(following: Next, pick: Value) -> bool:
    """Whether each part of a pick is possible after those before it, and none is missing."""
    if not isinstance(pick, tuple):
        return False
    for number, value in enumerate(pick):
        if not fits(following(pick[:number]), value):
            return False
    return _is_whole(following(pick))


def fits(part: Part | Sequence[Value], value: Value) -> bool:
    """Whether a part may be this."""
    return value in part if isinstance(part, Sequence) else part.holds(value)


def why_not(following: Next, pick: Value) -> Text | None:
    """Why the first part that is not possible is not, where it is one that is made up."""
    if not isinstance(pick, tuple):
        return None
    for number, value in enumerate(pick):
        part = following(pick[:number])
        if isinstance(part, Sequence):
            if value not in part:
                return None
        elif not part.holds(value):
            return part.why_not(value)
    return None


def some(
    following: Next, most: int = MOST_LISTED, chosen: tuple[Value, ...] = ()
) -> list[tuple[Value, ...]]:
    """All picks, or a fair choice of about so many."""
    part = following(chosen)
    if _is_whole(part):
        return [chosen]
    values = part if isinstance(part, Sequence) else part.some(most)
    share = max(1, most // max(1, len(values)))
    return [pick for value in values for pick in some(following, share, (*chosen, value))]


def sample(following: Next, dice: Dice) -> tuple[Value, ...]:
    """A random pick: each part is drawn after those before it."""
    chosen: tuple[Value, ...] = ()
    while not _is_whole(part := following(chosen)):
        chosen = (*chosen, draw(part, dice))
    return chosen


def draw(part: Part | Sequence[Value], dice: Dice) -> Value:
    """Any of what a part may be."""
    return dice.pick(part) if isinstance(part, Sequence) else part.sample(dice)


def _is_whole(part: Part | Sequence[Value]) -> bool:
    return isinstance(part, Sequence) and not part
