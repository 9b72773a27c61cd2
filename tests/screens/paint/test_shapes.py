"""Shapes of tables stay within their area, and nothing depends on colour alone."""

from hypothesis import given
from hypothesis import strategies as st

from screens.paint.canvas import Canvas, Rect
from screens.paint.card_rows import (
    CLOSED_DIE,
    MARKED_DIE,
    DieFace,
    StripStep,
    paint_die,
    paint_strip,
)
from screens.paint.cells import width_of
from screens.paint.shapes import (
    paint_cap,
    paint_card,
    paint_chequer,
    paint_chip,
    paint_heading,
    paint_meter,
    paint_panel,
    paint_plate,
    paint_track,
    seat_marks,
    short_names,
)
from screens.paint.theme import ASCII, theme
from tests.screens.reading import roles_used


def test_panel_has_its_title_left_and_its_fact_right() -> None:
    canvas = Canvas(30, 4)
    inner = paint_panel(canvas, canvas.rect, "Display", "next: Flood", role="seat.1")
    assert canvas.lines() == [
        "╭─ Display ──── next: Flood ─╮",
        "│                            │",
        "│                            │",
        "╰────────────────────────────╯",
    ]
    assert inner == Rect(2, 1, 26, 2)
    assert {ground for row in canvas.grounds for ground in row} == {"on.surface"}
    assert canvas.roles[0][0] == "seat.1"


def test_borderless_panel_keeps_title_and_ground() -> None:
    canvas = Canvas(30, 4)
    assert paint_panel(canvas, canvas.rect, "Log", "round 3", border=False) == Rect(1, 1, 28, 3)
    assert canvas.lines()[0] == " Log                  round 3"
    assert paint_panel(canvas, canvas.rect, border=False) == Rect(1, 0, 28, 4)


@given(st.text("abc ", max_size=40), st.text("xyz ", max_size=40), st.integers(2, 40))
def test_panel_never_leaves_its_room(title: str, fact: str, width: int) -> None:
    canvas = Canvas(50, 3)
    paint_panel(canvas, Rect(5, 0, width, 3), title, fact)
    for line in canvas.chars:
        assert set(line[:5] + line[5 + width :]) == {" "}
    if width >= 4:
        assert canvas.chars[0][5] == "╭"
        assert canvas.chars[0][4 + width] == "╮"


def test_heading_is_a_rule_with_a_title() -> None:
    canvas = Canvas(24, 1)
    paint_heading(canvas, Rect(0, 0, 24, 1), "Bank", "4:1")
    assert canvas.text() == "─ Bank ─────────── 4:1 ─"


def test_card_is_one_place_with_a_bar() -> None:
    canvas = Canvas(12, 2)
    assert paint_card(canvas, Rect(1, 0, 10, 2), "tint.red", spot="card") == Rect(2, 0, 8, 2)
    assert canvas.spots.anchors("card") == [Rect(1, 0, 10, 2)]
    assert canvas.spots.shade("card") == "bar"
    assert canvas.grounds[1][1:11] == ["tint.red"] * 10


def test_chips_and_caps_ignore_the_ground_below() -> None:
    canvas = Canvas(12, 1)
    canvas.ground(canvas.rect, "tint.red")
    assert paint_chip(canvas, 0, 0, "A", "piece.0") == 3
    assert paint_cap(canvas, 4, 0, "3") == 7
    assert paint_cap(canvas, 8, 0, "4", pointed=True) == 11
    assert canvas.text() == " A   3  »4«"
    chip = theme().paint(canvas.painted(0)[1])
    assert chip == theme().paint("piece.0")
    assert canvas.painted(0)[9] == "cursor"


def test_plate_has_half_column_margins_and_room_for_marks() -> None:
    canvas = Canvas(6, 1)
    canvas.ground(canvas.rect, "land.hills")
    assert paint_plate(canvas, 1, 0, "12", "plate") == 5
    assert canvas.text() == " ▐12▌"
    assert canvas.painted(0)[1:4] == ["land.hills upper.plate", "plate", "plate"]
    assert list(canvas.edges[0]) == [0, 1, 0, 0, 1, 0]
    plain = Canvas(6, 1, ASCII)
    paint_plate(plain, 1, 0, "12", "plate")
    assert plain.text() == " ]12["


def test_chequerboard_has_two_similar_shades() -> None:
    canvas = Canvas(6, 2)
    paint_chequer(canvas, canvas.rect)
    a, b = "on.surface", "on.chequer"
    assert canvas.grounds == [[a, a, b, b, a, a], [b, b, a, a, b, b]]


