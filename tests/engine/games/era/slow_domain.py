"""A slow second version of the geometry of a domain: plain sets and walks, directly from the
rules."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Collection, Iterator
from pathlib import Path

import engine.games.era

Spot = tuple[int, int]
"""Column and row, from 1."""
Covered = frozenset[Spot]

SIZE = 14
FULL = frozenset((column, row) for column in range(1, SIZE + 1) for row in range(1, SIZE + 1))


def _drawings() -> dict[str, list[str]]:
    file = Path(engine.games.era.__file__).with_name("components.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    drawings = {one["id"]: one["shape"] for one in data["buildings"]}
    drawings |= {f"wall_{one['length']}": ["#" * one["length"]] for one in data["walls"]["lengths"]}
    scorched = next(one for one in data["parts"] if one["id"] == "scorched_area")
    return drawings | {"scorched_area": scorched["shape"]}


DRAWINGS = _drawings()


def name(spot: Spot) -> str:
    """`C5` for column 3, row 5."""
    return "ABCDEFGHIJKLMN"[spot[0] - 1] + str(spot[1])


def spot(name: str) -> Spot:
    """Column 3, row 5 for `C5`."""
    return "ABCDEFGHIJKLMN".index(name[0]) + 1, int(name[1:])


def orthogonal(cell: Spot) -> set[Spot]:
    """The four cells that share an edge with a cell, including those beyond the board."""
    column, row = cell
    return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}


def all_around(cell: Spot) -> set[Spot]:
    """The eight cells that share an edge or a corner with a cell, including those beyond the
    board."""
    column, row = cell
    return {
        (column + right, row + down)
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
        if (right, down) != (0, 0)
    }


def placements(kind: str) -> Iterator[tuple[tuple[str, str, int], Covered]]:
    """ERA-2.3 and ERA-2.5 on an empty board; equal ones once, by the smallest rotation."""
    drawing = DRAWINGS[kind]
    seen: set[Covered] = set()
    for rotation in (0, 90, 180, 270):
        for column, row in sorted(FULL):
            covered = frozenset(
                (column + right, row + down)
                for down, line in enumerate(drawing)
                for right, sign in enumerate(line)
                if sign == "#"
            )
            if covered <= FULL and covered not in seen:
                seen.add(covered)
                yield (kind, name((column, row)), rotation), covered
        drawing = ["".join(line) for line in zip(*reversed(drawing), strict=True)]


PLACEMENTS = {kind: list(placements(kind)) for kind in DRAWINGS}


class SlowDomain:
    """Pieces by kind and covered cells."""

    def __init__(self) -> None:
        self.pieces: list[tuple[str, Covered]] = []

    def covered(self, kinds: Collection[str]) -> set[Spot]:
        """The cells of all pieces of some kinds."""
        return {cell for kind, cells in self.pieces for cell in cells if kind in kinds}

    def empty(self) -> set[Spot]:
        """ERA-2.1."""
        return set(FULL) - self.covered(DRAWINGS)

    def legal(self, kind: str) -> set[tuple[str, str, int]]:
        """ERA-2.5."""
        empty = self.empty()
        return {pick for pick, cells in PLACEMENTS[kind] if cells <= empty}

    def barrier(self) -> set[Spot]:
        """ERA-2.9."""
        return self.covered(
            [kind for kind in DRAWINGS if kind.startswith("wall") or kind == "keep"]
        )

    def enclosed(self) -> set[Spot]:
        """ERA-2.10, with a ring of empty cells around the board."""
        barrier = self.barrier()
        ring = {cell for edge in FULL for cell in all_around(edge)} - FULL
        reached, waiting = set(ring), deque(ring)
        while waiting:
            for cell in all_around(waiting.popleft()):
                if cell in FULL and cell not in barrier and cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)
        return set(FULL) - reached - barrier

    def walled_in(self, kind: str, cells: Covered) -> bool:
        """ERA-2.11."""
        return kind == "keep" or cells <= self.enclosed()

    def walled_area(self) -> int:
        """ERA-2.12."""
        return len(self.enclosed() - self.covered(["scorched_area"]))

    def buildings(self) -> list[tuple[str, Covered]]:
        """ERA-1.1."""
        return [
            piece
            for piece in self.pieces
            if not piece[0].startswith("wall") and piece[0] != "scorched_area"
        ]

    def exposed_buildings(self) -> list[tuple[str, Covered]]:
        """ERA-8.14, ERA-8.20."""
        return [piece for piece in self.buildings() if not self.walled_in(*piece)]

    def clusters(self) -> set[frozenset[Covered]]:
        """ERA-2.14."""
        left = [cells for kind, cells in self.buildings() if kind != "keep"]
        found = set()
        while left:
            cluster = [left.pop()]
            for member in cluster:
                joined = [other for other in left if adjacent(member, other)]
                cluster += joined
                left = [other for other in left if other not in joined]
            if len(cluster) >= 2:
                found.add(frozenset(cluster))
        return found

    def diseased(self) -> set[Covered]:
        """ERA-8.7 to ERA-8.10."""
        hospitals = [cells for kind, cells in self.pieces if kind == "hospital"]
        clustered = {cells for cluster in self.clusters() for cells in cluster}
        return {
            cells
            for cells in clustered
            if cells not in hospitals and not any(adjacent(cells, one) for one in hospitals)
        }

    def market_bonus(self) -> int:
        """ERA-12.4, ERA-12.5."""
        empty = self.empty()
        return sum(
            min(8, len({near for cell in cells for near in orthogonal(cell)} & empty))
            for kind, cells in self.pieces
            if kind == "market"
        )

    def legal_scorched(self) -> set[tuple[str, str, int]]:
        """ERA-8.13."""
        free = self.empty() - self.enclosed()
        return {pick for pick, cells in PLACEMENTS["scorched_area"] if cells <= free}

    def can_make_room(self) -> bool:
        """ERA-8.14, ERA-8.16."""
        cleared = SlowDomain()
        exposed = self.exposed_buildings()
        cleared.pieces = [piece for piece in self.pieces if piece not in exposed]
        return bool(cleared.legal_scorched())


def adjacent(one: Covered, other: Covered) -> bool:
    """ERA-2.8."""
    return any(orthogonal(cell) & other for cell in one)
