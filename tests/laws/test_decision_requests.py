"""Everything shown about a decision is derived from the view of the asked seat, and is true.

Screens and bots therefore need only a view, and secrets cannot leak.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given

from engine.core.state import State
from engine.errors import IllegalPick
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from tests.laws.driving import (
    Driver,
    begin,
    every_table,
    examples,
    mutable_parts,
    reachable,
    seeds,
)


def moments(game: str, seats: int, number: int) -> Iterator[tuple[Match, Driver]]:
    """Yield a match at some of the moments with a decision."""
    match = begin(game, seats, number)
    driver = Driver(number)
    for _ in driver.drive(match):
        if driver.sometimes(3):
            yield match, driver


@every_table
@given(number=seeds)
@examples(2)
def test_request_from_seat_view_matches_the_decision(game: str, seats: int, number: int):
    for match, driver in moments(game, seats, number):
        state = match.state
        for pending in match.pending():
            request, decision = DecisionRequest.of(match, pending.seat), pending.decision
            assert request.question == decision.question(state)
            assert list(request.options) == list(match.options(pending.seat))
            assert list(decision.options(request.view)) == list(match.options(pending.seat))
            pick = driver.pick(match, pending)
            assert request.refuse(pick) is None
            assert request.refuse("no such thing") == match.refuse(pending.seat, "no such thing")
            chosen = decision.parts_of(pick)
            for count in range(1, len(chosen) + 1):
                parts = chosen[:count]
                assert request.label(parts) == decision.label(state, parts)
                assert request.target(parts) == decision.target(state, parts)
            if decision.parts > 1:
                options = request.part_options(chosen[:1])
                assert list(options) == list(decision.part_options(state, chosen[:1]))


@every_table
@given(number=seeds)
@examples(2)
def test_request_previews_like_the_match(game: str, seats: int, number: int):
    for match, driver in moments(game, seats, number):
        pending = driver.pending(match)
        request, pick = DecisionRequest.of(match, pending.seat), driver.pick(match, pending)
        one, two = request.preview(pick), match.preview(pending.seat, pick)
        assert (one.notes, one.ends_turn, one.undo_barrier, one.whole) == (
            two.notes,
            two.ends_turn,
            two.undo_barrier,
            two.whole,
        )
        assert one.view.digest() == two.view.digest()
        with pytest.raises(IllegalPick):
            request.preview("no such thing")


@every_table
@given(number=seeds)
@examples(2)
def test_true_state_is_unreachable_from_request(game: str, seats: int, number: int):
    for match, driver in moments(game, seats, number):
        seat = driver.pending(match).seat
        request = DecisionRequest.of(match, seat)
        view, own = match.view(seat).digest(), mutable_parts(match.state)
        for value in reachable([request.view, request.options, request.moment]):
            assert not isinstance(value, Match)
            assert id(value) not in own
            assert not isinstance(value, State) or value.digest() == view
