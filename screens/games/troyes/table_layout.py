"""Layout of the table of Troyes for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.paint.layout import left_of, parts_that_fit, side_width

BUILDINGS_HEIGHT: Final = 6
OWN_HEIGHT: Final = 3
NEXT_HEIGHT: Final = 3
"""Number of rows of the next round's forecast in addition to one row per player. The forecast
replaces one of the reader's own rows."""

LOG_TAIL: Final = 6
MIN_EVENT_WIDTH: Final = 13
"""Minimum width of an event's card."""

LINE_WIDTH: Final = 39
"""Minimum width of an event shown as a line, including the gap after it, as long as there are
enough rows for such lines."""


@frozen
class TableLayout:
    """Parts of the table, from top to bottom.

    `left` is the width of these parts, and `side` that of the column on the right, or 0. `events`
    is the height of the event cards, or 1 if events are lines in `columns` columns. `cards` is the
    height of Activity cards. `both` shows cards and buildings together. `heads` gives every part a
    heading, and `parted` (implied by `heads`) only the parts below the events. `own` shows the
    reader's own counts, and `next` everyone's next round. `tail` is the number of rows of the log
    at the bottom."""

    left: int
    side: int
    events: int
    columns: int
    cards: int
    both: bool
    heads: bool
    parted: bool
    own: bool
    next: bool
    tail: int

    @classmethod
    def of(cls, width: int, height: int, seats: int, events: int) -> TableLayout:
        """Return the layout for `width` x `height` cells, `seats` districts and `events` events in
        the row."""
        side = side_width(width)
        left = left_of(width, side)
        lines = events * (MIN_EVENT_WIDTH + 1) - 1 > left
        spare = height - (seats + 2) - BUILDINGS_HEIGHT
        columns = left // LINE_WIDTH
        if lines:
            while -(-events // columns) > max(1, spare):
                columns += 1
            spare -= -(-events // columns)
        else:
            columns = events
            spare -= 3
        bands = 1 + (spare >= BUILDINGS_HEIGHT)
        has, spare = parts_that_fit(
            (("both", BUILDINGS_HEIGHT, True), ("heads", 1 + bands, True)),
            spare,
        )
        more, spare = parts_that_fit(
            (
                ("parted", bands, "heads" not in has),
                ("acts", 1, not lines),
                ("does", 3, True),
                ("own", OWN_HEIGHT, True),
                ("more", 3, left >= 100),
                ("next", seats + NEXT_HEIGHT, True),
            ),
            spare,
        )
        has |= more
        return cls(
            left,
            side,
            1 if lines else 4 if "acts" in has else 3,
            columns,
            2 + ("does" in has) + ("more" in has),
            "both" in has,
            "heads" in has,
            "heads" in has or "parted" in has,
            "own" in has,
            "next" in has,
            spare if not side and spare >= LOG_TAIL else 0,
        )

    def events_height(self, number: int) -> int:
        """Return the height in rows of `number` events."""
        return self.events if self.events > 1 else -(-number // self.columns)
