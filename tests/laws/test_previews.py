"""Previews change nothing, are true, and know no more than the seat."""

from math import isfinite
from typing import Any

import pytest
from hypothesis import given

from engine.core.event import CHANCE_EVENT
from engine.errors import IllegalPick
from engine.match.match import Match
from tests.laws.driving import (
    Driver,
    begin,
    every_table,
    examples,
    position,
    seeds,
    shape,
)


@every_table
@given(number=seeds)
@examples(3)
def test_preview_changes_nothing(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        if driver.sometimes(3):
            before, log = shape(match), list(match.log)
            match.preview(pending.seat, driver.pick(match, pending))
            with pytest.raises(IllegalPick):
                match.preview(pending.seat, "no such thing")
            assert shape(match) == before
            assert match.log == log
    assert position(Match.load(match.header, match.log)) == position(match)


@every_table
@given(number=seeds)
@examples(3)
def test_preview_comes_true(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        pending = driver.pending(match)
        seat, pick = pending.seat, driver.pick(match, pending)
        turn, length = match.state.turn, len(match.line)
        pick_preview = match.preview(seat, pick)
        match.choose(seat, pick)
        came_out = [event for event in match.line[length:] if event.kind == CHANCE_EVENT]
        if not pick_preview.whole:
            continue
        visible_notes = [note for note in match.notes[length] if note.is_for(seat)]
        assert list(pick_preview.notes) == visible_notes[: len(pick_preview.notes)]
        if came_out or pick_preview.undo_barrier is not None:
            assert pick_preview.undo_barrier is not None
            assert match.why_not_undo(seat) is not None
        else:
            assert list(pick_preview.notes) == visible_notes
            assert pick_preview.view.digest() == match.view(seat).digest()
            assert pick_preview.ends_turn == (match.state.turn != turn)
            others = all(one.seat != pending.seat for one in match.pending())
            assert pick_preview.hands_over_turn == (pick_preview.ends_turn and others)
            assert match.why_not_undo(seat) is None


@every_table
@given(number=seeds)
@examples(3)
def test_preview_is_often_complete(game: str, seats: int, number: int):
    """The second of two simultaneous picks leads on to hidden things."""
    match = begin(game, seats, number)
    driver = Driver(number)
    whole = [match.preview(o.seat, driver.pick(match, o)).whole for o in driver.drive(match)]
    assert sum(whole) > len(whole) / 4


@every_table
@given(number=seeds)
@examples(2)
def test_preview_can_be_valued(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        pick_preview: Any = match.preview(pending.seat, driver.pick(match, pending))
        if pick_preview.whole:
            value = match.game.value(pick_preview.view, pending.seat)
            assert isfinite(value)
