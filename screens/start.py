"""With what the program opens: the menu, a match, or the replay of one."""

from __future__ import annotations

from attrs import frozen


@frozen
class StartMenu:
    """The menu."""


@frozen
class StartMatch:
    """A match of the store, by its id, to be played on."""

    id: str


@frozen
class StartReplay:
    """The replay of a match: its id in the store or the path of a saved game; `at` is how many
    events of it have happened (None: all)."""

    source: str
    at: int | None = None


Start = StartMenu | StartMatch | StartReplay
