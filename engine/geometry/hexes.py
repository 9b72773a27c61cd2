"""Hexagonal grids of pointy-top hexes: hexes, corners and sides as small numbers, neighbours and
distances.

A hex has axial coordinates `(q, r)`: q grows to the east, r to the south-east. Hexes, corners and
sides are numbered from 0, so that rules, saves and picks can refer to them by number. Corners and
sides are numbered in reading order, and hexes in the order in which the map lists them.

For drawing, the centre of a hex is at `x = 2q + r`, `y = 3r`. A corner is one unit to the side of
the centre and one up or down, or two units straight up or down. All corners thus have integer
coordinates. A slanted side goes one unit across and one down, and an upright side two units down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Final, TypeAlias

from attrs import field, frozen

Axial: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, int]

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
"""Numbers of the directions to neighbours, clockwise."""

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The offset of the neighbour in each direction, in the order E, SE, SW, W, NW, NE."""

CORNERS: Final[tuple[Point, ...]] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a hex relative to its centre, in the order N, NE, SE, S, SW, NW."""

SIDES: Final[tuple[int, ...]] = (NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST)
"""The direction that leads across each side of a hex. Side number n joins corner n and the next
corner."""

_SIXTHS: Final = 6


def turned(cell: Axial, sixths: int = 1) -> Axial:
    """Return the hex rotated clockwise about (0, 0) by `sixths` sixths of a full turn."""
    q, r = cell
    for _ in range(sixths % _SIXTHS):
        q, r = -r, q + r
    return q, r


def moved(cell: Axial, by: Axial) -> Axial:
    """Return the hex at the offset `by` from `cell`."""
    return cell[0] + by[0], cell[1] + by[1]


def steps_between(start: Axial, end: Axial) -> int:
    """Return the distance between two hexes in steps, without obstacles."""
    q, r = end[0] - start[0], end[1] - start[1]
    return max(abs(q), abs(r), abs(q + r))


def disc(radius: int) -> list[Axial]:
    """Return all hexes at most `radius` steps from (0, 0), in reading order. Raises ValueError for
    a negative radius."""
    if radius < 0:
        raise ValueError(f"a disc cannot have the radius {radius}")
    across = range(-radius, radius + 1)
    return [(q, r) for r in across for q in across if steps_between((0, 0), (q, r)) <= radius]


@frozen
class Corner:
    """A point where sides meet.

    `cells` are the 1 to 3 hexes of the map that touch the corner. `sides` are the 2 or 3 sides that
    end there, and `neighbours` the corners at the other ends of these sides, in the same order.
    """

    number: int
    x: int
    y: int
    cells: tuple[int, ...]
    sides: tuple[int, ...]
    neighbours: tuple[int, ...]


@frozen
class Side:
    """A line between two adjacent corners.

    `ends` are the corners in reading order, and `cells` the one or two hexes of the map beside the
    line.
    """

    number: int
    ends: tuple[int, int]
    cells: tuple[int, ...]

    @property
    def is_coast(self) -> bool:
        """Whether the side is on the edge of the map."""
        return len(self.cells) == 1


def _in_order(cells: Iterable[Axial]) -> tuple[Axial, ...]:
    return tuple(cells)


@frozen
class Hexes:
    """A map of hexes, numbered in the order of `cells`. Raises ValueError if the map is empty or
    has duplicates."""

    cells: tuple[Axial, ...] = field(converter=_in_order)

    def __attrs_post_init__(self) -> None:
        if not self.cells:
            raise ValueError("a map needs at least one hex")
        if len(set(self.cells)) != len(self.cells):
            raise ValueError("a hex comes twice on the map")

    # Hexes

    @cached_property
    def _numbers(self) -> dict[Axial, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    def find(self, cell: Axial) -> int | None:
        """Return the number of the hex at the coordinates `cell`; None if the map has no such
        hex."""
        return self._numbers.get(cell)

    def middle(self, cell: int) -> Point:
        """Return the centre of a hex in the coordinates for drawing."""
        q, r = self.cells[cell]
        return 2 * q + r, 3 * r

    def beyond(self, cell: int, direction: int) -> int | None:
        """Return the neighbour of a hex in a direction; None if it would be outside the map."""
        return self.find(moved(self.cells[cell], DIRECTIONS[direction]))

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        directions = range(len(DIRECTIONS))
        return tuple(
            tuple(near for way in directions if (near := self.beyond(cell, way)) is not None)
            for cell in range(len(self.cells))
        )

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the hexes that share a side with `cell`, clockwise from the east."""
        return self._neighbours[cell]

    def is_edge(self, cell: int) -> bool:
        """Whether a hex has fewer than six neighbours."""
        return len(self._neighbours[cell]) < len(DIRECTIONS)

    def reach(
        self, starts: Collection[int], through: Callable[[int], bool] | None = None
    ) -> dict[int, int]:
        """Return each reachable hex with the number of steps to it from the nearest of `starts`.

        With `through`, steps lead only to hexes for which it returns True. The starts themselves do
        not have to satisfy it.
        """
        steps = dict.fromkeys(starts, 0)
        front = list(steps)
        while front:
            further = []
            for cell in front:
                for near in self._neighbours[cell]:
                    if near not in steps and (through is None or through(near)):
                        steps[near] = steps[cell] + 1
                        further.append(near)
            front = further
        return steps

    @cached_property
    def _distances(self) -> tuple[dict[int, int], ...]:
        return tuple(self.reach((cell,)) for cell in range(len(self.cells)))

    def distance(self, start: int, end: int) -> int | None:
        """Return the number of steps between two hexes, over hexes of the map. Return None if they
        are not connected."""
        return self._distances[start].get(end)

    # Corners and sides

    @cached_property
    def _points(self) -> dict[Point, int]:
        points = {
            (x + dx, y + dy)
            for x, y in map(self.middle, range(len(self.cells)))
            for dx, dy in CORNERS
        }
        return {point: n for n, point in enumerate(sorted(points, key=lambda p: (p[1], p[0])))}

    @cached_property
    def _corners_of(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(self._points[x + dx, y + dy] for dx, dy in CORNERS)
            for x, y in map(self.middle, range(len(self.cells)))
        )

    def corners_of(self, cell: int) -> tuple[int, ...]:
        """Return the six corners of a hex, in the order N, NE, SE, S, SW, NW."""
        return self._corners_of[cell]

    @cached_property
    def _sides_by_ends(self) -> dict[tuple[int, int], int]:
        places = list(self._points)
        pairs = {
            _ordered(corners[n], corners[(n + 1) % _SIXTHS])
            for corners in self._corners_of
            for n in range(_SIXTHS)
        }

        def middle(pair: tuple[int, int]) -> Point:
            (x, y), (x_too, y_too) = (places[end] for end in pair)
            return y + y_too, x + x_too

        return {pair: number for number, pair in enumerate(sorted(pairs, key=middle))}

    def side_between(self, corner: int, other: int) -> int | None:
        """Return the side that joins two corners; None if there is none."""
        return self._sides_by_ends.get(_ordered(corner, other))

    def sides_of(self, cell: int) -> tuple[int, ...]:
        """Return the six sides of a hex, in the order NE, E, SE, SW, W, NW."""
        corners = self._corners_of[cell]
        return tuple(
            self._sides_by_ends[_ordered(corners[n], corners[(n + 1) % _SIXTHS])]
            for n in range(_SIXTHS)
        )

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All sides, in the reading order of their middles."""
        cells_of: list[list[int]] = [[] for _ in self._sides_by_ends]
        for cell in range(len(self.cells)):
            for side in self.sides_of(cell):
                cells_of[side].append(cell)
        return tuple(
            Side(number, ends, tuple(cells_of[number]))
            for ends, number in self._sides_by_ends.items()
        )

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """All corners in reading order."""
        touched: list[list[int]] = [[] for _ in self._points]
        for cell, corners in enumerate(self._corners_of):
            for corner in corners:
                touched[corner].append(cell)
        ways: list[list[tuple[int, int]]] = [[] for _ in self._points]
        for (corner, other), side in self._sides_by_ends.items():
            ways[corner].append((side, other))
            ways[other].append((side, corner))
        return tuple(
            Corner(
                number,
                *point,
                cells=tuple(touched[number]),
                sides=tuple(side for side, _ in ways[number]),
                neighbours=tuple(corner for _, corner in ways[number]),
            )
            for point, number in self._points.items()
        )


def _ordered(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)
