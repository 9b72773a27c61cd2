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


def first(request: DecisionRequest):
    return request.options[0]


def test_seat_without_a_decision_is_not_asked():
    session = TwoWindows().one
    session.choose(session.ask(0), first(session.ask(0)))
    while session.match.pending()[0].seat == 0:
        session.choose(session.ask(0), first(session.ask(0)))
    with pytest.raises(NotYourTurn):
        session.ask(0)


def test_request_is_a_snapshot():
    session = TwoWindows().one
    request = session.ask(0)
    question, view = request.question, request.view.digest()
    options = list(request.options)
    foreseen = request.preview(first(request)).view.digest()
    session.choose(request, first(request))
    session.choose(session.ask(1), first(session.ask(1)))
    assert (request.question, request.view.digest(), list(request.options)) == (
        question,
        view,
        options,
    )
    assert request.preview(first(request)).view.digest() == foreseen
    assert request.refuse(first(request)) is None
    assert request.refuse("a dragon") is not None


def test_late_answer_is_accepted_while_the_decision_is_the_same():
    both = TwoWindows()
    request = both.two.ask(1)
    both.one.choose(both.one.ask(0), first(both.one.ask(0)))
    (event, *_) = both.two.choose(request, first(request))
    assert (event.seat, event.value) == (1, first(request))
    assert both.agree()


def test_second_answer_is_a_conflict():
    both = TwoWindows()
    request = both.two.ask(1)
    both.one.choose(both.one.ask(1), first(request))
    before = len(both.one.match.log)
    with pytest.raises(Conflict) as raised:
        both.two.choose(request, first(request))
    assert "moved in the meantime" in raised.value.text.plain()
    assert len(both.two.match.log) == before
    assert both.agree()


def test_same_question_after_undo_is_a_new_request():
    session = TwoWindows().one
    request = session.ask(0)
    session.choose(request, first(request))
    assert session.match.why_not_undo(0) is None
    session.undo(0)
    assert session.ask(0).decision == request.decision
    with pytest.raises(Conflict):
        session.choose(request, first(request))


def test_illegal_pick_is_refused_and_no_conflict():
    session = TwoWindows().one
    with pytest.raises(IllegalPick):
        session.choose(session.ask(0), "a dragon")
