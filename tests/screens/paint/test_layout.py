"""Layouts grow in steps, for rows and columns separately."""

from hypothesis import given
from hypothesis import strategies as st

from screens.paint.canvas import Rect
from screens.paint.layout import below, beside, left_of, parts_that_fit, shares, side_width


@given(st.integers(80, 250), st.integers(0, 20))
def test_side_panel_never_narrows_on_a_wider_terminal(width: int, more: int) -> None:
    assert side_width(width) <= side_width(width + more)


def test_rectangles_are_split_in_two() -> None:
    rect = Rect(2, 3, 20, 10)
    assert beside(rect, 6) == (Rect(2, 3, 13, 10), Rect(16, 3, 6, 10))
    assert below(rect, 4, gap=1) == (Rect(2, 3, 20, 5), Rect(2, 9, 20, 4))
    assert beside(rect, 30)[1] == Rect(2, 3, 20, 10)


def test_rows_are_allotted_by_priority() -> None:
    preferences = (("log", 6, True), ("never", 1, False), ("frames", 4, True), ("air", 2, True))
    assert parts_that_fit(preferences, 9) == (frozenset({"log", "air"}), 1)
    assert parts_that_fit(preferences, 5) == (frozenset({"frames"}), 1)
    assert parts_that_fit(preferences, 1) == (frozenset(), 1)
    assert (left_of(120, 40), left_of(80, 0)) == (79, 80)


def test_short_parts_leave_room_to_long_ones() -> None:
    assert shares([14, 24, 14], 60) == [14, 24, 14]
    assert shares([14, 24, 20, 14], 60) == [14, 16, 16, 14]
    assert shares([], 60) == []
