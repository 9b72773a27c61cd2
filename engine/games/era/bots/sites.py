"""The best sites in a domain: for buildings, within the walls or out of the way; for walls, where
they close a ring. Results are cached, because searches need them repeatedly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import Final

from attrs import frozen

from engine.games.era.component_types import MARKET
from engine.games.era.domain import Domain, Ground, Placement, enclosed_by
from engine.geometry.grid import Mask

_CACHE_SIZE: Final = 8192


@frozen
class Site:
    """A place for a building. `walled_in` is whether the building would be enclosed. `empty_beside`
    is the number of empty cells next to it, `touches` the number of its neighbouring cells that
    belong to other buildings. `roomy` buildings score for empty cells."""

    placement: Placement
    roomy: bool
    walled_in: bool
    empty_beside: int
    touches: int

    def order(self) -> tuple[int, ...]:
        """Sort key among places for the same kind: roomy kinds by empty neighbours, others by
        walls, by neighbours that spread disease, and by how little room they waste."""
        if self.roomy:
            return self.empty_beside, self.walled_in, -self.touches
        return self.walled_in, not self.touches, -self.empty_beside


@frozen
class Ring:
    """A wall that closes a ring, with the cells that it newly encloses."""

    placement: Placement
    encloses: Mask


def site(domain: Domain, kind: str) -> Site | None:
    """The best place for a building; None if there is none."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    return _site(domain.ground, kind, houses, domain.barrier, domain.scorched)


def best_sites(domain: Domain, kind: str, most: int) -> list[Site]:
    """Up to `most` non-overlapping places for a building, best first."""
    houses = domain.taken & ~domain.barrier & ~domain.scorched
    masks = houses, domain.barrier, domain.scorched
    legal = _legal(domain.ground, kind, *masks)
    everywhere = [_site_at(place, domain.ground, *masks) for place in legal]
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
def _site(ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask) -> Site | None:
    """Best place for a building, the first of equally good ones; only this place becomes a `Site`,
    since there are hundreds."""
    legal, free = _legal(ground, kind, houses, barrier, scorched), ~(houses | barrier | scorched)
    if not legal:
        return None
    if _wants_room(ground, kind):
        sites = (_site_at(place, ground, houses, barrier, scorched) for place in legal)
        return max(sites, key=Site.order)
    # Here either all legal places are walled in or none is.
    lonely = [place for place in legal if not place.beside & houses]
    best = min(lonely or legal, key=lambda place: (place.beside & free).bit_count())
    return _site_at(best, ground, houses, barrier, scorched)


def _site_at(place: Placement, ground: Ground, houses: Mask, barrier: Mask, scorched: Mask) -> Site:
    """A legal place for a building."""
    return Site(
        place,
        _wants_room(ground, place.kind.id),
        not place.mask & ~enclosed_by(ground, barrier),
        (place.beside & ~(houses | barrier | scorched)).bit_count(),
        (place.beside & houses).bit_count(),
    )


def _legal(
    ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask
) -> Sequence[Placement]:
    """The legal places for a building: only those within the walls, if there are any and the kind
    needs no room around it. Kinds that always count as walled in, such as keeps, stay outside,
    because they would only take room."""
    legal = _untaken(ground, kind, houses | barrier | scorched)
    inside = enclosed_by(ground, barrier)
    if inside and ground.components.buildings[kind].always_walled:
        return [place for place in legal if not place.mask & inside] or legal
    if inside and not _wants_room(ground, kind):
        return [place for place in legal if not place.mask & ~inside] or legal
    return legal


def _untaken(ground: Ground, kind: str, taken: Mask) -> list[Placement]:
    """The places of a kind that cover no cell of `taken`, the corners first."""
    places, masks = _outermost_first(ground, kind)
    return list(compress(places, map(not_, map(taken.__and__, masks))))


@lru_cache(64)
def _wants_room(ground: Ground, kind: str) -> bool:
    return ground.components.buildings[kind].effect == MARKET


@lru_cache(256)
def _outermost_first(ground: Ground, kind: str) -> tuple[Sequence[Placement], Sequence[Mask]]:
    """Every place of a kind on the empty grid, the corners first, and the cells of each."""
    grid = ground.grid
    middle = ((grid.columns - 1) / 2, (grid.rows - 1) / 2)

    def distance(place: Placement) -> float:
        column, row = grid.place(grid.cell(place.cells[0]))
        return abs(column - middle[0]) + abs(row - middle[1])

    places = sorted(ground.placements(kind), key=distance, reverse=True)
    return places, [place.mask for place in places]


def rings(domain: Domain, kind: str) -> tuple[Ring, ...]:
    """The walls of a kind that would close a ring, largest area first."""
    return _rings(domain.ground, kind, domain.taken, domain.barrier)


@lru_cache(_CACHE_SIZE)
def _rings(ground: Ground, kind: str, taken: Mask, barrier: Mask) -> tuple[Ring, ...]:
    """Cached implementation of `rings`. Only walls that touch the barrier twice are tried, because
    others cannot close a ring."""
    inside = enclosed_by(ground, barrier)
    outside = ~inside
    closing = []
    for place in _untaken(ground, kind, taken):
        if (place.beside & barrier).bit_count() > 1:
            encloses = enclosed_by(ground, barrier | place.mask) & outside
            if encloses:
                closing.append(Ring(place, encloses))
    return tuple(sorted(closing, key=lambda ring: -ring.encloses.bit_count()))
