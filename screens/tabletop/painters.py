"""Which painter draws which game's table."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.core.state import State
from screens.choose.scene import TablePainter

_PAINTERS: dict[str, str] = {
    "middle_ages": "screens.games.middle_ages.painter",
    "era": "screens.games.era.painter",
    "troyes": "screens.games.troyes.painter",
    "deus": "screens.games.deus.painter",
    "knights": "screens.games.knights.painter",
}


def register_painter(game: str, module: str) -> None:
    """Let a module's `PAINTER` draw a game's table."""
    _PAINTERS[game] = module
    painter_for.cache_clear()


@cache
def painter_for(game: str) -> TablePainter[State]:
    """The painter of a game; KeyError for a game that has none."""
    painter = import_module(_PAINTERS[game]).PAINTER
    assert isinstance(painter, TablePainter)
    return painter
