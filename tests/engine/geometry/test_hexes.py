"""Hexagonal maps: numbers, neighbours, distances, corners and sides."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry.hexes import (
    CORNERS,
    DIRECTIONS,
    EAST,
    NORTH_WEST,
    SIDES,
    Axial,
    Hexes,
    disc,
    moved,
    steps_between,
    turned,
)

ISLAND = Hexes(disc(2))
"""The island with rows of 3, 4, 5, 4 and 3 hexes."""

maps = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=20).map(
    lambda cells: Hexes(sorted(cells))
)
"""Maps of any shape, in one part or several."""


def test_island_of_two_rings_has_19_hexes_54_corners_and_72_sides():
    assert [len(ISLAND.cells), len(ISLAND.corners), len(ISLAND.sides)] == [19, 54, 72]
    assert Counter(r for _, r in ISLAND.cells) == {-2: 3, -1: 4, 0: 5, 1: 4, 2: 3}


def test_hexes_corners_and_sides_are_numbered_in_reading_order():
    assert ISLAND.find((0, -2)) == 0
    assert ISLAND.find((0, 0)) == 9
    assert ISLAND.find((0, 2)) == 18
    assert ISLAND.find((3, 0)) is None
    assert [(one.x, one.y) for one in ISLAND.corners[:5]] == [
        (-2, -8),
        (0, -8),
        (2, -8),
        (-3, -7),
        (-1, -7),
    ]
    assert ISLAND.corners_of(9) == (18, 24, 30, 35, 29, 23)
    assert ISLAND.sides_of(9) == (28, 36, 44, 43, 35, 27)
    assert ISLAND.neighbours(9) == (10, 14, 13, 8, 4, 5)


def test_custom_map_keeps_its_order_of_cells():
    tile = Hexes(((0, 0), *DIRECTIONS))
    assert tile.neighbours(0) == (1, 2, 3, 4, 5, 6)
    assert tile.beyond(0, NORTH_WEST) == 5
    assert tile.beyond(1, EAST) is None


@pytest.mark.parametrize("cells", [[], [(0, 0), (0, 0)]])
def test_map_needs_hexes_without_duplicates(cells: list[Axial]):
    with pytest.raises(ValueError, match="hex"):
        Hexes(cells)


def test_disc_needs_a_radius():
    assert disc(0) == [(0, 0)]
    with pytest.raises(ValueError, match="radius"):
        disc(-1)


def test_six_rotations_are_a_full_turn_and_one_gives_the_next_direction():
    assert [turned(step) for step in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]
    assert turned((3, -1), 6) == (3, -1)
    assert turned(turned((3, -1), 2), 4) == (3, -1)


def test_path_goes_around_missing_hexes():
    ring = Hexes([cell for cell in disc(1) if cell != (0, 0)])
    west, east = ring.find((-1, 0)), ring.find((1, 0))
    assert west is not None
    assert east is not None
    assert steps_between((-1, 0), (1, 0)) == 2
    assert ring.distance(west, east) == 3


def test_islands_are_unreachable_from_each_other():
    assert Hexes([(0, 0), (2, 0)]).distance(0, 1) is None


def test_reach_is_limited_to_allowed_cells():
    row = Hexes([(q, 0) for q in range(5)])
    assert row.reach([1]) == {1: 0, 0: 1, 2: 1, 3: 2, 4: 3}
    assert row.reach([1], lambda cell: cell != 2) == {1: 0, 0: 1}
    assert row.reach([0, 4]) == {0: 0, 4: 0, 1: 1, 3: 1, 2: 2}


@given(maps)
def test_neighbours_are_one_step_apart_and_symmetric(land: Hexes):
    for cell, place in enumerate(land.cells):
        near = {n for n, other in enumerate(land.cells) if steps_between(place, other) == 1}
        assert set(land.neighbours(cell)) == near
        assert all(cell in land.neighbours(other) for other in near)
        assert land.is_edge(cell) == (len(near) < 6)


@given(maps)
def test_distance_is_at_least_the_unobstructed_distance(land: Hexes):
    for one in range(len(land.cells)):
        for other in range(len(land.cells)):
            steps = land.distance(one, other)
            assert steps == land.distance(other, one)
            least = steps_between(land.cells[one], land.cells[other])
            assert steps is None or steps >= least


@given(maps)
def test_corners_and_sides_are_consistent(land: Hexes):
    for corner in land.corners:
        assert len(corner.sides) == len(corner.neighbours) in (2, 3)
        for side, other in zip(corner.sides, corner.neighbours, strict=True):
            assert land.side_between(corner.number, other) == side
            assert set(land.sides[side].ends) == {corner.number, other}
        for cell in corner.cells:
            assert corner.number in land.corners_of(cell)
    for line in land.sides:
        first, last = (land.corners[end] for end in line.ends)
        across, down = abs(first.x - last.x), abs(first.y - last.y)
        assert (across, down) in ((1, 1), (0, 2))
        assert len(line.cells) in (1, 2)
        assert set(line.cells) <= set(first.cells) & set(last.cells)
    assert sum(len(line.cells) for line in land.sides) == 6 * len(land.cells)


@given(maps)
def test_side_lies_in_its_named_direction(land: Hexes):
    for cell in range(len(land.cells)):
        x, y = land.middle(cell)
        assert land.corners_of(cell) == tuple(
            next(c.number for c in land.corners if (c.x, c.y) == (x + dx, y + dy))
            for dx, dy in CORNERS
        )
        for direction, side in zip(SIDES, land.sides_of(cell), strict=True):
            beyond = land.beyond(cell, direction)
            assert set(land.sides[side].cells) == {cell} | ({beyond} - {None})
            assert land.sides[side].is_coast == (beyond is None)


@given(maps)
def test_numbers_follow_the_reading_order(land: Hexes):
    points = [(corner.y, corner.x) for corner in land.corners]
    assert all(one < other for one, other in pairwise(points))
    assert [corner.number for corner in land.corners] == list(range(len(points)))
    assert [side.number for side in land.sides] == list(range(len(land.sides)))


def test_moved_adds_a_direction():
    assert moved((1, 2), DIRECTIONS[NORTH_WEST]) == (1, 1)
