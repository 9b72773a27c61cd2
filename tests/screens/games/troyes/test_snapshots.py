"""Pictures of a game of Troyes, at the smallest size and at a comfortable one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.screens.games.troyes.scenes import played
from tests.screens.games.troyes.test_screen import kept
from tests.screens.playing import LARGE, SMALL, Stage, play, pressing

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have all colours, whatever terminal the tests run on."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def stage(players: int, moment: dict[str, Any], preferences: dict[str, Any]) -> Stage:
    """The table at a moment of a match played by lot."""
    language = preferences.get("language", "en")
    app, _ = play(kept(played(players, language=language, **moment)), **preferences)
    return app


PICTURES: dict[str, tuple[int, dict[str, Any], tuple[int, int], Sequence[str], dict[str, Any]]] = {
    "placing": (3, {"picks": 4}, SMALL, ["right"], {}),
    "black_dice": (4, {"picks": 18, "until": "FaceBlackDie"}, SMALL, ["2"], {}),
    "turn": (4, {"picks": 40, "until": "TakeTurn"}, LARGE, [], {}),
    "group_small": (4, {"picks": 40, "until": "TakeTurn"}, SMALL, ["enter", "enter", "n"], {}),
    "group_light": (
        3,
        {"picks": 60, "until": "TakeTurn"},
        LARGE,
        ["enter", "enter", "n"],
        {"theme": "light"},
    ),
    "forecast_ascii": (
        2,
        {"picks": 30, "until": "TakeTurn"},
        SMALL,
        ["tab", "tab", "tab"],
        {"glyphs": "ascii", "theme": "high_contrast"},
    ),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(snap_compare: Compare, picture: str) -> None:
    players, moment, size, keys, preferences = PICTURES[picture]
    app = stage(players, moment, preferences)
    assert snap_compare(app, run_before=pressing(*keys), terminal_size=size)
