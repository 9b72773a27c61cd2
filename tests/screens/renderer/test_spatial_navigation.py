"""Arrow keys: natural steps on regular tables, and every place reachable on any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screens.paint.canvas import Rect, Spot
from screens.renderer.spatial_navigation import Direction, SpatialNavigation

LEFT, RIGHT, UP, DOWN = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN

tables = st.lists(
    st.builds(Rect, st.integers(0, 110), st.integers(0, 36), st.integers(1, 30), st.integers(1, 9)),
    min_size=1,
    max_size=40,
).map(lambda rects: dict(enumerate(rects)))


def reach(compass: SpatialNavigation, start: Spot) -> set[Spot]:
    seen, todo = {start}, [start]
    while todo:
        place = todo.pop()
        for direction in Direction:
            step = compass.ways[direction][place]
            if step not in seen:
                seen.add(step)
                todo.append(step)
    return seen


@given(tables)
def test_every_place_is_reachable_from_every_other(places: dict[Spot, Rect]) -> None:
    compass = SpatialNavigation(places)
    assert all(reach(compass, place) == set(places) for place in places)


@given(tables)
def test_far_arrow_leads_to_any_place_in_its_direction(places: dict[Spot, Rect]) -> None:
    compass = SpatialNavigation(places, far=True)
    assert all(reach(compass, place) == set(places) for place in places)
    for place, (x, y, width, height) in places.items():
        others = [rect for one, rect in places.items() if one != place]
        assert compass.ways[LEFT][place] != place or all(one.right > x for one in others)
        assert compass.ways[UP][place] != place or all(one.bottom > y for one in others)
        assert compass.ways[RIGHT][place] != place or all(one.x < x + width for one in others)
        assert compass.ways[DOWN][place] != place or all(one.y < y + height for one in others)


@pytest.fixture
def grid() -> SpatialNavigation:
    return SpatialNavigation(
        {(x, y): Rect(10 * x, 5 * y, 9, 4) for x in range(4) for y in range(3)}
    )


def test_grid_is_walked_cell_by_cell(grid: SpatialNavigation) -> None:
    assert grid.ways[RIGHT][1, 1] == (2, 1)
    assert grid.ways[LEFT][1, 1] == (0, 1)
    assert grid.ways[UP][1, 1] == (1, 0)
    assert grid.ways[DOWN][1, 1] == (1, 2)


def test_arrow_at_the_edge_does_nothing(grid: SpatialNavigation) -> None:
    assert grid.ways[RIGHT][3, 0] == (3, 0)
    assert grid.ways[LEFT][0, 1] == (0, 1)
    assert grid.ways[UP][2, 0] == (2, 0)
    assert grid.ways[DOWN][2, 2] == (2, 2)


def test_up_and_down_do_nothing_in_a_single_row() -> None:
    row = SpatialNavigation({n: Rect(12 * n, 4, 10, 1) for n in range(5)})
    assert [row.ways[UP][n] for n in range(5)] == list(range(5))
    assert [row.ways[DOWN][n] for n in range(5)] == list(range(5))


def test_up_keeps_the_column() -> None:
    rows = SpatialNavigation(
        {(x, y): Rect(19 * x, 2 * y, 18, 1) for x in range(4) for y in range(4)}
    )
    assert rows.ways[UP][3, 2] == (3, 1)
    assert rows.ways[UP][3, 1] == (3, 0)


def test_list_does_not_wrap() -> None:
    places = SpatialNavigation({letter: Rect(2, row, 30, 1) for row, letter in enumerate("abcd")})
    assert [places.ways[DOWN][letter] for letter in "abcd"] == list("bcdd")
    assert [places.ways[UP][letter] for letter in "abcd"] == list("aabc")


def test_unreachable_place_is_reached_in_reading_order() -> None:
    odd = SpatialNavigation({"a": Rect(0, 0, 40, 1), "b": Rect(1, 0, 38, 1), "c": Rect(0, 9, 2, 1)})
    assert reach(odd, "a") == reach(odd, "b") == reach(odd, "c") == set("abc")


def test_aligned_place_precedes_a_nearer_diagonal_one() -> None:
    places = SpatialNavigation(
        {"a": Rect(0, 5, 4, 1), "far": Rect(40, 5, 4, 1), "near": Rect(6, 7, 4, 1)}
    )
    assert places.ways[RIGHT]["a"] == "far"
    assert places.ways[DOWN]["a"] == "near"


def test_tall_place_beside_a_list_is_one_step_away() -> None:
    rows: dict[Spot, Rect] = {row: Rect(0, row, 10, 1) for row in range(6)}
    places = SpatialNavigation({**rows, "tall": Rect(20, 0, 10, 6)})
    assert all(places.ways[RIGHT][row] == "tall" for row in range(6))
    assert places.ways[LEFT]["tall"] in rows


def test_hexagons_lead_to_their_neighbours() -> None:
    hexes: dict[Spot, Rect] = {
        (x, y): Rect(8 * x + 4 * (y % 2), 3 * y, 8, 4) for x in range(4) for y in range(4)
    }
    compass = SpatialNavigation(hexes)
    assert compass.ways[RIGHT][1, 1] == (2, 1)
    assert compass.ways[DOWN][1, 1] in {(1, 2), (2, 2)}
    assert compass.ways[UP][1, 1] in {(1, 0), (2, 0)}


def test_single_place_leads_to_itself() -> None:
    alone = SpatialNavigation({0: Rect(3, 3, 2, 1)})
    assert {alone.ways[direction][0] for direction in Direction} == {0}


def test_overlapping_places_are_all_found() -> None:
    same = SpatialNavigation(dict.fromkeys(range(5), Rect(3, 3, 2, 1)))
    assert reach(same, 0) == set(range(5))


def test_nearest_place() -> None:
    places = SpatialNavigation(
        {"a": Rect(0, 0, 2, 1), "b": Rect(10, 0, 2, 1), "c": Rect(0, 10, 2, 1)}
    )
    assert places.nearest(Rect(9, 1, 1, 1)) == "b"
    assert SpatialNavigation({}).nearest(Rect(0, 0, 1, 1)) is None
