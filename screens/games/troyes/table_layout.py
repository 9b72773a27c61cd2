"""Layout of the table of Troyes for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.paint.layout import left_of, parts_that_fit, side_width

BUILDINGS_HEIGHT: Final = 6
OWN_HEIGHT: Final = 3
NEXT_HEIGHT: Final = 3
"""Number of rows of the next round's forecast in addition to one row per player. The forecast
replaces one of the rows with the reader's own counts."""

LOG_TAIL: Final = 6
MIN_EVENT_WIDTH: Final = 13
"""Minimum width of an event's card."""

LINE_WIDTH: Final = 39
"""Minimum width of an event shown as a line, including the gap after it, as long as there are
enough rows for such lines."""


@frozen
class TableLayout:
    """The sizes of the parts of the table, and which parts are shown.

    `left` is the width of the left column, and `side` the width of the column to its right, or 0 if
    there is none. `events` is the height of the event cards, or 1 if events are
    lines. `columns` is the number of events side by side. `cards` is the
    height of Activity cards. `cards_and_buildings` shows cards and buildings together. `headings`
    gives every part a heading, and `headings_below` (implied by `headings`) only the parts below
    the events. `own_counts` shows the reader's own counts, and `next_round` everyone's next round.
    `log_rows` is the number of rows of the log at the bottom."""

    left: int
    side: int
    events: int
    columns: int
    cards: int
    cards_and_buildings: bool
    headings: bool
    headings_below: bool
    own_counts: bool
    next_round: bool
    log_rows: int

    @classmethod
    def of(cls, width: int, height: int, seats: int, events: int) -> TableLayout:
        """Return the layout for `width` x `height` cells, `seats` districts and `events` events in
        the row."""
        side = side_width(width)
        left = left_of(width, side)
        as_lines = events * (MIN_EVENT_WIDTH + 1) - 1 > left
        spare = height - (seats + 2) - BUILDINGS_HEIGHT
        columns = left // LINE_WIDTH
        if as_lines:
            while -(-events // columns) > max(1, spare):
                columns += 1
            spare -= -(-events // columns)
        else:
            columns = events
            spare -= 3
        bands = 1 + (spare >= BUILDINGS_HEIGHT)
        parts, spare = parts_that_fit(
            (("cards_and_buildings", BUILDINGS_HEIGHT, True), ("headings", 1 + bands, True)),
            spare,
        )
        more_parts, spare = parts_that_fit(
            (
                ("headings_below", bands, "headings" not in parts),
                ("event_effects", 1, not as_lines),
                ("card_effects", 3, True),
                ("own_counts", OWN_HEIGHT, True),
                ("tall_cards", 3, left >= 100),
                ("next_round", seats + NEXT_HEIGHT, True),
            ),
            spare,
        )
        parts |= more_parts
        return cls(
            left,
            side,
            1 if as_lines else 4 if "event_effects" in parts else 3,
            columns,
            2 + ("card_effects" in parts) + ("tall_cards" in parts),
            "cards_and_buildings" in parts,
            "headings" in parts,
            "headings" in parts or "headings_below" in parts,
            "own_counts" in parts,
            "next_round" in parts,
            spare if not side and spare >= LOG_TAIL else 0,
        )

    def events_height(self, number: int) -> int:
        """Return the height in rows of `number` events."""
        return self.events if self.events > 1 else -(-number // self.columns)
