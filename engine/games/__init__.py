"""The games, one folder each, and the catalogue of them."""

from importlib import import_module
from typing import Final

from engine.core.game import register

GAMES: Final = (
    "middle_ages",
    "era",
    "troyes",
    "knights.catan",
    "knights",
    "deus",
)
"""In the order of the menu. What the catalogue knows of a game is the `ENTRY` of its folder."""

for _game in GAMES:
    register(import_module(f"{__name__}.{_game}").ENTRY)
