"""The fast lane plays the very same games as a match."""

from typing import Any

from hypothesis import given

from engine.bots import make_bot
from engine.chance import Dice
from engine.event import PICK
from engine.game import load
from engine.match import Match
from engine.playout import at_random, play_on, set_up
from engine.position import AnyDecision
from engine.simulate import play_out
from engine.step import Together
from tests.laws.driving import begin, begin_anew, every_table, examples, seeds


def dice_of(seats: int, number: int) -> list[Dice]:
    return [Dice(f"{number}/{seat}".encode()) for seat in range(seats)]


def picks_of(match: Match, seat: int) -> list[tuple[str, Any]]:
    return [(e.step, e.value) for e in match.line if e.kind == PICK and e.seat == seat]


@every_table
@given(number=seeds)
@examples(3)
def test_the_fast_lane_ends_at_the_same_table_by_the_same_picks(game: str, seats: int, number: int):
    match = begin_anew(game, seats, number)
    picks = play_out(match, [make_bot("random")] * seats, dice_of(seats, number))
    made: list[list[tuple[str, Any]]] = [[] for _ in range(seats)]

    def noted(state: Any, decision: AnyDecision, dice: Dice) -> Any:
        pick = at_random(state, decision, dice)
        made[decision.seat].append((decision.name, pick))
        return pick

    for policy in (at_random, noted):
        state = set_up(load(game), seats, {}, {})
        assert play_on(state, seed=str(number), dice=dice_of(seats, number), policy=policy) == picks
        assert state.over
        assert state.digest() == match.state.digest()
        assert state == match.state
    assert made == [picks_of(match, seat) for seat in range(seats)]


@every_table
@given(number=seeds)
@examples(2)
def test_the_fast_lane_plays_on_from_the_middle_of_a_game(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    cut = Dice(b"cut %d" % number).below(40)
    dice = dice_of(seats, number)
    while not match.over and (cut > 0 or is_together(match)):
        owed = match.owed()[0]
        match.choose(owed.seat, at_random(match.state, owed.decision, dice[owed.seat]))
        cut -= 1
    state = match.state.copy()
    play_on(state, seed=str(number), dice=dice_of(seats, number + 1))
    play_out(match, [make_bot("random")] * seats, dice_of(seats, number + 1))
    assert state.digest() == match.state.digest()


def is_together(match: Match) -> bool:
    return isinstance(match.state.agenda[-1], Together)
