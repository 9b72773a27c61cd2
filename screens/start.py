"""Choice of the first screen of the program (menu, new match, saved match, replay or lesson), and
default names of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from engine.i18n.text import words

DEFAULT_NAMES: Final = (
    words("Anna"),
    words("Boris"),
    words("Clara"),
    words("David"),
    words("Emma"),
    words("Felix"),
)
"""Default names of players, by seat."""


@frozen
class StartMenu:
    """The main menu, without a match."""


@frozen
class StartNew:
    """A new match of a game. `seats` has a (name, player) pair per seat; the player is `person` or
    a bot such as `bot:medium`. If `seed` is None, a random seed is used."""

    game: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, str] = field(factory=dict)
    seed: str | None = None


@frozen
class StartMatch:
    """A match to continue, by its id in the database. `seats` are the seats to play at this
    terminal: None for all seats, an empty set for a spectator."""

    id: str
    seats: frozenset[int] | None = None


@frozen
class StartReplay:
    """The replay of the match `source`, an id in the database or the path of a saved game. It opens
    at the position after `at` events, or at the end if `at` is None."""

    source: str
    at: int | None = None


@frozen
class StartLesson:
    """The lesson of a game, from the task that the user has reached."""

    game: str


Start = StartMenu | StartNew | StartMatch | StartReplay | StartLesson
