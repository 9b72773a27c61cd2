"""Where a piece does most for a domain: buildings within the walls, or else out of the way; walls
that close a ring. All of it is found once for a domain and kept, since searches ask again and
again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from attrs import frozen

from engine.games.era.component_types import MARKET
from engine.games.era.domain import Domain, Ground, Placement, enclosed_by
from engine.geometry.grid import Mask

_KEPT: Final = 8192


@frozen
class Site:
    """A place for a building: whether it is `walled_in` there, how many of its neighbour cells are
    empty, and how many cells of houses it touches. A `roomy` one scores for empty neighbours."""

    placement: Placement
    roomy: bool
    walled_in: bool
    empty_beside: int
    touches: int

    def order(self) -> tuple[int, ...]:
        """What places for the same kind are compared by: those that like room about them by that,
        others by walls, by neighbours that catch diseases, and by how little room they waste."""
        if self.roomy:
            return self.empty_beside, self.walled_in, -self.touches
        return self.walled_in, not self.touches, -self.empty_beside


@frozen
class Ring:
    """A wall that closes a ring: the cells that are enclosed by it and were not before."""

    placement: Placement
    encloses: Mask


def site(domain: Domain, kind: str) -> Site | None:
    """The best place for a building; None if there is none."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    return _site(domain.ground, kind, houses, domain.barrier, domain.scorched)


def best_sites(domain: Domain, kind: str, most: int) -> list[Site]:
    """So many places for a building, the best first, that have no cell in common."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    everywhere = _sites(domain.ground, kind, houses, domain.barrier, domain.scorched)
    found: list[Site] = []
    covered = 0
    for one in sorted(everywhere, key=Site.order, reverse=True):
        if not one.placement.mask & covered:
            found.append(one)
            covered |= one.placement.mask
            if len(found) == most:
                break
    return found


@lru_cache(_KEPT)
def _site(ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask) -> Site | None:
    return max(_sites(ground, kind, houses, barrier, scorched), key=Site.order, default=None)


def _sites(
    ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask
) -> Iterator[Site]:
    """The places for a building: those within the walls, if there are any and its kind needs no
    room about it; without any walls the first that touches no house."""
    taken = houses | barrier | scorched
    inside = enclosed_by(ground, barrier)
    roomy = _wants_room(ground, kind)
    legal = [place for place in _outermost_first(ground, kind) if not place.mask & taken]
    if inside and not roomy:
        legal = [place for place in legal if not place.mask & ~inside] or legal
    for place in legal:
        yield Site(
            place,
            roomy,
            not place.mask & ~inside,
            (place.beside & ~taken).bit_count(),
            (place.beside & houses).bit_count(),
        )


@lru_cache(64)
def _wants_room(ground: Ground, kind: str) -> bool:
    return ground.components.buildings[kind].effect == MARKET


@lru_cache(256)
def _outermost_first(ground: Ground, kind: str) -> tuple[Placement, ...]:
    """Every place of a kind on the empty grid, the corners first."""
    grid = ground.grid
    middle = ((grid.columns - 1) / 2, (grid.rows - 1) / 2)

    def distance(place: Placement) -> float:
        column, row = grid.place(grid.cell(place.cells[0]))
        return abs(column - middle[0]) + abs(row - middle[1])

    return tuple(sorted(ground.placements(kind), key=distance, reverse=True))


def rings(domain: Domain, kind: str) -> tuple[Ring, ...]:
    """The walls of a kind that would close a ring, the largest first."""
    return _rings(domain.ground, kind, domain.taken, domain.barrier)


@lru_cache(_KEPT)
def _rings(ground: Ground, kind: str, taken: Mask, barrier: Mask) -> tuple[Ring, ...]:
    """A wall can close a ring only if it touches the barrier twice."""
    inside = enclosed_by(ground, barrier)
    outside = ~inside
    found = []
    for place in _outermost_first(ground, kind):
        if not place.mask & taken and (place.beside & barrier).bit_count() > 1:
            encloses = enclosed_by(ground, barrier | place.mask) & outside
            if encloses:
                found.append(Ring(place, encloses))
    return tuple(sorted(found, key=lambda ring: -ring.encloses.bit_count()))
