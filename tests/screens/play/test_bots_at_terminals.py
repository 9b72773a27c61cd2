"""Bots at a table shared by several programs: one program moves a bot, and the others wait for
it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from screens.play.play_screen import PlayScreen
from screens.table.turn_flow import BOT_TIMER, TAKEOVER_INTERVAL
from tests.screens.playing import play

ROOT = Path(__file__).parents[3]
SEATS = [("Anna", "person"), ("Boris", "person"), ("Clara", "bot:random"), ("David", "person")]
PEOPLE = (0, 1, 3, 4)

PACE = 3600.001
"""Seconds that a bot waits in any case."""

BOUND = 300
"""Seconds after which programs that wait for one another for ever are given up."""


@pytest.mark.parametrize("events", [60, pytest.param(20_000, marks=pytest.mark.long)])
def test_bots_choose_once_with_four_programs(tmp_path: Path, events: int) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")
    id = Session.begin(store, "middle_ages", [*SEATS, ("Eve", "person")], seed="rank").id
    command = [sys.executable, "-m", "tests.screens.sitting_player", str(store.path), id]
    programs = [
        subprocess.Popen([*command, str(seat), str(events)], cwd=ROOT, stdout=subprocess.PIPE)
        for seat in PEOPLE
    ]
    try:
        outputs = [json.loads(one.communicate(timeout=BOUND)[0]) for one in programs]
    finally:
        for one in programs:
            one.kill()
    match = store.load(id)
    assert match.over or len(match.log) >= events
    moves = sum(event.kind == "pick" and event.seat == 2 for event in match.log)
    assert sum(one["moves"] for one in outputs) == moves > 0
    assert len({one["digest"] for one in outputs}) == 1
    store.close()


async def test_player_who_triggered_a_bot_moves_it_and_others_wait() -> None:
    store = MemoryStore()
    seats = [("Anna", "person"), ("Boris", "bot:random"), ("Clara", "person")]
    matches = (Match.begin("middle_ages", seats, seed=str(seed)) for seed in range(20))
    id = store.new(next(match for match in matches if match.pending()[0].seat != 1))
    tables = [play(Session.open(store, id, seats=[seat]), pace="36000") for seat in (0, 2)]
    (_, anna), (_, clara) = tables
    async with tables[0][0].run_test() as one, tables[1][0].run_test() as other:
        for _ in range(40):
            if anna.session.waiting_bot() is not None:
                break
            for pilot, screen in ((one, anna), (other, clara)):
                await pilot.pause()
                if screen.state.partial_pick is not None:
                    await pilot.press("enter")
                await pilot.pause()
        pending = anna.session.waiting_bot()
        assert pending is not None
        await other.pause()
        waits = [interval(screen) - PACE for screen in (anna, clara) if interval(screen)]
        behind = sorted(round(wait / TAKEOVER_INTERVAL) for wait in waits)
        assert behind in ([0, 1], [0, 2])


def interval(screen: PlayScreen) -> float:
    """After how many seconds the screen goes on by itself; 0 if it does not."""
    timer = screen.running_timers.get(BOT_TIMER)
    return 0.0 if timer is None or BOT_TIMER not in screen.state.timers.due else timer._interval
