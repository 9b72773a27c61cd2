"""Square grids: cells and sets of cells as integers (bitboards), shapes that can be rotated, flood
fill.

A cell is a small number. A set of cells is a `Mask` (see `bit_sets`), a number with one bit set per
cell. Each row is followed by one bit that is never set, so that a shift by one column cannot carry
a cell into the next row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from string import ascii_uppercase
from typing import Final, TypeAlias

from attrs import frozen

from engine.geometry.bit_sets import Mask, mask_of, members

Cell: TypeAlias = int

FULL_TURN: Final = 360
QUARTER_TURN: Final = 90


@frozen
class Grid:
    """A board with columns A, B, C… from left to right and rows 1, 2, 3… from top to bottom. Raises
    ValueError if there are no rows or columns, or more than 26 columns."""

    columns: int
    rows: int

    def __attrs_post_init__(self) -> None:
        if not (1 <= self.columns <= len(ascii_uppercase) and self.rows >= 1):
            raise ValueError(f"a grid cannot have {self.columns} columns and {self.rows} rows")

    @cached_property
    def stride(self) -> int:
        """The difference between a cell and the cell below it."""
        return self.columns + 1

    @cached_property
    def all(self) -> Mask:
        return self.block(self.rows)

    @cached_property
    def edge(self) -> Mask:
        """The cells of the first and last columns and rows."""
        sides = self.block(self.rows, 1) | self.block(self.rows, 1) << (self.columns - 1)
        return sides | self.block(1) | self.block(1) << (self.rows - 1) * self.stride

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell; empty for the bits between the rows."""
        letters = ascii_uppercase[: self.columns]
        rows = ([f"{letter}{row}" for letter in letters] for row in range(1, self.rows + 1))
        return tuple(name for row in rows for name in (*row, ""))

    @cached_property
    def _cells(self) -> dict[str, Cell]:
        return {name: cell for cell, name in enumerate(self.names) if name}

    def index(self, column: int, row: int) -> Cell:
        """Return the cell in a column and a row, both counted from 0."""
        return row * self.stride + column

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the column and the row of a cell, both counted from 0."""
        row, column = divmod(cell, self.stride)
        return column, row

    def name(self, cell: Cell) -> str:
        """Return the name of a cell: column letter and row number, as in `C5`."""
        return self.names[cell]

    def find(self, name: str) -> Cell | None:
        """Return the cell called `name`; None if there is none."""
        return self._cells.get(name)

    def cell(self, name: str) -> Cell:
        """Return the cell called `name`. Raises ValueError if there is none."""
        cell = self.find(name)
        if cell is None:
            raise ValueError(f"the grid has no cell {name!r}")
        return cell

    def mask(self, names: Iterable[str]) -> Mask:
        return mask_of(map(self.cell, names))

    def names_of(self, mask: Mask) -> list[str]:
        return [self.names[cell] for cell in members(mask)]

    def block(self, height: int, width: int | None = None) -> Mask:
        """Return the cells of the rectangle of `height` rows and `width` columns (None for all
        columns) in the top left corner."""
        row = (1 << (self.columns if width is None else width)) - 1
        mask = 0
        for number in range(height):
            mask |= row << (number * self.stride)
        return mask

    def adjacent(self, mask: Mask) -> Mask:
        """Return the cells outside `mask` that share an edge with a cell of `mask`."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.all & ~mask

    def around(self, mask: Mask) -> Mask:
        """Return the cells outside `mask` that share an edge or a corner with a cell of `mask`."""
        stride = self.stride
        wide = mask | mask << 1 | mask >> 1
        return (wide | wide << stride | wide >> stride) & self.all & ~mask

    def flood(self, start: Mask, through: Mask, *, diagonal: bool = False) -> Mask:
        """Return all cells of `through` that are connected, within `through`, to a cell of `start`.

        Cells of `start` that are not in `through` are ignored. Cells are connected if they share an
        edge or, with `diagonal`, a corner.
        """
        stride = self.stride
        through &= self.all
        reached, before = start & through, 0
        while reached != before:
            before = reached
            wide = reached | reached << 1 | reached >> 1
            tall = wide if diagonal else reached
            reached = (wide | tall << stride | tall >> stride) & through
        return reached

    def regions(self, mask: Mask, *, diagonal: bool = False) -> list[Mask]:
        """Return the connected parts of the set `mask`, in the order of their first cells. Cells
        are connected if they share an edge or, with `diagonal`, a corner."""
        parts = []
        mask &= self.all
        while mask:
            part = self.flood(mask & -mask, mask, diagonal=diagonal)
            parts.append(part)
            mask &= ~part
        return parts


@frozen
class Shape:
    """The squares of a piece as (row, column) pairs in its bounding box, row by row."""

    squares: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, squares: Iterable[tuple[int, int]]) -> Shape:
        """Return the shape of some squares, moved to the top left. Raises ValueError if there are
        none."""
        distinct = sorted(set(squares))
        if not distinct:
            raise ValueError("a shape needs at least one square")
        top = min(row for row, _ in distinct)
        left = min(column for _, column in distinct)
        return cls(tuple((row - top, column - left) for row, column in distinct))

    @classmethod
    def drawn(cls, rows: Sequence[str]) -> Shape:
        """Return the shape of a drawing with `#` for a square and `.` for an empty place. Raises
        ValueError for other characters, or if there is no square."""
        if set("".join(rows)) - set("#."):
            raise ValueError(f"a shape is drawn with # and . only, not as {list(rows)}")
        return cls.of(
            (row, column)
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign == "#"
        )

    @property
    def height(self) -> int:
        """The number of rows of the bounding box."""
        return 1 + max(row for row, _ in self.squares)

    @property
    def width(self) -> int:
        """The number of columns of the bounding box."""
        return 1 + max(column for _, column in self.squares)

    def turned(self) -> Shape:
        """Return the shape after a quarter turn clockwise."""
        return Shape.of((column, -row) for row, column in self.squares)

    def mirrored(self) -> Shape:
        return Shape.of((row, -column) for row, column in self.squares)

    def rotations(self) -> list[tuple[int, Shape]]:
        """Return the shape rotated clockwise by 0, 90, 180 and 270 degrees, each with its angle.
        Shapes may be equal."""
        turned = [self]
        for _ in range(FULL_TURN // QUARTER_TURN - 1):
            turned.append(turned[-1].turned())
        return [(QUARTER_TURN * turns, shape) for turns, shape in enumerate(turned)]

    def mask(self, grid: Grid) -> Mask:
        """Return the cells that the shape covers if the top left of its bounding box is on A1."""
        return mask_of(grid.index(column, row) for row, column in self.squares)

    def anchors(self, grid: Grid) -> Mask:
        """Return the cells on which the top left of the bounding box can be placed without any
        square leaving the grid."""
        height, width = grid.rows - self.height + 1, grid.columns - self.width + 1
        return grid.block(height, width) if height > 0 and width > 0 else 0

    def is_connected(self) -> bool:
        """Whether the squares are connected edge to edge."""
        grid = Grid(self.width, self.height)
        return len(grid.regions(self.mask(grid))) == 1
