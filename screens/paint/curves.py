"""Curves of numbers as braille dots, two columns by four rows per cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from attrs import frozen

DOTS_ACROSS: Final = 2
"""Columns of dots in a cell."""

DOTS_DOWN: Final = 4
"""Rows of dots in a cell."""

_BRAILLE: Final = 0x2800
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a cell, by row and column."""


class Dotted(NamedTuple):
    """Content of a cell: a braille character, and the number of the line that gives it its
    colour."""

    char: str
    line: int


@frozen
class Curves:
    """Curves drawn in cells. `cells` maps (column, row) to the content of each cell with dots. For
    each line, `rows` maps each column of cells to the row in which the line leaves it."""

    cells: Mapping[tuple[int, int], Dotted]
    rows: Sequence[Mapping[int, int]]

    @property
    def ends(self) -> Sequence[int]:
        """The row in which each line ends."""
        return [row[max(row)] for row in self.rows]


def curves(
    lines: Sequence[Sequence[int]], width: int, height: int, least: int, most: int
) -> Curves:
    """Draw each of the `lines`, given by its values (at least one), across `width` x `height`
    cells, with `least` at the bottom and `most` at the top. A line with a single value is a dot at
    the right edge.

    A cell shows the dots of all lines through it, in the colour of the line with the most dots.
    Lines with equally many dots alternate from column to column.
    """
    dots: dict[tuple[int, int], dict[int, set[int]]] = {}
    drawn = [list(_dots_of(line, width, height, least, most)) for line in lines]
    for number, line in enumerate(drawn):
        for x, y in line:
            cell = dots.setdefault((x // DOTS_ACROSS, y // DOTS_DOWN), {})
            cell.setdefault(number, set()).add(_BITS[y % DOTS_DOWN][x % DOTS_ACROSS])
    cells = {at: _dotted(at[0], by_line) for at, by_line in dots.items()}
    return Curves(cells, [{x // DOTS_ACROSS: y // DOTS_DOWN for x, y in line} for line in drawn])


def _dotted(x: int, by_line: Mapping[int, set[int]]) -> Dotted:
    most = max(map(len, by_line.values()))
    level = [number for number, bits in by_line.items() if len(bits) == most]
    return Dotted(chr(_BRAILLE + sum(set[int]().union(*by_line.values()))), level[x % len(level)])


def _dots_of(
    values: Sequence[int], width: int, height: int, least: int, most: int
) -> Iterator[tuple[int, int]]:
    """Yield the dots of a line from its first value to its last. A single value is at the right
    edge."""
    right, bottom = width * DOTS_ACROSS - 1, height * DOTS_DOWN - 1
    last = max(1, len(values) - 1)
    first = last + 1 - len(values)
    span = max(1, most - least)
    points = [
        (
            round(number * right / last),
            max(0, min(bottom, round((most - value) * bottom / span))),
        )
        for number, value in enumerate(values, first)
    ]
    yield points[0]
    for start, end in pairwise(points):
        yield from _between(start, end)


def _between(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the dots after `start` up to and including `end`, each adjacent to the previous one."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down))
    for step in range(1, steps + 1):
        yield start[0] + round(across * step / steps), start[1] + round(down * step / steps)
