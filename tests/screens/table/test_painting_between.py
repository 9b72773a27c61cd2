"""Updates do not depend on painting, and pictures do not depend on earlier pictures."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from engine.core.state import State
from screens.input_modes.partial_pick import PartialPick
from screens.table.table_renderer import Picture
from screens.table.table_state import TableState
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessTable
from tests.screens.table.random_tables import LENGTHS, PLAY, REPLAY, KeySequence, key_sequences
from tests.screens.table.recording import let_bots_move, press, table_of

GAMES = list(LENGTHS)

FOUND_OUT = {
    *("partial_pick", "_selected", "_choices", "_unavailable", "forecast"),
    *(
        "_selectable",
        "_cubes",
        "_preview",
        "_previews_by_dice",
        "_in_words",
        "_labels",
        "_entries",
        "_avoidable_losses",
    ),
    "_refusals",
}
"""The fields of choosers that say nothing of what is chosen."""


ABOUT = (
    *("plus", "plus", "plus", "slash", "tab", "escape", "enter", "enter", *"123456"),
    *("left", "right", "up", "down") * 2,
)
"""Keys of one who goes about: the cursor is left behind, and found again."""


def wanderers(game: str, every: int) -> Iterator[KeySequence]:
    """Some who go about at tables of the game, each at another stage of it."""
    for number, one in enumerate(key_sequences(game)):
        if one.kind == PLAY and number % every == 0:
            keys = Random(f"{game} {number}").choices(ABOUT, k=40)
            yield evolve(one, keys=tuple(keys), cards="off")


def state_values(state: TableState) -> dict[str, Any]:
    """All of it; what is chosen so far by its values, for two choices are never one thing. Nor are
    two requests, so a hint is compared without its own."""
    found = {one.name: getattr(state, one.name) for one in fields(TableState)}
    hint_state: Any = state.hint_state
    return found | {
        "partial_pick": None if state.partial_pick is None else chosen(state.partial_pick),
        "hint_state": hint_state and evolve(hint_state, request=None),
    }


def chosen(partial_pick: PartialPick[State]) -> tuple[Any, ...]:
    """The parts chosen so far, without the caches of an input mode."""
    input_mode = partial_pick.input_mode
    names = {one.name for one in fields(type(input_mode))} - FOUND_OUT
    own = {name: getattr(input_mode, name) for name in names}
    return (
        partial_pick.seat,
        partial_pick.decision,
        partial_pick.chosen,
        type(input_mode),
        partial_pick.input_mode.pointed,
        own,
    )


def check_same_messages(one: KeySequence) -> None:
    """Three at tables of their own press the same: one paints after each key, one never, and one
    looks now and then."""
    by_lot = Random(one.game)
    with table_of(one) as painted, table_of(one) as dark, table_of(one) as looking:
        dark.paints = looking.paints = False
        tables = painted, dark, looking
        for number, key in enumerate(("", *one.keys)):
            for table in tables:
                if key:
                    press(table, key)
                let_bots_move(table)
            if painted.left:
                break
            expected = state_values(painted.state)
            assert state_values(dark.state) == expected, (one, number, key)
            assert state_values(looking.state) == expected, (one, number, key)
            if by_lot.random() < 0.3:
                looking.picture  # noqa: B018


def check_same_pictures(one: KeySequence) -> None:
    """Check after each key that a fresh painter paints the same picture."""
    with table_of(one) as table:
        for number, key in enumerate(("", *one.keys)):
            if key:
                press(table, key)
            let_bots_move(table)
            if table.left:
                break
            now, anew = table.picture, afresh(table)
            assert now.canvas.text() == anew.canvas.text(), (one, number, key)
            assert cells(now) == cells(anew), (one, number, key)
            assert (now.legal, now.cursor) == (anew.legal, anew.cursor), (one, number, key)


def afresh(table: HeadlessTable) -> Picture:
    return table.make_stack().renderer.picture(table.state)


def cells(picture: Picture) -> list[list[str]]:
    canvas = picture.canvas
    return [list(canvas.painted(y)) for y in range(canvas.height)]


@with_each(GAMES)
def test_handling_does_not_depend_on_painting(game: str) -> None:
    for one in (*wanderers(game, 11), key_sequences(game)[-1]):
        check_same_messages(one)


@pytest.mark.long
@with_each(GAMES)
def test_handling_never_depends_on_painting(game: str) -> None:
    for one in (*wanderers(game, 1), *key_sequences(game)):
        check_same_messages(one)


@with_each(GAMES)
def test_painting_does_not_depend_on_earlier_painting(game: str) -> None:
    for one in key_sequences(game)[17::16]:
        check_same_pictures(one)


@pytest.mark.long
@with_each(GAMES)
def test_painting_never_depends_on_earlier_painting(game: str) -> None:
    for one in key_sequences(game):
        check_same_pictures(one)


@with_each(GAMES)
def test_painting_does_not_depend_on_earlier_height_of_panel(game: str) -> None:
    """After the game, the panel grows while a question is open."""
    check_same_pictures(KeySequence(PLAY, game, 2, 0, 100_000, ("escape", "t", "escape")))


def test_a_hint_that_leaves_the_marking_of_dice_leaves_no_marks() -> None:
    """In Troyes, dice look different while some are being marked."""
    check_same_pictures(
        KeySequence(PLAY, "troyes", 2, 0, 14, ("Y", "space", "enter", "enter", "H"))
    )


def test_the_log_of_a_replay_ends_at_the_shown_part_of_a_step() -> None:
    """In Catan, a turn begins in the same event in which the previous one ends."""
    check_same_pictures(KeySequence(REPLAY, "catan", 2, 0, 130, ("E", "left"), at=120))
