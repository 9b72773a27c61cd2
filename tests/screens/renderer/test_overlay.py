"""Overlays of a canvas: markers where there is room, never over text, never by colour alone."""

import pytest

from screens.paint.canvas import BAR_STYLE, LIT_STYLE, Canvas, Rect
from screens.paint.theme import ASCII
from screens.renderer.overlay import CellRow, Closed, Cursor, Flash, Legal, Overlay, heading_row


def drawn(canvas: Canvas, *overlays: Overlay) -> list[CellRow]:
    rows = [CellRow(chars.copy(), canvas.painted(y)) for y, chars in enumerate(canvas.chars)]
    for overlay in overlays:
        for y in overlay.rows():
            overlay.draw(y, rows[y])
    return rows


def text(rows: list[CellRow]) -> list[str]:
    return ["".join(row.chars) for row in rows]


@pytest.fixture
def tile() -> Canvas:
    canvas = Canvas(8, 4)
    canvas.frame(0, 0, 8, 4)
    canvas.put(2, 1, "Mill", "hue.red")
    return canvas


def test_legal_tile_has_marks_in_a_coloured_frame(tile: Canvas) -> None:
    rows = drawn(tile, Legal(tile, tile.rect))
    assert text(rows) == ["┌──────┐", "› Mill ‹", "│      │", "└──────┘"]
    assert rows[0].roles == ["legal"] * 8
    assert rows[1].roles[2] == "hue.red legal.text"
    assert rows[2].roles[1:7] == ["text"] * 6


def test_cursor_reverses_only_the_heading(tile: Canvas) -> None:
    rows = drawn(tile, Legal(tile, tile.rect), Cursor(tile, tile.rect))
    assert text(rows) == ["┌──────┐", "» Mill «", "│      │", "└──────┘"]
    assert all(role.endswith(" cursor") for role in rows[1].roles)
    assert not any("cursor" in role for y in (0, 2, 3) for role in rows[y].roles)


def test_marks_never_hide_text() -> None:
    canvas = Canvas(10, 1)
    canvas.put(0, 0, "12 a) Take")
    rows = drawn(canvas, Legal(canvas, Rect(0, 0, 2, 1)), Legal(canvas, Rect(2, 0, 8, 1)))
    assert text(rows) == ["12›a) Take"]
    assert rows[0].roles[:2] == ["text legal.tight"] * 2
    assert rows[0].roles[3:] == ["text legal.text"] * 7


def test_place_of_one_cell_gets_one_mark() -> None:
    canvas = Canvas(2, 1)
    canvas.put(0, 0, "x")
    rows = drawn(canvas, Legal(canvas, Rect(0, 0, 1, 1)), Cursor(canvas, Rect(1, 0, 1, 1)))
    assert text(rows) == ["x»"]
    assert rows[0].roles == ["text legal.tight", "text cursor"]


def test_marks_are_ascii_on_an_ascii_canvas() -> None:
    canvas = Canvas(4, 1, ASCII)
    assert text(drawn(canvas, Legal(canvas, canvas.rect))) == [">  <"]


def test_closed_places_lose_their_colours(tile: Canvas) -> None:
    rows = drawn(tile, Closed(tile, Rect(0, 0, 8, 2)))
    assert [set(row.roles) for row in rows] == [
        {"closed"},
        {"closed"},
        {"frame", "text"},
        {"frame"},
    ]


def test_flash_keeps_the_text_below(tile: Canvas) -> None:
    rows = drawn(tile, Flash(tile, Rect(2, 1, 4, 1)))
    assert rows[1].roles == ["frame", "text", *["hue.red flash"] * 4, "text", "frame"]


def test_flash_around_a_land_keeps_its_ground() -> None:
    canvas = Canvas(7, 2)
    canvas.fill(1, 0, 5, 2, ground="land.forest")
    canvas.put(2, 0, "wood")
    rows = drawn(canvas, Flash(canvas, canvas.rect, LIT_STYLE))
    ends = [role.split()[-1] for role in rows[0].roles]
    assert ends == ["flash", "text", *["underline"] * 4, "flash"]
    assert all("land.forest" in role for role in rows[0].roles[1:-1])
    assert [role.split()[-1] == "flash" for role in rows[1].roles] == [True, *[False] * 5, True]


def test_flash_keeps_the_colour_of_a_kind() -> None:
    canvas = Canvas(8, 2)
    canvas.fill(0, 0, 4, 2, ground="card.mill")
    canvas.fill(4, 0, 4, 2, ground="on.surface")
    canvas.put(0, 0, "Mill", "text")
    rows = drawn(canvas, Flash(canvas, canvas.rect))
    assert all("card.mill" in role and role.endswith(" underline") for role in rows[0].roles[:4])
    assert all(role.endswith(" flash") for role in rows[0].roles[4:])


