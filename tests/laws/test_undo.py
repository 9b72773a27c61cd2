"""Undo, redo and rewind: barriers, and unchanged chance."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from engine.core.event import CHANCE_EVENT, PICK_EVENT, REDO_EVENT, UNDO_EVENT, Event
from engine.core.step import Simultaneous
from engine.errors import CannotTakeBack
from engine.match.match import Match
from tests.laws.driving import (
    Driver,
    begin,
    disturb,
    every_sort_of_table,
    examples,
    hidden_places,
    new_match,
    part_played,
    position,
    readable,
    readers,
    seeds,
    seen,
    shape,
    smallest_and_largest_tables,
)


def again(match: Match) -> Match:
    """Return another match with the same log."""
    return Match.load(match.header, match.log)


def outcomes(match: Match) -> Counter[tuple[str, int, str, Any]]:
    """Return the picks and outcomes, whatever the order of simultaneous ones."""
    return Counter((event.kind, event.seat, event.step, event.value) for event in match.line)


def in_together(match: Match) -> bool:
    return bool(match.state.agenda) and isinstance(match.state.agenda[-1], Simultaneous)


def free_seats(match: Match) -> list[int]:
    return [seat for seat in range(match.state.seats) if match.why_not_undo(seat) is None]


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_undone_pick_leaves_no_trace(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        if driver.sometimes(2):
            driver.step(match)
            continue
        before = shape(match)
        pending = driver.step(match)
        if match.why_not_undo(pending.seat) is not None:
            continue
        after, log = shape(match), list(match.log)
        (back,) = match.undo(pending.seat)
        assert (back.kind, back.step, back.value) == (UNDO_EVENT, "Undo", (len(log),))
        assert match.log == [*log, back]
        assert shape(match) == before
        (redo,) = match.redo(pending.seat)
        assert (redo.kind, redo.value) == (REDO_EVENT, (len(log),))
        assert shape(match) == after
        assert not match.can_redo(pending.seat)


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_redo_restores_the_same_state(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        driver.step(match)
        for seat in free_seats(match) if driver.sometimes(4) else []:
            shapes = [shape(match)]
            while match.why_not_undo(seat) is None:
                match.undo(seat) if driver.sometimes(2) else match.undo_turn(seat)
                shapes.append(shape(match))
            while match.can_redo(seat):
                assert shape(match) == shapes.pop()
                match.redo(seat)
            assert [shape(match)] == shapes


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_same_picks_after_undo_get_the_same_random_results(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        driver.step(match)
        seat = driver.dice.below(seats)
        if match.why_not_undo(seat) is not None:
            continue
        state, before = match.state.copy(), outcomes(match)
        taken: list[Event] = []
        while match.why_not_undo(seat) is None and not (taken and driver.sometimes(3)):
            (back,) = match.undo(seat)
            taken = [match.log[back.value[0] - 1], *taken]
        for event in taken:
            match.choose(seat, event.value)
        assert match.state == state
        assert outcomes(match) == before


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_same_picks_after_rewind_get_the_same_random_results(game: str, seats: int, number: int):
    match = part_played(game, seats, number, new_match)
    if not any(event.kind == PICK_EVENT for event in match.line):
        return
    before = again(match)
    driver = Driver(number)
    last_pick = max(event.number for event in match.line if event.kind == PICK_EVENT)
    back_to = driver.dice.below(last_pick)
    picks = [event for event in match.line if event.kind == PICK_EVENT and event.number > back_to]
    events = match.rewind(driver.dice.below(seats), back_to)
    assert (events[0].kind, events[0].step) == (UNDO_EVENT, "Rewind")
    assert {event.kind for event in events[1:]} <= {CHANCE_EVENT}
    for pick in picks:
        match.choose(pick.seat, pick.value)
    assert match.state == before.state
    assert match.state.digest() == before.state.digest()
    assert outcomes(match) == outcomes(before)


@every_sort_of_table
def test_rewind_to_the_start_begins_again(game: str, seats: int):
    match = part_played(game, seats, 11, new_match)
    fresh = new_match(game, seats, 11)
    match.rewind(0, 0)
    assert match.state == fresh.state
    assert match.opening == fresh.opening
    assert match.notes == fresh.notes
    with pytest.raises(CannotTakeBack):
        match.rewind(0, 0)


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_impossible_undo_is_refused_with_the_reason(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for _ in driver.drive(match):
        for seat in range(-1, seats + 1) if driver.sometimes(4) else ():
            reason = match.why_not_undo(seat)
            if reason is None:
                continue
            assert reason.plain()
            before = shape(match)
            for attempt in (match.undo, match.undo_turn):
                with pytest.raises(CannotTakeBack) as caught:
                    attempt(seat)
                assert caught.value.text == reason
            assert shape(match) == before


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_undo_is_limited_to_own_last_pick_that_revealed_nothing(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        if driver.sometimes(2):
            driver.step(match)
            continue
        was_together = in_together(match)
        before = {reader: hidden_places(match.view(reader)) for reader in readers(match)}
        logs = {reader: readable(match.redacted_log(reader)) for reader in readers(match)}
        pending = driver.step(match)
        last = match.line[-1]
        if not in_together(match):
            assert set(free_seats(match)) <= {last.seat}
        if last.kind == CHANCE_EVENT:
            assert match.why_not_undo(pending.seat) is not None
        if match.why_not_undo(pending.seat) is None:
            assert (last.kind, last.seat) == (PICK_EVENT, pending.seat)
            for reader in readers(match):
                assert hidden_places(match.view(reader)) >= before[reader]
                assert readable(match.redacted_log(reader)[: len(logs[reader])]) == logs[reader]
        elif last.kind == PICK_EVENT and not was_together:
            assert match.why_not_undo(pending.seat) != match.at(0).why_not_undo(pending.seat)


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_new_pick_clears_redo(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        driver.step(match)
        for seat in free_seats(match)[:1] if driver.sometimes(2) else []:
            match.undo(seat)
            match.choose(
                seat, driver.pick(match, next(o for o in match.pending() if o.seat == seat))
            )
            assert not match.can_redo(seat)
            with pytest.raises(CannotTakeBack):
                match.redo(seat)


@smallest_and_largest_tables
@given(number=seeds)
@examples(4)
def test_log_is_readable_after_undo_and_redo(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over and len(match.log) < 400:
        driver.step(match)
        for _ in range(driver.dice.below(6)):
            disturb(match, driver)
    assert position(again(match)) == position(match)
    numbers = [event.number for event in match.line]
    assert numbers == sorted(set(numbers))


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_redo_restores_what_everyone_saw(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    for seat in free_seats(match):
        before = {reader: seen(match, reader) for reader in readers(match)}
        match.undo(seat)
        match.redo(seat)
        for reader in readers(match):
            view, _, story, *rest = seen(match, reader)
            assert (view, story, *rest) == (before[reader][0], *before[reader][2:])
