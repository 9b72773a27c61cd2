"""Digits in choices: a value of a die, else the number of a row, else an amount; only one meaning
per question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from engine.core.parts import MultisetPart
from engine.games.troyes.dice import DIE_OF, VALUE
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.games.era.input_modes import MarkingDice
from screens.games.troyes.dice_marking import DiceMarking
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Response
from screens.input_modes.partial_pick import PartialPick
from screens.input_modes.steppers import Steppers
from screens.keys import CHOICE_KEYS
from screens.table_view.painter_registry import painter_for
from tests.matrix import LIKE_ANOTHER, usually
from tests.screens.table.positions import PLAYERS, positions
from tests.screens.tables import advance, any_option, sampled

WAYS: Final = 4
"""How many choices of each question are gone after."""


def questions(game: str, partial_pick: PartialPick) -> Iterator[PartialPick]:
    """A question, and some of those that come once a part is chosen."""
    yield partial_pick
    if not isinstance(partial_pick.input_mode, ChoiceList):
        return
    for choice in partial_pick.choices()[:: max(1, len(partial_pick.choices()) // WAYS)]:
        further = painter_for(game).partial_pick(partial_pick.request)
        further.go_to(partial_pick.chosen)
        further.input_mode.point(partial_pick.choices().index(choice))
        if not choice.among and further.pick is None:
            further.finish()
            yield from questions(game, further)


@pytest.fixture(
    scope="module", params=[usually(one not in LIKE_ANOTHER, one, id=one) for one in PLAYERS]
)
def game(request: pytest.FixtureRequest) -> str:
    """Each game after the other, so that its matches are played once for all laws."""
    return str(request.param)


@pytest.fixture(scope="module")
def partial_picks(game: str) -> list[PartialPick]:
    """Questions of matches that are played at random."""
    return [
        one
        for seed, lots in enumerate((sampled(b"digits"), any_option(1), any_option(2)))
        for match in positions(game, seed, lots, 60, 3)
        for one in questions(game, _choosing(game, match))
    ]


def _choosing(game: str, match: Match) -> PartialPick:
    return painter_for(game).partial_pick(DecisionRequest.of(match, match.pending()[0].seat))


def is_die(game: str, value: Any) -> bool:
    """Whether a part is a die that shows pips."""
    return game == "troyes" and isinstance(value, str) and value in DIE_OF


def pips(die: Any) -> str:
    """The faces of such a die."""
    return str(VALUE[DIE_OF[die][1]])


def is_a_number(keys: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether each digit is the number asked for."""
    return all(key == str(value) for key, value in zip(keys, values, strict=True))


