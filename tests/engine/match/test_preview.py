"""Previews: the effect of a pick, as far as its seat can know."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.step import together
from engine.errors import IllegalPick
from engine.i18n.text import words
from engine.match.position import AnyDecision
from engine.match.preview import MAX_AHEAD, SeatPosition
from tests.engine.match.test_match import SHOWN, Begin, branch, recorded_in
from tests.toy.script import Audit, NextTurn, Pay, Say, Spend, Toss
from tests.untyped import table_of

Policy = Callable[[Any, AnyDecision], Any]


def first(view: Any, decision: AnyDecision) -> Any:
    """Return the first option of any decision."""
    return decision.options(view)[0]


def test_preview_stops_where_chance_begins(scripted: Begin):
    match = scripted(Say(0, then={"b": (Toss(),)}), NextTurn(1), Say(1))
    calm, daring = match.preview(0, "a"), match.preview(0, "b")
    assert (calm.ends_turn, calm.undo_barrier, calm.whole) == (True, None, True)
    assert (daring.ends_turn, daring.undo_barrier) == (False, words("A die has fallen."))
    assert table_of(calm).said == ["0:a"]
    assert recorded_in(match) == []
    with pytest.raises(IllegalPick):
        match.preview(0, "c")


def test_preview_ends_turn_unless_own_decision_follows(scripted: Begin):
    def foreseen(*steps: Any) -> tuple[bool, bool]:
        one = scripted(Say(0), *steps).preview(0, "a")
        return one.ends_turn, one.hands_over_turn

    assert foreseen(Say(1)) == (False, False)
    assert foreseen(NextTurn(1), Say(1)) == (True, True)
    assert foreseen(NextTurn(0), Say(0)) == (True, False)
    both = together((0, [Say(0), Say(0)]), (1, [Say(1), Say(1)]))
    assert foreseen(NextTurn(1), both) == (True, False)
    others = together((1, [Say(1), Say(1)]), (2, [Say(2), Say(2)]))
    assert foreseen(NextTurn(1), others) == (True, True)


def test_preview_stops_at_hidden_information(scripted: Begin):
    match = scripted(Say(0, then={"a": (Pay(1, 2),), "b": (Pay(1, 2), Audit(1))}), Say(0))
    paid = match.preview(0, "a")
    assert paid.whole
    assert [note.text.plain() for note in paid.notes] == ["Said a.", "2 coins."]
    assert repr(table_of(paid).purses) == "[3, Hidden()]"
    assert not match.preview(0, "b").whole
    match.choose(0, "b")
    assert recorded_in(match) == ["0:b", "rich"]


def test_preview_asks_no_other_branch(scripted: Begin):
    match = scripted(together((0, [Spend(0)] * 2), (1, [Spend(1)] * 2), revealed=SHOWN))
    assert match.preview(1, 0).whole
    for seat in (0, 0, 1):
        match.choose(seat, 0)
    assert match.preview(1, 0).undo_barrier == SHOWN


def test_preview_includes_revelations_before_hidden_information(scripted: Begin):
    shows = {"a": SHOWN}
    match = scripted(Say(0, shows=shows, then={"a": (Audit(1),), "b": (Audit(1),)}), Say(0))
    daring, calm = match.preview(0, "a"), match.preview(0, "b")
    assert (daring.whole, daring.undo_barrier) == (False, SHOWN)
    assert (calm.whole, calm.undo_barrier) == (False, None)
    always = scripted(Say(0, reveals=SHOWN, then={"a": (Audit(1),)}), Say(0)).preview(0, "a")
    assert (always.whole, always.undo_barrier) == (False, SHOWN)


FALLEN = words("A die has fallen.")


def test_answer_followed_by_a_roll_of_others_cannot_be_undone(scripted: Begin):
    match = scripted(Say(0), together((0, [Say(0)]), (1, [Toss(), Say(1)])))
    assert match.preview(0, "a").undo_barrier == FALLEN
    match.choose(0, "a")
    assert match.why_not_undo(0) == FALLEN


def test_answer_does_not_depend_on_rolls_in_other_branches(scripted: Begin):
    match = scripted(together((0, [Say(0), Say(0)]), (1, [Say(1), Toss(), Say(1)])))
    assert match.preview(0, "a").undo_barrier is None
    assert match.preview(1, "a").undo_barrier == FALLEN


def test_preview_follows_a_policy_through_a_chain(scripted: Begin):
    steps = (Say(0, ("x", "y")), Say(0, ("z", "w")))
    match = scripted(Say(0, then={"a": steps}), NextTurn(1), Say(1))
    alone, all_ = match.preview(0, "a"), match.preview(0, "a", policy=first)
    assert (alone.then, table_of(alone).said, alone.ends_turn) == ((), ["0:a"], False)
    assert (all_.then, table_of(all_).said, all_.ends_turn) == (
        ("x", "z"),
        ["0:a", "0:x", "0:z"],
        True,
    )
    assert [note.text.plain() for note in all_.notes] == ["Said a.", "Said x.", "Said z."]
    assert recorded_in(match) == []
    assert SeatPosition.of(match, 0).preview(0, "a", policy=first).then == ("x", "z")


@pytest.mark.parametrize(
    "policy", [lambda view, decision: None, lambda view, decision: "no such thing"]
)
def test_chain_ends_when_the_policy_has_no_legal_pick(scripted: Begin, policy: Policy):
    match = scripted(Say(0, then={"a": (Say(0),)}), Say(1))
    assert match.preview(0, "a", policy=policy).then == ()


def test_chain_ends_at_chance_others_and_hidden_information(scripted: Begin):
    rolls = scripted(Say(0), Say(0), Toss(), Say(0)).preview(0, "a", policy=first)
    assert (rolls.then, rolls.undo_barrier, rolls.whole) == (("a",), FALLEN, True)
    others = scripted(Say(0), Say(1), Say(0)).preview(0, "a", policy=first)
    assert (others.then, others.whole) == ((), True)
    hidden = scripted(Say(0), Say(0, then={"a": (Audit(1),)}), Say(0)).preview(0, "a", policy=first)
    assert (hidden.then, hidden.whole) == (("a",), False)


def test_chain_ends_before_rolls_in_a_together(scripted: Begin):
    rolled = together((0, [Say(0)]), (1, [Toss(), Say(1)]))
    pick_preview = scripted(Say(0), rolled).preview(0, "a", policy=first)
    assert (pick_preview.then, pick_preview.undo_barrier) == ((), FALLEN)
    alone = scripted(together((0, [Say(0), Say(0)]), (1, [Say(1), Toss(), Say(1)])))
    assert alone.preview(0, "a", policy=first).then == ("a",)


def test_endless_chain_is_cut_off(scripted: Begin):
    class Again(Say):
        """A decision that repeats for ever."""

        def apply(self, state: Any, pick: Any) -> None:
            state.push(Again(self.seat))

    match = scripted(Again(0))
    assert len(match.preview(0, "a", policy=first).then) == MAX_AHEAD


def test_policy_sees_only_the_view_of_the_seat(scripted: Begin):
    seen: list[Any] = []

    def look(view: Any, decision: AnyDecision) -> Any:
        seen.append(repr(view.purses))
        return None

    scripted(Say(0), Say(0), Say(1)).preview(0, "a", policy=look)
    assert seen == ["[3, Hidden()]"]


def test_chain_continues_within_own_branch(scripted: Begin):
    match = scripted(branch(0, 1, says_each=3))
    assert match.preview(0, "a", policy=first).then == ("a", "a")
