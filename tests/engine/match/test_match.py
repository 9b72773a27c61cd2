"""A match: pending decisions, picks, undo, redo and notes."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import CHANCE_EVENT, PICK_EVENT, REDO_EVENT, UNDO_EVENT, Event, Header
from engine.core.hidden import Hidden
from engine.core.players import MAX_CHARACTERS, checked_name, new_name
from engine.core.step import FOR_EVER, TILL_OVER, TILL_REVEALED, together
from engine.core.step_stack import Step
from engine.errors import (
    BadSave,
    BadSetup,
    CannotTakeBack,
    IllegalPick,
    NotYourTurn,
    UnknownGame,
)
from engine.i18n.text import Text, words
from engine.match.match import Match
from tests.toy.script import News, NextTurn, Say, Shout, Toss, Trail

Begin = Callable[..., Match]

SHOWN = words("It has been shown.")


def branch(*seats: int, revealed: Text | None = SHOWN, says_each: int = 1) -> Step:
    """Return simultaneous secret decisions of these seats, `says_each` of each."""
    steps = [(seat, [Say(seat, secrecy=TILL_REVEALED)] * says_each) for seat in seats]
    return together(*steps, revealed=revealed)


def recorded_in(match: Match) -> list[str]:
    """Return what was said and thrown."""
    assert isinstance(match.state, Trail)
    return match.state.said


def why(match: Match, seat: int) -> str | None:
    """Return the barrier in English."""
    barrier = match.why_not_undo(seat)
    return None if barrier is None else barrier.plain()


def values(events: Sequence[Event]) -> list[object]:
    return [event.value for event in events]


# ---------------------------------------------------------------- choosing


def test_sampled_pick_stays_legal_until_something_happens(scripted: Begin):
    match = scripted(News(0), News(0), Say(0))
    drawn = match.sample(0, Dice(b"news"))
    match.choose(0, drawn)
    assert recorded_in(match) == [f"0:{drawn}"]
    with pytest.raises(IllegalPick):
        match.choose(0, drawn)
    match.choose(0, match.sample(0, Dice(b"other news")))
    assert match.sample(0, Dice(b"any")) in match.options(0)
    with pytest.raises(NotYourTurn):
        match.sample(1, Dice(b"any"))


def test_pick_is_applied_and_logged(scripted: Begin):
    match = scripted(Say(0), Say(1))
    assert [(pending.seat, pending.decision.name) for pending in match.pending()] == [(0, "Say")]
    (event,) = match.choose(0, "a")
    assert event == Event(1, PICK_EVENT, 0, "Say", "a")
    assert recorded_in(match) == ["0:a"]
    assert match.options(1) == ("a", "b")
    assert [note.text.plain() for note in match.notes[0]] == ["Said a."]


def test_illegal_pick_names_the_decision_and_the_reason(scripted: Begin):
    match = scripted(Say(0))
    with pytest.raises(IllegalPick) as caught:
        match.choose(0, "c")
    assert (caught.value.decision, caught.value.pick) == ("Say", "c")
    assert caught.value.refusal.rule == "SCRIPT-1"
    assert match.log == []


def test_seat_without_a_decision_cannot_choose(scripted: Begin):
    match = scripted(Say(0))
    with pytest.raises(NotYourTurn, match="nothing to decide"):
        match.choose(1, "a")
    match.choose(0, "a")
    with pytest.raises(NotYourTurn, match="over"):
        match.choose(0, "a")


@pytest.mark.parametrize("pick", [True, False, 1.0, None, [1, 2], (True, 2), (1.0, 2), b"x"])
def test_equal_value_of_another_type_is_not_an_option(scripted: Begin, pick: Any):
    match = scripted(Say(0, (0, 1, (1, 2), "x")))
    with pytest.raises(IllegalPick):
        match.choose(0, pick)
    assert match.refuse(0, pick) is not None
    assert match.log == []
    match.choose(0, (1, 2))


@pytest.mark.parametrize("seat", [False, 0.0, None, "0", 2, -1, (0,)])
def test_invalid_seat_has_nothing_to_decide(scripted: Begin, seat: Any):
    for match in (scripted(Say(0)), scripted(branch(0, 1))):
        for act in (
            lambda match=match: match.choose(seat, "a"),
            lambda match=match: match.options(seat),
            lambda match=match: match.preview(seat, "a"),
        ):
            with pytest.raises(NotYourTurn, match="There is no seat"):
                act()
        assert match.log == []


@pytest.mark.parametrize("pick", [1.5, None, True, [1], (1, [2]), {"a": 1}])
def test_unloggable_pick_is_refused_even_by_a_permissive_decision(scripted: Begin, pick: Any):
    match = scripted(Shout(0))
    with pytest.raises(IllegalPick):
        match.choose(0, pick)
    match.choose(0, ("anything", (1, 2)))


def test_single_option_is_chosen_automatically_unless_always_asks(scripted: Begin):
    match = scripted(Say(0, ("only",)), Say(0, ("this",), always_asks=True))
    assert recorded_in(match) == ["0:only"]
    assert match.log == []
    match.choose(0, "this")
    assert match.over


def test_chance_is_an_event_of_the_table(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(0))
    events = match.choose(0, "a")
    assert [(e.kind, e.seat, e.step) for e in events] == [
        (PICK_EVENT, 0, "Say"),
        (CHANCE_EVENT, -1, "Toss"),
    ]
    assert recorded_in(match)[-1] == str(events[1].value)


def test_chance_within_a_branch_belongs_to_the_seat(scripted: Begin):
    match = scripted(together((0, [Say(0), Toss()]), (1, [Say(1), Toss()])))
    assert [e.seat for e in match.choose(1, "a")] == [1, 1]
    assert [e.seat for e in match.choose(0, "a")] == [0, 0]
    assert match.over


def test_last_event_before_a_new_turn_has_the_digest(scripted: Begin):
    match = scripted(Say(0), Say(0), NextTurn(1), Say(1))
    assert match.choose(0, "a")[-1].digest is None
    assert match.choose(0, "a")[-1].digest == match.state.digest()


def test_branch_cannot_contain_a_together(scripted: Begin):
    with pytest.raises(AssertionError, match="branch"):
        scripted(together((0, [branch(0)])))


def test_branch_asks_only_its_own_seat(scripted: Begin):
    with pytest.raises(AssertionError, match="another seat"):
        scripted(together((0, [Say(1)])))


# ---------------------------------------------------------------- starting


def test_unknown_game_is_refused():
    with pytest.raises(UnknownGame, match="no game called of_life"):
        Match.begin("of_life", [("Anna", "person")], seed="1")


@pytest.mark.parametrize("seats", [0, 5])
def test_wrong_number_of_seats_is_refused(scripted: Begin, seats: int):
    with pytest.raises(BadSetup, match="1 to 4"):
        scripted(Say(0), seats=seats)


def test_unknown_options_are_refused(scripted: Begin):
    scripted(Say(0))
    with pytest.raises(BadSetup, match="no option"):
        Match.begin("script", [("Anna", "person")], seed="1", options={"speed": "high"})


def test_player_names_are_unique(scripted: Begin):
    scripted(Say(0))
    with pytest.raises(BadSetup, match="same name"):
        Match.begin("script", [("Anna", "person"), (" Anna ", "person")], seed="1")


@pytest.mark.parametrize(
    ("given", "stored"),
    [("Anna", "Anna"), ("  Anna\tK. ", "Anna K."), ("Яна", "Яна"), ("a\x1b[31mb", "a [31mb")],
)
def test_player_names_are_normalised(given: str, stored: str):
    assert checked_name(given) == stored


@pytest.mark.parametrize("name", ["", "  ", "\x1b\x07", "x" * (MAX_CHARACTERS + 1)])
def test_invalid_player_name_is_refused(name: str):
    with pytest.raises(BadSetup):
        checked_name(name)


# ---------------------------------------------------------------- undo


def test_undo_names_the_barrier(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(0), Say(1))
    assert why(match, 0) == "There is no move to undo yet."
    match.choose(0, "a")
    assert why(match, 0) == "A die has fallen."
    with pytest.raises(CannotTakeBack, match="A die has fallen"):
        match.undo(0)
    match.choose(0, "a")
    assert match.why_not_undo(0) is None
    match.choose(1, "a")
    assert why(match, 0) == "seat 2 has moved since then."


def test_undo_of_the_turn_stops_at_its_start(scripted: Begin):
    match = scripted(Say(0), NextTurn(0), Say(0), Say(0), Say(0))
    for _ in range(3):
        match.choose(0, "a")
    (back,) = match.undo_turn(0)
    assert (back.kind, back.step, back.value) == (UNDO_EVENT, "UndoTurn", (2, 3))
    (back,) = match.undo_turn(0)
    assert back.value == (1,)
    assert values(match.redo(0)) == [(1,)]
    (again,) = match.redo(0)
    assert (again.kind, again.value) == (REDO_EVENT, (2, 3))
    assert recorded_in(match) == ["0:a"] * 3


def test_undo_of_a_whole_turn_reaches_its_start(scripted: Begin):
    match = scripted(Say(0), NextTurn(0), Say(0), Say(1), Say(0), NextTurn(1), Say(1))
    for seat in (0, 0, 1, 0):
        match.choose(seat, "a")
    assert match.way_back(0, [1])[0] == 3
    assert match.way_back(0, [1], whole_turn=True)[0] == 1
    assert match.way_back(0, [], whole_turn=True)[0] == 3


def test_revealing_pick_cannot_be_undone(scripted: Begin):
    match = scripted(Say(0, reveals=words("A hand was seen.")), Say(0))
    match.choose(0, "a")
    assert why(match, 0) == "A hand was seen."


def test_revelation_may_depend_on_the_pick(scripted: Begin):
    for pick, reason in (("a", "The top card was turned."), ("b", None)):
        match = scripted(Say(0, shows={"a": words("The top card was turned.")}), Say(0))
        match.choose(0, pick)
        assert why(match, 0) == reason
        assert match.state.revealed is None


def test_forced_revelation_prevents_undo_of_the_pick_before(scripted: Begin):
    match = scripted(Say(0), Say(0, ("only",), reveals=words("A hand was seen.")), Say(0))
    match.choose(0, "a")
    assert why(match, 0) == "A hand was seen."
    assert Match.load(match.header, match.log).why_not_undo(0) == match.why_not_undo(0)


def test_pick_before_a_together_is_final_after_others_answered(scripted: Begin):
    match = scripted(Say(0), branch(1, 2), Say(0), seats=3)
    match.choose(0, "a")
    assert match.why_not_undo(0) is None
    match.choose(1, "b")
    assert why(match, 0) == "seat 2 has moved since then."
    match.undo(1)
    match.undo(0)
    assert recorded_in(match) == []


def test_own_branch_can_be_undone_freely(scripted: Begin):
    match = scripted(branch(0, 1, says_each=2), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    match.choose(1, "b")
    match.undo(0)
    assert [pending.seat for pending in match.pending()] == [0]
    match.choose(0, "b")
    assert match.why_not_undo(1) is None
    match.choose(0, "b")
    for seat in (0, 1):
        assert match.why_not_undo(seat) == SHOWN


def test_together_without_secrets_does_not_prevent_undo(scripted: Begin):
    match = scripted(branch(0, 1, revealed=None), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    assert match.why_not_undo(1) is None
    assert why(match, 0) == "seat 2 has moved since then."
    match.undo(1)
    assert [pending.seat for pending in match.pending()] == [1]


# ---------------------------------------------------------------- redo


def test_redo_requires_an_undo(scripted: Begin):
    match = scripted(Say(0))
    assert not match.can_redo(0)
    with pytest.raises(CannotTakeBack, match="There is nothing to redo"):
        match.redo(0)


def test_redo_is_last_in_first_out(scripted: Begin):
    match = scripted(Say(1), Say(0), Say(0))
    match.choose(1, "a")
    match.choose(0, "b")
    match.undo(0)
    match.undo(1)
    assert (match.can_redo(0), match.can_redo(1)) == (False, True)
    with pytest.raises(CannotTakeBack):
        match.redo(0)
    match.redo(1)
    match.redo(0)
    assert recorded_in(match) == ["1:a", "0:b"]


def test_each_branch_redoes_its_own_picks(scripted: Begin):
    match = scripted(branch(0, 1, says_each=2))
    match.choose(0, "a")
    match.choose(1, "b")
    match.undo(0)
    match.undo(1)
    assert (match.can_redo(0), match.can_redo(1)) == (True, True)
    match.redo(0)
    match.choose(0, "b")
    match.redo(1)
    assert sorted(recorded_in(match)) == ["0:a", "0:b", "1:b"]


def test_pick_in_a_branch_discards_a_rewind_and_everything_below(scripted: Begin):
    match = scripted(branch(0, 1, says_each=3))
    for seat in (0, 1, 1):
        match.choose(seat, "a")
    match.undo(1)
    match.rewind(0, 1)
    assert (match.can_redo(0), match.can_redo(1)) == (True, False)
    match.choose(1, "b")
    assert (match.can_redo(0), match.can_redo(1)) == (False, False)
    assert recorded_in(match) == ["0:a", "1:b"]


def test_rewind_is_redone_after_later_undos(scripted: Begin):
    match = scripted(branch(0, 1, says_each=3))
    for seat in (0, 1, 1):
        match.choose(seat, "a")
    match.rewind(0, 2)
    match.undo(1)
    assert (match.can_redo(0), match.can_redo(1)) == (False, True)
    match.redo(1)
    match.redo(0)
    assert recorded_in(match) == ["0:a", "1:a", "1:a"]


def test_pick_after_a_together_is_not_redone_while_that_is_open(scripted: Begin):
    match = scripted(branch(0, 1), Say(0))
    for seat in (0, 1, 0):
        match.choose(seat, "a")
    match.undo(0)
    match.rewind(1, 1)
    assert (match.can_redo(0), match.can_redo(1)) == (False, True)
    match.redo(1)
    match.redo(0)
    assert recorded_in(match) == ["0:a", "1:a", "0:a"]


def test_pick_outside_branches_clears_redo(scripted: Begin):
    match = scripted(Say(0), Say(1), Say(1))
    match.choose(0, "a")
    match.undo(0)
    match.choose(0, "b")
    assert not match.can_redo(0)
    match.choose(1, "a")
    match.undo(1)
    match.rewind(1, 0)
    match.choose(0, "a")
    assert not match.can_redo(1)


def test_rewind_crosses_barriers_and_repeats_chance(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1), Toss(), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    rolled = [event.value for event in match.line if event.kind == CHANCE_EVENT]
    (back,) = match.rewind(1, 2)
    assert (back.step, back.value) == ("Rewind", (3, 4))
    match.choose(1, "b")
    assert [event.value for event in match.line if event.kind == CHANCE_EVENT] == rolled
    events = match.rewind(0, 1)
    assert [(e.kind, e.step, e.value) for e in events] == [(UNDO_EVENT, "Rewind", (6, 7))]
    with pytest.raises(CannotTakeBack, match="No moves have been made since then"):
        match.rewind(0, len(match.log))


# ---------------------------------------------------------------- notes


def test_secret_pick_is_revealed_after_the_together(scripted: Begin):
    match = scripted(branch(0, 1), Say(0))
    match.choose(0, "a")
    assert values(match.redacted_log(0)) == ["a"]
    for reader in (1, None):
        assert repr(values(match.redacted_log(reader))) == "[Hidden()]"
    match.choose(1, "b")
    for reader in (0, 1, None):
        assert values(match.redacted_log(reader)) == ["a", "b"]


@pytest.mark.parametrize(("secrecy", "after"), [(TILL_OVER, ["a"]), (FOR_EVER, [Hidden()])])
def test_secret_is_kept_until_the_end_or_forever(
    scripted: Begin, secrecy: str, after: list[object]
):
    match = scripted(Say(0, secrecy=secrecy), Say(1))
    match.choose(0, "a")
    assert repr(values(match.redacted_log(1))) == "[Hidden()]"
    match.choose(1, "b")
    assert match.over
    assert repr(values(match.redacted_log(1))[:1]) == repr(after)


def test_undone_secret_pick_is_never_revealed(scripted: Begin):
    match = scripted(branch(0, 1))
    match.choose(0, "a")
    match.undo(0)
    match.choose(0, "b")
    match.choose(1, "b")
    assert repr(values(match.redacted_log(1))) == repr([Hidden(), (1,), "b", "b"])
    assert values(match.redacted_log(0)) == ["a", (1,), "b", "b"]


def test_redacted_log_has_no_digest(scripted: Begin):
    match = scripted(Say(0), NextTurn(1), Say(1))
    match.choose(0, "a")
    assert match.log[0].digest is not None
    assert match.redacted_log(0) == [evolve(match.log[0], digest=None)]


# ---------------------------------------------------------------- loading


def logged(scripted: Begin) -> Match:
    match = scripted(Say(0), Toss(), Say(1), Say(1), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    match.choose(1, "b")
    match.undo(1)
    match.redo(1)
    return match


def bad(event: Event, **changes: object) -> Event:
    return evolve(event, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "changes", "reason"),
    [
        (1, {"number": 7}, "This is step 7, but step 1"),
        (1, {"seat": 1}, "nothing to decide"),
        (1, {"step": "Toss"}, "This step is Toss, but Say"),
        (1, {"value": "c"}, "not one of the choices"),
        (1, {"kind": CHANCE_EVENT, "seat": -1}, "Nothing random can happen"),
        (2, {"value": 7}, "six sides"),
        (2, {"value": "x"}, "six sides"),
        (3, {"digest": "0" * 16}, "does not match the saved one"),
        (5, {"value": (3,)}, "cannot be undone"),
        (5, {"value": (1, 2)}, "cannot be undone"),
        (5, {"value": ("x",)}, "cannot be undone"),
        (5, {"value": ()}, "cannot be undone"),
        (5, {"value": 4}, "cannot be undone"),
        (5, {"seat": 0}, "A die has fallen|has moved since"),
        (5, {"seat": 9}, "cannot be undone"),
        (5, {"step": "Rewind", "value": (3,)}, "cannot be undone"),
        (5, {"step": "Other"}, "cannot be undone"),
        (6, {"value": (3,)}, "not undone"),
        (6, {"seat": 0}, "not undone"),
    ],
)
def test_impossible_log_is_refused_with_its_line(
    scripted: Begin, line: int, changes: dict[str, object], reason: str
):
    match = logged(scripted)
    events = list(match.log)
    events[line - 1] = bad(events[line - 1], **changes)
    with pytest.raises(BadSave, match=reason) as caught:
        Match.load(match.header, events, source="game.jsonl")
    assert (caught.value.source, caught.value.line) == ("game.jsonl", line + 1)
    good = caught.value.good
    assert good is not None
    assert good.log == match.log[: line - 1]
    assert good.state == match.at_event(line - 1).state


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": 99},
        {"seats": ()},
        {"seats": (("Anna\x1b[2J", "person"),)},
        {"options": {"speed": "high"}},
        {"game": "of_life"},
    ],
)
def test_impossible_header_is_refused(scripted: Begin, changes: dict[str, object]):
    header: Header = scripted(Say(0)).header
    with pytest.raises(BadSave) as caught:
        Match.load(evolve(header, **changes), [])  # type: ignore[arg-type]
    assert caught.value.line == 1


def test_log_without_seed_stops_before_chance(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1))
    match.choose(0, "a")
    stopped = Match.load(evolve(match.header, seed=None), match.log[:1])
    assert stopped.pending() == []
    assert len(Match.load(match.header, match.log[:1]).log) == 2


def test_right_to_left_names_are_refused_except_in_old_files():
    assert new_name(" Жанна  Ångström ") == "Жанна Ångström"
    assert new_name("李明") == "李明"
    assert checked_name("אנה") == "אנה"
    with pytest.raises(BadSetup, match="from left to right"):
        new_name("אנה")
