"""Look mode: letters and arrows reach every place, and none is stuck where places lie ahead."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from screens.key_map import ARROW_OF_COMMAND, MOVE_COMMANDS
from screens.paint.canvas import Rect, Spot
from screens.renderer.spatial_navigation import Direction, SpatialNavigation
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import sampled

KEYS = {ARROW_OF_COMMAND[command.id]: command.key for command in MOVE_COMMANDS}


def places(table: HeadlessMatch) -> Mapping[Spot, Rect]:
    """The places that can be looked at, and where they are."""
    picture = table.picture
    found = {place: picture.canvas.spots.station(place) for place in picture.legal}
    return {place: rect for place, rect in found.items() if rect is not None}


def is_ahead(here: Rect, other: Rect, direction: Direction) -> bool:
    """Whether another place lies wholly in a direction."""
    match direction:
        case Direction.LEFT:
            return other.right <= here.x
        case Direction.RIGHT:
            return other.x >= here.right
        case Direction.UP:
            return other.bottom <= here.y
        case Direction.DOWN:
            return other.y >= here.bottom


def reach(compass: SpatialNavigation, start: Spot) -> set[Spot]:
    seen, todo = {start}, [start]
    while todo:
        place = todo.pop()
        further = {compass.ways[direction][place] for direction in Direction} - seen
        seen |= further
        todo += further
    return seen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@with_each(PLAYERS)
def test_every_place_can_be_looked_at_from_every_other(game: str, size: tuple[int, int]) -> None:
    random = Random(5)
    for match in positions(game, 3, sampled(b"look"), 4, 20):
        with seated(match, size) as table:
            table.press("/")
            found = places(table)
            assert found.keys() == table.picture.legal.keys()
            compass = SpatialNavigation(found, far=True)
            for place, rect in found.items():
                assert reach(compass, place) == found.keys()
                for direction in Direction:
                    if compass.ways[direction][place] == place:
                        assert not any(is_ahead(rect, one, direction) for one in found.values())
            for direction in random.choices([*Direction], k=12):
                before = table.picture.cursor
                assert before is not None
                table.press(KEYS[direction.value])
                assert table.picture.cursor == compass.ways[direction][before]
