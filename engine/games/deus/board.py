"""The map of Deus: the regions of all tiles on one lattice of hexes (section 2 of the rules).

Regions are numbered slot by slot: first the centre of a tile, then its ring clockwise from the
east. Sets of regions are bit sets in integers, so that a rule about many regions is a single
operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from attrs import field, frozen

from engine.core.chance import Dice
from engine.core.event import Value
from engine.games.deus.components import (
    LAND,
    SEA,
    SIDES_OF_A_TILE,
    VILLAGE,
    Axial,
    Components,
    Terrain,
    do_not_overlap,
)
from engine.geometry.bit_sets import mask_of, member, members, union
from engine.geometry.hexes import DIRECTIONS, Hexes, moved

REGIONS_OF_A_TILE: Final = 1 + SIDES_OF_A_TILE

Tile = tuple[str, int]
"""A side of a tile, with its rotation in clockwise sixths of a turn."""

Tiles = tuple[Tile, ...]
"""The tiles in slot order."""

Slots = tuple[Axial, ...]

BOARD_CACHE_SIZE: Final = 64


def random_region(regions: int, dice: Dice) -> int:
    return member(regions, dice.below(regions.bit_count()))


@frozen(eq=False)
class Board:
    """A map, with precomputed tables for fast access.

    `land`, `sea`, `villages` and `edge` are sets of regions. `of_terrain` has the set of regions of
    each terrain. For each region, `neighbours` has the set of its neighbours, and `too_near` the
    set of regions, including itself, that are too near to it for another player's first piece.
    """

    __is_fixed__: ClassVar[bool] = True

    cells: tuple[Axial, ...]
    terrains: tuple[Terrain, ...]
    first_distance: int

    hexes: Hexes = field(init=False)
    ids: tuple[str, ...] = field(init=False)
    index: dict[str, int] = field(init=False)
    neighbours: tuple[int, ...] = field(init=False)
    too_near: tuple[int, ...] = field(init=False)
    land: int = field(init=False)
    sea: int = field(init=False)
    villages: int = field(init=False)
    edge: int = field(init=False)
    of_terrain: tuple[int, ...] = field(init=False)
    village_regions: tuple[int, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        hexes = Hexes(self.cells)
        regions = range(len(self.cells))
        ids = tuple(f"{n // REGIONS_OF_A_TILE}.{n % REGIONS_OF_A_TILE}" for n in regions)
        neighbours = tuple(mask_of(hexes.neighbours(region)) for region in regions)
        most = max(terrain.index for terrain in self.terrains) + 1
        values = {
            "hexes": hexes,
            "ids": ids,
            "index": {region_id: number for number, region_id in enumerate(ids)},
            "neighbours": neighbours,
            "too_near": tuple(self._closer(neighbours, region) for region in regions),
            "land": self._of_kind(LAND),
            "sea": self._of_kind(SEA),
            "villages": self._of_kind(VILLAGE),
            "edge": mask_of(region for region in regions if hexes.is_edge(region)),
            "of_terrain": tuple(
                mask_of(n for n in regions if self.terrains[n].index == terrain)
                for terrain in range(most)
            ),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "village_regions", members(self.villages))

    def _of_kind(self, kind: str) -> int:
        return mask_of(n for n, terrain in enumerate(self.terrains) if terrain.kind == kind)

    def _closer(self, neighbours: Sequence[int], region: int) -> int:
        """Return a bit set of the regions that are nearer to `region` than the minimum distance
        between a first piece and opponents (DEU-7.2)."""
        reached = 1 << region
        for _ in range(self.first_distance - 1):
            reached |= union(neighbours, reached)
        return reached

    def adjacent_to(self, regions: int) -> int:
        """Return a bit set of the regions next to any region of the bit set `regions`."""
        return adjacent_to(self, regions)

    def kind(self, *, on_sea: bool) -> int:
        """Return the bit set of the sea regions if `on_sea`, otherwise that of the land regions."""
        return self.sea if on_sea else self.land

    def id_of(self, region: int) -> str:
        """Return the id of a region: its slot and its position in the slot (DEU-2.3)."""
        return self.ids[region]

    def ids_of(self, regions: int) -> list[str]:
        """Return the ids of the regions in the bit set `regions`."""
        ids = self.ids
        return [ids[region] for region in members(regions)]

    def find(self, region_id: Value) -> int:
        """Return the region with the id `region_id`; -1 if there is none."""
        return self.index.get(region_id, -1) if isinstance(region_id, str) else -1

    @property
    def count(self) -> int:
        return len(self.cells)


@lru_cache(maxsize=8192)
def adjacent_to(board: Board, regions: int) -> int:
    """Return a bit set of the regions next to any region of the bit set `regions`."""
    return union(board.neighbours, regions)


@lru_cache(maxsize=4096)
def reach(board: Board, start: int, closed: int, steps: int) -> int:
    """Return a bit set of the regions that an army can reach from `start` within `steps` steps
    without entering regions of the bit set `closed` (DEU-18.2). `start` is included."""
    reached = front = 1 << start
    for _ in range(steps):
        front = union(board.neighbours, front) & ~closed & ~reached
        if not front:
            break
        reached |= front
    return reached


def cells_of(slots: Slots) -> tuple[Axial, ...]:
    """Return the coordinates of all regions of tiles in `slots`, by region number (DEU-2.2,
    DEU-2.3)."""
    return tuple(
        cell for slot in slots for cell in (slot, *(moved(slot, way) for way in DIRECTIONS))
    )


@lru_cache(maxsize=256)
def terrains_of(box: Components, tile: Tile) -> tuple[Terrain, ...]:
    """Return the terrains of the regions of a rotated tile: the centre, then the ring clockwise
    from the east (DEU-2.3)."""
    side, rotation = tile
    centre, *ring = box.tile_sides[side].terrains
    turned = [ring[(at - rotation) % SIDES_OF_A_TILE] for at in range(SIDES_OF_A_TILE)]
    return tuple(box.terrains[number] for number in (centre, *turned))


@lru_cache(maxsize=BOARD_CACHE_SIZE)
def board_of(box: Components, slots: Slots, tiles: Tiles) -> Board:
    """Return the map on which `tiles` lie in `slots`."""
    terrains = tuple(terrain for tile in tiles for terrain in terrains_of(box, tile))
    return Board(cells_of(slots), terrains, box.first_distance)


def village_cells(box: Components, slots: Slots, tiles: Tiles) -> list[Axial]:
    """Return the coordinates of the villages, in slot order."""
    cells = []
    for slot, tile in zip(slots, tiles, strict=True):
        at = [terrain.kind for terrain in terrains_of(box, tile)].index(VILLAGE)
        cells.append(slot if at == 0 else moved(slot, DIRECTIONS[at - 1]))
    return cells


def has_villages_side_by_side(box: Components, slots: Slots, tiles: Tiles) -> bool:
    """Whether two villages are adjacent if `tiles` lie in `slots` (DEU-2.8)."""
    villages = village_cells(box, slots, tiles)
    village_set = set(villages)
    return any(moved(village, way) in village_set for village in villages for way in DIRECTIONS)


def drawn_tiles(box: Components, slots: Slots, dice: Dice) -> Tiles:
    """Draw tiles for `slots`, their sides and their rotations at random until no two villages are
    adjacent (DEU-3.1)."""
    numbers = sorted({side.tile for side in box.tile_sides.values()})
    sides = {
        n: [tile_side.id for tile_side in box.tile_sides.values() if tile_side.tile == n]
        for n in numbers
    }
    while True:
        order = dice.draw(numbers, len(slots))
        tiles = tuple((dice.pick(sides[number]), dice.below(SIDES_OF_A_TILE)) for number in order)
        if not has_villages_side_by_side(box, slots, tiles):
            return tiles


def drawn_slots(box: Components, count: int, dice: Dice) -> Slots:
    """Draw a connected arrangement of `count` slots. Each slot after the first is next to an
    earlier one (DEU-22.4)."""
    slots: list[Axial] = [(0, 0)]
    while len(slots) < count:
        near = sorted({moved(slot, by) for slot in slots for by in box.lattice})
        slots.append(dice.pick([slot for slot in near if do_not_overlap((*slots, slot))]))
    return tuple(slots)
