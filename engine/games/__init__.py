"""The games, one package for each, and their catalogue."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from engine.core.catalogue_entry import Entry
from engine.core.game import Game
from engine.errors import UnknownGame

if TYPE_CHECKING:
    from engine.core.state import State

GAMES: Final = (
    "middle_ages",
    "era",
    "troyes",
    "knights.catan",
    "knights",
    "deus",
)
"""Packages of the games, in the order of the menu. The catalogue takes the `ENTRY` of each
package."""

_catalogue: dict[str, Entry] = {}


def register(entry: Entry) -> None:
    """Add a game to the catalogue, in place of a game with the same id, if there is one."""
    _catalogue[entry.id] = entry
    load.cache_clear()


def unregister(game: str) -> None:
    del _catalogue[game]
    load.cache_clear()


def catalogue(*, drafts: bool = False) -> list[Entry]:
    """Return the entries of all games in the order of the menu. Drafts are included only with
    `drafts`."""
    return [one for one in _catalogue.values() if drafts or not one.draft]


def entry(game: str) -> Entry:
    """Return the entry of the game with the id `game`, even if it is a draft. Raises
    UnknownGame."""
    known = {one.id: one for one in catalogue(drafts=True)}
    if game not in known:
        games = ", ".join(one.id for one in catalogue())
        raise UnknownGame(
            "There is no game called {game}. Choose from {games}.", game=game, games=games
        )
    return known[game]


@cache
def load(game: str) -> Game[State]:
    """Return the rules of the game with the id `game`. Raises UnknownGame."""
    known = entry(game)
    rules = import_module(f"{known.package}.{known.module}").GAME
    assert isinstance(rules, Game)
    return rules


for _game in GAMES:
    register(import_module(f"{__name__}.{_game}").ENTRY)
