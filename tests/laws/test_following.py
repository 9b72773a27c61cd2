"""Two sessions of one match read each other's changes and stay equal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given

from engine.core.event import PICK_EVENT
from engine.errors import BadStore
from engine.i18n.text import words
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Store
from tests.laws.driving import (
    Driver,
    begin,
    every_sort_of_table,
    examples,
    position,
    readable,
    readers,
    seeds,
    smallest_and_largest_tables,
    story,
)

STEPS = 25
"""Number of actions in the usual run, from the beginning or from late in a match."""


class Timeless(MemoryStore):
    """A store with a frozen clock."""

    clock = staticmethod(lambda: datetime(2026, 1, 2, tzinfo=UTC))


def two_sessions(match: Match, store: Store) -> tuple[Session, Session]:
    id = store.new(match)
    return Session.open(store, id), Session.open(store, id)


def act(session: Session, driver: Driver) -> None:
    """Choose something, or undo, redo or rewind if possible."""
    match = session.match
    seat = driver.dice.below(match.state.seats)
    if driver.sometimes(12):
        picks = [event.number for event in match.line if event.kind == PICK_EVENT]
        if picks:
            session.rewind(seat, max(0, driver.dice.pick(picks[-12:]) - 1))
    elif match.can_redo(seat) and driver.sometimes(2):
        session.redo(seat)
    elif match.why_not_undo(seat) is None and driver.sometimes(3):
        session.undo(seat) if driver.sometimes(2) else session.undo_turn(seat)
    elif not match.over:
        pending = driver.pending(match)
        session.choose(session.ask(pending.seat), driver.pick(match, pending))


def everything_about(match: Match) -> tuple[Any, ...]:
    """Return everything about a match, including pending decisions and redo."""
    return (
        *position(match),
        match.pending(),
        [match.can_redo(seat) for seat in range(match.state.seats)],
    )


def visible_to_all(match: Match) -> list[Any]:
    """Return everything that any reader may see."""
    return [
        (readable(match.redacted_log(reader)), story(match, reader)) for reader in readers(match)
    ]


def follow(game: str, seats: int, number: int, going: Callable[[int, Match], bool]) -> None:
    """Let two sessions act in turn as long as `going` returns True, and compare them after each
    action."""
    one, two = two_sessions(begin(game, seats, number), Timeless())
    driver, steps = Driver(number), 0
    while going(steps, one.match):
        actor, other = (one, two) if driver.sometimes(2) else (two, one)
        before = len(actor.match.log)
        act(actor, driver)
        assert other.catch_up() == actor.match.log[before:]
        assert everything_about(other.match) == everything_about(actor.match)
        steps += 1
        if steps % 8 == 0:
            assert visible_to_all(other.match) == visible_to_all(actor.match)
    assert visible_to_all(one.match) == visible_to_all(two.match)
    assert everything_about(one.store.load(one.id)) == everything_about(one.match)


@smallest_and_largest_tables
@given(number=seeds)
@examples(2)
def test_two_sessions_agree_after_each_event(game: str, seats: int, number: int):
    follow(game, seats, number, lambda steps, _: steps < STEPS)


@pytest.mark.long
@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_two_sessions_agree_to_the_end(game: str, seats: int, number: int):
    follow(game, seats, number, lambda steps, match: not match.over and steps < 2000)


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_pick_that_cannot_be_saved_leaves_no_trace(game: str, seats: int, number: int):
    """A match is restored to a checkpoint as if nothing had been chosen or undone since."""

    class FullStore(Timeless):
        full = False

        def append(self, *arguments: Any) -> None:
            if self.full:
                raise BadStore(words("The disk is full."))
            super().append(*arguments)

    store = FullStore()
    session, other = two_sessions(begin(game, seats, number), store)
    driver = Driver(number)
    for _ in range(STEPS):
        act(session, driver)
        store.full = True
        before = len(session.match.log)
        for _ in range(3):
            try:
                act(session, driver)
            except BadStore:
                assert len(session.match.log) == before
        store.full = False
        other.catch_up()
        assert everything_about(session.match) == everything_about(other.match)
    assert visible_to_all(session.match) == visible_to_all(other.match)
