"""Bots at a table of several programs: one of them lets a bot move, the others leave it to that."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.session import Session
from engine.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
SEATS = [("Anna", "person"), ("Boris", "person"), ("Clara", "bot:random"), ("David", "person")]
PEOPLE = (0, 1, 3, 4)

BOUND = 120
"""Seconds after which programs that wait for one another for ever are given up."""


@pytest.mark.parametrize("events", [60, pytest.param(20_000, marks=pytest.mark.long)])
def test_four_programs_get_hardly_in_one_anothers_way(tmp_path: Path, events: int) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")
    id = Session.begin(store, "middle_ages", [*SEATS, ("Eve", "person")], seed="rank").id
    command = [sys.executable, "-m", "tests.screens.sitting_player", str(store.path), id]
    programs = [
        subprocess.Popen([*command, str(seat), str(events)], cwd=ROOT, stdout=subprocess.PIPE)
        for seat in PEOPLE
    ]
    try:
        told = [json.loads(one.communicate(timeout=BOUND)[0]) for one in programs]
    finally:
        for one in programs:
            one.kill()
    match = store.load(id)
    assert match.over or len(match.log) >= events
    moves = sum(event.kind == "pick" and event.seat == 2 for event in match.log)
    assert sum(one["moves"] for one in told) == moves > 0
    assert sum(one["conflicts"] for one in told) <= max(2, 5 * moves // 45)
    assert len({one["digest"] for one in told}) == 1
    store.close()
