"""Pictures of a game of Cities & Knights, at the smallest size and at comfortable ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.storage.memory import MemoryStore
from engine.storage.session import Session
from tests.screens.games.knights.scenes import played
from tests.screens.playing import LARGE, SMALL, Stage, play, pressing

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have all colours, whatever terminal the tests run on."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def playing(players: int, picks: int, until: str, **preferences: Any) -> Stage:
    """The table at a moment of a match played by lot, all hands open."""
    match = played(players, picks=picks, until=until, open_hands="yes")
    store = MemoryStore()
    stage, _ = play(Session(store, store.new(match), match), **preferences)
    return stage


PICTURES: dict[str, tuple[int, int, str, tuple[int, int], Sequence[str], dict[str, str]]] = {
    "setup": (4, 3, "SetupSettlement", SMALL, ["right"], {}),
    "turn": (4, 200, "Main", LARGE, ["right"], {}),
    "offer": (3, 60, "Main", SMALL, ["o", "enter", "plus"], {}),
    "robber_light": (3, 200, "RobberHex", LARGE, ["down"], {"theme": "light"}),
    "dice": (3, 300, "Main", SMALL, ["tab", "tab"], {}),
    "ascii": (2, 100, "Main", (100, 30), [], {"glyphs": "ascii"}),
    "large": (4, 250, "Main", (160, 50), [], {"theme": "colour_blind"}),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(snap_compare: Compare, picture: str) -> None:
    players, picks, until, size, keys, preferences = PICTURES[picture]
    stage = playing(players, picks, until, **preferences)
    assert snap_compare(stage, run_before=pressing(*keys), terminal_size=size)
