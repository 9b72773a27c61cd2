"""Snapshots of a game of Cities & Knights, at the smallest size and at larger ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.screens.games.knights.scenes import played
from tests.screens.pictures import Compare, in_all_colours, looks_the_same
from tests.screens.playing import LARGE, SMALL

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
def test_a_moment_of_the_game(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, picture: str
) -> None:
    players, picks, until, size, keys, preferences = PICTURES[picture]
    in_all_colours(monkeypatch)
    match = played(players, picks=picks, until=until, open_hands="yes")
    assert looks_the_same(snap_compare, match, size, keys, **preferences)
