"""What the room at hand buys for the table of Troyes."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from screens.paint.layout import bought, left_of, side_width

BUILDINGS_HEIGHT: Final = 6
OWN_HEIGHT: Final = 3
NEXT_HEIGHT: Final = 3
"""The rows of the next round beside those of the players; it takes one of the reader's, too."""

LOG_TAIL: Final = 6
LEAST_EVENT: Final = 13
"""So narrow may the card of an event be."""

LINE_WIDTH: Final = 39
"""An event that is told in a line wants so many columns."""


@frozen
class Plan:
    """How the parts of the table stand below one another.

    `side` is the width of the column at the right (0: none), `events` the height of the cards of
    events (1: they are lines, in `columns`), `cards` that of Activity cards, `both` says that
    cards and buildings stand on the table at once, `heads` that every part has a heading, `parted`
    that at least what lies below the events has. `own` is what concerns the reader alone,
    `next` what the next round brings everybody, `tail` the rows of the log below all.
    """

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
    def of(cls, width: int, height: int, seats: int, events: int) -> Plan:
        """The plan for a room of that size, so many districts and so many events in the row."""
        side = side_width(width)
        left = left_of(width, side)
        lines = events * (LEAST_EVENT + 1) - 1 > left
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
        has, spare = bought(
            (("both", BUILDINGS_HEIGHT, True), ("heads", 1 + bands, True)),
            spare,
        )
        more, spare = bought(
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
        """How many rows the events take."""
        return self.events if self.events > 1 else -(-number // self.columns)
