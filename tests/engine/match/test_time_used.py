"""Time used by each seat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from engine.match.match import Match
from engine.match.match_view import TimeUsed

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


class Days:
    """A clock set by tests."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def waited(match: Match) -> TimeUsed:
    waits = TimeUsed()
    for position in match.positions():
        waits.note(position)
    return waits


def choose(match: Match, seat: int) -> None:
    decision = match.decision(seat)
    match.choose(seat, decision.options(match.state)[0])


def test_thinking_time_runs_until_the_next_event() -> None:
    clock = Days()
    match = Match.begin(
        "middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7", clock=clock
    )
    first = match.pending()[0].seat
    choose(match, first)
    used = {0: timedelta(), 1: timedelta()}
    for hours in (3, 50, 1, 20, 7):
        seat = match.pending()[0].seat
        clock.now += timedelta(hours=hours)
        used[seat] += timedelta(hours=hours)
        choose(match, seat)
    assert {**{0: timedelta(), 1: timedelta()}, **waited(match).used} == used


def test_simultaneous_decisions_use_time_in_parallel() -> None:
    clock = Days()
    seats = [("Anna", "person"), ("Boris", "person")]
    match = Match.begin("era", seats, seed="7", clock=clock)
    while len(match.pending()) < 2 or not match.line:
        choose(match, match.pending()[0].seat)
    before = dict(waited(match).used)
    one, other = (pending.seat for pending in match.pending())
    clock.now += timedelta(hours=2)
    choose(match, one)
    clock.now += timedelta(days=1)
    choose(match, other)
    used = waited(match).used
    two = timedelta(hours=2)
    assert used[other] - before.get(other, timedelta()) == timedelta(days=1) + two
    assert two <= used[one] - before.get(one, timedelta())


def test_thinking_time_is_unknown_without_timestamps() -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    for _ in range(6):
        choose(match, match.pending()[0].seat)
    assert not waited(match).used
