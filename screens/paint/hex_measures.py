"""Sizes of the hexes on a map, and their shapes in half cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen


@frozen
class HexMeasures:
    """Size of a hex: half of its width in columns (`half`), the rows from its peak down to the next
    corner (`slant`), and the rows from one end of an upright side to the other (`upright`)."""

    half: int
    slant: int
    upright: int
    spans: Mapping[int, int] = field(eq=False, repr=False)
    """Number of columns of the hex at each side of its middle, by half row, for the half rows that
    are narrower than the hex. Half rows are counted from the upper half of the peak's row."""

    strokes: Mapping[int, tuple[int, ...]] = field(eq=False, repr=False)
    """Half rows that a slanted side covers, by distance in columns from its upper end. They are
    counted from the upper half of the row above its lower end."""

    letter_column: int = field(default=3, eq=False, repr=False)
    """Distance in columns from the upper end of a slanted road to its letter, where the road is a
    whole row thick."""

    @property
    def row(self) -> int:
        """Rows from one row of hexes to the next."""
        return self.slant + self.upright

    @property
    def wide_rows(self) -> int:
        """Number of rows with the full width of a hex."""
        return self.upright + min(self.slant, 2) - 1

    @property
    def name_row(self) -> int:
        """Rows from the first row of full width to the name."""
        return max(0, self.upright - 3)

    @property
    def has_words(self) -> bool:
        """Whether there is room for words on a hex."""
        return self.slant > 1


SMALL: Final = HexMeasures(
    5,
    1,
    2,
    spans={1: 2, 6: 1, 7: 0},
    strokes={2: (0,), 3: (0,), 4: (1,)},
)
LARGE: Final = HexMeasures(
    6,
    2,
    3,
    spans={1: 1, 2: 2, 3: 2, 12: 2, 13: 1},
    strokes={1: (-1,), 2: (0,), 3: (0,), 4: (1,), 5: (2,)},
)
HUGE: Final = HexMeasures(
    7,
    2,
    4,
    spans={1: 1, 2: 1, 3: 3, 14: 3, 15: 1},
    strokes={1: (-1,), 2: (0,), 3: (0,), 4: (1,), 5: (1,), 6: (2,)},
)
VAST: Final = HexMeasures(
    9,
    3,
    4,
    spans={1: 1, 2: 3, 3: 4, 4: 6, 5: 7, 16: 5, 17: 4, 18: 2, 19: 1},
    strokes={1: (-3,), 2: (-2,), 3: (-2,), 4: (-1,), 5: (0,), 6: (0,), 7: (1,), 8: (2,)},
    letter_column=5,
)
