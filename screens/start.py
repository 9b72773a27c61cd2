"""With what the program opens: the menu, a new match, a match that is kept, the replay of one, a
lesson."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class StartMenu:
    """The menu."""


@frozen
class StartNew:
    """A new match of a game, with a (name, player) pair a seat; chance has a seed of its own, if
    none is named."""

    game: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, str] = field(factory=dict)
    seed: str | None = None


@frozen
class StartMatch:
    """A match of the store, by its id, to be played on: at these seats, while others may play at
    terminals of their own (none: to watch), or at all of them (None)."""

    id: str
    seats: frozenset[int] | None = None


@frozen
class StartReplay:
    """The replay of a match: its id in the store or the path of a saved game; `at` is how many
    events of it have happened (None: all)."""

    source: str
    at: int | None = None


@frozen
class StartLesson:
    """The lesson of a game, where one has left it."""

    game: str


Start = StartMenu | StartNew | StartMatch | StartReplay | StartLesson
