"""Decision requests are values: they outlive the moment, and late answers are detected."""

from __future__ import annotations

import pytest

from engine.errors import Conflict, IllegalPick, NotYourTurn
from engine.match.decision_request import DecisionRequest
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session

pytestmark = pytest.mark.usefixtures("toy")


class TwoWindows:
    """Two sessions of one match."""

    def __init__(self) -> None:
        store = MemoryStore()
        people = [("Anna", "person"), ("Boris", "person")]
        self.one = Session.begin(store, "toy", people, seed="session")
        self.two = Session.open(store, self.one.id)

    def agree(self) -> bool:
        kept = self.one.store.load(self.one.id)
        return kept.log == self.two.match.log and kept.state == self.two.match.state


def first(asked: DecisionRequest):
    return asked.options[0]


def test_who_owes_nothing_is_not_asked():
    session = TwoWindows().one
    session.choose(session.ask(0), first(session.ask(0)))
    while session.match.pending()[0].seat == 0:
        session.choose(session.ask(0), first(session.ask(0)))
    with pytest.raises(NotYourTurn):
        session.ask(0)


def test_what_was_asked_stays_as_it_was():
    session = TwoWindows().one
    asked = session.ask(0)
    question, view = asked.question, asked.view.digest()
    options = list(asked.options)
    foreseen = asked.foresee(first(asked)).view.digest()
    session.choose(asked, first(asked))
    session.choose(session.ask(1), first(session.ask(1)))
    assert (asked.question, asked.view.digest(), list(asked.options)) == (question, view, options)
    assert asked.foresee(first(asked)).view.digest() == foreseen
    assert asked.refuse(first(asked)) is None
    assert asked.refuse("a dragon") is not None


def test_an_answer_that_comes_late_is_chosen_while_the_same_is_asked():
    both = TwoWindows()
    asked = both.two.ask(1)
    both.one.choose(both.one.ask(0), first(both.one.ask(0)))
    (event, *_) = both.two.choose(asked, first(asked))
    assert (event.seat, event.value) == (1, first(asked))
    assert both.agree()


def test_an_answer_to_what_has_been_answered_already_is_a_conflict():
    both = TwoWindows()
    asked = both.two.ask(1)
    both.one.choose(both.one.ask(1), first(asked))
    before = len(both.one.match.log)
    with pytest.raises(Conflict) as raised:
        both.two.choose(asked, first(asked))
    assert "moved in the meantime" in raised.value.text.plain()
    assert len(both.two.match.log) == before
    assert both.agree()


def test_the_same_question_after_a_choice_that_was_taken_back_is_another_one():
    session = TwoWindows().one
    asked = session.ask(0)
    session.choose(asked, first(asked))
    assert session.match.why_not_undo(0) is None
    session.undo(0)
    assert session.ask(0).decision == asked.decision
    with pytest.raises(Conflict):
        session.choose(asked, first(asked))


def test_a_pick_that_was_never_allowed_is_refused_and_not_a_conflict():
    session = TwoWindows().one
    with pytest.raises(IllegalPick):
        session.choose(session.ask(0), "a dragon")
