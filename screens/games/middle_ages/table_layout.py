"""Layout of the table of Middle Ages for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.games.middle_ages.display import EFFECT_LINE, MIN_WIDTH_WITH_NAME, CardGrid
from screens.paint.layout import left_of, parts_that_fit, side_width

LOG_TAIL: Final = 5
"""Rows of the log below the table, title included, if there is no column on the right."""

FRAMED_WIDTH: Final = 100
"""Minimum width of the table, without the column on the right, at which its parts have frames if
there are rows for them."""


@frozen
class TableLayout:
    """Layout for a screen size, with the parts for which there is room.

    `side` is the width of the column on the right, or 0. `cards` is the layout of the display.
    `more` adds a line with the income that each column would have with one more tile. `own` shows
    the fief of the emphasized seat in three lines instead of one, and `all` every fief. `air` adds
    blank rows between fiefs, `tail` the log below the table, and `border` frames around the
    parts."""

    side: int
    cards: CardGrid
    more: bool = False
    own: bool = False
    all: bool = False
    air: bool = False
    tail: bool = False
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
                ("more", 1, True),
                ("gap", 3, True),
                ("tail", LOG_TAIL, not side),
                ("own", 2, True),
                ("all", 2 * (seats - 1), True),
                ("effects", 4, cards.width >= MIN_WIDTH_WITH_NAME),
                ("border", 4, left >= FRAMED_WIDTH),
                ("air", seats - 1, True),
            ),
            spare,
        )
        if "border" in has:
            cards = CardGrid.of(left - 4, seats + 1)
        height_of_card = EFFECT_LINE if "effects" in has else 2
        return cls(
            side,
            CardGrid(cards.width, height_of_card, "gap" in has),
            **{what: what in has for what in ("more", "own", "all", "air", "tail", "border")},
        )

    def height(self, seat: int, own: int) -> int:
        """Return the height in rows of the fief of `seat`; `own` is the emphasized seat (see
        `Scene.emphasized_seat`)."""
        return 3 if self.all or (self.own and seat == own) else 1
