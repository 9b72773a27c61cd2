"""The best sites in a domain: for buildings, within the walls or out of the way; for walls, where
they close a ring. Results are cached, because searches need them repeatedly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
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
        """Sort key among places for the same building, best highest."""
        return _order(self.roomy, self.walled_in, self.empty_beside, self.touches)


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
    everywhere = _sites(domain.ground, kind, houses, domain.barrier, domain.scorched)
    chosen: list[Site] = []
    covered = 0
    for candidate in sorted(everywhere, key=Site.order, reverse=True):
        if not candidate.placement.mask & covered:
            chosen.append(candidate)
            covered |= candidate.placement.mask
            if len(chosen) == most:
                break
    return chosen


def _order(roomy: bool, walled_in: bool, empty_beside: int, touches: int) -> tuple[int, ...]:
    """Sort key of a place. Roomy buildings prefer empty neighbours; others prefer to be walled in,
    then to have few neighbours that spread disease, then to waste little room."""
    if roomy:
        return empty_beside, walled_in, -touches
    return walled_in, not touches, -empty_beside


@lru_cache(_CACHE_SIZE)
def _site(ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask) -> Site | None:
    """The best place for a building; None if there is none. Only one `Site` is created, because
    there are hundreds of places."""
    inside, roomy = enclosed_by(ground, barrier), _wants_room(ground, kind)
    outside, free = ~inside, ~(houses | barrier | scorched)
    best: tuple[int, ...] = ()
    found: tuple[Placement, bool, int, int] | None = None
    for place in _legal(ground, kind, inside, ~free, roomy=roomy):
        beside = place.beside
        walled_in = not place.mask & outside
        empty, touches = (beside & free).bit_count(), (beside & houses).bit_count()
        order = _order(roomy, walled_in, empty, touches)
        if order > best or found is None:
            best, found = order, (place, walled_in, empty, touches)
    if found is None:
        return None
    place, walled_in, empty, touches = found
    return Site(place, roomy, walled_in, empty, touches)


def _sites(
    ground: Ground, kind: str, houses: Mask, barrier: Mask, scorched: Mask
) -> Iterator[Site]:
    """Yield all places for a building."""
    taken = houses | barrier | scorched
    inside, roomy = enclosed_by(ground, barrier), _wants_room(ground, kind)
    for place in _legal(ground, kind, inside, taken, roomy=roomy):
        yield Site(
            place,
            roomy,
            not place.mask & ~inside,
            (place.beside & ~taken).bit_count(),
            (place.beside & houses).bit_count(),
        )


def _legal(
    ground: Ground, kind: str, inside: Mask, taken: Mask, *, roomy: bool
) -> Sequence[Placement]:
    """The legal places for a building; if the building is not roomy and some of them are within the
    walls, only those."""
    legal = [place for place in _outermost_first(ground, kind) if not place.mask & taken]
    if inside and not roomy:
        return [place for place in legal if not place.mask & ~inside] or legal
    return legal


@lru_cache(64)
def _wants_room(ground: Ground, kind: str) -> bool:
    return ground.components.buildings[kind].effect == MARKET


@lru_cache(256)
def _outermost_first(ground: Ground, kind: str) -> tuple[Placement, ...]:
    """Every place of a kind on the empty grid, outermost places first."""
    grid = ground.grid
    middle = ((grid.columns - 1) / 2, (grid.rows - 1) / 2)

    def distance(place: Placement) -> float:
        column, row = grid.place(grid.cell(place.cells[0]))
        return abs(column - middle[0]) + abs(row - middle[1])

    return tuple(sorted(ground.placements(kind), key=distance, reverse=True))


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
    for place in _outermost_first(ground, kind):
        if not place.mask & taken and (place.beside & barrier).bit_count() > 1:
            encloses = enclosed_by(ground, barrier | place.mask) & outside
            if encloses:
                closing.append(Ring(place, encloses))
    return tuple(sorted(closing, key=lambda ring: -ring.encloses.bit_count()))
