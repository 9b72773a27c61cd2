"""How far the chances told in reviews come true (probability calibration), third by third of a
game, as it was measured over many games (`tools.measure_calibration`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from engine.core.game import Game
from engine.core.state import State

FILE: Final = "chances.json"
"""It holds the Brier score of each third by the number of players; `docs/make_minds.py` writes
it."""

THIRDS: Final = 3

LITTLE: Final = 0.1
"""Chances that are off by less than so much less than even ones tell little of who wins."""


def evenly(seats: int) -> float:
    """The Brier score of who thinks each seat as good as another."""
    return 1 - 1 / seats


def knows_little(game: Game[State], seats: int, part: float) -> bool:
    """Whether chances told after this part of a game, from 0 to 1, tell little of who wins. Where
    it was not measured for so many players, it is as with the nearest number of them; where not at
    all, nothing is held against them."""
    scores = _scores(game.folder)
    if not scores:
        return False
    nearest = min(scores, key=lambda number: (abs(number - seats), number))
    third = min(THIRDS - 1, int(THIRDS * part))
    return 1 - scores[nearest][third] / evenly(nearest) < LITTLE


@cache
def _scores(folder: Path) -> dict[int, Sequence[float]]:
    file = folder / FILE
    if not file.exists():
        return {}
    found: dict[str, list[float]] = json.loads(file.read_text("utf-8"))
    return {int(seats): thirds for seats, thirds in found.items()}
