"""Which painter draws which game's table."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from engine.core.state import State
from engine.games import entry
from screens.table_view.scene import TablePainter

_ELSEWHERE: Final[dict[str, str]] = {}
"""The modules of painters that do not lie in `screens/games`, by the game."""


def register_painter(game: str, module: str) -> None:
    """Let a module's `PAINTER` draw a game's table, wherever it lies."""
    _ELSEWHERE[game] = module
    painter_for.cache_clear()


@cache
def painter_for(game: str) -> TablePainter[State]:
    """The painter of a game: the `PAINTER` of the `painter.py` that lies in `screens` as its rules
    do in `engine`."""
    painter = import_module(_ELSEWHERE.get(game) or _beside(entry(game).package)).PAINTER
    assert isinstance(painter, TablePainter)
    return painter


def _beside(package: str) -> str:
    """The module of the painter whose game has its rules in a package of the engine."""
    return f"{package.replace('engine.', 'screens.', 1)}.painter"
