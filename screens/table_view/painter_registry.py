"""Registry of the games' painters."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from engine.core.state import State
from engine.games import entry
from screens.table_view.scene import TablePainter

_ELSEWHERE: Final[dict[str, str]] = {}
"""Modules of painters outside `screens/games`, by game."""


def register_painter(game: str, module: str) -> None:
    """Use a module's `PAINTER` for a game, instead of one in `screens`."""
    _ELSEWHERE[game] = module
    painter_for.cache_clear()


@cache
def painter_for(game: str) -> TablePainter[State]:
    """Return the painter of a game. It is `PAINTER` in the `painter.py` of the package under
    `screens` that corresponds to the rules' package under `engine`."""
    painter = import_module(_ELSEWHERE.get(game) or _beside(entry(game).package)).PAINTER
    assert isinstance(painter, TablePainter)
    return painter


def _beside(package: str) -> str:
    """Return the module of the painter for a package of rules in the engine."""
    return f"{package.replace('engine.', 'screens.', 1)}.painter"
