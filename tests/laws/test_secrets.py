"""Declared secrets are hidden everywhere, and remain so when they are undone."""

from collections.abc import Iterator
from typing import Any

import attrs
from hypothesis import given

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Event
from engine.core.hidden import Hidden
from engine.core.state import NOBODY, OWNER, SECRET, State
from engine.core.step import ChanceStep, Decision, Simultaneous
from engine.errors import GuildhallError
from engine.match.interpreter import apply_event
from engine.match.match import Match
from engine.match.position import Position
from tests.laws.driving import (
    Driver,
    begin,
    every_table,
    examples,
    hidden_places,
    holds_hidden,
    mutable_parts,
    part_played,
    reachable,
    readers,
    seeds,
    smallest_and_largest_tables,
)


def declared(state: State) -> Iterator[tuple[str, Any]]:
    """Yield the secret fields of a state with their declarations."""
    kind: Any = type(state)
    for one in attrs.fields(kind):
        if SECRET in one.metadata:
            yield one.name, one.metadata[SECRET]


@every_table
@given(number=seeds)
@examples(5)
def test_declared_secrets_are_hidden(game: str, seats: int, number: int):
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
@examples(5)
def test_match_is_unreachable_from_a_view(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    own = mutable_parts(match.state)
    for reader in readers(match):
        shown = [match.view(reader), match.redacted_log(reader), match.noted_events(reader)]
        for value in reachable(shown):
            assert not isinstance(value, Match | Dice)
            assert value is not match.header
            assert value is not match.state
            assert id(value) not in own
        assert all(event.digest is None for event in match.redacted_log(reader))
        for _, notes in match.noted_events(reader):
            assert all(note.to is None or reader in note.to for note in notes)


def follow(match: Position, event: Event) -> bool:
    """Apply an event of another match to a past position; return False if it cannot happen."""
    try:
        apply_event(match, event, into_log=True)
    except GuildhallError:
        return False
    return True


def secret_places(match: Match) -> list[int]:
    """Return the indices in the line of play of the events that some seat could not read when they
    happened."""
    past = match.at(0)
    places = []
    for index, event in enumerate(match.line):
        assert follow(past, event)
        if is_dark(past, None):
            places.append(index)
    return places


def is_dark(match: Position, reader: int | None) -> bool:
    """Whether any of the last event is hidden from the reader."""
    return holds_hidden(match.redacted_log(reader)[-1].value)


def alternatives(match: Position, event: Event, dice: Dice) -> list[Any]:
    """Return up to three other values that an event could have had."""
    step = answered_step(match, event)
    values: list[Any] = []
    for _ in range(8):
        value = step.sample(match.state, dice)
        if value != event.value and value not in values:
            values.append(value)
    return values[:3]


def answered_step(match: Position, event: Event) -> Decision[Any, Any] | ChanceStep[Any, Any]:
    """Return the step that an event answers."""
    if event.kind == PICK_EVENT:
        return match.decision(event.seat)
    step: Any = match.state.agenda[-1]
    if isinstance(step, Simultaneous):
        (step,) = [steps[-1] for seat, steps in step.branches if seat == event.seat]
    assert isinstance(step, ChanceStep)
    return step


@smallest_and_largest_tables
@given(number=seeds)
@examples(2)
def test_undone_secret_pick_stays_secret(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    hidden_for_good: dict[int, list[int | None]] = {}
    while not match.over:
        pending = driver.step(match)
        if match.why_not_undo(pending.seat) is None and driver.sometimes(2):
            event = match.line[-1]
            blind = [r for r in readers(match) if holds_hidden(match.redacted_log(r)[-1].value)]
            match.undo(pending.seat)
            hidden_for_good[event.number] = blind
    for number_of, blind in hidden_for_good.items():
        for reader in blind:
            assert holds_hidden(match.redacted_log(reader)[number_of - 1].value)


@every_table
@given(number=seeds)
@examples(2)
def test_state_keeps_secrets_while_a_view_hides_something(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    for _ in Driver(number).drive(match):
        hidden = hidden_places(match.view(None))
        owned = {name for name, kept in declared(match.state) if kept.of == OWNER}
        assert match.state.has_secrets() == any(name in owned for name, _ in hidden)
        assert not hidden or match.state.has_secret_fields