def test_die_flashes_as_a_whole() -> None:
    canvas = Canvas(4, 1)
    rows = drawn(canvas, Flash(canvas, canvas.rect, LIT_STYLE))
    assert all(role.endswith("flash") for role in rows[0].roles)


def test_heading_is_below_the_upper_line_even_with_a_title() -> None:
    canvas = Canvas(12, 5)
    canvas.frame(1, 1, 11, 4, title="Fief")
    assert heading_row(canvas, Rect(1, 1, 11, 4)) == 2
    assert heading_row(canvas, Rect(1, 0, 11, 5)) == 0
    assert heading_row(canvas, Rect(1, 1, 11, 1)) == 1


def test_difference_of_two_rows() -> None:
    row = CellRow(list("abcdef"), ["text"] * 6)
    other = CellRow(list("abXdef"), ["text"] * 4 + ["dim", "text"])
    assert row.difference(other) == (2, 5)
    assert row.difference(CellRow(list("abcdef"), ["text"] * 6)) is None


@pytest.fixture
def card() -> Canvas:
    canvas = Canvas(8, 2)
    canvas.fill(1, 0, 6, 2, ground="tint.red")
    canvas.put(2, 0, "Mill", "strong")
    canvas.put(2, 1, "+6", "strong")
    return canvas


CARD = Rect(1, 0, 6, 2)


def test_legal_card_has_a_bar_at_its_left_edge(card: Canvas) -> None:
    rows = drawn(card, Legal(card, CARD, BAR_STYLE))
    assert text(rows) == [" ▌Mill  ", " ▌+6    "]
    assert rows[0].roles[1] == "tint.red text legal"
    assert rows[1].roles[2] == "tint.red strong"


def test_card_without_a_blank_edge_has_no_bar(card: Canvas) -> None:
    card.put(1, 0, "1")
    assert text(drawn(card, Legal(card, CARD, BAR_STYLE))) == [" 1Mill‹ ", "  +6    "]


def test_cursor_fills_a_card_and_removes_its_bar(card: Canvas) -> None:
    rows = drawn(card, Legal(card, CARD, BAR_STYLE), Cursor(card, CARD, whole=True))
    assert text(rows) == [" »Mill« ", "  +6    "]
    assert all("cursor" in role for row in rows for role in row.roles[1:7])


def test_closed_card_has_no_tint(card: Canvas) -> None:
    card.ground(Rect(0, 0, 1, 2), "on.raised")
    rows = drawn(card, Closed(card, Rect(0, 0, 7, 2)))
    assert rows[0].roles == ["on.raised closed", *["on.surface closed"] * 6, "text"]


def test_place_on_a_board_has_marks_and_lines_on_lit_ground() -> None:
    canvas = Canvas(5, 1)
    canvas.ground(canvas.rect, "land.sea")
    canvas.half(1, 0, "land.coast")
    canvas.half(2, 0, "land.coast")
    canvas.half(3, 1, "land.coast")
    rows = drawn(canvas, Legal(canvas, Rect(1, 0, 3, 1), LIT_STYLE))
    assert text(rows) == [" › ‹ "]
    assert set(rows[0].roles[1:4]) == {"on.lit legal", "on.lit legal legal.text"}
    rows = drawn(canvas, Cursor(canvas, Rect(1, 0, 3, 1)))
    assert text(rows) == [" » « "]


def test_flash_preserves_piece_colours_and_half_cells() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "A", "piece.0 bold")
    canvas.half(1, 0, "land.sea")
    canvas.half(1, 1, "land.coast")
    (row,) = drawn(canvas, Flash(canvas, Rect(0, 0, 3, 1)))
    assert row.roles[0].endswith("underline")
    assert "flash" not in row.roles[1]
    assert row.roles[2].endswith("flash")


@pytest.mark.parametrize(
    ("row", "key", "shown"),
    [
        (" 5 Mill     ", "2", "›5 Mill    2"),
        (" Mill       ", "2", "2Mill      ‹"),
        (" Mill       ", "e", "›Mill      e"),
        (" 1¤   3 ", "7", "›1¤7  3‹"),
        ("F ", "5", "F5"),
        ("F ", "b", "Fb"),
        (" R6 ", "a", "›R6a"),
        (" R6 ", "6", "6R6‹"),
        (" 1 2 3 ", "4", "41 2 3‹"),
    ],
)
def test_key_is_not_adjacent_to_a_misleading_symbol(row: str, key: str, shown: str) -> None:
    canvas = Canvas(len(row), 1)
    canvas.put(0, 0, row)
    assert text(drawn(canvas, Legal(canvas, canvas.rect, label=key))) == [shown]
