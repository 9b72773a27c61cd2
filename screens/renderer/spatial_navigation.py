"""Navigation with arrow keys between places, according to their positions, so that every place can
be reached."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from screens.paint.canvas import Rect, Spot

CELL_SHAPE = 2
"""Ratio of height to width of a terminal cell."""


class Direction(Enum):
    """The four arrow keys."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class SpatialNavigation:
    """Graph of moves between places.

    An arrow leads to the nearest place in line with the current one, else to the nearest diagonal
    one, else (if arrows lead `far`) to the nearest one that is wholly in that direction, else
    nowhere. If some place would then be unreachable, arrows that lead nowhere continue to the next
    row or column, in reading order. If that is not enough, left and right go through all places in
    reading order.
    """

    def __init__(self, places: Mapping[Spot, Rect], *, far: bool = False) -> None:
        self._places = dict(places)
        self._far = far

    def nearest(self, rect: Rect) -> Spot | None:
        """Return the place nearest to a rectangle; None if there are no places."""
        return min(
            self._places,
            key=lambda place: _distance(rect, self._places[place]),
            default=None,
        )

    @cached_property
    def ways(self) -> Mapping[Direction, Mapping[Spot, Spot]]:
        """For each arrow and place, the place that the arrow leads to, or the place itself if the
        arrow leads nowhere."""
        right = {place: _square(rect) for place, rect in self._places.items()}
        down = {place: _turned(rect) for place, rect in right.items()}
        seen = {
            Direction.RIGHT: right,
            Direction.LEFT: {place: _mirrored(rect) for place, rect in right.items()},
            Direction.DOWN: down,
            Direction.UP: {place: _mirrored(rect) for place, rect in down.items()},
        }
        ways = {direction: _ways_right(places, far=self._far) for direction, places in seen.items()}
        if not self._all_within_reach(ways):
            ways = {d: _with_wraparound(ways[d], places) for d, places in seen.items()}
        if not self._all_within_reach(ways):
            order = sorted(self._places, key=lambda place: _reading_order(self._places[place]))
            ways[Direction.RIGHT] = _cycle(order)
            ways[Direction.LEFT] = _cycle(order[::-1])
        return ways

    def _all_within_reach(self, ways: Mapping[Direction, Mapping[Spot, Spot]]) -> bool:
        forwards: dict[Spot, set[Spot]] = {place: set() for place in self._places}
        backwards: dict[Spot, set[Spot]] = {place: set() for place in self._places}
        for way in ways.values():
            for start, end in way.items():
                forwards[start].add(end)
                backwards[end].add(start)
        return all(_reached(graph) == len(self._places) for graph in (forwards, backwards))


def _reached(graph: Mapping[Spot, set[Spot]]) -> int:
    """Return the number of places reachable from the first one."""
    pending = list(graph)[:1]
    seen = set(pending)
    while pending:
        new = graph[pending.pop()] - seen
        seen |= new
        pending += new
    return len(seen)


def _ways_right(places: Mapping[Spot, Rect], *, far: bool) -> dict[Spot, Spot]:
    """Return for each place the one that the right arrow leads to, or the place itself if the arrow
    leads nowhere; `far` includes places further up or down. For other arrows, callers mirror the
    places or swap their axes."""
    others = sorted(places.items(), key=lambda item: item[1].x)
    ways: dict[Spot, Spot] = {}
    for place, rect in places.items():
        near = _nearest_right(rect, others, far=far)
        ways[place] = place if near is None else near
    return ways


def _with_wraparound(ways: Mapping[Spot, Spot], places: Mapping[Spot, Rect]) -> dict[Spot, Spot]:
    """Return `ways` with the moves that lead nowhere replaced by moves in reading order."""
    onwards = _cycle(sorted(places, key=lambda place: _reading_order(places[place])))
    return {place: onwards[place] if to == place else to for place, to in ways.items()}


def _nearest_right(start: Rect, others: list[tuple[Spot, Rect]], *, far: bool) -> Spot | None:
    """Return the nearest place whose middle and right edge are further right. A place in line with
    `start` is preferred to a diagonal one, and a diagonal one to a place further up or down, which
    counts only if arrows lead `far`. Return None if there is no suitable place.

    `others` are sorted by their left edges, so that the search can end early.
    """
    left, top, width, height = start
    right, bottom = left + width, top + height
    middle_x, middle_y = left + right, top + bottom
    best: Spot | None = None
    least = (3, 0, 0)
    for place, (x, y, w, h) in others:
        if least[0] == 0 and x - right > least[1]:
            break
        forward = 2 * x + w - middle_x
        if forward <= 0 or x + w <= right:
            continue
        aside = abs(2 * y + h - middle_y)
        gap = max(0, x - right)
        if y < bottom and top < y + h:
            cost = (0, gap, aside)
        elif (is_diagonal := aside <= 2 * forward) or (far and x >= right):
            cost = (1 if is_diagonal else 2, gap + 2 * max(y - bottom, top - y - h), aside)
        else:
            continue
        if cost < least:
            best, least = place, cost
    return best


def _reading_order(rect: Rect) -> tuple[int, int, int, int]:
    return (rect.y, rect.x, rect.width, rect.height)


def _mirrored(rect: Rect) -> Rect:
    """Return the rectangle rotated by 180 degrees around the origin, which reverses reading
    order."""
    return Rect(-rect.x - rect.width, -rect.y - rect.height, rect.width, rect.height)


def _square(rect: Rect) -> Rect:
    """Return the rectangle in square units, in which a cell is twice as high as wide."""
    return Rect(rect.x, rect.y * CELL_SHAPE, rect.width, rect.height * CELL_SHAPE)


def _turned(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _cycle(order: list[Spot]) -> dict[Spot, Spot]:
    return dict(zip(order, order[1:] + order[:1], strict=True))


def _distance(one: Rect, other: Rect) -> float:
    dx = abs(2 * one.x + one.width - 2 * other.x - other.width)
    dy = abs(2 * one.y + one.height - 2 * other.y - other.height)
    return dx + CELL_SHAPE * dy
