"""Custom data: the component values that a user has corrected, and the values that are assumed or
may be changed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.core.component_data import (
    Assumption,
    Data,
    Item,
    assumed_in,
    changeable_in,
    has_ids,
    read_components,
)
from engine.core.game import Game
from engine.core.state import State
from engine.errors import BadSetup
from engine.files import read_text_file
from engine.i18n.text import Text, words


def read(path: Path) -> Data:
    """Return the custom data in the file at `path`, or empty data if there is no file. Raises
    BadSetup if the file cannot be read or is not TOML."""
    try:
        return tomllib.loads(read_text_file(path))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise BadSetup(
            "Cannot read the data in {file}: {reason}.", file=str(path), reason=_reason(error)
        ) from error


def _reason(error: Exception) -> str | Text:
    if isinstance(error, RecursionError):
        return words("too many nested brackets")
    return getattr(error, "strerror", None) or str(error)


def check(game: Game[State], data: Data) -> None:
    """Raise BadSetup if the game cannot be set up with the custom data `data`, for the smallest
    number of players and the default options."""
    seats = game.players[0]
    game.setup(seats, game.check(seats, {}), data)


def assumptions(game: Game[State]) -> Sequence[Assumption]:
    """Return the component numbers of the game that Guildhall only assumes. The user may correct
    them."""
    return assumed_in(game.folder, changeable=game.changeable)


def changeable_values(game: Game[State]) -> Data:
    """Return the values that the user may replace, without custom data. The result is empty if the
    game does not limit these values (`changeable` is None)."""
    return changeable_in(game.folder, game.changeable or {})


def example(game: Game[State]) -> Data:
    """Return minimal custom data, which raises one of the assumed numbers by one. The data is empty
    if there is no such number, or if every such change would be invalid."""
    box = values_of_box(game)
    for assumption in assumptions(game):
        for path, number in changeable_numbers(assumption):
            data = correction(box, path, number + 1)
            try:
                check(game, data)
            except BadSetup:
                continue
            return data
    return {}


def as_json(game: Game[State], own: Data) -> str:
    """Return all component data, with the custom data `own` merged in, as JSON for bot programs.
    Raises BadSetup if `own` is not valid."""
    check(game, own)
    return json.dumps(game.boxed(own), indent=1, ensure_ascii=False)


def values_of_box(game: Game[State]) -> Data:
    path = game.folder / "components.toml"
    return read_components(path) if path.exists() else {}


def changeable_numbers(assumption: Assumption) -> list[tuple[list[Item], int]]:
    """Return the path and the value of each integer in an assumption. In lists, only tables with an
    id are searched, and the id stands for the table in the path."""
    integers: list[tuple[list[Item], int]] = []

    def walk(value: Item, path: list[Item]) -> None:
        if type(value) is int:
            integers.append((path, value))
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                walk(inner, [*path, key])
        elif isinstance(value, list):
            for entry in value:
                if isinstance(entry, Mapping) and "id" in entry:
                    walk(entry, [*path, entry["id"]])

    walk(assumption.values, [*assumption.path.split(".")])
    return integers


def correction(box: Data, path: Sequence[Item], number: int) -> Data:
    """Return custom data that replaces only the value at `path` in the component data `box` by
    `number`."""
    first, rest = str(path[0]), path[1:]
    if not rest:
        return {first: number}
    inner = box[first]
    if has_ids(inner):
        entry = next(table for table in inner if table["id"] == rest[0])
        return {first: [{"id": rest[0], **correction(entry, rest[1:], number)}]}
    assert isinstance(inner, Mapping)
    return {first: correction(inner, rest, number)}
