"""Counters of cards: they start empty, with a digit per kind, the same in key hints and help."""

from __future__ import annotations

from typing import Any

import pytest

from tests.screens.games.knights.turns import in_turn
from tests.screens.table.headless import Headless, seen


def counted(table: Headless) -> Any:
    """Amounts counted so far."""
    assert table.state.choosing is not None
    return table.state.choosing.chooser.parts()


@pytest.mark.parametrize("ore", [0, 1])
def test_an_offer_begins_with_nothing_whatever_is_held(ore: int) -> None:
    """The same if only one kind can be given."""
    with in_turn(brick=2, ore=ore) as table:
        table.press("o", "enter")
        assert counted(table) == ((), ())
        table.press("2")
        assert counted(table) == ((("brick", 1),), ())
        table.press("2", "2")
        assert counted(table) == ((("brick", 2),), ()), "there are no more"


def test_enter_is_said_to_scroll_where_it_does() -> None:
    with in_turn(lumber=1, brick=1) as table:
        table.press("d", "enter")
        assert "Enter choose" in seen(table)
        before = len(table.session.sight.picks())
        table.press("C")
        assert "Enter scroll" in seen(table)
        table.press("enter", "enter")
        assert len(table.session.sight.picks()) == before


def test_the_line_of_keys_and_the_help_say_the_same_of_digits() -> None:
    with in_turn(brick=2) as table:
        table.press("o", "enter")
        assert "1-8 one more" in seen(table)
        table.press("?")
        assert "one more" in seen(table)
        assert "set number" not in seen(table)


@pytest.mark.parametrize(
    ("held", "first"),
    [({"lumber": 1, "brick": 1}, "road"), ({"brick": 1, "ore": 1}, "end"), ({}, "end")],
)
def test_a_turn_begins_at_what_can_be_paid_for(held: dict[str, int], first: str) -> None:
    """Otherwise the cursor starts on ending the turn, never on a trade."""
    with in_turn(**held) as table:
        assert table.state.choosing is not None
        assert table.state.choosing.choice.value == first
