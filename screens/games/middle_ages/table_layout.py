"""Layout of the table of Middle Ages for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.games.middle_ages.display import MIN_HEIGHT_WITH_EFFECT, MIN_WIDTH_WITH_NAME, CardGrid
from screens.paint.layout import left_of, parts_that_fit, side_width

LOG_ROWS: Final = 5
"""Minimum number of rows of the log below the table, title included, if there is no column on the
right."""

FRAMED_WIDTH: Final = 100
"""Minimum width of the table, without the column on the right, at which its parts have frames if
there are rows for them."""


@frozen
class TableLayout:
    """Layout for a screen size, with the parts for which there is room.

    `side` is the width of the column on the right, or 0. `cards` is the layout of the display.
    `next_income` adds a line with the income that each column would have with one more tile.
    `own_in_full` shows the fief of the emphasized seat in three lines instead of one, and
    `all_in_full` every fief. `air` adds blank rows between fiefs, `log_below` the log below the
    table, and `border` frames around the parts."""

    side: int
    cards: CardGrid
    next_income: bool = False
    own_in_full: bool = False
    all_in_full: bool = False
    air: bool = False
    log_below: bool = False
    border: bool = False

    @classmethod
    def of(cls, width: int, height: int, seats: int) -> TableLayout:
        """Return the layout for `width` x `height` cells."""
        side = side_width(width)
        left = left_of(width, side)
        cards = CardGrid.of(left, seats + 1)
        spare = height - cards.rows - 1 - seats
        has, _ = parts_that_fit(
            (
                ("next_income", 1, True),
                ("gap", 3, True),
                ("log_below", LOG_ROWS, not side),
                ("own_in_full", 2, True),
                ("all_in_full", 2 * (seats - 1), True),
                ("effects", 4, cards.width >= MIN_WIDTH_WITH_NAME),
                ("border", 4, left >= FRAMED_WIDTH),
                ("air", seats - 1, True),
            ),
            spare,
        )
        if "border" in has:
            cards = CardGrid.of(left - 4, seats + 1)
        height_of_card = MIN_HEIGHT_WITH_EFFECT if "effects" in has else 2
        return cls(
            side,
            CardGrid(cards.width, height_of_card, "gap" in has),
            **{
                part: part in has
                for part in (
                    *("next_income", "own_in_full", "all_in_full"),
                    *("air", "log_below", "border"),
                )
            },
        )

    def height(self, seat: int, emphasized: int) -> int:
        """Return the height in rows of the fief of `seat`; `emphasized` is the emphasized seat
        (see `Scene.emphasized_seat`)."""
        return 3 if self.all_in_full or (self.own_in_full and seat == emphasized) else 1
