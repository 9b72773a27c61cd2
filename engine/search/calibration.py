"""Calibration of the winning chances in reviews, per third of a game, as measured over many games
by `tools.measure_calibration`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from engine.core.game import Game
from engine.core.state import State

FILE: Final = "chances.json"
"""Holds the Brier score of each third by the number of players; written by `docs/make_minds.py`."""

THIRDS: Final = 3

LITTLE: Final = 0.1
"""Chances are uninformative if their Brier score is better than even chances by less than this
fraction."""


def evenly(seats: int) -> float:
    """Return the Brier score of equal chances for all seats."""
    return 1 - 1 / seats


def knows_little(game: Game[State], seats: int, part: float) -> bool:
    """Whether winning chances after this part of a game, from 0 to 1, are uninformative. Where it
    was not measured for `seats` players, the nearest number of them counts; without any measurement
    chances are trusted."""
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
    by_seats: dict[str, list[float]] = json.loads(file.read_text("utf-8"))
    return {int(seats): thirds for seats, thirds in by_seats.items()}
