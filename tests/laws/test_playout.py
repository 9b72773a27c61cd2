"""Playouts play the same games as a match, and record the same logs."""

from io import BytesIO
from typing import Any

from attrs import evolve
from hypothesis import given

from engine.bots import make_bot
from engine.contests.simulate import play_out
from engine.core.chance import Dice
from engine.core.event import PICK_EVENT
from engine.core.step import Simultaneous
from engine.games import load
from engine.match.match import Match
from engine.match.playout import at_random, play_on, record, set_up
from engine.match.position import AnyDecision
from engine.storage import match_file
from tests.laws.driving import begin, every_sort_of_table, examples, new_match, seeds


def dice_of(seats: int, number: int) -> list[Dice]:
    return [Dice(f"{number}/{seat}".encode()) for seat in range(seats)]


def picks_of(match: Match, seat: int) -> list[tuple[str, Any]]:
    return [(e.step, e.value) for e in match.line if e.kind == PICK_EVENT and e.seat == seat]


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_fast_playout_reaches_the_same_state_with_the_same_picks(
    game: str, seats: int, number: int
):
    match = new_match(game, seats, number)
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


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_recorded_playout_log_equals_match_log(game: str, seats: int, number: int):
    match = new_match(game, seats, number, notes=False)
    picks = play_out(match, [make_bot("random")] * seats, dice_of(seats, number))
    recording = record(match.header, dice=dice_of(seats, number))
    assert recording.log == match.log
    assert (recording.picks, recording.over) == (picks, True)
    assert recording.state == match.state
    plain = record(match.header, dice=dice_of(seats, number), digests=False)
    assert plain.log == [evolve(event, digest=None) for event in match.log]


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_a_recorded_game_can_be_saved_and_read_again(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    recording = record(match.header, dice=dice_of(seats, number), policy=the_last)
    file = BytesIO()
    match_file.write(recording, file)
    file.seek(0)
    loaded = match_file.load_match(*match_file.read(file, "recorded"), "recorded")
    assert loaded.over
    assert loaded.header == recording.header
    assert loaded.log == recording.log
    assert loaded.state == recording.state
    again = BytesIO()
    match_file.write(loaded, again)
    assert again.getvalue() == file.getvalue()
    for event in recording.log:
        if event.kind == PICK_EVENT:
            match.choose(event.seat, event.value)
    assert match.log == recording.log


def the_last(state: Any, decision: AnyDecision, dice: Dice) -> Any:
    """Return mostly the last listed option, sometimes any: another kind of player."""
    if decision.listed and dice.below(3):
        return decision.options(state)[-1]
    return at_random(state, decision, dice)


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_fast_playout_continues_from_the_middle_of_a_game(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    cut = Dice(b"cut %d" % number).below(40)
    dice = dice_of(seats, number)
    while not match.over and (cut > 0 or is_together(match)):
        pending = match.pending()[0]
        match.choose(pending.seat, at_random(match.state, pending.decision, dice[pending.seat]))
        cut -= 1
    state = match.state.copy()
    play_on(state, seed=str(number), dice=dice_of(seats, number + 1))
    play_out(match, [make_bot("random")] * seats, dice_of(seats, number + 1))
    assert state.digest() == match.state.digest()


def is_together(match: Match) -> bool:
    return isinstance(match.state.agenda[-1], Simultaneous)
