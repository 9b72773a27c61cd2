"""Registry of the games' painters."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from engine.core.state import State
from engine.games import entry
from screens.table_view.scene import TablePainter

_REGISTERED: Final[dict[str, str]] = {}
"""Dotted names of the modules of painters outside `screens/games`, by the ids of their games."""


def register_painter(game: str, module: str) -> None:
    """Use the `PAINTER` of `module` (a dotted name) for the game with the id `game`, instead of one
    in `screens`."""
    _REGISTERED[game] = module
    painter_for.cache_clear()


@cache
def painter_for(game: str) -> TablePainter[State]:
    """Return the painter of a game: the registered one, or else `PAINTER` in the `painter.py` of
    the package under `screens` that corresponds to the rules' package under `engine`. Raises
    UnknownGame."""
    painter = import_module(_REGISTERED.get(game) or _painter_module(entry(game).package)).PAINTER
    assert isinstance(painter, TablePainter)
    return painter


def _painter_module(package: str) -> str:
    """Return the dotted name of the painter's module for the rules in `package`."""
    return f"{package.replace('engine.', 'screens.', 1)}.painter"
