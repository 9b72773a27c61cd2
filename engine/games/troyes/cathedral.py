"""Places of cubes that the dice of a group put in the cathedral (section 14)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import Refusal, forbidden
from engine.games.troyes.groups import Group
from engine.games.troyes.state import Town


def columns_filled(state: Town, group: Group) -> list[int] | Refusal:
    """The columns in which the dice of a group put cubes, in the order of the dice, or a refusal
    (TRO-14.1, 14.2). One of the two dice of a Prior may find its column full (TRO-23.3)."""
    levels = state.box.levels
    heights = list(map(len, state.cathedral))
    columns: list[int] = []
    doubled = len(group.values) > len(group.dice)
    for value in group.values:
        if heights[value - 1] >= levels:
            if doubled and columns:
                break
            return forbidden("TRO-14.2", "Column {value} is full.", value=value)
        heights[value - 1] += 1
        columns.append(value - 1)
    return columns


def cubes_of_columns(state: Town, columns: Iterable[int]) -> list[tuple[int, int]]:
    """The column and the level, both from 0, of each cube put into `columns`."""
    heights = list(map(len, state.cathedral))
    places = []
    for column in columns:
        places.append((column, heights[column]))
        heights[column] += 1
    return places
