"""Snapshots of a game of Catan, at the smallest size and at larger ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.engine.games.catan.positions import begin
from tests.screens.pictures import Compare, in_all_colours, looks_the_same
from tests.screens.playing import LARGE, SMALL
from tests.screens.tables import advance, sampled

PICTURES: dict[str, tuple[int, int, str, tuple[int, int], Sequence[str], dict[str, str]]] = {
    "second_settlement": (4, 8, "SecondSettlement", SMALL, ["right"], {}),
    "turn": (4, 300, "Main", LARGE, [], {}),
    "before_the_roll": (3, 200, "PreRoll", SMALL, ["down"], {"language": "ru"}),
    "summary": (3, 225, "Main", SMALL, [], {"cards": "key"}),
    "plenty": (3, 100, "PlentyTake", SMALL, ["2"], {}),
    "cards": (3, 300, "Main", SMALL, ["tab"], {}),
    "large": (4, 300, "RobberHex", (160, 50), [], {"theme": "colour_blind", "language": "ru"}),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, picture: str
) -> None:
    players, picks, until, size, keys, preferences = PICTURES[picture]
    in_all_colours(monkeypatch)
    match = begin(players, seed="pictures", open_hands="yes")
    advance(match, sampled(b"pictures"), picks, until)
    assert looks_the_same(snap_compare, match, size, keys, **preferences)
