"""The best sites in a domain. The results of `site` and `rings` are cached, because searches need
them repeatedly.

The best sites for buildings are within the walls or out of the way. The best sites for walls close
a ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import Final

from attrs import frozen

from engine.games.era.component_types import MARKET
from engine.games.era.domain import Domain, DomainGeometry, Placement, enclosed_by
from engine.geometry.bit_sets import Mask

_CACHE_SIZE: Final = 8192


@frozen
class Site:
    """A place for a building.

    `walled_in` is whether the building would be enclosed. `empty_beside` is the number of empty
    cells next to it, and `touches` the number of its neighbouring cells that belong to other
    buildings, except keeps. `roomy` is whether the building scores for empty cells next to it.
    """

    placement: Placement
    roomy: bool
    walled_in: bool
    empty_beside: int
    touches: int

    def order(self) -> tuple[int, ...]:
        """Return a sort key for places for the same kind of building, highest for the best place.

        For a roomy kind, the number of empty neighbouring cells comes first, then whether the place
        is walled in, then how few cells of other buildings it touches. For other kinds, a place
        that is walled in comes first, then one that touches no building to which disease could
        spread, then one that wastes little room.
        """
        if self.roomy:
            return self.empty_beside, self.walled_in, -self.touches
        return self.walled_in, not self.touches, -self.empty_beside


@frozen
class Ring:
    """A wall that closes a ring, with the cells that it newly encloses."""

    placement: Placement
    encloses: Mask


def site(domain: Domain, kind: str) -> Site | None:
    """Return the best place for a building; None if there is none."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    return _site(domain.geometry, kind, houses, domain.barrier, domain.scorched)


def best_sites(domain: Domain, kind: str, most: int) -> list[Site]:
    """Return up to `most` places for a building that do not overlap, best first."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    masks = houses, domain.barrier, domain.scorched
    legal = _legal(domain.geometry, kind, *masks)
    everywhere = [_site_at(place, domain.geometry, *masks) for place in legal]
    chosen: list[Site] = []
    covered = 0
    for candidate in sorted(everywhere, key=Site.order, reverse=True):
        if not candidate.placement.mask & covered:
            chosen.append(candidate)
            covered |= candidate.placement.mask
            if len(chosen) == most:
                break
    return chosen


@lru_cache(_CACHE_SIZE)
def _site(
    geometry: DomainGeometry, kind: str, houses: Mask, barrier: Mask, scorched: Mask
) -> Site | None:
    """Return the best place for a building, the first of equally good ones; None if there is none.
    For kinds that need no room around them, only this place becomes a `Site`, because there are
    hundreds of places."""
    legal, free = _legal(geometry, kind, houses, barrier, scorched), ~(houses | barrier | scorched)
    if not legal:
        return None
    if _wants_room(geometry, kind):
        sites = (_site_at(place, geometry, houses, barrier, scorched) for place in legal)
        return max(sites, key=Site.order)
    # Here either all legal places are walled in or none is. Kinds that always count as walled in,
    # such as keeps, are an exception, but for them it makes no difference.
    lonely = [place for place in legal if not place.beside & houses]
    best = min(lonely or legal, key=lambda place: (place.beside & free).bit_count())
    return _site_at(best, geometry, houses, barrier, scorched)


def _site_at(
    place: Placement, geometry: DomainGeometry, houses: Mask, barrier: Mask, scorched: Mask
) -> Site:
    """Return the `Site` at a legal place for a building."""
    return Site(
        place,
        _wants_room(geometry, place.kind.id),
        not place.mask & ~enclosed_by(geometry, barrier),
        (place.beside & ~(houses | barrier | scorched)).bit_count(),
        (place.beside & houses).bit_count(),
    )


def _legal(
    geometry: DomainGeometry, kind: str, houses: Mask, barrier: Mask, scorched: Mask
) -> Sequence[Placement]:
    """Return the legal places for a building. For kinds that always count as walled in, such as
    keeps, return only places outside the walls, if there are any, because such buildings would
    waste room within them. For other kinds that need no room around them, return only places within
    the walls, if there are any."""
    legal = _untaken(geometry, kind, houses | barrier | scorched)
    inside = enclosed_by(geometry, barrier)
    if inside and geometry.components.buildings[kind].always_walled:
        return [place for place in legal if not place.mask & inside] or legal
    if inside and not _wants_room(geometry, kind):
        return [place for place in legal if not place.mask & ~inside] or legal
    return legal


def _untaken(geometry: DomainGeometry, kind: str, taken: Mask) -> list[Placement]:
    """Return the places of a kind that cover no cell of `taken`, those in the corners first."""
    places, masks = _outermost_first(geometry, kind)
    return list(compress(places, map(not_, map(taken.__and__, masks))))


@lru_cache(64)
def _wants_room(geometry: DomainGeometry, kind: str) -> bool:
    return geometry.components.buildings[kind].effect == MARKET


@lru_cache(256)
def _outermost_first(
    geometry: DomainGeometry, kind: str
) -> tuple[Sequence[Placement], Sequence[Mask]]:
    """Return every place of a kind on the empty grid, those in the corners first, and the cells of
    each place."""
    grid = geometry.grid
    middle = ((grid.columns - 1) / 2, (grid.rows - 1) / 2)

    def distance(place: Placement) -> float:
        column, row = grid.place(grid.cell(place.cells[0]))
        return abs(column - middle[0]) + abs(row - middle[1])

    places = sorted(geometry.placements(kind), key=distance, reverse=True)
    return places, [place.mask for place in places]


def rings(domain: Domain, kind: str) -> tuple[Ring, ...]:
    """Return the walls of a kind that would close a ring, those with the largest area first."""
    return _rings(domain.geometry, kind, domain.taken, domain.barrier)


@lru_cache(_CACHE_SIZE)
def _rings(geometry: DomainGeometry, kind: str, taken: Mask, barrier: Mask) -> tuple[Ring, ...]:
    """Return the result of `rings`, from a cache. Only walls next to at least two cells of the
    barrier are tried, because others cannot close a ring (unless custom data lets walls connect
    diagonally)."""
    inside = enclosed_by(geometry, barrier)
    outside = ~inside
    closing = []
    for place in _untaken(geometry, kind, taken):
        if (place.beside & barrier).bit_count() > 1:
            encloses = enclosed_by(geometry, barrier | place.mask) & outside
            if encloses:
                closing.append(Ring(place, encloses))
    return tuple(sorted(closing, key=lambda ring: -ring.encloses.bit_count()))
