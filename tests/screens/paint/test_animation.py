"""Frames of animations: a function of the old picture, the new one and the time."""

from __future__ import annotations

import pytest

from screens.paint.animation import (
    DURATION_MS,
    FRAME_MS,
    MAX_DICE,
    Glide,
    Late,
    Move,
    Tumble,
    Turn,
    frame,
    veil,
)
from screens.paint.canvas import Canvas, Rect

TIMES = range(0, DURATION_MS, FRAME_MS)


def board(at: int, text: str = "three") -> Canvas:
    """A row of ten places of three cells with a piece on one of them, and text below."""
    canvas = Canvas(40, 6)
    for number in range(10):
        canvas.spot(("place", number), Rect(3 * number, 0, 3, 1))
    canvas.put(3 * at + 1, 0, "A", "piece.0", ground="")
    for number in range(8):
        canvas.put(4 * number, 2, f" Y{number % 6 + 1} ", "die.yellow", ("die", number))
    canvas.fill(0, 3, 10, 2, "x", "text", ground="tint.red")
    canvas.spot("card", Rect(0, 3, 10, 2))
    canvas.put(0, 5, text, "strong", "told")
    return canvas


def shown(moves: list[Move], ms: int, lasts: int = DURATION_MS) -> Canvas:
    return frame(board(1, "seven"), board(8), moves, ms, lasts)


GLIDE = Glide(("place", 1), ("place", 8), "A", "piece.0")
DICE: list[Move] = [Tumble(("die", number), "die.") for number in range(8)]
ALL: list[Move] = [GLIDE, *DICE, Turn("card"), Late("told")]


@pytest.mark.parametrize("lasts", [2 * FRAME_MS, DURATION_MS])
def test_animation_ends_with_the_picture_itself(lasts: int) -> None:
    old, new = board(1), board(8)
    assert frame(old, new, ALL, lasts, lasts) is new
    assert frame(old, new, ALL, lasts + 1000, lasts) is new
    assert DURATION_MS <= 400


def test_frames_are_reproducible_and_leave_pictures_unchanged() -> None:
    old, new = board(1), board(8)
    for ms in TIMES:
        one, other = frame(old, new, ALL, ms), frame(old, new, ALL, ms)
        assert veil(one, other) == {}
        assert veil(new, one)
    assert veil(old, board(1)) == veil(new, board(8)) == {}


def test_piece_glides_from_place_to_place() -> None:
    found = ["".join(shown([GLIDE], ms).chars[0]).index("A") for ms in TIMES]
    assert found[0] == 4
    assert found[-1] == 25
    assert found == sorted(found)
    assert len(set(found)) == len(found)


def test_destination_is_unchanged_until_the_piece_arrives() -> None:
    old, new = board(1), board(8)
    new.put(24, 0, "#", "strong")
    for ms in TIMES:
        assert "#" not in frame(old, new, [GLIDE], ms).text()


def test_piece_does_not_glide_to_an_invisible_place() -> None:
    assert veil(board(8), shown([Glide("nowhere", ("place", 8), "A", "piece.0")], 0)) == {}
    assert veil(board(8), shown([Glide(("place", 1), "nowhere", "A", "piece.0")], 0)) == {}


def test_dice_show_faces_and_keep_their_letter() -> None:
    seen = set()
    for ms in TIMES:
        row = "".join(shown(DICE, ms).chars[2])
        dice = [row[4 * number + 1 : 4 * number + 3] for number in range(8)]
        assert all(die[0] == "Y" and die[1] in "123456" for die in dice)
        lie = [f"Y{number % 6 + 1}" for number in range(8)]
        seen |= {number for number in range(8) if dice[number] != lie[number]}
    assert 0 < len(seen) <= MAX_DICE


def test_whole_die_shows_one_symbol() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "2 food ", "text bold", "die")
    for ms in (0, FRAME_MS, 2 * FRAME_MS):
        text = frame(canvas, canvas, [Tumble("die", "text", "HX", whole=True)], ms).text()
        assert text in ("H", "X")


def test_card_is_uncovered_in_a_growing_strip() -> None:
    seen = [shown([Turn("card")], ms).text().count("x") for ms in TIMES]
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert max(seen) < 20


def test_text_about_dice_appears_late() -> None:
    for ms in TIMES:
        assert "".join(shown([Late("told")], ms).chars[5]).strip() == "seven"


def test_result_of_the_last_roll_is_not_shown_beside_new_dice() -> None:
    for ms in TIMES:
        assert not "".join(shown([Late("told", blank=True)], ms).chars[5]).strip()
