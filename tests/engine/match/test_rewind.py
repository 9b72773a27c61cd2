"""Rewinding to the beginning and over chance, and loading the resulting logs."""

import pytest
from attrs import evolve, frozen

from engine.core.event import BACK, CHANCE, PICK, Event
from engine.core.step import RuleStep
from engine.errors import BadSave, CannotTakeBack
from engine.i18n.text import words
from engine.match.match import Match
from tests.engine.match.test_match import Begin, said_in
from tests.toy.script import Say, Toss, Trail


@frozen
class Welcome(RuleStep[Trail]):
    """A note before any decision."""

    def run(self, state: Trail) -> None:
        state.note("SCRIPT-3", -1, words("Welcome."))


def kinds(match: Match) -> list[str]:
    return [event.kind for event in match.line]


def test_the_opening_is_told_after_everything_was_taken_back(scripted: Begin):
    match = scripted(Welcome(), Say(0), Say(0))
    match.choose(0, "a")
    match.undo(0)
    for one in (match, Match.load(match.header, match.log)):
        assert [note.text.plain() for note in one.opening] == ["Welcome."]
        assert [note.text.plain() for note in one.at(0).opening] == ["Welcome."]
        one.redo(0)
        assert [note.text.plain() for note in one.opening] == ["Welcome."]
        assert said_in(one) == ["0:a"]


def test_a_rewind_to_before_an_outcome_leaves_it_and_can_be_brought_back(scripted: Begin):
    match = scripted(Say(0), Toss(), Toss(), Say(1), Say(0))
    match.choose(0, "a")
    match.choose(1, "b")
    before = said_in(match)[:]
    (event,) = match.rewind(0, 1)
    assert event.value == (4,)
    assert kinds(match) == [PICK, CHANCE, CHANCE]
    assert Match.load(match.header, match.log).state == match.state
    match.redo(0)
    assert said_in(match) == before
    assert Match.load(match.header, match.log).state == match.state


def test_a_rewind_before_which_nothing_was_chosen_is_refused(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1))
    match.choose(0, "a")
    for number in (1, 2):
        with pytest.raises(CannotTakeBack, match="No moves have been made since then"):
            match.rewind(0, number)
    assert len(match.log) == 2


def log_with_rewind(match: Match, *numbers: int) -> list[Event]:
    return [*match.log, Event(len(match.log) + 1, BACK, 0, "Rewind", numbers)]


def test_a_log_cannot_rewind_without_a_pick(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1))
    match.choose(0, "a")
    for numbers in ((2,), ()):
        with pytest.raises(BadSave, match="cannot be undone"):
            Match.load(match.header, log_with_rewind(match, *numbers))
    again = Match.load(match.header, log_with_rewind(match, 1, 2))
    assert kinds(again) == []
    assert again.can_redo(0)


@pytest.mark.parametrize("step", ["Red", "Undo", "Rewind"])
def test_what_comes_again_in_a_log_is_called_so(scripted: Begin, step: str):
    match = scripted(Say(0), Say(1))
    match.choose(0, "a")
    match.undo(0)
    match.redo(0)
    *before, again = match.log
    with pytest.raises(BadSave, match="This step redoes something that was not undone"):
        Match.load(match.header, [*before, evolve(again, step=step)])


def test_what_an_old_log_took_back_from_an_outcome_on_does_not_come_again(scripted: Begin):
    match = scripted(Say(0), Toss(), Say(1), Say(0))
    match.choose(0, "a")
    match.choose(1, "a")
    again = Match.load(match.header, log_with_rewind(match, 2, 3))
    assert kinds(again) == [PICK, CHANCE]
    assert not again.can_redo(0)
    assert Match.load(again.header, again.log).state == again.state


def test_a_rewind_that_is_brought_back_is_not_played_again(scripted: Begin):
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
