"""The canvas: writing, clickable places, text of any kind, copies of parts."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from screens.paint.canvas import MARKS_STYLE, Canvas, Rect
from screens.paint.theme import ASCII, theme
from styles.palette import PALETTES
from tests.screens.reading import roles_used


def test_text_is_written_and_its_end_returned() -> None:
    canvas = Canvas(12, 2)
    end = canvas.put(1, 1, "lord", "seat.0")
    canvas.put(end, 1, "!", "warn")
    assert canvas.text() == "\n lord!"
    assert canvas.roles[1][:7] == ["text", *["seat.0"] * 4, "warn", "text"]


@pytest.mark.parametrize(
    ("x", "y", "shown"),
    [
        (-2, 0, "cdef"),
        (3, 0, "   abc"),
        (-9, 0, ""),
        (9, 0, ""),
        (0, -1, ""),
        (0, 1, ""),
        (-1, 0, "bcdef"),
    ],
)
def test_text_outside_is_clipped(x: int, y: int, shown: str) -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(x, y, "abcdef") == x + 6
    assert canvas.lines() == [shown]
    assert [len(row) for row in canvas.roles] == [6]


@given(st.integers(-9, 9), st.integers(-3, 5), st.text(max_size=12), st.integers(-9, 9))
def test_no_text_changes_the_shape_of_the_canvas(x: int, y: int, text: str, width: int) -> None:
    canvas = Canvas(7, 3)
    canvas.put(x, y, text, spot="here")
    canvas.put_right(x, y, text)
    canvas.put_centred(x, y, width, text)
    canvas.put_lines(x, y, width, text)
    canvas.fill(x, y, width, 2, "#")
    canvas.tint(x, y, width, 2, "dim")
    canvas.frame(x, y, width, 3, title=text)
    canvas.rule(x, y, width)
    canvas.post(x, y, width)
    for rows in (canvas.chars, canvas.roles, canvas.edges):
        assert [len(row) for row in rows] == [7, 7, 7]
    assert [cell_len("".join(row)) for row in canvas.chars] == [7, 7, 7]
    for rect in canvas.rects("here"):
        assert rect.clipped(canvas.rect) == rect


def test_wide_letter_is_never_cut_in_half() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(0, 0, "日本") == 4
    canvas.put(1, 0, "")
    assert canvas.chars[0] == ["日", "", "本", "", " ", " "]
    canvas.put(1, 0, "x")
    assert canvas.text() == " x本"
    canvas.put(2, 0, "y")
    assert canvas.text() == " xy"
    canvas.put(5, 0, "日")
    canvas.put(-1, 0, "日a")
    assert canvas.chars[0] == [" ", "a", "y", " ", " ", " "]


def test_part_that_starts_or_ends_inside_a_wide_letter_keeps_its_width() -> None:
    canvas, other = Canvas(6, 1), Canvas(4, 1)
    other.put(0, 0, "日本")
    canvas.blit(other, 1, 0, Rect(1, 0, 2, 1))
    assert canvas.chars[0] == [" "] * 6
    canvas.blit(other, 2, 0)
    assert canvas.text() == "  日本"
    canvas.replace_cells(Canvas(1, 1), 3, 0)
    assert canvas.text() == "    本"
    canvas.half(5, 0, "on.lit")
    assert canvas.chars[0][4:] == [" ", "▀"]


@given(st.lists(st.tuples(st.integers(-4, 8), st.text("ab日本é", max_size=6)), max_size=8))
def test_every_row_is_as_wide_as_the_canvas(written: list[tuple[int, str]]) -> None:
    canvas = Canvas(7, 1)
    for x, text in written:
        canvas.put(x, 0, text)
        assert wcswidth("".join(canvas.chars[0])) == len(canvas.chars[0]) == 7


def test_frame_with_a_title() -> None:
    canvas = Canvas(12, 3)
    canvas.frame(0, 0, 12, 3, title="Fief of Anna")
    assert canvas.lines() == ["┌─ Fief … ─┐", "│          │", "└──────────┘"]
    plain = Canvas(12, 3, ASCII)
    plain.frame(0, 0, 12, 3, title="Fief of Anna")
    assert plain.lines() == ["+- Fief ~ -+", "|          |", "+----------+"]
    plain.put(1, 1, "1 ore → 2")
    assert plain.lines()[1] == "|1 ore > 2 |"


def test_frame_edges_are_known_until_overwritten() -> None:
    canvas = Canvas(5, 3)
    canvas.frame(0, 0, 5, 3)
    assert [list(row) for row in canvas.edges] == [[1] * 5, [1, 0, 0, 0, 1], [1] * 5]
    canvas.put(1, 0, "ab")
    assert list(canvas.edges[0]) == [1, 0, 0, 1, 1]


def test_topmost_place_is_found() -> None:
    canvas = Canvas(20, 10)
    canvas.spot(("fief", 1), Rect(0, 0, 20, 10))
    canvas.put(3, 3, "mill", spot=("tile", 4))
    assert canvas.spots.at(0, 0) == ("fief", 1)
    assert canvas.spots.at(3, 3) == canvas.spots.at(6, 3) == ("tile", 4)
    assert canvas.spots.at(7, 3) == ("fief", 1)
    assert canvas.spots.at(20, 0) is None


def test_place_of_several_parts_has_a_bounding_region() -> None:
    canvas = Canvas(20, 10)
    canvas.spot("wall", Rect(2, 1, 3, 1))
    canvas.spot("wall", Rect(8, 4, 1, 2))
    assert canvas.rects("wall") == [Rect(2, 1, 3, 1), Rect(8, 4, 1, 2)]
    assert canvas.spots.region("wall") == Rect(2, 1, 7, 5)
    assert canvas.spots.region("gate") is None
    assert canvas.rects("gate") == []


def test_copied_part_brings_its_places_clipped() -> None:
    board = Canvas(10, 4)
    board.fill(0, 0, 10, 4, ".", "dim")
    board.put(6, 2, "mill", "seat.1", spot="mill")
    board.spot("field", Rect(0, 0, 2, 2))
    window = Canvas(6, 3)
    window.blit(board, 1, 1, Rect(5, 2, 3, 9))
    assert window.lines() == ["", " .mi", " ..."]
    assert window.roles[1] == ["text", "dim", "seat.1", "seat.1", "text", "text"]
    assert window.spots == {"mill": [Rect(2, 1, 2, 1)]}


@given(
    st.integers(-5, 12),
    st.integers(-5, 12),
    st.builds(Rect, *[st.integers(-4, 8)] * 2, *[st.integers(0, 12)] * 2),
)
def test_copying_never_changes_the_shape_of_the_canvas(x: int, y: int, part: Rect) -> None:
    source, target = Canvas(6, 5), Canvas(7, 4)
    source.fill(0, 0, 6, 5, "x", spot_role := "dim")
    source.spot("all", source.rect)
    target.blit(source, x, y, part)
    for rows in (target.chars, target.roles, target.edges):
        assert [len(row) for row in rows] == [7] * 4
    painted = sum(row.count("x") for row in target.chars)
    assert painted == sum(row.count(spot_role) for row in target.roles)
    covered = target.spots.region("all")
    assert painted == (covered.width * covered.height if covered else 0)


def test_canvas_prints_in_colour() -> None:
    canvas = Canvas(6, 2)
    canvas.put(0, 0, "mill", "hue.red bold")
    text = canvas.to_rich(theme("dark"))
    assert text.plain == "mill  \n      \n"
    red = [span for span in text.spans if (span.start, span.end) == (0, 4)]
    assert str(red[0].style) == f"bold {PALETTES['dark'].tokens.hues['red'].text.value}"


def test_canvas_needs_neither_textual_nor_rich() -> None:
    program = (
        "import sys; from screens.paint.canvas import Canvas; c = Canvas(9, 3); "
        "c.frame(0, 0, 9, 3); print(c.text()); "
        "sys.exit(any(m in sys.modules for m in ('textual', 'rich')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_part_can_be_replaced_with_its_places() -> None:
    canvas = Canvas(12, 4)
    canvas.put(0, 0, "above", spot=("above",))
    canvas.put(0, 2, "old words", spot=("old",))
    part = Canvas(12, 2)
    part.put(1, 0, "new", spot=("new",))
    assert canvas.replace(part, 0, 2) == (True, [2]), "other places than before"
    assert canvas.lines() == ["above", "", " new", ""]
    assert set(canvas.spots) == {("above",), ("new",)}
    assert canvas.rects(("new",)) == [Rect(1, 2, 3, 1)]
    assert canvas.replace(part, 0, 2) == (False, []), "the same places"
    assert canvas.rects(("new",)) == [Rect(1, 2, 3, 1)]


def test_place_keeps_parts_outside_the_replaced_area() -> None:
    canvas = Canvas(12, 4)
    canvas.put(0, 0, "here", spot=("both",))
    canvas.put(0, 3, "there", spot=("both",))
    assert canvas.replace(Canvas(12, 1), 0, 3).spots
    assert canvas.rects(("both",)) == [Rect(0, 0, 4, 1)]


def test_text_and_ground_do_not_overwrite_each_other() -> None:
    canvas = Canvas(6, 2)
    canvas.put(1, 0, "mill", "strong")
    canvas.ground(Rect(0, 0, 3, 9), "tint.orange")
    canvas.put(2, 0, "x", "warn")
    canvas.put(5, 1, "yes", ground="on.raised")
    assert canvas.lines()[0] == " mxll"
    assert canvas.painted(0)[:4] == [
        "tint.orange text",
        "tint.orange strong",
        "tint.orange warn",
        "strong",
    ]
    assert canvas.painted(1)[4:] == ["text", "on.raised text"]
    assert "tint.orange warn" in roles_used(canvas)


def test_canvas_without_ground_is_transparent() -> None:
    panel, table = Canvas(4, 1), Canvas(2, 1)
    panel.ground(panel.rect, "on.surface")
    table.put(0, 0, "ab", ground="on.raised")
    table.put(0, 0, "a", ground="")
    panel.blit(table, 1, 0)
    assert panel.grounds == [["on.surface", "on.surface", "on.raised", "on.surface"]]
    panel.replace(Canvas(2, 1), 1, 0)
    assert panel.grounds == [["on.surface", "", "", "on.surface"]]


def test_cell_has_two_halves() -> None:
    canvas = Canvas(3, 1)
    canvas.ground(canvas.rect, "land.sea")
    canvas.half(0, 0, "land.forest")
    canvas.half(1, 1, "land.forest")
    canvas.half(2, 0, "land.hills")
    canvas.half(2, 1, "land.hills")
    canvas.half(7, 9, "land.hills")
    assert canvas.text() == "▀▀"
    assert canvas.painted(0) == [
        "land.sea upper.land.forest",
        "land.forest upper.land.sea",
        "land.hills text",
    ]
    assert [canvas.is_halved(x, 0) for x in range(3)] == [True, True, False]
    canvas.half(0, 0, "land.sea")
    assert canvas.painted(0)[0] == "land.sea text"


def test_place_of_several_rectangles_has_one_anchor_and_a_station() -> None:
    canvas, board = Canvas(9, 5), Canvas(20, 9)
    for y in range(3):
        canvas.spot("hex", Rect(2, y, 3, 1), anchor=Rect(1, 1, 5, 1), station=Rect(0, 0, 9, 1))
    canvas.spot("plain", Rect(0, 4, 2, 1))
    board.blit(canvas, 10, 2)
    assert board.spots.anchors("hex") == [Rect(11, 3, 5, 1)]
    assert board.spots.station("hex") == Rect(10, 2, 9, 1)
    assert board.spots.region("hex") == Rect(12, 2, 3, 3)
    assert board.spots.anchors("plain") == [board.spots.station("plain")] == [Rect(10, 6, 2, 1)]
    assert (board.spots.shade("hex"), board.spots.shade("plain")) == (MARKS_STYLE, MARKS_STYLE)
    board.replace(Canvas(9, 5), 10, 2)
    assert board.spots.hints == {}


def test_covered_places_are_removed() -> None:
    canvas = Canvas(10, 3)
    canvas.spot("row", Rect(0, 0, 10, 1))
    canvas.spot("two", Rect(0, 2, 2, 1), anchor=Rect(0, 2, 2, 1))
    canvas.spot("two", Rect(4, 1, 2, 1))
    canvas.spots.remove_overlapping(Rect(1, 0, 8, 2))
    assert canvas.rects("row") == []
    assert canvas.rects("two") == [Rect(0, 2, 2, 1)]
    canvas.spots.remove_overlapping(Rect(0, 2, 1, 1))
    assert canvas.spots == {}
    assert "two" not in canvas.spots.hints
