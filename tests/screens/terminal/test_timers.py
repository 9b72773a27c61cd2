"""Timers fire even if the machine is busy when they are set."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from attrs import define, field

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from tests.screens.playing import SMALL, play


@define
class HeldUp:
    """A clock that jumps by a second when a timer reads it for the second time."""

    looks: WeakKeyDictionary[asyncio.Task[Any], int] = field(factory=WeakKeyDictionary)
    late: float = 0.0

    def __call__(self) -> float:
        task = asyncio.current_task()
        if task is not None and task.get_name().startswith(("set_timer", "set_interval")):
            look = self.looks[task] = self.looks.get(task, 0) + 1
            self.late += look == 2
        return monotonic() + self.late


@pytest.fixture(autouse=True)
def held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual._time.get_time", HeldUp())


def with_a_bot_first() -> Session:
    """Two players, of whom a bot is the first to choose."""
    names = ("Anna", "Boris")
    people = Match.begin("middle_ages", [(name, "person") for name in names], seed="1")
    first = people.pending()[0].seat
    seats = [(name, "bot:random" if i == first else "person") for i, name in enumerate(names)]
    match = Match.begin("middle_ages", seats, seed="1")
    store = MemoryStore()
    return Session(store, store.new(match), match)


async def test_timer_lets_a_bot_move() -> None:
    session = with_a_bot_first()
    app, screen = play(session)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
    assert session.waiting_bot() is None


async def test_table_is_as_large_as_its_window() -> None:
    app, screen = play(with_a_bot_first())
    async with app.run_test(size=SMALL) as pilot:
        for size in ((100, 30), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            canvas = screen.surface.canvas
            assert (canvas.width, canvas.height) == size
