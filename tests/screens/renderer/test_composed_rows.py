"""Rows with their overlays: keys of places of one kind are on the same side."""

from __future__ import annotations

import pytest

from screens.paint.canvas import BAR_STYLE, Canvas, Rect, Spot
from screens.renderer.composed_rows import ComposedRows

WIDTH = 14


def rows_of(*names: str) -> ComposedRows:
    """Cards one below the other, each place with the number of its row."""
    canvas = Canvas(WIDTH, len(names))
    for y, name in enumerate(names):
        canvas.put(1, y, name)
        canvas.spot(("card", y), Rect(0, y, WIDTH, 1), shade=BAR_STYLE)
    return ComposedRows(canvas)


def shown(rows: ComposedRows) -> list[str]:
    return ["".join(rows.compose(y).chars) for y in range(rows.canvas.height)]


@pytest.mark.parametrize(
    ("names", "keys", "expected"),
    [
        (("Marauding", "Skirmishes"), "0a", ["▌Marauding   0", "▌Skirmishes  a"]),
        (("Marauding", "Skirmishes"), "01", ["0Marauding    ", "1Skirmishes   "]),
        (("5 Mill", "Palace"), "12", ["▌5 Mill      1", "▌Palace      2"]),
        (("A long title…", "Mill"), "7a", ["7A long title…", "▌Mill        a"]),
    ],
)
def test_keys_of_one_kind_are_on_the_same_side(
    names: tuple[str, ...], keys: str, expected: list[str]
) -> None:
    rows = rows_of(*names)
    labels: dict[Spot, str] = {("card", y): key for y, key in enumerate(keys)}
    rows.offer(labels, labels)
    rows.lay()
    assert shown(rows) == expected


@pytest.mark.parametrize(("text", "expected"), [("  2", "›a‹ b 2"), ("2  ", "›a‹ 2 b")])
def test_key_of_an_empty_corner_is_between_its_marks_even_if_another_has_no_room(
    text: str, expected: str
) -> None:
    canvas = Canvas(WIDTH, 1)
    canvas.put(4, 0, text)
    for x, number in ((0, 0), (4, 1)):
        canvas.spot(("corner", number), Rect(x, 0, 3, 1))
    rows = ComposedRows(canvas)
    labels: dict[Spot, str] = {("corner", 0): "a", ("corner", 1): "b"}
    rows.offer(labels, labels)
    assert shown(rows)[0].rstrip() == expected
    rows.lay_cursor(("corner", 0), "cursor")
    assert shown(rows)[0].startswith("»a«")


def test_key_of_a_narrow_place_is_not_next_to_the_number_that_cuts_it() -> None:
    canvas = Canvas(WIDTH, 1)
    canvas.put(2, 0, "3:1")
    canvas.spot(("edge", 0), Rect(0, 0, 2, 1))
    canvas.spot(("edge", 1), Rect(5, 0, 2, 1))
    rows = ComposedRows(canvas)
    labels: dict[Spot, str] = {("edge", 0): "1", ("edge", 1): "2"}
    rows.offer(labels, labels)
    assert shown(rows)[0].rstrip() == "1‹3:1›2"


def test_key_stays_on_its_side_under_the_cursor() -> None:
    rows = rows_of("Marauding", "Skirmishes")
    labels: dict[Spot, str] = {("card", 0): "0", ("card", 1): "a"}
    rows.offer(labels, labels)
    rows.lay_cursor(("card", 0), "cursor")
    assert shown(rows)[0] == "»Marauding   0"


def test_key_in_its_own_cell_stays_under_the_cursor() -> None:
    canvas = Canvas(WIDTH, 1)
    canvas.put(1, 0, "War")
    canvas.spot(("event", 0), Rect(0, 0, 8, 1), shade=BAR_STYLE, key=Rect(7, 0, 1, 1))
    rows = ComposedRows(canvas)
    labels: dict[Spot, str] = {("event", 0): "2"}
    rows.offer(labels, labels)
    assert shown(rows)[0].rstrip() == "▌War   2"
    rows.lay_cursor(("event", 0), "cursor")
    assert shown(rows)[0].rstrip() == "»War   2"
    assert rows.has_cursor_at(("event", 0))


def test_key_may_have_its_own_cell() -> None:
    canvas = Canvas(WIDTH, 2)
    canvas.put(0, 0, "Field")
    canvas.put(1, 1, "1  2")
    canvas.spot(("column", 0), Rect(0, 1, 6, 1), shade=BAR_STYLE, key=Rect(5, 0, 1, 1))
    rows = ComposedRows(canvas)
    labels: dict[Spot, str] = {("column", 0): "1"}
    rows.offer(labels, labels)
    rows.lay()
    rows.lay_cursor(("column", 0), "cursor")
    assert [line.rstrip() for line in shown(rows)] == ["Field1", "»1  2«"]
    rows.offer([], labels)
    rows.lay()
    assert shown(rows)[0].rstrip() == "Field", "a place that cannot be chosen shows no key"
