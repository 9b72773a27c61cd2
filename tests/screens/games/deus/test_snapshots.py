"""Pictures of a game of Deus, at the smallest size and at a comfortable one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.play.match import Match
from engine.storage.memory import MemoryStore
from engine.storage.session import Session
from tests.screens.games.deus.scenes import played
from tests.screens.playing import LARGE, SMALL, Stage, play, pressing

Compare = Callable[..., bool]
OPENED = "space"


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have all colours, whatever terminal the tests run on."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def staged(match: Match, **preferences: Any) -> Stage:
    """The table at a moment of a match."""
    store = MemoryStore()
    return play(Session(store, store.new(match), match), **preferences)[0]


Picture = tuple[dict[str, Any], tuple[int, int], Sequence[str], dict[str, str]]

PICTURES: dict[str, Picture] = {
    "hand": ({"players": 4, "picks": 30, "until": "Turn"}, LARGE, [OPENED], {}),
    "hand_small": ({"players": 4, "picks": 30, "until": "Turn"}, SMALL, [OPENED], {}),
    "placing": ({"players": 3, "until": "Turn"}, LARGE, [OPENED, "enter", "enter"], {}),
    "placing_small": ({"players": 3, "until": "Turn"}, SMALL, [OPENED, "enter", "enter"], {}),
    "offering": ({"players": 2, "until": "Turn"}, LARGE, [OPENED, "o", "o", "1", "3"], {}),
    "firing": ({"players": 3, "picks": 110, "until": "Sell"}, LARGE, [], {"theme": "light"}),
    "firing_small": ({"players": 3, "picks": 110, "until": "Sell"}, SMALL, [], {}),
    "ascii": (
        {"players": 4, "picks": 60, "until": "Turn"},
        LARGE,
        [OPENED],
        {"glyphs": "ascii", "theme": "high_contrast", "colours": "16"},
    ),
    "columns": ({"players": 4, "picks": 90, "until": "Turn"}, SMALL, [OPENED, "tab"], {}),
    "free_map": (
        {"players": 4, "picks": 60, "until": "Turn", "options": {"layout": "drawn"}},
        SMALL,
        [OPENED],
        {},
    ),
    "end": ({"players": 2, "picks": 1000}, LARGE, [], {}),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(snap_compare: Compare, picture: str) -> None:
    moment, size, keys, preferences = PICTURES[picture]
    match = played(**moment)
    app = staged(match, **preferences)
    assert snap_compare(app, run_before=pressing(*keys), terminal_size=size)