def test_meters_and_tracks_have_one_symbol_per_step() -> None:
    canvas = Canvas(40, 3)
    assert paint_meter(canvas, 0, 0, 2, 4) == 8
    paint_meter(canvas, 0, 1, 9, 12, width=4, number=False)
    paint_track(canvas, 0, 2, 3, 5, "hue.red")
    assert canvas.lines() == ["▰▰▱▱ 2/4", "▰▰▰▱", "■■■··"]


@given(st.lists(st.text("абАabЖ李 ", max_size=12), min_size=1, max_size=6), st.integers(4, 9))
def test_players_look_different(names: list[str], width: int) -> None:
    marks = seat_marks(names)
    assert len(set(marks)) == len(names)
    assert all(width_of(mark) == len(mark) == 1 for mark in marks)
    short = short_names([f"{name}{n}" for n, name in enumerate(names)], width)
    assert len(set(short)) == len(names)
    assert all(width_of(name) <= width for name in short)


def test_mark_is_the_first_unused_letter() -> None:
    assert seat_marks(["Anna", "Boris", "Andrew", "anna", "Яна"]) == ["A", "B", "N", "C", "Я"]
    assert seat_marks(["李明", "Anna", "김철수", "はな B", "ß"]) == ["C", "A", "D", "B", "E"]
    assert short_names(["司馬相如子", "司馬相如"], 8) == ["司馬~子", "司馬相如"]
    assert short_names(["Gregory", "Greta", "Gregorius"], 6) == ["Greg~y", "Greta", "Greg~s"]


def test_marks_differ_from_board_symbols() -> None:
    assert seat_marks(["Robert", "Marta", "Anna"], "RM") == ["O", "A", "N"]


def test_players_with_equal_names_are_distinguished_by_letter_or_number() -> None:
    greedy = ["greedy 2", "greedy 3", "greedy 4"]
    assert seat_marks(["Anna", *greedy]) == ["A", "B", "C", "D"]
    assert seat_marks(["Carl", *greedy]) == ["C", "B", "D", "E"]
    assert seat_marks(["Жадный", "Жадный 2", "Анна"]) == ["Б", "В", "А"]
    assert short_names(greedy, 7) == ["greedy2", "greedy3", "greedy4"]
    assert short_names(greedy, 6) == ["gree~2", "gree~3", "gree~4"]


# ---------------------------------------------------------------------- steps, dice and the rest


def test_strip_shows_done_current_and_coming_steps() -> None:
    canvas = Canvas(72, 2)
    steps = [
        StripStep("Port", "1 VP"),
        StripStep("Ship", skipped=True),
        StripStep("Yard", "now"),
        StripStep("Galley", "waits"),
    ]
    paint_strip(canvas, canvas.rect, steps, 2)
    top, bottom = canvas.lines()
    assert "›3 Yard" in top
    assert bottom.split() == ["√", "1", "VP", "×", "now", "waits"]
    assert canvas.grounds[0][20] == ""
    assert canvas.grounds[0][38] == "on.lit"
    assert canvas.grounds[0][56] == "tint.blue"


def test_long_strip_scrolls_to_the_current_step() -> None:
    canvas = Canvas(30, 2)
    for now in range(6):
        canvas.fill(0, 0, 30, 2, ground="")
        paint_strip(canvas, canvas.rect, [StripStep(f"step{n}") for n in range(6)], now)
        assert f"{now + 1} step{now}" in canvas.text()


def test_dice_show_their_letters_and_marks() -> None:
    canvas = Canvas(30, 2)
    dice = [
        DieFace("Y5", "block.yellow", spot=("die", 0)),
        DieFace("Y6", "block.yellow", MARKED_DIE),
        DieFace("R3", "block.red", CLOSED_DIE),
    ]
    x = 0
    for die in dice:
        x = paint_die(canvas, x, 0, die)
    assert canvas.lines()[0] == "▐Y5▌[Y6] R3"
    assert canvas.spots.shade(("die", 0)) == "lit"


def test_every_role_of_the_shapes_is_known() -> None:
    canvas = Canvas(80, 12)
    paint_strip(canvas, Rect(0, 3, 80, 2), [StripStep("a"), StripStep("b")], 0)
    end = paint_die(canvas, 0, 5, DieFace("R1", "block.red"))
    paint_die(canvas, end, 5, DieFace("R2", state=MARKED_DIE))
    paint_panel(canvas, Rect(0, 6, 30, 4), "x")
    seen = theme()
    for role in roles_used(canvas):
        seen.paint(role)
