"""Snapshots of a game of Troyes, at the smallest size and at a larger one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.screens.games.troyes.scenes import played
from tests.screens.pictures import Compare, in_all_colours, looks_the_same
from tests.screens.playing import LARGE, SMALL

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
def test_a_moment_of_the_game(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, picture: str
) -> None:
    players, moment, size, keys, preferences = PICTURES[picture]
    in_all_colours(monkeypatch)
    match = played(players, language=preferences.get("language", "en"), **moment)
    assert looks_the_same(snap_compare, match, size, keys, **preferences)
