"""Counters of cards: they start empty, with one digit per kind, the same in key hints and help."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.state import Island
from engine.games.knights.trade import TradeResponse
from screens.games.knights.trade_input import Bargaining
from screens.input_modes.choice_list import ChoiceList
from screens.paint import buttons
from screens.table.messages import (
    Hovered,
    Picked,
    RightButtonPressed,
    TableMessage,
    WheelTurned,
)
from tests.engine.games.knights.positions import give
from tests.screens.games.knights.test_common_moves import at, offered_before, usual, with_card
from tests.screens.games.knights.turns import in_turn
from tests.screens.table.headless import HeadlessMatch, picture_text


def counted(table: HeadlessMatch) -> Any:
    """Amounts counted so far."""
    assert table.state.partial_pick is not None
    return table.state.partial_pick.input_mode.parts()


@pytest.mark.parametrize("ore", [0, 1])
def test_offer_starts_empty_whatever_is_held(ore: int) -> None:
    """The same if only one kind can be given."""
    with in_turn(brick=2, ore=ore) as table:
        table.press("o", "enter")
        assert counted(table) == ((), ())
        table.press("2")
        assert counted(table) == ((("brick", 1),), ())
        table.press("2", "2")
        assert counted(table) == ((("brick", 2),), ()), "no more cards"


def test_enter_hint_says_scroll_only_where_it_scrolls() -> None:
    with in_turn(lumber=1, brick=1) as table:
        table.press("d", "enter")
        assert "Enter choose" in picture_text(table)
        before = len(table.session.match_view.picks())
        table.press("C")
        assert "Enter scroll" in picture_text(table)
        table.press("enter", "enter")
        assert len(table.session.match_view.picks()) == before


def test_key_hints_and_help_agree_on_digits() -> None:
    with in_turn(brick=2) as table:
        table.press("o", "enter")
        assert "1-8 one more" in picture_text(table)
        table.press("?")
        assert "one more" in picture_text(table)
        assert "set number" not in picture_text(table)


@pytest.mark.parametrize(
    ("held", "first"),
    [
        ({"lumber": 1, "brick": 1}, "road"),
        ({"lumber": 1, "brick": 1, "grain": 2, "ore": 3}, "city"),
        ({"brick": 1, "ore": 1}, "end"),
        ({}, "end"),
    ],
)
def test_turn_starts_at_something_affordable(held: dict[str, Any], first: str) -> None:
    """Buildings that score come first. Without anything affordable, the cursor starts on ending the
    turn, never on a trade."""
    with in_turn(**held) as table:
        assert table.state.partial_pick is not None
        assert table.state.partial_pick.choice.value == first


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_kind_in_the_hand_has_its_own_digit_or_none(game: str) -> None:
    """Digits are places of the island until the letter of a trade is pressed."""
    with in_turn(game, brick=4, lumber=4, wool=4, grain=4, ore=4) as table:
        island: Any = table.match.state
        kinds = {kind.id: str(n) for n, kind in enumerate(island.box.kinds, 1)}
        assert not _digits_in_hand(table)
        places = set(table.picture.labels.values())
        assert places & {"1", "01"}, "places of the island"
        for letter in "bo":
            table.press(letter)
            digits = _digits_in_hand(table)
            assert digits
            assert digits == {kind: kinds[kind] for kind in digits}
            others = table.picture.labels.keys() - {("give", kind) for kind in digits}
            assert not any(table.picture.labels[place].isdecimal() for place in others)


def _digits_in_hand(table: HeadlessMatch) -> dict[Any, str]:
    labels: Any = table.picture.labels.items()
    return {place[1]: key for place, key in labels if place[0] == "give"}


def test_typing_in_a_counter_offer_starts_a_new_one_and_says_so() -> None:
    table = at(answering())
    table.press("c", "enter")
    assert counted(table) == ((("grain", 1),), (("brick", 1),)), (
        "their offer from the own point of view"
    )
    assert "The first digit starts a new offer." in picture_text(table)
    assert "Enter offer this" in picture_text(table)
    table.press("5")
    assert counted(table) == ((("ore", 1),), ())
    table.press("1")
    assert counted(table) == ((("ore", 1),), (("lumber", 1),))
    assert "Enter confirm" in picture_text(table)


def answering() -> Island:
    """Boris is asked for one of his two grain cards, for brick."""
    state = usual(brick=2)
    state.push(TradeResponse(1, 0, give=(("brick", 1),), want=(("grain", 1),)))
    return state


def test_counter_offer_for_cards_not_held_is_completed_by_digits() -> None:
    """Enter is not offered for it, because half an offer cannot be made."""
    state = usual(brick=2)
    state.push(TradeResponse(1, 0, give=(("brick", 1),), want=(("lumber", 1),)))
    table = at(state)
    table.press("c", "enter")
    assert counted(table) == ((), (("brick", 1),))
    assert "Enter offer this" not in picture_text(table)
    assert "Press digits to add cards." in picture_text(table)
    table.press("4")
    assert counted(table) == ((("grain", 1),), (("brick", 1),))


@pytest.mark.parametrize(
    ("held", "more"),
    [
        ({"brick": 2}, (("brick", 2),)),
        ({"brick": 1, "wool": 1}, (("brick", 1), ("wool", 1))),
        ({"brick": 1}, None),
    ],
)
def test_last_offer_can_be_raised_whenever_the_keys_say_so(held: dict[str, int], more: Any) -> None:
    """If the player has no more of the kind offered, + adds another kind."""
    state = usual(**held)
    state.offers = offered_before().offers
    table = at(state)
    table.press("o", "o")
    assert ("+ offer more" in picture_text(table)) is (more is not None)
    if more is not None:
        table.press("+")
        assert counted(table) == (more, (("grain", 1),))


@pytest.mark.parametrize("input", [None, WheelTurned(-3), RightButtonPressed()])
def test_mouse_makes_an_earlier_offer_a_new_one(input: TableMessage | None) -> None:
    """A digit then adds a card instead of starting again, as it does after + and -."""
    for state, letter in ((answering(), "c"), (offered_before(), "o")):
        table = at(state)
        table.press(letter, letter)
        before = counted(table)
        assert table.state.partial_pick is not None
        input_mode = table.state.partial_pick.input_mode
        assert isinstance(input_mode, Bargaining)
        wanted = next(n for n, one in enumerate(input_mode.counters()) if one.row and one.number)
        place = (buttons.COUNT, wanted)
        table.send(Hovered(place))
        table.wait(1)
        table.send(input or Picked(place, by_mouse=True))
        assert counted(table) != before
        assert "The first digit" not in picture_text(table)
        assert "Enter confirm" in picture_text(table)
        assert "Escape clear all" in picture_text(table)


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_first_escape_empties_a_new_offer_and_the_second_leaves_it(game: str) -> None:
    with in_turn(game, brick=2) as table:
        table.press("o", "2", "4")
        assert "Escape clear all" in picture_text(table)
        table.press("escape")
        assert counted(table) == ((), ())
        assert "Escape back" in picture_text(table)
        table.press("escape")
        assert table.state.partial_pick is not None
        assert not table.state.partial_pick.chosen


def test_escape_leaves_an_offer_that_is_filled_in_already() -> None:
    for state, letter in ((answering(), "c"), (offered_before(), "o")):
        table = at(state)
        table.press(letter, letter)
        assert all(counted(table))
        assert "Escape back" in picture_text(table)
        table.press("escape")
        assert table.state.partial_pick is not None
        assert not table.state.partial_pick.chosen


def test_empty_offer_explains_digits() -> None:
    with in_turn(brick=2) as table:
        table.press("o", "enter")
        assert "Press digits to add cards." in picture_text(table)
        table.press("2")
        assert "Press digits" not in picture_text(table)


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_both_parts_of_a_bank_trade_have_a_question(game: str) -> None:
    with in_turn(game, brick=4, lumber=4) as table:
        table.press("b", "b")
        assert "Which cards do you give to the bank?" in picture_text(table)
        table.press("2", "2")
        assert "Which card do you take from the bank?" in picture_text(table)


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_bank_trade_says_which_side_digits_change(game: str) -> None:
    with in_turn(game, brick=4, lumber=4) as table:
        table.press("b")
        assert "Now press the key of the kind you give: 1 Lumber, 2 Brick." in picture_text(table)
    with in_turn(game, brick=4) as table:
        table.press("b")
        assert "Now press the key of the kind you take: 1 Lumber, 3 Wool" in picture_text(table)
        table.press("2")
        assert "Which card do you take from the bank?" in picture_text(table), "only brick"
        table.press("1", "1")
        assert counts_of_hand(table)[:2] == [1, 0]


@pytest.mark.parametrize(
    ("letter", "digit", "opened", "make"),
    [
        ("y", "1", ("card",), lambda: holding_a_road("smith")),
        ("i", "1", ("improve",), lambda: usual(lumber=1, brick=1, cloth=1)),
    ],
)
def test_digit_after_the_letter_of_a_list_chooses_in_the_list(
    letter: str, digit: str, opened: tuple[str, ...], make: Any
) -> None:
    """The same digit on the island would build a road instead."""
    table = at(make())
    assert "edge" in {place[0] for place in labels(table)}
    table.press(letter)
    assert not any(labels(table).values()), "digits belong to the list"
    table.press(digit)
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    assert partial_pick.chosen == opened
    assert isinstance(partial_pick.input_mode, ChoiceList)
    assert partial_pick.input_mode.choice.key == digit


def test_digit_after_the_letter_of_a_list_chooses_in_the_list_in_catan() -> None:
    with in_turn("catan", ["monopoly"], lumber=1, brick=1) as table:
        table.press("y", "1")
        assert table.state.partial_pick is not None
        assert table.state.partial_pick.chosen == ("card",)


def holding_a_road(card: str) -> Island:
    state = with_card(card)
    give(state, 0, lumber=1, brick=1)
    return state


def labels(table: HeadlessMatch) -> Any:
    assert table.state.partial_pick is not None
    return table.state.partial_pick.input_mode.labels()


def counts_of_hand(table: HeadlessMatch) -> list[int]:
    island: Any = table.match.state
    return list(island.hands[table.match.pending()[0].seat])
