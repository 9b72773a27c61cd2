"""The domain of a player: its pieces, and the effects of their positions (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, Final, Protocol, TypeAlias

from attrs import define, field, frozen

from engine.core.chance import Dice
from engine.core.state import SHARED
from engine.games.era.component_types import HOSPITAL, Building, Components, Kind, Wall
from engine.geometry.bit_sets import Mask, members
from engine.geometry.grid import FULL_TURN, Cell, Grid, Shape

NOT_PUBLISHED: Final = {SHARED: True}
"""Metadata of fields that hold components. The bot protocol leaves these fields out."""

GUESSES: Final = 8
"""Number of random attempts to find a place, before all legal places are listed."""

Pick: TypeAlias = tuple[str, str, int]
"""A placement in logs: the kind, the top left cell of the bounding box, and the rotation in
degrees."""


@frozen(eq=False)
class RotatedKind:
    """A kind of piece in one rotation."""

    kind: Kind
    rotation: int
    shape: Shape
    grid: Grid

    @cached_property
    def mask(self) -> Mask:
        """The cells that are covered if the bounding box is at the top left of the grid."""
        return self.shape.mask(self.grid)

    @cached_property
    def anchors(self) -> Mask:
        """The cells at which the top left of the bounding box can be without the piece leaving the
        grid."""
        return self.shape.anchors(self.grid)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The numbers that, added to an anchor, give the cells that the piece covers."""
        return members(self.mask)

    @cached_property
    def placements(self) -> Mapping[Cell, Placement]:
        return {anchor: Placement.of(self, anchor) for anchor in members(self.anchors)}

    @cached_property
    def names(self) -> Mapping[str, Cell]:
        return {self.grid.name(anchor): anchor for anchor in members(self.anchors)}

    def legal_anchors(self, empty: Mask) -> Mask:
        """Return the anchors from which the piece covers only cells of `empty` (ERA-2.5)."""
        legal = self.anchors
        for offset in self.offsets:
            legal &= empty >> offset
        return legal


@frozen
class Placement:
    """A piece at a place in a domain. No two pieces in a domain have the same `pick`.

    `mask` and `cells` are the cells that the piece covers, and `beside` the cells adjacent to it.
    """

    __is_fixed__: ClassVar[bool] = True

    pick: Pick
    kind: Kind = field(eq=False, repr=False, metadata=NOT_PUBLISHED)
    mask: Mask = field(repr=False)
    beside: Mask = field(eq=False, repr=False)
    cells: tuple[str, ...] = field(eq=False, repr=False)

    @classmethod
    def of(cls, rotated: RotatedKind, anchor: Cell) -> Placement:
        """Return the placement of `rotated` with the top left of its bounding box at `anchor`."""
        grid, mask = rotated.grid, rotated.mask << anchor
        return cls(
            (rotated.kind.id, grid.name(anchor), rotated.rotation),
            rotated.kind,
            mask,
            grid.adjacent(mask),
            tuple(grid.names_of(mask)),
        )

    @property
    def anchor(self) -> str:
        """The top left cell of the bounding box, which the piece does not always cover."""
        return self.pick[1]

    @property
    def rotation(self) -> int:
        return self.pick[2]

    def touches(self, other: Placement) -> bool:
        """Whether a cell of the piece shares an edge with a cell of `other` (ERA-2.8)."""
        return bool(self.beside & other.mask)


