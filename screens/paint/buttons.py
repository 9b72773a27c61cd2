"""Spots of the screen's own (hit regions): choices, keys, counters, lines of the log.

They have a namespace of their own, so that a game may call its places what it likes.
"""

from __future__ import annotations

from typing import Final

from screens.paint.canvas import Spot

_OWN: Final = "screen:"

CHOICE: Final = f"{_OWN}choice"
"""A choice of the list, by its number."""

MORE: Final = f"{_OWN}more"
"""The mark where a list goes on, by the number of the next choice there."""

SHUT: Final = f"{_OWN}shut"
"""What stands in a list and cannot be chosen now."""

COUNT: Final = f"{_OWN}count"
"""A counter, by its number."""

MINUS: Final = f"{_OWN}minus"
PLUS: Final = f"{_OWN}plus"
"""Fewer and more at a counter."""

TAKE: Final = f"{_OWN}take"
"""To take what is marked."""

MARK: Final = f"{_OWN}mark"
"""A thing that can be marked and has no place on the table."""

KEY: Final = f"{_OWN}key"
"""A key named at the bottom."""

LOG: Final = f"{_OWN}log"
"""A line of the log."""

SCROLL: Final = f"{_OWN}scroll"
"""The mark where a page goes on, by which way: -1 or 1; 0 where a log goes on to its end."""

CURTAIN: Final = f"{_OWN}curtain"
"""The name on the curtain."""

ALOUD: Final = f"{_OWN}aloud"
"""To answer aloud, in place of opening the curtain."""

WHOLE: Final = f"{_OWN}whole"
"""To read all of what finds no room."""

ASKED: Final = f"{_OWN}asked"
"""What stands once more where the confirmation is asked."""

NOTICE: Final = f"{_OWN}notice"
"""The card that lies over the table."""


def is_button(place: Spot) -> bool:
    """Whether a place is the screen's own and none of a game's."""
    return isinstance(place, tuple) and bool(place) and str(place[0]).startswith(_OWN)
