"""Letters move like arrows: on boards, in lists and on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from screens.input_modes.choice_list import ChoiceList
from screens.key_map import ARROW_OF_COMMAND, MOVE_COMMANDS
from screens.preferences import CARDS_OFF, Preferences
from tests.matrix import with_each
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS

NO_KEYS: Final[Mapping[str, str]] = {}

LETTERS: Final = [(command.key, ARROW_OF_COMMAND[command.id]) for command in MOVE_COMMANDS]


def seated(game: str, picks: int = 0, keys: Mapping[str, str] = NO_KEYS) -> HeadlessMatch:
    """Open a table with own keys."""
    preferences = Preferences(cards=CARDS_OFF, keys=keys)
    table = HeadlessMatch(new_session(game, PLAYERS[game], picks), preferences, size=(100, 40))
    if table.state.pass_to is not None:
        table.press("space")
    return table


def standing(table: HeadlessMatch) -> tuple[Any, ...]:
    """Cursor, pointer, zone and page of a table."""
    state = table.state
    pointed = None if state.partial_pick is None else state.partial_pick.input_mode.pointed
    return table.picture.cursor, pointed, state.zone, state.page.scroll, state.page.selected


@with_each(PLAYERS)
def test_letter_equals_its_arrow(game: str) -> None:
    for picks in (0, 9, 40):
        for letter, arrow in LETTERS:
            with seated(game, picks) as one, seated(game, picks) as other:
                for _ in range(3):
                    one.press(letter)
                    other.press(arrow)
                    assert standing(one) == standing(other), (game, picks, letter)


@with_each(PLAYERS)
def test_g_and_shift_g_go_to_the_first_and_last_choice(game: str) -> None:
    with seated(game, 9) as table:
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        if not isinstance(partial_pick.input_mode, ChoiceList):
            pytest.skip("no list there")
        table.press("G")
        assert standing(table)[1] == len(partial_pick.choices()) - 1
        table.press("g")
        assert standing(table)[1] == 0


def test_letters_move_in_the_log_and_in_the_help() -> None:
    with seated("catan", 40) as table:
        table.press("E")
        table.press("g")
        assert table.state.page.selected == 0
        table.press("j", "j", "k")
        assert table.state.page.selected == 1
        table.press("G")
        assert (table.state.page.selected or 0) > 10
        table.press("escape", "question_mark", "j")
        assert table.state.page.scroll == 1


def test_user_defined_key_overrides_letter_movement() -> None:
    with seated("catan", keys={"play.log": "j"}) as table:
        table.press("j")
        assert table.state.zone == "log"


def test_movement_letters_can_be_changed() -> None:
    own = {"move.right": "D"}
    with seated("middle_ages", keys=own) as one, seated("middle_ages") as other:
        one.press("D")
        other.press("right")
        assert standing(one) == standing(other)
        one.press("l")
        assert standing(one) == standing(other)


def test_down_moves_in_the_list_when_the_table_has_nothing_below() -> None:
    with seated("middle_ages") as table:
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        table.press("home")
        for wanted in range(1, len(partial_pick.choices())):
            table.press("down")
            assert standing(table)[1] == wanted
        for wanted in reversed(range(len(partial_pick.choices()) - 1)):
            table.press("up")
            assert standing(table)[1] == wanted


def test_era_cells_are_typed_with_movement_letters() -> None:
    with seated("era") as table:
        table.press("F", "F")
        table.press(":", "k", "4")
        partial_pick: Any = table.state.partial_pick
        assert (
            partial_pick.input_mode.current_pick[1].startswith("K")
            or partial_pick.input_mode.current_pick[1][0] > "H"
        )