@frozen(eq=False)
class DomainGeometry:
    """The empty grid of a domain, with all ways to place each kind of piece on it."""

    components: Components

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.components.domain.columns, self.components.domain.rows)

    @cached_property
    def rotations(self) -> Mapping[str, tuple[RotatedKind, ...]]:
        """The different rotations of each kind. If rotations cover the same cells, only the
        first is included."""
        return {
            kind: tuple(dict.fromkeys(rotations.values()))
            for kind, rotations in self._all_rotations.items()
        }

    @cached_property
    def keep_start(self) -> Placement:
        """The keep with which every domain starts, in the centre unless custom data moves it
        (ERA-3.6)."""
        mask = self.grid.mask(self.components.domain.keep_start)
        keeps = (keep for keep in self.components.buildings.values() if keep.is_keep)
        return next(
            placement
            for keep in keeps
            for placement in self.placements(keep.id)
            if placement.mask == mask
        )

    def placements(self, kind: str) -> Iterator[Placement]:
        for rotated in self.rotations[kind]:
            yield from rotated.placements.values()

    def named(self, pick: Pick) -> Placement | None:
        """Return the placement whose pick is `pick`; None if there is none. Of rotations that cover
        the same cells, only the first is accepted, unlike in `placement`."""
        kind, anchor, rotation = pick
        rotated = self._by_rotation.get((kind, rotation))
        if rotated is None or anchor not in rotated.names:
            return None
        return rotated.placements[rotated.names[anchor]]

    def at(self, pick: Pick) -> Placement:
        """Return the placement for a pick, which must be valid."""
        placement = self.named(pick)
        assert placement is not None
        return placement

    @cached_property
    def _by_rotation(self) -> Mapping[tuple[str, int], RotatedKind]:
        return {
            (id, rotated.rotation): rotated
            for id, rotations in self.rotations.items()
            for rotated in rotations
        }

    def placement(self, kind: str, anchor: str, rotation: int) -> Placement | None:
        """Return the placement of a kind at an anchor in a rotation; None if one of them does not
        exist or the piece would leave the grid. Rotations that cover the same cells give the same
        placement."""
        rotated = self._all_rotations.get(kind, {}).get(rotation)
        cell = self.grid.find(anchor)
        return None if rotated is None or cell is None else rotated.placements.get(cell)

    @cached_property
    def _all_rotations(self) -> Mapping[str, Mapping[int, RotatedKind]]:
        """The `RotatedKind` of each kind in each rotation, by id and degrees. Rotations that cover
        the same cells share one `RotatedKind`."""
        return {id: self._rotations_of(kind) for id, kind in self.components.kinds.items()}

    def _rotations_of(self, kind: Kind) -> dict[int, RotatedKind]:
        first: dict[Shape, RotatedKind] = {}
        rotations = {}
        for rotation, shape in self._turned(kind):
            rotations[rotation] = first.setdefault(
                shape, RotatedKind(kind, rotation, shape, self.grid)
            )
        return rotations

    def _turned(self, kind: Kind) -> Iterator[tuple[int, Shape]]:
        """Yield (degrees, shape) pairs for every allowed rotation of a kind (ERA-2.3, ERA-2.4). If
        mirroring is allowed, degrees from 360 on are rotations of the mirrored shape."""
        rules = self.components.domain
        for offset, shape in enumerate([kind.shape, kind.shape.mirrored()][: 1 + rules.mirroring]):
            for rotation, turned in rules.turned(shape):
                yield offset * FULL_TURN + rotation, turned


@lru_cache(maxsize=8)
def geometry_of(components: Components) -> DomainGeometry:
    """Return the geometry for `components`. All domains of a game share one geometry."""
    return DomainGeometry(components)


@lru_cache(maxsize=256)
def _everywhere(geometry: DomainGeometry, kind: str) -> tuple[Placement, ...]:
    """Return every placement of a kind of piece on the empty grid."""
    return tuple(geometry.placements(kind))


@lru_cache(maxsize=4096)
def enclosed_by(geometry: DomainGeometry, barrier: Mask) -> Mask:
    """Return the cells outside `barrier` from which every path to the edge of the grid crosses
    `barrier` (ERA-2.10)."""
    grid, rules = geometry.grid, geometry.components.domain
    open_cells = grid.all & ~barrier
    return open_cells & ~grid.flood(grid.edge, open_cells, diagonal=rules.diagonal_flood)


