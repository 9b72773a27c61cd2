"""Whether a domain has room for the kit that every player places in it at the start."""

from __future__ import annotations

from engine.errors import BadSetup
from engine.games.era.component_types import Components
from engine.games.era.domain import Ground
from engine.geometry.grid import Shape
from engine.i18n.text import words


def check_room(box: Components) -> None:
    """Every piece of the kit finds room, wherever the others lie (ERA-3.9).

    So nobody who places without looking ahead, a bot least of all, gets stuck. Raises BadSetup.
    """
    ground = Ground(box)
    for players in box.players:
        kit = box.kit_to_place(players)
        for kind in kit:
            others = {**kit, kind: kit[kind] - 1}
            blocked = sum(
                number * _most_blocked(ground, kind, other) for other, number in others.items()
            )
            if blocked >= _places(ground, kind):
                raise BadSetup(
                    words(
                        "Data: the domain is too small: {kind} may find no room at the start.",
                        kind=box.kinds[kind].names,
                    )
                )


def _places(ground: Ground, kind: str) -> int:
    """How many places a kind has beside the keep of the start."""
    keep = ground.keep_start.mask
    return sum(not place.mask & keep for place in ground.placements(kind))


def _most_blocked(ground: Ground, kind: str, other: str) -> int:
    """How many places of a kind one piece of another kind can take at most, however it lies."""
    ways = [way.shape for way in ground.ways[kind]]
    return max(sum(_overlaps(way.shape, shape) for shape in ways) for way in ground.ways[other])


def _overlaps(one: Shape, other: Shape) -> int:
    """In how many positions towards each other two shapes share a square."""
    return len({(y - v, x - u) for y, x in one.squares for v, u in other.squares})
