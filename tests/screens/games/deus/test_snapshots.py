"""Snapshots of a game of Deus, at the smallest size and at a larger one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.screens.games.deus.scenes import played
from tests.screens.pictures import Compare, in_all_colours, looks_the_same
from tests.screens.playing import LARGE, SMALL

OPENED = "space"


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
def test_a_moment_of_the_game(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, picture: str
) -> None:
    moment, size, keys, preferences = PICTURES[picture]
    in_all_colours(monkeypatch)
    assert looks_the_same(snap_compare, played(**moment), size, keys, **preferences)