@lru_cache(maxsize=4096)
def legal_placements(geometry: DomainGeometry, kind: str, empty: Mask) -> tuple[Placement, ...]:
    """Return the placements of a kind on the cells in `empty`, by rotation and then row by row
    (ERA-2.5)."""
    return tuple(
        rotated.placements[anchor]
        for rotated in geometry.rotations[kind]
        for anchor in members(rotated.legal_anchors(empty))
    )


class HasBox(Protocol):
    """Protocol for `Realm`, which this module cannot import: a state with components."""

    box: Components


@define
class Domain:
    """The pieces of a player, in the order in which they were placed.

    `taken`, `barrier` and `scorched` are the cells covered by all pieces, by walls and keeps, and
    by scorched areas. Only `place` and `remove` change them.
    """

    geometry: DomainGeometry = field(eq=False, repr=False, metadata=NOT_PUBLISHED)
    pieces: list[Placement] = field(factory=list)
    taken: Mask = field(default=0, eq=False, repr=False)
    barrier: Mask = field(default=0, eq=False, repr=False)
    scorched: Mask = field(default=0, eq=False, repr=False)

    def plain(self) -> tuple[Pick, ...]:
        """Return the canonical form for digests: the picks of the pieces."""
        return tuple([piece.pick for piece in self.pieces])

    def packed(self) -> list[Pick]:
        """Return the serialized form: the picks of the pieces."""
        return [piece.pick for piece in self.pieces]

    @classmethod
    def unpacked(cls, packed: Sequence[Pick], like: HasBox) -> Domain:
        """Return the domain with the pieces in `packed`, on the geometry for the components of the
        state `like`."""
        domain = Domain(geometry_of(like.box))
        for kind, anchor, rotation in packed:
            domain.place(domain.geometry.at((kind, anchor, rotation)))
        return domain

    def copy(self) -> Domain:
        return Domain(self.geometry, self.pieces[:], self.taken, self.barrier, self.scorched)

    def place(self, piece: Placement) -> None:
        """Add a piece at its place. Raises ValueError if some of its cells are taken (ERA-2.5)."""
        if not self.fits(piece):
            raise ValueError(f"{piece.pick} covers cells that are taken")
        self.pieces.append(piece)
        self._toggle_cells(piece)

    def remove(self, piece: Placement) -> None:
        """Remove a piece. Raises ValueError if it is not in the domain."""
        self.pieces.remove(piece)
        self._toggle_cells(piece)

    def _toggle_cells(self, piece: Placement) -> None:
        self.taken ^= piece.mask
        if piece.kind.is_barrier:
            self.barrier ^= piece.mask
        elif not isinstance(piece.kind, Building):
            self.scorched ^= piece.mask

    # Contents of cells

    @property
    def empty(self) -> Mask:
        return self.geometry.grid.all & ~self.taken

    def at(self, cell: Cell) -> Placement | None:
        """Return the piece that covers a cell; None if there is none."""
        if not self.taken >> cell & 1:
            return None
        return next(piece for piece in self.pieces if piece.mask >> cell & 1)

    def built(self) -> list[tuple[Placement, Building]]:
        """Return the buildings with their kinds. Keeps are included."""
        return [(piece, kind) for piece in self.pieces if isinstance(kind := piece.kind, Building)]

    def buildings(self) -> list[Placement]:
        """Return the buildings, including keeps."""
        return [piece for piece, _ in self.built()]

    def walls(self) -> list[Placement]:
        return [piece for piece in self.pieces if isinstance(piece.kind, Wall)]

    def with_effect(self, effect: str) -> list[Placement]:
        return [piece for piece, kind in self.built() if kind.effect == effect]

    def count(self, kind: str) -> int:
        return sum(piece.kind.id == kind for piece in self.pieces)

    # Legal places

    def fits(self, piece: Placement) -> bool:
        """Whether all cells of a placement are empty (ERA-2.5, ERA-2.6)."""
        return not piece.mask & self.taken

    def legal(self, kind: str) -> tuple[Placement, ...]:
        """Return every legal placement of a kind of piece (ERA-2.3 to ERA-2.6)."""
        return legal_placements(self.geometry, kind, self.empty)

    def has_room_for(self, kind: str) -> bool:
        """Whether a kind of piece has a legal placement (ERA-9.4)."""
        empty = self.empty
        for rotated in self.geometry.rotations[kind]:  # noqa: SIM110 - half the time of `any`
            if rotated.legal_anchors(empty):
                return True
        return False

    def random_place(self, kind: str, dice: Dice) -> Placement:
        """Return a random legal placement of a kind, all equally likely. There must be at least
        one."""
        everywhere = _everywhere(self.geometry, kind)
        for _ in range(GUESSES):
            guess = dice.pick(everywhere)
            if self.fits(guess):
                return guess
        return dice.pick(self.legal(kind))

    # Enclosed areas

    def enclosed(self) -> Mask:
        """Return the enclosed cells, which are completely surrounded by walls and keeps
        (ERA-2.10)."""
        return enclosed_by(self.geometry, self.barrier)

    def walled_area(self) -> int:
        """Return the number of enclosed cells that are not scorched (ERA-2.12)."""
        return (self.enclosed() & ~self.scorched).bit_count()

    def is_walled_in(self, building: Placement) -> bool:
        """Whether a building is walled in, as keeps always are (ERA-2.11)."""
        kind = building.kind
        if isinstance(kind, Building) and kind.always_walled:
            return True
        return not building.mask & ~self.enclosed()

    def exposed_buildings(self) -> list[Placement]:
        """Return the buildings that are not walled in. They can be lost to Attack, or removed to
        make room for a scorched area (ERA-8.14, ERA-8.20)."""
        return [building for building in self.buildings() if not self.is_walled_in(building)]

    # Scorched areas

    def legal_scorched(self) -> tuple[Placement, ...]:
        """Return the legal places for a scorched area after Treachery: those on empty cells that
        are not enclosed (ERA-8.13)."""
        return self._scorchable(self.empty)

    def can_make_room(self) -> bool:
        """Whether there would be a place for a scorched area if all exposed buildings were removed
        (ERA-8.16)."""
        cleared = self.empty
        for building in self.exposed_buildings():
            cleared |= building.mask
        return bool(self._scorchable(cleared))

    def _scorchable(self, free: Mask) -> tuple[Placement, ...]:
        kind = self.geometry.components.scorched_area.id
        return legal_placements(self.geometry, kind, free & ~self.enclosed())

    # Neighbours

    def neighbours(self, piece: Placement) -> list[Placement]:
        return [other for other in self.pieces if piece.touches(other)]

    def diseased(self) -> list[Placement]:
        """Return the buildings that Disease affects (ERA-8.7 to ERA-8.10). They are all buildings
        in clusters of two or more, except hospitals and their neighbours."""
        buildings = self.cluster_buildings()
        occupied = union(buildings)
        healed = 0
        for hospital in self.with_effect(HOSPITAL):
            healed |= hospital.mask | hospital.beside
        return [
            building
            for building in buildings
            if building.beside & occupied and not building.mask & healed
        ]

    def market_bonus(self, market: Placement) -> int:
        """Return the bonus of a market: a point for each adjacent empty cell, up to a limit
        (ERA-12.4, ERA-12.5)."""
        free = (market.beside & ~self.taken).bit_count()
        return min(free, market.kind.bonus_max) if isinstance(market.kind, Building) else 0

    def cluster_buildings(self) -> list[Placement]:
        """Return the buildings that can belong to a cluster, which are all except keeps
        (ERA-2.14)."""
        return [piece for piece, kind in self.built() if not kind.is_keep]


def union(pieces: Iterable[Placement]) -> Mask:
    covered = 0
    for piece in pieces:
        covered |= piece.mask
    return covered
