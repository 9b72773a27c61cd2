"""Physical dice: all faces of the box's dice can be typed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import pytest
from hypothesis import given

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import PICK_EVENT, Value
from engine.core.parts import Kind
from engine.core.real_dice import TYPED_ROLLS, TypedRoll, typed_part
from engine.core.state import State
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.games import catalogue, load
from engine.match.match import Match
from engine.match.position import PendingDecision
from engine.storage import match_file
from tests.laws.driving import examples, seeds

THROWING = [one.id for one in catalogue() if load(one.id).throws_dice]

TABLES = [(game, seats) for game in THROWING for seats in (1, 3) if seats in load(game).players]

MAX_COMBINATIONS = 300

tables = pytest.mark.parametrize(("game", "seats"), TABLES)


def new_match(game: str, seats: int, number: int) -> Match:
    """Return a match of people, and a bot if there are several seats, with physical dice."""
    players = [("Anna", "person"), ("Boris", "bot:random"), ("Clara", "person")][:seats]
    return Match.begin(game, players, seed=str(number), options={DICE_OPTION: TYPED_DICE})


def driven(match: Match, number: int, most: int = 250) -> Iterator[PendingDecision]:
    """Make random picks, yielding the decision before each."""
    dice = Dice(f"driven/{number}".encode())
    for _ in range(most):
        if match.over:
            return
        pending = dice.pick(match.pending())
        yield pending
        match.choose(pending.seat, match.sample(pending.seat, dice))


def rolls(match: Match, number: int) -> Iterator[TypedRoll]:
    """Yield the rolls that people are asked for."""
    for pending in driven(match, number):
        if isinstance(pending.decision, TypedRoll):
            yield pending.decision


def test_exactly_three_games_throw_dice():
    assert sorted(THROWING) == ["catan", "era", "knights", "troyes"]


@tables
@given(number=seeds)
@examples(1)
def test_every_face_of_every_die_can_be_entered(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    for roll in rolls(match, number):
        casts = roll.dice_throws(match.state)
        dice = Dice(f"faces/{number}".encode())
        for at, one in enumerate(casts):
            for face in one.faces:
                shown = [_thrown(other, dice) for other in casts]
                shown[at] = (face, *shown[at][1:])
                pick = tuple(typed_part(*pair) for pair in zip(casts, shown, strict=True))
                assert match.refuse(roll.seat, pick) is None
                assert roll.roll.roll.check(match.state, _outcome(roll, match.state, shown)) is None


@tables
@given(number=seeds)
@examples(1)
def test_impossible_dice_results_cannot_be_entered(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    for roll in rolls(match, number):
        casts = roll.dice_throws(match.state)
        right = [typed_part(one, _thrown(one, Dice(b"right"))) for one in casts]
        length = len(match.log)
        for at, one in enumerate(casts):
            for wrong in _wrong(one):
                pick = (*right[:at], wrong, *right[at + 1 :])
                refusal = match.refuse(roll.seat, pick)
                assert refusal is not None
                assert refusal.rule in roll.roll.roll.rules
        others: tuple[Value, ...] = (tuple(right[1:]), (*right, right[0]), "", 0)
        assert all(match.refuse(roll.seat, other) is not None for other in others)
        assert len(match.log) == length


@tables
@given(number=seeds)
@examples(1)
def test_random_dice_results_can_be_entered(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    for roll in rolls(match, number):
        step = roll.roll.roll
        casts = step.dice_throws(match.state)
        if len({one.seat for one in casts}) > 1:
            continue
        if prod(len(one.different) ** one.number for one in casts) > MAX_COMBINATIONS:
            continue
        ways = product(*(product(one.different, repeat=one.number) for one in casts))
        possible = {_alike(step.outcome_of(match.state, shown)) for shown in ways}
        for other in range(20):
            outcome = step.sample(match.state, Dice(f"{number}/{other}".encode()))
            assert _alike(outcome) in possible


@tables
@given(number=seeds)
@examples(1)
def test_real_dice_ask_only_people_and_bots_roll(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    for pending in driven(match, number):
        assert not isinstance(pending.decision, TypedRoll) or pending.seat in match.header.people
    for event in match.line:
        assert event.step not in TYPED_ROLLS or event.kind == PICK_EVENT


@tables
@given(number=seeds)
@examples(1)
def test_match_with_real_dice_is_saved_and_resumed(game: str, seats: int, number: int):
    match, asked = new_match(game, seats, number), 0
    for pending in driven(match, number, 150):
        if isinstance(pending.decision, TypedRoll) and asked < 4:
            asked += 1
            lines = [match_file.event_line(event) for event in match.log]
            again = Match.load(
                match.header, [match_file.parse_event(line, seats) for line in lines]
            )
            assert again.state.digest() == match.state.digest()
            assert again.pending() == match.pending()
    assert asked


@tables
@given(number=seeds)
@examples(1)
def test_mistyped_dice_can_be_rewound(game: str, seats: int, number: int):
    match = new_match(game, seats, number)
    for roll in rolls(match, number):
        length, pending = len(match.log), match.pending()
        digest = match.state.digest()
        match.choose(roll.seat, roll.sample(match.state, Dice(b"mistyped")))
        assert match.why_not_undo(roll.seat) is not None
        match.rewind(roll.seat, length)
        assert (match.pending(), match.state.digest()) == (pending, digest)


def _thrown(one: DiceThrow, dice: Dice) -> Faces:
    return tuple(dice.pick(one.faces) for _ in range(one.number))


def _outcome(roll: TypedRoll, state: State, shown: Sequence[Faces]) -> Value:
    """Return the outcome if all others roll the first of their faces."""
    step, own = roll.roll.roll, iter(shown)
    all_of_them = [
        next(own) if one.seat == roll.seat else (one.faces[0],) * one.number
        for one in step.dice_throws(state)
    ]
    outcome: Value = step.outcome_of(state, all_of_them)
    return outcome


def _wrong(one: DiceThrow) -> Iterator[Value]:
    """Yield impossible rolls: other faces, too many, too few, no faces at all."""
    foreign: tuple[Kind, ...] = (0, 7, -1, "", "n_gold9", str(one.faces[0]) + "x")
    if one.bag is None:
        yield from foreign
        yield ((one.faces[0], 1),)
        return
    yield from (((face, one.number),) for face in foreign)
    yield one.faces[0]
    yield ()
    yield ((one.faces[0], one.number + 1),)
    yield ((one.faces[0], one.number - 1),)
    yield ((one.faces[0], 1),) * one.number


def _alike(outcome: Value) -> str:
    """Return an outcome as text, with equivalent faces unified."""
    return repr(outcome).replace("c_feather_b", "c_feather_a")
