"""The island: its hexes, nodes and edges, and their adjacency (CK-2).

Nodes and edges are numbered in reading order. A set of them is a `Mask`, a bit set in an
integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from engine.geometry import bit_sets
from engine.geometry.bit_sets import Mask, mask_of, union
from engine.geometry.hexes import Axial, Hexes

NOWHERE: Final = -1
"""Position of a piece that is not on the board."""

_CACHE_SIZE: Final = 1 << 15

members = lru_cache(_CACHE_SIZE)(bit_sets.members)
"""`bit_sets.members` with a cache, because a game often lists the same sets of nodes and edges."""


@lru_cache(_CACHE_SIZE)
def _hexes_at(board: Board, nodes: Mask) -> tuple[int, ...]:
    return tuple(hex for hex, mask in enumerate(board.hex_masks) if mask & nodes)


@lru_cache(_CACHE_SIZE)
def _in_reach(board: Board, start: int, edges: Mask, closed: Mask) -> Mask:
    ways = board.ways
    reached, front = 1 << start, [start]
    while front:
        for edge, node in ways[front.pop()]:
            bit = 1 << node
            if edges >> edge & 1 and not reached & bit:
                reached |= bit
                if not closed & bit:
                    front.append(node)
    return reached & ~(1 << start)


@frozen(eq=False)
class Board:
    """The adjacency of hexes, nodes and edges, by number (CK-2.1, CK-2.2).

    `edge_masks` are the edges of each node, and `near_masks` the nodes one edge away. `ends` are
    the two nodes of each edge, and `end_masks` the same as sets. `hex_nodes` are the six nodes of
    each hex, and `hex_masks` the same as sets. `node_hexes` are the land hexes next to each node,
    and `neighbours` those next to each hex. `ways` are the (edge, other node) pairs of each node.
    """

    hexes: Hexes
    ends: tuple[tuple[int, int], ...] = field(init=False)
    end_masks: tuple[Mask, ...] = field(init=False)
    ways: tuple[tuple[tuple[int, int], ...], ...] = field(init=False)
    edge_masks: tuple[Mask, ...] = field(init=False)
    near_masks: tuple[Mask, ...] = field(init=False)
    hex_nodes: tuple[tuple[int, ...], ...] = field(init=False)
    hex_masks: tuple[Mask, ...] = field(init=False)
    node_hexes: tuple[tuple[int, ...], ...] = field(init=False)
    neighbours: tuple[tuple[int, ...], ...] = field(init=False)

    @ends.default
    def _ends(self) -> tuple[tuple[int, int], ...]:
        return tuple(side.ends for side in self.hexes.sides)

    @end_masks.default
    def _end_masks(self) -> tuple[Mask, ...]:
        return tuple(mask_of(ends) for ends in self.ends)

    @ways.default
    def _ways(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple(zip(c.sides, c.neighbours, strict=True)) for c in self.hexes.corners)

    @edge_masks.default
    def _edge_masks(self) -> tuple[Mask, ...]:
        return tuple(mask_of(corner.sides) for corner in self.hexes.corners)

    @near_masks.default
    def _near_masks(self) -> tuple[Mask, ...]:
        return tuple(mask_of(corner.neighbours) for corner in self.hexes.corners)

    @hex_nodes.default
    def _hex_nodes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(self.hexes.corners_of, range(len(self.hexes.cells))))

    @hex_masks.default
    def _hex_masks(self) -> tuple[Mask, ...]:
        return tuple(map(mask_of, self.hex_nodes))

    @node_hexes.default
    def _node_hexes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(corner.cells for corner in self.hexes.corners)

    @neighbours.default
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(self.hexes.neighbours, range(len(self.hexes.cells))))

    @classmethod
    def of(cls, cells: Sequence[Axial]) -> Board:
        return cls(Hexes(cells))

    @property
    def hex_count(self) -> int:
        return len(self.hex_nodes)

    @property
    def node_count(self) -> int:
        return len(self.ways)

    @property
    def edge_count(self) -> int:
        return len(self.ends)

    @property
    def all_nodes(self) -> Mask:
        return (1 << self.node_count) - 1

    def edges_at(self, nodes: Mask) -> Mask:
        return union(self.edge_masks, nodes)

    def nodes_of(self, edges: Mask) -> Mask:
        return union(self.end_masks, edges)

    def hexes_at(self, nodes: Mask) -> tuple[int, ...]:
        """Return the land hexes next to any of `nodes`."""
        return _hexes_at(self, nodes)

    def in_reach(self, start: int, edges: Mask, closed: Mask) -> Mask:
        """Return the nodes, apart from `start`, that can be reached over `edges`. A path may end at
        a `closed` node but not pass through it (CK-16.3)."""
        return _in_reach(self, start, edges, closed)

    def way(self, start: int, goal: int, edges: Mask, closed: Mask) -> tuple[int, ...]:
        """Return the nodes of a shortest path over `edges` from `start` to `goal`, including both
        ends. If there is none, return an empty tuple. A path cannot pass through a `closed`
        node."""
        before = {start: NOWHERE}
        front = [start]
        for node in front:
            if node == goal:
                break
            if node != start and closed >> node & 1:
                continue
            for edge, near in self.ways[node]:
                if edges >> edge & 1 and near not in before:
                    before[near] = node
                    front.append(near)
        way: list[int] = []
        at = goal if goal in before else NOWHERE
        while at != NOWHERE:
            way.append(at)
            at = before[at]
        return tuple(reversed(way))
