"""Rewinding to the beginning and over chance, and loading the resulting logs."""

import pytest
from attrs import evolve

from engine.core.event import CHANCE_EVENT, PICK_EVENT, UNDO_EVENT, Event
from engine.core.step import RuleStep
from engine.errors import BadSave, CannotTakeBack
from engine.i18n.text import words
from engine.match.match import Match
from tests.engine.match.test_match import Begin, recorded_in
from tests.toy.script import Say, Toss, Trail


class Welcome(RuleStep[Trail]):
    """A note before any decision."""

    def run(self, state: Trail) -> None:
        state.note("SCRIPT-3", -1, words("Welcome."))


def kinds(match: Match) -> list[str]:
    return [event.kind for event in match.line]


def test_opening_notes_survive_undo(scripted: Begin):
    match = scripted(Welcome(), Say(0), Say(0))
    match.choose(0, "a")
    match.undo(0)
    for one in (match, Match.load(match.header, match.log)):
        assert [note.text.plain() for note in one.opening] == ["Welcome."]
        assert [note.text.plain() for note in one.at(0).opening] == ["Welcome."]
        one.redo(0)
        assert [note.text.plain() for note in one.opening] == ["Welcome."]
        assert recorded_in(one) == ["0:a"]


def test_rewind_before_an_outcome_can_be_redone(scripted: Begin):
    match = scripted(Say(0), Toss(), Toss(), Say(1), Say(0))
    match.choose(0, "a")
    match.choose(1, "b")
    before = recorded_in(match)[:]
    (event,) = match.rewind(0, 1)
    assert event.value == (4,)
    assert kinds(match) == [PICK_EVENT, CHANCE_EVENT, CHANCE_EVENT]
    assert Match.load(match.header, match.log).state == match.state
    match.redo(0)
    assert recorded_in(match) == before
    assert Match.load(match.header, match.log).state == match.state


def test_rewind_needs_a_later_pick(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1))
    match.choose(0, "a")
    for number in (1, 2):
        with pytest.raises(CannotTakeBack, match="No moves have been made since then"):
            match.rewind(0, number)
    assert len(match.log) == 2


def log_with_rewind(match: Match, *numbers: int) -> list[Event]:
    return [*match.log, Event(len(match.log) + 1, UNDO_EVENT, 0, "Rewind", numbers)]


def test_logged_rewind_needs_a_pick(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1))
    match.choose(0, "a")
    for numbers in ((2,), ()):
        with pytest.raises(BadSave, match="cannot be undone"):
            Match.load(match.header, log_with_rewind(match, *numbers))
    again = Match.load(match.header, log_with_rewind(match, 1, 2))
    assert kinds(again) == []
    assert again.can_redo(0)


@pytest.mark.parametrize("step", ["Red", "Undo", "Rewind"])
def test_redone_event_has_a_consistent_step_name(scripted: Begin, step: str):
    match = scripted(Say(0), Say(1))
    match.choose(0, "a")
    match.undo(0)
    match.redo(0)
    *before, again = match.log
    with pytest.raises(BadSave, match="This step redoes something that was not undone"):
        Match.load(match.header, [*before, evolve(again, step=step)])


def test_rewound_outcome_in_old_log_cannot_be_redone(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    again = Match.load(match.header, log_with_rewind(match, 2, 3))
    assert kinds(again) == [PICK_EVENT, CHANCE_EVENT]
    assert not again.can_redo(0)
    assert Match.load(again.header, again.log).state == again.state


def test_redone_rewind_is_not_replayed(scripted: Begin):
    """However often it is repeated: each time costs as much as the first."""
    match = scripted(*[Say(0)] * 30)
    for _ in range(29):
        match.choose(0, "a")
    played = 0
    apply = Say.apply

    def counted(step: Say, state: Trail, pick: object) -> None:
        nonlocal played
        played += 1
        apply(step, state, pick)

    for _ in range(50):
        match.rewind(0, 0)
        match.redo(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Say, "apply", counted)
        again = Match.load(match.header, match.log)
    assert again.state == match.state
    assert again.notes == match.notes
    assert played < 3 * 29
