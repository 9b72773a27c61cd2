"""The text field."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from screens.paint.canvas import Canvas, Rect
from screens.paint.text_field import TextField

KEYS = ["left", "right", "home", "end", "backspace", "delete"]
KEYS += [f"ctrl+{letter}" for letter in "abdefhkuw"]


def test_letters_are_inserted_at_the_caret() -> None:
    field = TextField.of("ac")
    assert field.press("left", None)
    assert field.press("b", "b")
    assert (field.text, field.caret) == ("abc", 2)


def test_typing_replaces_only_a_proposed_text() -> None:
    field = TextField.of("Boris", is_proposed=True)
    assert field.press("K", "K")
    assert field.press("i", "i")
    assert field.text == "Ki"
    field = TextField.of("Boris", is_proposed=True)
    assert not field.press("up", None)
    assert field.press("backspace", None)
    assert field.press("K", "K")
    assert field.text == "BoriK"


def test_keys_without_effect_are_not_consumed() -> None:
    field = TextField.of("a")
    for key in ("up", "down", "enter", "escape", "tab", "f1", "right"):
        assert not field.press(key, "\t" if key == "tab" else None)
    assert field.text == "a"


def test_words_are_deleted() -> None:
    field = TextField.of("one two  ")
    field.press("ctrl+w", None)
    assert field.text == "one "
    field.press("ctrl+w", None)
    assert field.text == ""


def test_pasted_lines_are_joined() -> None:
    field = TextField.of("", 10)
    field.insert("one\r\ntwo\x1b[2J and more\n")
    assert field.text == "one  two ["


@given(st.lists(st.one_of(st.sampled_from(KEYS), st.characters()), max_size=60), st.integers(1, 30))
def test_caret_stays_in_the_text_and_the_picture_in_its_box(keys: list[str], width: int) -> None:
    field = TextField.of("", 20)
    for key in keys:
        field.press(key, key if len(key) == 1 else None)
        assert 0 <= field.caret <= len(field.text) <= 20
        canvas = Canvas(40, 1)
        field.paint(canvas, Rect(3, 0, width, 1), active=True, hint="hint")
        assert canvas.roles[0].count("text reverse") == 1
        assert not canvas.text()[3 + width :].strip()


def test_caret_follows_wide_letters() -> None:
    field, canvas = TextField.of("日本x"), Canvas(8, 1)
    field.paint(canvas, Rect(1, 0, 6, 1), active=True)
    assert canvas.text() == " 日本x"
    assert canvas.roles[0].index("text reverse") == 1 + field.caret_column(6) == 6
    field.press("left", None)
    assert field.caret_column(6) == 4
    assert field.caret_column(4) == 2
