"""Rows that an input mode paints in the panel, without a table above them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from attrs import field, frozen

from engine.core.parts import SubsetPart
from engine.core.step import Place
from engine.i18n.language import Translator
from engine.i18n.text import Text
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.theme import Theme, theme
from tests.screens.market import Begin, Chosen, Dice, Market, partial_pick
from tests.toy.script import Say, Trail


@frozen
class Reader:
    """An English reader."""

    translator: Translator = field(factory=lambda: Translator("en"))
    theme: Theme = field(factory=theme)
    own_keys: ClassVar[Mapping[str, str]] = {}

    def translate(self, text: Text) -> str:
        return self.translator.translate(text)


def painted(one: PartialPick, width: int = 60, most: int = 3) -> Canvas:
    return one.input_mode.paint(Reader(), width, most)


def rows(canvas: Canvas) -> list[str]:
    return [row.rstrip() for row in canvas.text().splitlines()]


def trade(scripted: Begin) -> PartialPick:
    one = partial_pick(scripted(Market(), seats=1))
    one.input_mode.press("x", "x")
    assert one.finish() is None
    return one


def test_counters_have_named_rows_and_arrows_at_the_selected_one(
    scripted: Begin,
):
    one = trade(scripted)
    assert rows(painted(one)) == ["  give - wood 0/2 + clay 0/1   ore 0/0"]
    one.input_mode.press("plus", "+")
    one.input_mode.press("left", None)
    canvas = painted(one)
    assert rows(canvas) == [
        "  give   wood 1/2   clay 0/1   ore 0/0",
        "  want   clay 0/9 - ore 0/9 +",
    ]
    spots = {place: canvas.rects(place) for place in canvas.spots}
    assert spots == {
        (buttons.COUNT, 0): [Rect(8, 0, 10, 1)],
        (buttons.COUNT, 1): [Rect(19, 0, 10, 1)],
        (buttons.COUNT, 2): [Rect(30, 0, 9, 1)],
        (buttons.COUNT, 3): [Rect(8, 1, 10, 1)],
        (buttons.COUNT, 4): [Rect(19, 1, 9, 1)],
        (buttons.MINUS, 4): [Rect(18, 1, 1, 1)],
        (buttons.PLUS, 4): [Rect(28, 1, 1, 1)],
    }
    for number, role in ((0, "text bold"), (1, "text"), (2, "closed")):
        (rect,) = canvas.rects((buttons.COUNT, number))
        assert canvas.roles[rect.y][rect.x + 1] == role


def test_counters_without_room_wrap_into_rows_that_scroll(scripted: Begin):
    one = trade(scripted)
    one.input_mode.press("plus", "+")
    canvas = painted(one, width=34, most=2)
    assert rows(canvas) == ["  give - wood 1/2 + clay 0/1", "         ore 0/0"]
    one.input_mode.point(3)
    assert rows(painted(one, width=34, most=2)) == [
        "         ore 0/0",
        "  want - clay 0/9 + ore 0/9",
    ]


def test_marks_are_numbered_in_brackets_and_closed_ones_dim(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    one.input_mode.press("4", "4")
    one.input_mode.press("3", "3")
    canvas = painted(one)
    text = " ".join(rows(canvas))
    assert "y3, y2" in text
    assert "[2 y2]" in text
    assert "[1 y3]" in text
    assert "[r0]" not in text
    for thing, role in ((0, "closed"), (3, "text")):
        (rect,) = canvas.rects((buttons.PANEL_ENTRY, thing))
        assert canvas.roles[rect.y][rect.right - 2] == role


def test_the_first_entry_says_that_it_confirms_the_marks(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    assert "w  confirm: nothing" in " ".join(rows(painted(one)))
    one.input_mode.press("4", "4")
    assert "w  confirm: y3" in " ".join(rows(painted(one)))


class Sacks(Dice):
    """Any of many dice, of which those from 30 on lie nowhere on the table."""

    colours: ClassVar[str] = "r" * 40

    def marks(self, state: Trail, chosen: Chosen) -> SubsetPart | None:
        return None if chosen else SubsetPart(tuple(range(40)), 1, 40)

    def thing_place(self, state: Trail, chosen: Chosen, thing: Any) -> Place | None:
        return ("die", thing) if thing < 30 else None


def test_choices_without_room_are_left_to_the_table(scripted: Begin):
    one = partial_pick(scripted(Sacks(), seats=1))
    assert "r29" in " ".join(rows(painted(one, most=40)))
    text = " ".join(rows(painted(one, most=3)))
    assert "r29" not in text
    assert all(f"r{number}" in text for number in range(30, 40))


def test_a_long_selection_leaves_the_other_choices_in_sight(scripted: Begin):
    one = partial_pick(scripted(Sacks(), seats=1))
    one.input_mode.suggest((tuple(range(12)),))
    text = " ".join(rows(painted(one, most=2)))
    assert "12 marked" in text
    assert "r30" in text


class Fields(Say):
    """Says one of many fields, which all lie on the table."""

    choices: tuple[Any, ...] = tuple(f"field number {n}" for n in range(30))

    def target(self, state: Trail, chosen: Chosen) -> Place | None:
        return ("field", chosen[0])


@pytest.mark.parametrize(("number", "height"), [(5, 5), (6, 6), (7, 1), (30, 1)])
def test_choices_with_keys_on_the_table_are_all_in_sight_or_in_a_single_row(
    scripted: Begin, number: int, height: int
):
    fields = tuple(f"field number {n}" for n in range(number))
    one = partial_pick(scripted(Fields(0, choices=fields), seats=1))
    assert len(rows(painted(one, width=40, most=5))) == height
