"""Nobody sees, reads or is offered anything that depends on what is hidden from them."""

from collections.abc import Iterator
from typing import Any

import attrs
from hypothesis import given, settings

from engine.chance import Dice
from engine.errors import BadSave
from engine.event import PICK, Event
from engine.match import Match
from engine.state import NOBODY, SECRET, Hidden, State
from engine.step import Chance, Decision, Together
from tests.laws.driving import (
    Driver,
    begin,
    every_table,
    holds_hidden,
    mutable_parts,
    part_played,
    played,
    reachable,
    readers,
    restarted,
    seeds,
    seen,
    smallest_and_largest_tables,
)

STEPS_ON = 12
"""For how many more events two matches are compared that differ in something hidden."""


def declared(state: State) -> Iterator[tuple[str, Any]]:
    """The secret fields of a state with what is said about them."""
    kind: Any = type(state)
    for one in attrs.fields(kind):
        if SECRET in one.metadata:
            yield one.name, one.metadata[SECRET]


@every_table
@given(number=seeds)
@settings(max_examples=10)
def test_what_is_declared_secret_is_hidden(game: str, seats: int, number: int):
    state = part_played(game, seats, number).state
    for reader in [None, *range(seats)]:
        view = state.view(reader)
        for name, kept in declared(state):
            if kept.until is not None and getattr(state, kept.until):
                assert getattr(view, name) == getattr(state, name)
            elif kept.of == NOBODY:
                assert isinstance(getattr(view, name), Hidden)
            else:
                shown = getattr(state, kept.shown) if kept.shown else ()
                for owner, entry in enumerate(getattr(view, name)):
                    sees = owner == reader or (owner, reader) in shown
                    assert isinstance(entry, Hidden) != sees
                    assert not sees or entry == getattr(state, name)[owner]


@every_table
@given(number=seeds)
@settings(max_examples=10)
def test_nothing_of_the_match_can_be_reached_from_what_is_shown(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    own = mutable_parts(match.state)
    for reader in readers(match):
        shown = [match.view(reader), match.told(reader), match.story(reader)]
        for value in reachable(shown):
            assert not isinstance(value, Match | Dice)
            assert value is not match.header
            assert value is not match.state
            assert id(value) not in own
        assert all(event.digest is None for event in match.told(reader))
        for _, notes in match.story(reader):
            assert all(note.to is None or reader in note.to for note in notes)


@every_table
@given(number=seeds)
@settings(max_examples=4)
def test_two_matches_that_differ_in_what_is_hidden_look_the_same(
    game: str, seats: int, number: int
):
    match = played(game, seats, number)
    compare_in_the_dark(match, Driver(number), moments=12)


@every_table
def test_dark_matches_are_found_wherever_something_is_hidden(game: str, seats: int):
    match = played(game, seats, 8)
    hides = any(holds_hidden(match.at(k + 1).told(None)[-1].value) for k in range(len(match.line)))
    compared = compare_in_the_dark(match, Driver(8), moments=40)
    assert bool(compared) == hides
    assert game != "toy" or len(compared) >= 4


def compare_in_the_dark(match: Match, driver: Driver, moments: int) -> set[str]:
    """Put something else in place of secret events, and see whether those notice who may not.

    Returns the names of the steps for which something else was found.
    """
    secret = [
        index
        for index, event in enumerate(match.line)
        if holds_hidden(match.at(index + 1).told(None)[-1].value)
    ]
    compared = set()
    for index in driver.dice.draw(secret, min(moments, len(secret))):
        before, event = restarted(match, match.line[:index]), match.line[index]
        for reader in readers(match):
            for value in alternatives(before, event, reader, driver.dice):
                other = attrs.evolve(event, value=value, digest=None)
                one = [*match.line[:index], event]
                two = [*match.line[:index], other]
                if assert_alike(match, one, two, reader):
                    compared.add(event.step)
                    go_on_alike(match, index, other, reader)
    return compared


def alternatives(match: Match, event: Event, reader: int | None, dice: Dice) -> list[Any]:
    """Up to two other values of an event of which the reader would be told the same."""
    if event.seat == reader:
        return []
    step = due(match, event)
    values: list[Any] = []
    for _ in range(12):
        value = step.sample(match.state, dice)
        if value != event.value and value not in values:
            same = repr(step.told(value, reader)) == repr(step.told(event.value, reader))
            values += [value] if same and holds_hidden(step.told(value, reader)) else []
    return values[:2]


def due(match: Match, event: Event) -> Decision[Any, Any] | Chance[Any, Any]:
    """The step that an event answers."""
    if event.kind == PICK:
        return match.decision(event.seat)
    step: Any = match.state.agenda[-1]
    if isinstance(step, Together):
        (step,) = [steps[-1] for seat, steps in step.branches if seat == event.seat]
    assert isinstance(step, Chance)
    return step


def assert_alike(match: Match, one: list[Event], two: list[Event], reader: int | None) -> bool:
    """Whether both lines can be; if so, the reader must see the same, unless all was revealed."""
    first = restarted(match, one)
    try:
        second = restarted(match, two)
    except BadSave:
        return False
    if not holds_hidden(first.told(reader)[-1].value):
        return False
    assert seen(first, reader) == seen(second, reader)
    return True


def go_on_alike(match: Match, index: int, other: Event, reader: int | None) -> None:
    """Follow both matches until the difference comes to light or one can go no further."""
    stop = min(index + 1 + STEPS_ON, len(match.line))
    for end in range(index + 2, stop + 1):
        then = match.line[index + 1 : end]
        one = restarted(match, [*match.line[:index], match.line[index], *then])
        if one.why_not_undo(then[-1].seat) is not None and then[-1].kind == PICK:
            return
        if then[-1].kind != PICK and not holds_hidden(one.told(reader)[-1].value):
            return
        if not assert_alike_on(match, one, [*match.line[:index], other, *then], reader):
            return


def assert_alike_on(match: Match, one: Match, two: list[Event], reader: int | None) -> bool:
    try:
        other = restarted(match, two)
    except BadSave:
        return False
    assert seen(one, reader) == seen(other, reader)
    return True


@smallest_and_largest_tables
@given(number=seeds)
@settings(max_examples=4)
def test_what_was_taken_back_in_secret_stays_secret(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    hidden_for_good: dict[int, list[int | None]] = {}
    while not match.over:
        owed = driver.step(match)
        if match.why_not_undo(owed.seat) is None and driver.sometimes(2):
            event = match.line[-1]
            blind = [r for r in readers(match) if holds_hidden(match.told(r)[-1].value)]
            match.undo(owed.seat)
            hidden_for_good[event.number] = blind
    for number_of, blind in hidden_for_good.items():
        for reader in blind:
            assert holds_hidden(match.told(reader)[number_of - 1].value)
