"""Check that a domain has room for the starting pieces."""

from __future__ import annotations

from engine.errors import BadSetup
from engine.games.era.component_types import Components
from engine.games.era.domain import Ground
from engine.geometry.grid import Shape
from engine.i18n.text import words


def check_room(box: Components) -> None:
    """Check that every starting piece finds room, wherever the others are placed (ERA-3.9), so that
    nobody who places without planning, such as a bot, can get stuck. Raises BadSetup."""
    ground = Ground(box)
    for players in box.players:
        kit = box.kit_to_place(players)
        for kind in kit:
            others = {**kit, kind: kit[kind] - 1}
            blocked = sum(
                number * _most_blocked(ground, kind, other) for other, number in others.items()
            )
            if blocked >= _count_places(ground, kind):
                raise BadSetup(
                    words(
                        "Data: the domain is too small; {kind} may not fit at the start.",
                        kind=box.kinds[kind].names,
                    )
                )


def _count_places(ground: Ground, kind: str) -> int:
    """Number of places of a kind beside the keep of the start."""
    keep = ground.keep_start.mask
    return sum(not place.mask & keep for place in ground.placements(kind))


def _most_blocked(ground: Ground, kind: str, other: str) -> int:
    """Maximum number of places of a kind that one piece of another kind can block."""
    ways = [way.shape for way in ground.ways[kind]]
    return max(sum(_overlaps(way.shape, shape) for shape in ways) for way in ground.ways[other])


def _overlaps(one: Shape, other: Shape) -> int:
    """Number of relative positions in which two shapes overlap."""
    return len({(y - v, x - u) for y, x in one.squares for v, u in other.squares})
