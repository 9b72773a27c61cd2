"""Sets of small numbers as bits of an integer: cells of a grid, regions of a map, nodes and edges.

Union, intersection, difference and size are those of integers: `a | b`, `a & b`, `a & ~b` and
`a.bit_count()`. The members are listed in ascending order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Mask: TypeAlias = int


def mask_of(numbers: Iterable[int]) -> Mask:
    """Return the set of `numbers`. `members` is the inverse."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: Mask) -> tuple[int, ...]:
    """Return the numbers in the set `mask`, in ascending order."""
    numbers = []
    while mask:
        # In two's complement, `mask & -mask` is the lowest set bit.
        lowest = mask & -mask
        numbers.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(numbers)


def member(mask: Mask, index: int) -> int:
    """Return `members(mask)[index]` without computing the other members; -1 if the set is too
    small."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def union(sets: Sequence[Mask], mask: Mask) -> Mask:
    """Return the union of `sets[number]` over all numbers in `mask`."""
    result = 0
    while mask:
        lowest = mask & -mask
        result |= sets[lowest.bit_length() - 1]
        mask ^= lowest
    return result
