"""Every pick can be chosen part by part, from the seat's own view: on the screen, in line mode, and
by bot programs."""

from hypothesis import given

from engine.core.parts import MultisetPart, SubsetPart
from engine.errors import Refusal
from engine.match.decision_request import DecisionRequest, PartialMove
from tests.laws.driving import every_table, examples, seeds
from tests.laws.test_decision_requests import moments


@every_table
@given(number=seeds)
@examples(2)
def test_every_pick_is_reached_by_parts(game: str, seats: int, number: int):
    for match, driver in moments(game, seats, number):
        for pending in match.pending():
            request = DecisionRequest.of(match, pending.seat)
            pick = driver.pick(match, pending)
            partial_move, start = PartialMove(request), PartialMove.start(request)
            for count, part in enumerate(pending.decision.parts_of(pick), 1):
                if len(partial_move.chosen) >= count:
                    assert partial_move.chosen[count - 1] == part
                    continue
                assert partial_move.pick is None
                further = partial_move.then(part)
                assert not isinstance(further, Refusal), further
                back = further.back()
                if back is None:
                    assert partial_move.chosen != start.chosen, (
                        "only a forced first part is skipped"
                    )
                else:
                    assert len(start.chosen) <= len(back.chosen) <= count - 1
                partial_move = further
            assert partial_move.pick == pick
            following = partial_move.following
            assert not isinstance(following, MultisetPart | SubsetPart)
            if pending.decision.parts > 1:
                assert not following


@every_table
@given(number=seeds)
@examples(2)
def test_invalid_part_is_refused_with_a_reason(game: str, seats: int, number: int):
    for match, _ in moments(game, seats, number):
        for pending in match.pending():
            partial_move = PartialMove(DecisionRequest.of(match, pending.seat))
            refusal = partial_move.then("no such thing")
            assert isinstance(refusal, Refusal)
            assert refusal.reason.plain()
            for label, closed in partial_move.closed():
                assert label.plain()
                assert closed.reason.plain()
