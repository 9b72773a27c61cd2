"""Component values of the user's own, for games whose box our sources do not show in full."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.data import Assumption, Data, assumed_in, changeable_in, read_components
from engine.core.game import Game
from engine.core.state import State
from engine.errors import BadSetup
from engine.files import written_in
from engine.i18n.text import Text, words


def read(path: Path) -> dict[str, Any]:
    """What the file says, none if there is no file; raises BadSetup if it cannot be read."""
    try:
        return tomllib.loads(written_in(path))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise BadSetup(
            words(
                "The data in {file} cannot be read: {reason}.",
                file=str(path),
                reason=_reason(error),
            )
        ) from error


def _reason(error: Exception) -> str | Text:
    if isinstance(error, RecursionError):
        return words("too many brackets")
    return getattr(error, "strerror", None) or str(error)


def check(game: Game[State], data: Data) -> None:
    """Raises BadSetup if the game cannot be played with the data."""
    seats = game.players[0]
    game.setup(seats, game.check(seats, {}), data)


def assumptions(game: Game[State]) -> Sequence[Assumption]:
    """The values in the game's box that our sources do not show, and that may be corrected."""
    return assumed_in(game.folder, changeable=game.changeable)


def as_in_the_box(game: Game[State]) -> Mapping[str, Any]:
    """All that the user's own values may take the place of."""
    return changeable_in(game.folder, game.changeable or {})


def example(game: Game[State]) -> dict[str, Any]:
    """A small correction that the game takes: one of the assumed numbers, raised by one."""
    box = _box(game)
    for assumption in assumptions(game):
        for path, number in _numbers(assumption):
            data = _correction(box, path, number + 1)
            try:
                check(game, data)
            except BadSetup:
                continue
            return data
    return {}


def _box(game: Game[State]) -> dict[str, Any]:
    path = game.folder / "components.toml"
    return read_components(path) if path.exists() else {}


def _numbers(assumption: Assumption) -> list[tuple[list[str], int]]:
    """The whole numbers of an assumption with the paths to them."""
    found: list[tuple[list[str], int]] = []

    def walk(value: Any, path: list[str]) -> None:
        if type(value) is int:
            found.append((path, value))
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                walk(inner, [*path, key])
        elif isinstance(value, list):
            for entry in value:
                if isinstance(entry, Mapping) and "id" in entry:
                    walk(entry, [*path, entry["id"]])

    walk(assumption.values, assumption.path.split("."))
    return found


def _correction(box: Mapping[str, Any], path: Sequence[str], number: int) -> dict[str, Any]:
    """The data that say no more than this number at this path of the box."""
    first, rest = path[0], path[1:]
    if not rest:
        return {first: number}
    inner = box[first]
    if isinstance(inner, Mapping):
        return {first: _correction(inner, rest, number)}
    entry = next(one for one in inner if one["id"] == rest[0])
    return {first: [{"id": rest[0], **_correction(entry, rest[1:], number)}]}
