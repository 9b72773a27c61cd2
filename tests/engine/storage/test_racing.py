"""Processes that play one match at full speed: nothing is lost, and all see the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.storage.open_store import open_at
from engine.storage.session import Session
from tests.matrix import usually

pytestmark = pytest.mark.usefixtures("toy")

ROOT = Path(__file__).parents[3]
NAMES = ("Anna", "Boris", "Clara", "David")

BOUND = 300
"""Seconds after which deadlocked players are given up."""


@pytest.mark.parametrize(
    ("game", "events"),
    [("toy", 400), usually(False, "era", 20_000)],
)
def test_four_processes_lose_nothing(place: Path | str, game: str, events: int):
    store = open_at(place)
    id = Session.begin(store, game, [(name, "person") for name in NAMES], seed="race").id
    command = [sys.executable, "-m", "tests.engine.racing_player", str(place), id]
    players = [
        subprocess.Popen([*command, str(seat), str(events)], cwd=ROOT, stdout=subprocess.PIPE)
        for seat in range(len(NAMES))
    ]
    try:
        outputs = [json.loads(player.communicate(timeout=BOUND)[0]) for player in players]
    finally:
        for player in players:
            player.kill()
            player.communicate()
    match = store.load(id)
    assert match.over or len(match.log) >= events
    kept = {int(number): value for one in outputs for number, value in one["kept"].items()}
    assert sum(len(one["kept"]) for one in outputs) == len(kept)
    assert kept == {e.number: repr(e.value) for e in match.log if e.kind == "pick"}
    stood = match.at_event(min(events, len(match.log))).state.digest()
    assert {one["digest"] for one in outputs} == {stood}
    assert sum(one["conflicts"] for one in outputs) == 0
    store.close()