def are_lengths(keys: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether each digit is the length of a wall; 0 is for the one other piece that has a digit."""
    lengths = [str(value).removeprefix("wall_") for value in values]
    return all(key in (length, "0") for key, length in zip(keys, lengths, strict=True))


def are_rows(keys: Sequence[str]) -> bool:
    """Whether keys number rows: they ascend, with 0 before them for nothing at all or after 9."""
    first = 1 if keys[0] == "0" else 0
    ranks = [CHOICE_KEYS.index(key[0]) if len(key) == 1 else int(key) for key in keys[first:]]
    return ranks == sorted(set(ranks))


def test_digits_in_lists_are_die_values_numbers_or_rows(
    game: str, partial_picks: list[PartialPick]
) -> None:
    for partial_pick in partial_picks:
        rows = [one for one in partial_pick.choices() if one.listed and one.key[:1].isdecimal()]
        keys, values = [one.key for one in rows], [one.value for one in rows]
        if not rows:
            continue
        if any(is_die(game, value) for value in values):
            assert keys == [pips(value) for value in values], partial_pick.decision.name
        elif not (is_a_number(keys, values) or are_lengths(keys, values)):
            assert are_rows(keys), f"{partial_pick.decision.name} {partial_pick.chosen} {keys}"


def test_no_key_begins_another(game: str, partial_picks: list[PartialPick]) -> None:
    for partial_pick in partial_picks:
        keys = [one.key for one in partial_pick.choices() if one.key]
        if isinstance(partial_pick.input_mode, ChoiceList):
            keys += [key for _, _, key in partial_pick.input_mode.unavailable() if key]
        assert len(set(keys)) == len(keys), partial_pick.decision.name
        for key in keys:
            longer = [one for one in keys if one != key and one.startswith(key)]
            assert not longer, f"{partial_pick.decision.name} {partial_pick.chosen} {key} {longer}"


def test_dice_with_pips_are_marked_by_value(game: str, partial_picks: list[PartialPick]) -> None:
    for partial_pick in partial_picks:
        marks = partial_pick.decision.marks(partial_pick.request.view, partial_pick.chosen)
        things = [] if marks is None else marks.things
        assert isinstance(partial_pick.input_mode, DiceMarking) or not any(
            is_die(game, thing) for thing in things
        ), f"{partial_pick.decision.name} {partial_pick.chosen}"


def test_digit_in_counters_adds_one_of_its_kind(
    game: str, partial_picks: list[PartialPick]
) -> None:
    for partial_pick in partial_picks:
        input_mode = partial_pick.input_mode
        if not isinstance(input_mode, Steppers):
            continue
        row = input_mode.rows()[0]
        if len(row.bag.pool) > 1:
            for digit, kind in input_mode.digits().items():
                one = partial_pick.forked().input_mode
                assert isinstance(one, Steppers)
                is_new = one.back() or not any(counter.number for counter in one.counters())
                held = _counted(one) if is_new else {}  # the first digit begins another offer
                if one.press(digit, digit) is Response.CHANGED:
                    assert _counted(one) == {**held, kind: held.get(kind, 0) + 1}
            assert input_mode.digits(), partial_pick.decision.name


def _counted(input_mode: Steppers[Any]) -> dict[Any, int]:
    return {one.kind: one.number for one in input_mode.counters() if one.number}


def test_digit_toggles_marks_on_dice_of_its_value(
    game: str, partial_picks: list[PartialPick]
) -> None:
    for partial_pick in partial_picks:
        for digit in "123456" if isinstance(partial_pick.input_mode, DiceMarking) else "":
            check_marks(partial_pick, digit)


def check_marks(partial_pick: PartialPick, digit: str) -> None:
    """Pressed on, a digit marks one die more of its value, after the last other ones until each was
    marked alone, at the end none; pressed after another key it takes its marks away."""
    input_mode = partial_pick.forked().input_mode
    assert isinstance(input_mode, DiceMarking)
    kept = {name for name in input_mode.marked_names if pips(name) != digit}
    preset = len(input_mode.marked_names) > len(kept)
    sets = []
    while True:
        input_mode.press(digit, digit)
        marked = set(input_mode.marked_names) - kept
        assert all(pips(name) == digit for name in marked)
        if input_mode.most > 1:
            assert kept <= set(input_mode.marked_names)
        sets.append(marked)
        if not marked:
            break
    if preset:
        assert sets == [set()]
    else:
        assert all(sets.count(one) == 1 for one in sets)
        dice = [name for name in input_mode.selectable() if name in DIE_OF and pips(name) == digit]
        for name in dice:
            twins = [one for one in dice if DIE_OF[one][:2] == DIE_OF[name][:2]]
            assert any({one} in sets for one in twins), "each kind of die can be marked alone"
    input_mode.press(digit, digit)
    input_mode.press("left", None)
    input_mode.press(digit, digit)
    assert not set(input_mode.marked_names) - kept, "own mark removed, whatever else has that value"


@pytest.mark.parametrize("seed", range(2))
def test_digit_unmarks_dice_without_pips(seed: int) -> None:
    """Dice of Era have no numbers: each has the key that is painted on it."""
    for match in positions("era", seed, sampled(b"digits"), 60, 3):
        input_mode = _choosing("era", match).input_mode
        if isinstance(input_mode, MarkingDice):
            for thing in input_mode.marks.things:
                key = input_mode.key_of(thing)
                input_mode.press(key, key)
                assert input_mode.things == (thing,)
                input_mode.press(key, key)
                assert not input_mode.things


def test_each_die_has_its_own_key_for_a_reroll() -> None:
    match = Match.begin("troyes", [("Anna", "person"), ("Boris", "person")], seed="digits")
    lots = sampled(b"digits")
    advance(match, lots, 0, until="TakeTurn")
    town: Any = match.state
    seat = match.pending()[0].seat
    town.dice[seat], town.influence[seat] = (4, 5, 5, 11), 9
    partial_pick = _choosing("troyes", match)
    partial_pick.go_to(("reroll",))
    keys = {str(one.value): one.key for one in partial_pick.choices()}
    dice = (f"{seat}r5", f"{seat}r6", f"{seat}r6b", f"{seat}w6")
    assert keys == dict(zip(dice, "56cd", strict=True))
    assert partial_pick.input_mode.press("d", "d") is Response.POINTED
    assert partial_pick.choice.value == f"{seat}w6"
    assert partial_pick.input_mode.press("d", "d") is Response.CHOSEN
    assert partial_pick.input_mode.press("2", "2") is Response.NOTHING


def test_cursor_chooses_where_exactly_one_thing_is_counted(
    game: str, partial_picks: list[PartialPick]
) -> None:
    """Enter confirms what is under the cursor, and the digit of another thing points at it."""
    met = 0
    for partial_pick in partial_picks:
        part = partial_pick.request.composed_part(partial_pick.chosen)
        is_last = partial_pick.decision.parts == len(partial_pick.chosen) + 1
        if not isinstance(part, MultisetPart) or (part.least, part.most) != (1, 1) or not is_last:
            continue
        counting = partial_pick.forked().input_mode
        assert isinstance(counting, Steppers)
        digits = {kind: digit for digit, kind in counting.digits().items()}
        for number, (kind, _) in reversed([*enumerate(part.pool)]):
            counting.point(number + 1)
            if digits and len(part.pool) > 1:
                assert counting.press(digits[kind], digits[kind]) is Response.POINTED
                assert counting.press(digits[kind], digits[kind]) is Response.CHOSEN
            counting.point(number)
            assert counting.parts() == (((kind, 1),),)
            assert counting.press("enter", "\r") is Response.CHOSEN
            met += 1
    assert met or game != "deus"
