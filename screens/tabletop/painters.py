"""Which painter draws which game's table."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from engine.core.state import State
from screens.choose.scene import TablePainter

_ELSEWHERE: Final[dict[str, str]] = {}
"""The modules of painters that do not lie in `screens/games`, by the game."""


def register_painter(game: str, module: str) -> None:
    """Let a module's `PAINTER` draw a game's table, wherever it lies."""
    _ELSEWHERE[game] = module
    painter_for.cache_clear()


@cache
def painter_for(game: str) -> TablePainter[State]:
    """The painter of a game: the `PAINTER` of `screens/games/<game>/painter.py`."""
    painter = import_module(_ELSEWHERE.get(game, f"screens.games.{game}.painter")).PAINTER
    assert isinstance(painter, TablePainter)
    return painter
