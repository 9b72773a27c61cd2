"""One rule for keys in every kind of question of every game: a key selects its choice; the key of
the selected choice, or Enter, confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from engine.games import catalogue
from engine.games.troyes.black_dice import BLACK
from engine.games.troyes.dice import DIE_OF
from screens import key_map
from screens.games.era.input_modes import MarkingDice
from screens.games.troyes.dice_marking import DiceMarking
from screens.input_modes.choice_finder import ChoiceFinder
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Choice
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.steppers import Steppers
from screens.paint import buttons
from tests.screens.table.questions import Question, questions

MOST: Final = 5
"""Of so many choices of a question every key is tried."""

MOVES: Final = frozenset("hjklgG")
"""Keys that move, and are the keys of no choice."""

PER_KIND: Final = 2

COMMANDS: Final = {
    "catan": {"bank", "card", "city", "offer", "road", "settlement"},
    "knights": {
        *("activate", "bank", "card", "chase", "city", "improve", "move", "offer", "promote"),
        *("recruit", "road", "settlement", "wall"),
    },
    "troyes": {"activate", "build", "farm", "fight", "flip", "place", "reroll"},
    "deus": {"build", "offer", "wildcard"},
}
"""Commands of the menus of games that ask for more."""


@pytest.fixture(scope="module", params=[entry.id for entry in catalogue(drafts=True)])
def all_questions(request: pytest.FixtureRequest) -> list[Question]:
    """Questions of every kind of a game."""
    return list(questions(str(request.param), PER_KIND))


def lists(all_questions: list[Question]) -> Iterator[Question]:
    return (one for one in all_questions if isinstance(one.input_mode, ChoiceList))


def some(one: Question) -> list[tuple[int, Choice]]:
    """Some of the choices that have keys, the first and the last among them."""
    keyed = [(n, choice) for n, choice in enumerate(one.partial_pick.choices()) if choice.key]
    return [*keyed[: MOST - 1], *keyed[MOST - 1 :][-1:]]


def is_taken(before: Question, after: Question) -> bool:
    """Whether something was taken: a pick, or a part of one, or a confirmation is asked."""
    return after.outcome != before.outcome


def test_questions_of_every_command_are_among_them(
    request: pytest.FixtureRequest, all_questions: list[Question]
) -> None:
    met = {one.kind[1] for one in all_questions}
    assert COMMANDS.get(request.node.callspec.params["all_questions"], set()) <= met


# ---------------------------------------------------------------- lists


def test_repeated_key_confirms_like_enter(
    all_questions: list[Question],
) -> None:
    for one in lists(all_questions):
        choices = one.partial_pick.choices()
        for number, choice in some(one):
            elsewhere = one.pointing((number + 1) % len(choices))
            here = one.pointing(number)
            if len(choices) > 1:
                pointed = elsewhere.after(*choice.key)
                assert not is_taken(elsewhere, pointed), (one.name, choice.key)
                assert pointed.partial_pick.input_mode.pointed == number, (one.name, choice.key)
                again = pointed.after(*choice.key)
                assert is_taken(pointed, again), (one.name, choice.key)
            taken = here.after(*choice.key)
            assert is_taken(here, taken), (one.name, choice.key)
            assert taken.outcome == here.after("enter").outcome, (one.name, choice.key)


def test_command_key_uses_the_highlighted_place(
    all_questions: list[Question],
) -> None:
    """Selecting a place of the table highlights its command in the list."""
    for one in lists(all_questions):
        choices = one.partial_pick.choices()
        for number, choice in enumerate(choices):
            begun = choice.chosen[: len(one.partial_pick.chosen) + 1]
            commands = [other for other in choices if other.listed and other.chosen == begun]
            if choice.listed or choice.among or not commands:
                continue
            here = one.pointing(number)
            taken = here.after(*commands[0].key)
            assert is_taken(here, taken), (one.name, commands[0].key)
            assert taken.outcome == here.after("enter").outcome, (one.name, commands[0].key)
            break


def test_key_on_the_board_selects_its_place_and_is_dim_if_the_command_does_not_lead_there(
    all_questions: list[Question],
) -> None:
    for one in lists(all_questions):
        choices = one.partial_pick.choices()
        for number, choice in enumerate(choices):
            if not choice.listed or choice.place is not None or not one.input_mode.labels():
                continue
            here = one.pointing(number)
            faint, size = here.input_mode.faint(), len(choice.chosen)
            for place, key in [*here.input_mode.labels().items()][:: MOST - 1]:
                after = here.after(*key) if key else here
                if not key or is_taken(here, after):
                    continue
                selected = after.partial_pick.choices()[after.partial_pick.input_mode.pointed]
                assert selected.place == place, (one.name, choice.chosen, key)
                led = [parts[:size] for parts in selected.among or [selected.chosen]]
                if faint and not selected.listed:
                    assert (choice.chosen in led) != (place in faint), (one.name, key)


def test_every_choice_has_a_key_and_no_key_is_a_prefix_of_another(
    all_questions: list[Question],
) -> None:
    commands = {one.key for one in (*key_map.TABLE_COMMANDS, *key_map.PLAY_COMMANDS)}
    for one in lists(all_questions):
        keys = [choice.key for choice in one.partial_pick.choices() if choice.listed]
        shut = {letter for _, _, letter in one.input_mode.unavailable()}
        assert all(keys), one.name
        assert len(set(keys)) == len(keys), (one.name, keys)
        assert not any(a != b and b.startswith(a) for a in keys for b in keys), (one.name, keys)
        assert not (set(keys) | shut) & commands, (one.name, keys)
        if one.kind[3] != "SupplyList":
            assert not (set(keys) | shut) & MOVES, (one.name, keys)


def test_refused_key_does_not_move_the_cursor(all_questions: list[Question]) -> None:
    for one in all_questions:
        keys = _shut(one) if _is_list(one) else set()
        for key in keys | {"f", "9", "v"}:
            after = one.after(key)
            if after.state.message and after.input_mode == one.input_mode:
                assert (
                    after.partial_pick.input_mode.pointed == one.partial_pick.input_mode.pointed
                ), (
                    one.name,
                    key,
                )
            if after.state.message and not after.state.confirming:
                assert not is_taken(one, after), (one.name, key)


def _is_list(one: Question) -> bool:
    return isinstance(one.input_mode, ChoiceList)


# ---------------------------------------------------------------- Enter


def test_second_enter_confirms_at_any_interval(
    all_questions: list[Question],
) -> None:
    for one in all_questions:
        first = one.after("enter")
        if not first.state.confirming:
            continue
        for wait in (0.0, 0.01, 0.2, 0.5, 2):
            assert first.after("enter", wait=wait).commits == 1, (one.name, wait)
        assert first.after("enter", wait=-0.01).commits == 0, "before it was painted"


def test_surplus_enter_never_answers_the_next_question(all_questions: list[Question]) -> None:
    for one in lists(all_questions):
        for number, _ in some(one):
            first = one.pointing(number).after("enter")
            if first.commits or first.state.confirming:
                continue
            meant = first.after("enter").outcome
            for wait in (-0.1, 0.0, 0.1, 0.2):
                surplus = first.after("enter", wait=wait)
                assert not is_taken(first, surplus), (one.name, wait)
                assert surplus.state.message == first.state.message, "the preview stays"
                for later in (0.1, 1):
                    repeated = surplus.after("enter", wait=later)
                    assert repeated.outcome == meant, (one.name, later)


def test_enter_after_a_key_that_took_at_once_is_not_meant_for_the_next_question(
    all_questions: list[Question],
) -> None:
    """Players who did not see that the cursor was there already press Enter for their choice."""
    for one in lists(all_questions):
        choices = one.partial_pick.choices()
        for number, choice in some(one):
            taken = one.pointing(number).after(*choice.key)
            if taken.commits or taken.state.confirming:
                continue
            surplus = taken.after("enter", wait=0.6)
            assert not is_taken(taken, surplus), (one.name, choice.key)
            meant = taken.after("enter").outcome
            assert surplus.after("enter", wait=0.2).outcome == meant, (one.name, choice.key)
            if len(choices) > 1:
                elsewhere = one.pointing((number + 1) % len(choices))
                seen = elsewhere.after(*choice.key).after(*choice.key)
                soon, later = (seen.after("enter", wait=wait).outcome for wait in (0.6, 10))
                assert soon == later, (one.name, choice.key)


def test_repeated_key_of_a_choice_taken_at_once_is_not_meant_for_the_next_question(
    all_questions: list[Question],
) -> None:
    """Players who did not see that the cursor was there already press the key twice. The letter of
    a command never chooses anything in its own list."""
    for one in lists(all_questions):
        letters = ChoiceFinder(one.partial_pick).letters()
        for number, choice in some(one):
            taken = one.pointing(number).after(*choice.key)
            if taken.commits or taken.state.confirming:
                continue
            is_letter = choice.listed and choice.key == letters.get(choice.value)
            for wait in (0.6, 10) if is_letter else (0.6,):
                surplus = taken.after(*choice.key, wait=wait)
                assert not is_taken(taken, surplus), (one.name, choice.key)
                assert surplus.state.message == taken.state.message, (one.name, choice.key)
                keys = {other.key for other in taken.partial_pick.choices()}
                if _is_list(taken) and choice.key not in keys:
                    assert not surplus.state.gate.has_refused, "no key can be pressed again"
                if _is_list(taken):
                    pointed = surplus.partial_pick.input_mode.pointed
                    assert pointed == taken.partial_pick.input_mode.pointed, (one.name, choice.key)


def test_keys_typed_before_the_question_was_painted_never_confirm(
    all_questions: list[Question],
) -> None:
    for one in lists(all_questions):
        for number, _ in some(one):
            first = one.pointing(number).after("enter")
            if first.commits or first.state.confirming or not _is_list(first):
                continue
            for _, choice in some(first):
                early = first.after(*choice.key, *choice.key, wait=-0.01)
                assert not is_taken(first, early), (first.name, choice.key)


# ---------------------------------------------------------------- Escape


def test_escape_clears_all_marks_at_once_and_the_second_goes_back(
    all_questions: list[Question],
) -> None:
    for one in all_questions:
        if not isinstance(one.input_mode, MultiSelect | DiceMarking | Steppers):
            continue
        marked = _with_marks(one)
        if marked is None:
            continue
        empty = marked.after("escape")
        assert not _marks(empty), one.name
        if one.partial_pick.chosen:
            back = empty.after("escape")
            assert len(back.partial_pick.chosen) < len(one.partial_pick.chosen), one.name


def test_line_of_keys_says_what_escape_undoes(all_questions: list[Question]) -> None:
    """Clearing marks or numbers has a label of its own, unlike going back."""
    for one in all_questions:
        marked = _with_marks(one)
        for at in (one, one.after("1"), *([] if marked is None else [marked])):
            fork = at.partial_pick.forked()
            is_undone, line = fork.back(), at.rows()[-1]
            is_typed = getattr(at.input_mode, "typed", "")
            if at.state.confirming or at.state.message or at.commits or is_typed:
                continue
            assert ("Escape" in line) == is_undone or "Escape put back" in at.screen(), one.name
            clears = is_undone and fork.chosen == at.partial_pick.chosen and not _among(at)
            assert ("Escape clear" in line) == clears, (one.name, line)


def test_escape_returns_the_cursor_to_its_start_so_that_a_key_selects_again(
    all_questions: list[Question],
) -> None:
    """Players who have changed their minds must not confirm the choice by selecting it again."""
    for one in lists(all_questions):
        start = one.partial_pick.input_mode.pointed
        for number, choice in some(one) if not one.partial_pick.is_begun else ():
            if number == start:
                continue
            left = one.pointing(number).after("escape")
            assert left.partial_pick.input_mode.pointed == start, (one.name, choice.key)
            assert not is_taken(left, left.after(*choice.key)), (one.name, choice.key)


def _among(one: Question) -> Any:
    return getattr(one.input_mode, "among", ())


def test_escape_removes_the_message_about_an_early_key(all_questions: list[Question]) -> None:
    refused = 0
    for one in lists(all_questions):
        for number, _ in some(one):
            first = one.pointing(number).after("enter")
            early = first.after("enter", wait=0.0)
            if early.state.gate.has_refused:
                refused += 1
                assert not early.after("escape").state.gate.has_refused, one.name
    assert refused


def _marks(one: Question) -> tuple[Any, ...]:
    """Marked dice or cards, or counted things."""
    match one.input_mode:
        case MultiSelect(marks=marks, things=things):
            return tuple(thing for thing in things if thing not in marks.preset)
        case DiceMarking(marked_names=names):
            return names
        case Steppers(numbers=numbers):
            return tuple(key for key, number in numbers.items() if number)
    return ()


def _with_marks(one: Question) -> Question | None:
    """The same with as many marks as can be made by moving and Space."""
    for _ in range(6):
        one = one.after("space", "right")
    return one if _marks(one) else None


# ---------------------------------------------------------------- marks and counters


def test_every_object_can_be_marked_alone_by_keys(all_questions: list[Question]) -> None:
    for one in all_questions:
        if isinstance(one.input_mode, MultiSelect) and not _marks(one):
            for thing in one.input_mode.selectable():
                if thing not in one.input_mode.marks.preset:
                    marked = one.after(one.input_mode.key_of(thing))
                    assert _marks(marked) == (thing,), (one.name, thing)
                    assert not is_taken(one, marked), (one.name, thing)


def test_every_die_can_be_marked_alone_by_its_value(all_questions: list[Question]) -> None:
    for one in all_questions:
        if not isinstance(one.input_mode, DiceMarking):
            continue
        empty = one.after("escape") if _marks(one) else one
        input_mode: DiceMarking = empty.input_mode
        for value in {input_mode.value(name) for name in input_mode.selectable()} - {0}:
            of_it = [name for name in input_mode.selectable() if input_mode.value(name) == value]
            found: list[str] = []
            at = empty
            for _ in of_it:
                at = at.after(str(value))
                if len(_marks(at)) == 1:
                    found += _marks(at)
            twins, of_found = ({DIE_OF[name][:2] for name in names} for names in (of_it, found))
            assert of_found == twins, one.name
            own = [DIE_OF[name][0] == input_mode.seat for name in found]
            assert own == sorted(own, reverse=True), (one.name, "own dice come first")
        black = [name for name in input_mode.selectable() if name[:1] == BLACK]
        at, alone = empty, set()
        for _ in range(2 ** len(black)):
            at = at.after("b")
            alone |= {name[1] for name in _marks(at) if len(_marks(at)) == 1}
        assert alone == {name[1] for name in black}, one.name


def test_enter_confirms_marks_or_marks_the_selected_object(all_questions: list[Question]) -> None:
    for one in all_questions:
        if not isinstance(one.input_mode, MultiSelect | DiceMarking) or _marks(one):
            continue
        if one.input_mode.stops()[one.partial_pick.input_mode.pointed][0][0] in (
            buttons.CONFIRM_MARKED,
            buttons.PANEL_ENTRY,
        ):
            continue
        marked = one.after("enter")
        assert not is_taken(one, marked), one.name
        assert _marks(marked), one.name
        taken = marked.after("enter")
        assert is_taken(marked, taken) or taken.state.message, one.name
        assert taken.outcome == marked.after("w").outcome, one.name


def test_counters_change_by_digits_and_only_enter_confirms(all_questions: list[Question]) -> None:
    for one in all_questions:
        if not isinstance(one.input_mode, Steppers) or one.input_mode.chooses_one:
            continue
        at = one
        for digit in "123456789":
            at = at.after(digit, digit)
        assert not is_taken(one, at), one.name


def test_era_dice_are_kept_by_pressing_full_stop_twice(all_questions: list[Question]) -> None:
    for one in all_questions:
        if isinstance(one.input_mode, MarkingDice) and not one.input_mode.keeps_all:
            pointed = one.after(".")
            assert not is_taken(one, pointed)
            assert is_taken(pointed, pointed.after("."))


# ---------------------------------------------------------------- refused keys


def test_refused_key_keeps_the_preview_visible(all_questions: list[Question]) -> None:
    refused = 0
    for one in all_questions:
        shown = one.rows()
        for key in sorted({"9", "v", *(_shut(one) if _is_list(one) else ())}):
            after = one.after(key)
            told = after.state.message
            if told and after.input_mode == one.input_mode and len(told) <= one.state.size[0] - 2:
                *table, keys = after.rows()
                assert table == shown[:-1], (one.name, key)
                assert told in keys, (one.name, key)
                refused += 1
    assert refused


def _shut(one: Question) -> set[str]:
    return {letter for _, _, letter in one.input_mode.unavailable()}
