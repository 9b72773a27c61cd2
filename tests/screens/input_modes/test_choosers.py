"""Input modes without a screen: lists, counters, marks."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest

from engine.core.chance import Dice as DrawnBy
from engine.core.parts import MultisetPart, SubsetPart
from engine.errors import Refusal
from engine.games import catalogue
from engine.i18n.text import words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Response
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.partial_pick import PartialPick
from screens.input_modes.steppers import Steppers
from screens.keys import CHOICE_KEYS
from screens.paint import buttons
from tests.screens.market import Begin, Dice, Market, Number, RecordedDecision, many, partial_pick


def listing(one: PartialPick) -> ChoiceList:
    assert isinstance(one.input_mode, ChoiceList)
    return one.input_mode


def counting(one: PartialPick) -> Steppers:
    assert isinstance(one.input_mode, Steppers)
    return one.input_mode


def marking(one: PartialPick) -> MultiSelect:
    assert isinstance(one.input_mode, MultiSelect)
    return one.input_mode


def type_in(one: PartialPick, *keys: str) -> Any:
    """Press keys; returns what the last one did."""
    names = {"+": "plus", "-": "minus"}
    return [
        one.input_mode.press(names.get(key, key), key if len(key) == 1 else None) for key in keys
    ][-1]


def chosen(one: PartialPick) -> Any:
    """The parts that are chosen."""
    return one.chosen


def picked(one: PartialPick) -> Any:
    """Return the pick so far."""
    return one.pick


def things(one: PartialPick) -> Any:
    """The marked things."""
    return marking(one).things


def amounts(one: PartialPick) -> Any:
    """The counts, row by row."""
    return counting(one).parts()


def reason(reply: Any) -> str:
    assert isinstance(reply, Refusal)
    return f"{reply.reason.plain()} ({reply.rule})"


# ---------------------------------------------------------------- menus


def test_menu_lists_commands_with_distinct_letters(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    listed = [(c.key, c.label.plain()) for c in one.choices() if c.listed]
    assert listed == [("1", "Walk"), ("2", "Ask"), ("x", "Trade")]
    shut = [
        (label.plain(), refusal.rule, key) for label, refusal, key in listing(one).unavailable()
    ]
    assert shut == [("Close", "MARKET-3", "c")]
    assert reason(type_in(one, "c")) == "It is too early. (MARKET-3)"
    refusal = one.input_mode.refuse((buttons.SHUT, 0))
    assert refusal is not None
    assert refusal.rule == "MARKET-3"


def test_targets_of_all_commands_are_choices_at_once(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    places = {c.place: c for c in one.choices() if not c.listed}
    assert list(places) == [("stall", "north"), ("stall", "south"), ("stall", "west")]
    assert places["stall", "south"].chosen == ("walk", "south")
    assert places["stall", "south"].label.plain() == "Walk: south"
    assert places["stall", "north"].among == (("walk", "north"), ("ask", "north"))


def test_target_that_completes_a_pick_completes_it(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    index = one.input_mode.index_at(("stall", "south"))
    assert index is not None
    one.input_mode.point(index)
    assert one.pick == ("walk", "south")
    assert one.preview() is not None


def test_target_with_open_parts_leads_to_them_and_back(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    index = one.input_mode.index_at(("stall", "west"))
    assert index is not None
    one.input_mode.point(index)
    assert one.finish() is None
    assert chosen(one) == ("ask", "west")
    assert [c.value for c in one.choices()] == [1, 2]
    assert one.back()
    assert chosen(one) == ("ask",)
    assert one.back()
    assert not one.back()


def test_target_of_several_commands_asks_which(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    index = one.input_mode.index_at(("stall", "north"))
    assert index is not None
    one.input_mode.point(index)
    assert one.pick is None
    assert [text.plain() for text in one.input_mode.chosen_so_far()] == [
        "Walk: north / Ask: north."
    ]
    assert one.finish() is None
    assert [c.label.plain() for c in one.choices()] == ["Walk: north", "Ask: north"]
    assert one.finish() == ("walk", "north")
    assert one.back(), "to the whole menu"
    assert one.choices()[0].label.plain() == "Walk"


@pytest.mark.parametrize("count", [2, len(CHOICE_KEYS), len(CHOICE_KEYS) + 1, 60, 99, 100, 120])
def test_every_choice_has_its_own_key(scripted: Begin, count: int):
    one = partial_pick(scripted(many(count), seats=1))
    keys = [c.key for c in one.choices()]
    assert len(set(keys)) == count
    assert "" not in keys
    for number in range(count):
        one.input_mode.point((number + 1) % count)
        reply = type_in(one, *keys[number])
        assert one.input_mode.pointed == number
        assert reply is Response.POINTED
    assert type_in(one, *keys[-1]) is Response.CHOSEN, "pressed again, confirmed"


def test_number_is_typed_digit_by_digit(scripted: Begin):
    one = partial_pick(scripted(many(60), seats=1))
    assert type_in(one, "3") is Response.CHANGED
    assert (listing(one).typed, one.input_mode.pointed) == ("3", 29), "the first match"
    assert one.back(), "forgets the digit"
    assert listing(one).typed == ""
    assert type_in(one, "3", "7") is Response.POINTED
    assert one.choice.value == "word 37"
    assert type_in(one, "9") is Response.NOTHING
    assert type_in(one, "6", "5") is Response.CHANGED
    assert listing(one).typed == "5", "no 65: a new number starts"
    assert type_in(one, "0") is Response.POINTED, "the first of the fifties is not confirmed unseen"


# ---------------------------------------------------------------- counting


def trade(scripted: Begin) -> PartialPick:
    one = partial_pick(scripted(Market(), seats=1))
    type_in(one, "x")
    assert one.finish() is None
    return one


def test_counters_stay_within_their_bounds(scripted: Begin):
    one = trade(scripted)
    assert [c.kind for c in counting(one).counters()] == ["wood", "clay", "ore"]
    assert type_in(one, "-") is Response.CHANGED
    assert type_in(one, "+", "space") is Response.CHANGED
    assert reason(type_in(one, "up")) == "There are not that many available. (MARKET-2)"
    assert amounts(one) == ((("wood", 2),), ())
    assert type_in(one, "backspace", "down", "down") is Response.CHANGED
    assert amounts(one) == ((),)


def test_second_row_appears_when_the_first_is_legal(scripted: Begin):
    one = trade(scripted)
    assert len(counting(one).rows()) == 1
    assert one.refusal() is not None
    type_in(one, "+")
    assert [c.kind for c in counting(one).counters()] == ["wood", "clay", "ore", "clay", "ore"]
    assert picked(one) is None
    type_in(one, "left")
    assert one.input_mode.pointed == 4, "wraps around to the last counter"
    type_in(one, "3")
    assert one.pick == ("trade", (("wood", 1),), (("ore", 3),))
    assert one.refusal() is None
    assert one.preview() is not None
    shown = [text.plain() for text in counting(one).chosen_so_far()]
    assert shown == ["3 chosen, 1 to 12 needed.", "1 good leaves you."]
    assert one.finish() == ("trade", (("wood", 1),), (("ore", 3),))


def test_emptying_a_row_removes_it_from_the_pick(scripted: Begin):
    one = trade(scripted)
    type_in(one, "+", "left", "3", "right", "right", "+")
    assert one.pick == ("trade", (("wood", 1), ("clay", 1)), (("ore", 3),))
    type_in(one, "-", "left", "-")
    assert one.pick is None


def test_suggestion_keeps_cursor_on_a_counter(scripted: Begin):
    one = trade(scripted)
    type_in(one, "+", "left")
    assert one.input_mode.pointed == 4
    counting(one).suggest(((("wood", 1), ("clay", 1)), (("ore", 1),)))
    assert [c.kind for c in counting(one).counters()] == ["wood", "clay", "ore", "ore"]
    assert one.input_mode.pointed == 3
    assert type_in(one, "+") is Response.CHANGED
    assert amounts(one) == ((("wood", 1), ("clay", 1)), (("ore", 2),))


def test_escape_empties_counters_before_leaving_them(scripted: Begin):
    one = trade(scripted)
    type_in(one, "+")
    assert one.back()
    assert amounts(one) == ((),)
    assert one.back()
    assert chosen(one) == ()
    assert one.choice.value == "trade"


def test_digits_type_a_number(scripted: Begin):
    one = partial_pick(scripted(Number(), seats=1))
    assert amounts(one) == ((),), "counters start at zero"
    type_in(one, "2", "1")
    assert one.pick == (("coins", 21),)
    type_in(one, "7")
    assert one.pick == (("coins", 7),), "217 is too much: a new number starts"
    type_in(one, "0")
    assert picked(one) is None
    refusal = one.refusal()
    assert reason(refusal) == "Choose at least 3. (MARKET-4)"
    type_in(one, "+", "+", "+", "+")
    assert one.pick == (("coins", 4),)
    assert type_in(one, "enter") is Response.CHOSEN


def test_clicks_and_the_wheel_change_the_number(scripted: Begin):
    one = partial_pick(scripted(Number(), seats=1))
    input_mode = counting(one)
    type_in(one, "3")
    assert input_mode.pick(0) is Response.CHANGED
    assert input_mode.touch((buttons.PLUS, 0), picked=True) is Response.CHANGED
    assert one.pick == (("coins", 5),)
    assert input_mode.touch((buttons.MINUS, 0), picked=True) is Response.CHANGED
    assert input_mode.touch((buttons.MINUS, 0), picked=False) is Response.NOTHING
    input_mode.wheel(-3)
    input_mode.wheel(3)
    input_mode.wheel(3)
    assert one.pick == (("coins", 3),)


# ---------------------------------------------------------------- marking


def test_objects_are_marked_in_order_and_incompatible_ones_closed(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    input_mode = marking(one)
    assert reason(one.refusal()) == "Choose at least 1. (MARKET-4)"
    assert input_mode.pick(3) is Response.CHANGED
    assert things(one) == (2,)
    assert [places[0] for places in input_mode.stops()] == [
        (buttons.CONFIRM_MARKED,),
        ("die", 2),
        ("die", 3),
    ]
    assert input_mode.closed() == [("die", 0), ("die", 1), ("die", 4)]
    assert reason(one.input_mode.refuse(("die", 4))) == "All must have one colour. (MARKET-5)"
    assert reason(type_in(one, "1")) == "All must have one colour. (MARKET-5)"
    assert type_in(one, "4") is Response.CHANGED
    assert one.pick == (2, 3)
    assert input_mode.marked() == [("die", 2), ("die", 3)]
    type_in(one, "3", "3")
    assert one.pick == (3, 2), "the order in which they were marked"
    assert type_in(one, "w") is Response.CHOSEN
    assert one.finish() == (3, 2)


def test_number_of_marks_is_limited(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    type_in(one, "1", "2")
    assert reason(type_in(one, "5")) == "Choose at most 2. (MARKET-4)"
    assert things(one) == (0, 1)


def test_enter_marks_then_confirms_and_escape_unmarks_all(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    input_mode = marking(one)
    assert type_in(one, "enter") is Response.CHANGED
    assert things(one) == (0,)
    assert [text.plain() for text in input_mode.chosen_so_far()] == ["1 die marked."]
    type_in(one, "2")
    assert type_in(one, "enter") is Response.CHOSEN, "what is marked"
    assert one.back()
    assert things(one) == ()
    assert not one.back()


def test_cursor_stays_on_the_marked_object(scripted: Begin):
    one = partial_pick(scripted(Dice(), seats=1))
    assert type_in(one, "4") is Response.CHANGED
    assert (things(one), one.input_mode.pointed) == ((3,), 2), "of the two still open"
    one.input_mode.point(1)
    assert type_in(one, "space") is Response.CHANGED
    assert (things(one), one.input_mode.pointed) == ((3, 2), 1)
    assert type_in(one, "4", "3") is Response.CHANGED
    assert (things(one), one.input_mode.pointed) == ((), 3), "all are open again"


class Sacks(Dice):
    """More dice than there are keys."""

    colours: ClassVar[str] = "r" * 40

    def marks(self, state: Any, chosen: tuple[Any, ...]) -> SubsetPart | None:
        return None if chosen else SubsetPart(tuple(range(40)), 1, 40)


def test_objects_have_keys_as_long_as_there_are_any(scripted: Begin):
    input_mode = marking(partial_pick(scripted(Sacks(), seats=1)))
    keys = [input_mode.key_of(thing) for thing in range(40)]
    assert keys == [*CHOICE_KEYS.replace("w", ""), *[""] * (40 - len(CHOICE_KEYS) + 1)]


# ---------------------------------------------------------------- the same asked again


def test_partial_pick_is_carried_over(scripted: Begin):
    match = scripted(Market(), seats=1)
    earlier = partial_pick(match)
    type_in(earlier, "x")
    earlier.finish()
    type_in(earlier, "+", "left", "4")
    later = partial_pick(match)
    later.restore_from(earlier)
    assert later.chosen == ("trade",)
    assert later.pick == earlier.pick == ("trade", (("wood", 1),), (("ore", 4),))
    assert later.input_mode.pointed == earlier.input_mode.pointed


def test_marks_are_carried_over(scripted: Begin):
    match = scripted(Dice(), seats=1)
    earlier, later = partial_pick(match), partial_pick(match)
    type_in(earlier, "2", "1")
    later.restore_from(earlier)
    assert later.pick == (1, 0)


def test_only_possible_parts_are_carried_over(scripted: Begin):
    earlier, later = (
        partial_pick(scripted(Market(), seats=1)),
        partial_pick(scripted(Number(), seats=1)),
    )
    type_in(earlier, "x")
    earlier.finish()
    later.restore_from(earlier)
    assert later.chosen == ()


class Sale(RecordedDecision):
    """Coins, and what is bought for them, which costs two."""

    asks = words("What do you buy?")
    parts = 2

    seat: int = 0
    purse: int = 5

    def bag(self, state: Any, chosen: tuple[Any, ...]) -> MultisetPart | None:
        return None if chosen else MultisetPart((("coins", self.purse),), 2)

    def part_options(self, state: Any, chosen: tuple[Any, ...]) -> list[str]:
        return ["bread", "cheese"] if len(chosen) == 1 else []


@pytest.mark.parametrize("purse", [2, 3, 4, 5])
def test_only_possible_amounts_are_carried_over(scripted: Begin, purse: int):
    earlier = partial_pick(scripted(Sale(), seats=1))
    type_in(earlier, "4")
    assert earlier.finish() is None
    earlier.input_mode.point(1)
    later = partial_pick(scripted(Sale(purse=purse), seats=1))
    later.restore_from(earlier)
    if purse < 4:
        assert later.chosen == ()
    else:
        assert later.pick == ((("coins", 4),), "cheese")


# ---------------------------------------------------------------- in every game


def games() -> list[tuple[str, int]]:
    return [(entry.id, min(entry.players)) for entry in catalogue(drafts=True)] + [("toy", 2)]


def wander(one: PartialPick, random: Random) -> Any:
    """A pick made by going about at random; None if none came of it."""
    for _ in range(60):
        stops = one.input_mode.stops()
        reply: Any
        if stops and random.random() < 0.7:
            reply = one.input_mode.pick(random.randrange(len(stops)))
        else:
            key = random.choice(["left", "right", "up", "down", "plus", "enter", "n", "w"])
            reply = one.input_mode.press(key, key if len(key) == 1 else None)
        if isinstance(reply, Refusal):
            assert reply.reason.plain()
        elif reply is Response.CHOSEN and one.refusal() is None:
            pick = one.finish()
            if pick is not None:
                return pick
        assert 0 <= one.input_mode.pointed < max(1, len(one.input_mode.stops()))
    return None


@pytest.mark.parametrize(("game", "seats"), games())
def test_choosers_reach_exactly_the_legal_picks(game: str, seats: int, toy: str):
    match = Match.begin(game, [(f"P{k}", "person") for k in range(seats)], seed="choosers")
    random, dice = Random(game), DrawnBy(b"choosers")
    taken, times = 0, 0
    for _ in range(150):
        if match.over:
            break
        times += 1
        pending = match.pending()[0]
        request = DecisionRequest.of(match, pending.seat)
        pick = wander(PartialPick(request), random)
        if pick is not None:
            taken += 1
            assert request.refuse(pick) is None, (pending.decision, pick)
        if pending.decision.listed and pending.decision.parts == 1:
            one = PartialPick(request)
            if isinstance(one.input_mode, ChoiceList):
                assert [c.value for c in one.choices() if c.listed] == list(request.options)
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    assert taken > times / 2


def test_mouse_wheel_moves_through_a_list_and_stops_at_its_ends(scripted: Begin):
    one = partial_pick(scripted(Market(), seats=1))
    last = len(one.choices()) - 1
    assert one.input_mode.wheel(-1) is Response.NOTHING
    for wanted in range(1, last + 1):
        assert one.input_mode.wheel(2) is Response.POINTED
        assert one.input_mode.pointed == wanted
    assert one.input_mode.wheel(2) is Response.NOTHING
    assert one.input_mode.wheel(-2) is Response.POINTED
    assert one.input_mode.pointed == last - 1
