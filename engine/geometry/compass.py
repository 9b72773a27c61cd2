"""Compass directions that tell places with the same name apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import atan2, pi
from typing import Final, TypeAlias

from engine.i18n.text import Text, words

Point: TypeAlias = tuple[float, float]
"""A point of a picture: x grows to the right, y downwards."""

DIRECTIONS: Final = (
    words("east"),
    words("southeast"),
    words("south"),
    words("southwest"),
    words("west"),
    words("northwest"),
    words("north"),
    words("northeast"),
)
"""The eight directions clockwise, in steps of 45 degrees."""


def mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def direction(start: Point, end: Point) -> Text | None:
    """Return the nearest of the `DIRECTIONS` from `start` to `end`; None if they are the same
    point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        return None
    return DIRECTIONS[round(atan2(dy, dx) / (2 * pi) * len(DIRECTIONS)) % len(DIRECTIONS)]


def distinguish(
    names: Sequence[Hashable], points: Sequence[Point], middles: Sequence[Point]
) -> tuple[Text | None, ...]:
    """Return a direction (or a number) for each place that shares its name with others, and None
    for the rest.

    `points` and `middles` have the position and a reference point of each place. The directions
    from the reference points are used if they distinguish all places with the same name; otherwise,
    the directions from the mean of these places' positions. If neither works, these places are
    numbered in the given order.
    """
    found: list[Text | None] = [None] * len(names)
    groups: dict[Hashable, list[int]] = {}
    for place, name in enumerate(names):
        groups.setdefault(name, []).append(place)
    for group in groups.values():
        if len(group) == 1:
            continue
        among = mean([points[place] for place in group])
        for start in (middles, [among] * len(names)):
            labels = [direction(start[place], points[place]) for place in group]
            if None not in labels and len({text.one for text in labels if text}) == len(group):
                break
        else:
            labels = [words("no. {n}", n=n) for n in range(1, len(group) + 1)]
        for place, text in zip(group, labels, strict=True):
            found[place] = text
    return tuple(found)
