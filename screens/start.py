"""The first screen of the program: menu, new match, saved match, replay, or lesson; and the default
names of its players."""

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
"""Default names of people."""


@frozen
class StartMenu:
    """The main menu, without a match."""


@frozen
class StartNew:
    """A new match of a game, with a (name, player) pair per seat. If `seed` is None, it is
    random."""

    game: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, str] = field(factory=dict)
    seed: str | None = None


@frozen
class StartMatch:
    """A match of the database to continue. If others play at other terminals, `seats` are those
    played here, and an empty set means a spectator. None means all seats."""

    id: str
    seats: frozenset[int] | None = None


@frozen
class StartReplay:
    """The replay of the match `source`, an id in the database or the path of a saved game. It opens
    after `at` events, or at the end if `at` is None."""

    source: str
    at: int | None = None


@frozen
class StartLesson:
    """The lesson of a game, at the saved task."""

    game: str


Start = StartMenu | StartNew | StartMatch | StartReplay | StartLesson
