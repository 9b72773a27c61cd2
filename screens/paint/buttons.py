"""First elements of places that belong to the screen itself, such as its buttons and list entries.

They have a namespace of their own, so that games can name their places freely. Where a place has
other elements, the docstring of its first element names them.
"""

from __future__ import annotations

from typing import Final

from screens.paint.canvas import Spot

_OWN: Final = "screen:"

CHOICE: Final = f"{_OWN}choice"
"""A choice of the list, with its number."""

MORE: Final = f"{_OWN}more"
"""The mark where a list continues, with the number of the nearest hidden choice."""

SHUT: Final = f"{_OWN}shut"
"""An entry of a list that cannot be chosen now, with elements that identify the entry."""

COUNT: Final = f"{_OWN}count"
"""A counter, with its number."""

MINUS: Final = f"{_OWN}minus"
"""Button that decreases a counter, with the number of the counter."""

PLUS: Final = f"{_OWN}plus"
"""Button that increases a counter, with the number of the counter."""

CONFIRM_MARKED: Final = f"{_OWN}take"
"""Button that confirms the marked objects, or that chooses Skip."""

PANEL_ENTRY: Final = f"{_OWN}mark"
"""An entry of the panel: an object to mark, with its number, or a game's own option."""

KEY: Final = f"{_OWN}key"
"""A key hint or a button, with the key that a click presses as the last element."""

LOG: Final = f"{_OWN}log"
"""A line of the log, with its index."""

SCROLL: Final = f"{_OWN}scroll"
"""The mark where a page continues, with the direction (-1 or 1). With 0, it scrolls a log to its
end."""

PASS_SCREEN: Final = f"{_OWN}pass_screen"
"""The block with the name of the next player on the pass screen, with that player's seat."""

ANSWER_OPENLY: Final = f"{_OWN}answer_openly"
"""Button to answer openly instead of using the pass screen."""

FULL_TEXT: Final = f"{_OWN}whole"
"""Button that opens the full text of a panel in which the text does not fit."""

CONFIRM_PICK: Final = f"{_OWN}asked"
"""Button that confirms the pick, in the line of keys."""

NOTICE: Final = f"{_OWN}notice"
"""A card with a notice, such as the task of a lesson."""


def is_button(place: Spot) -> bool:
    """Return whether a place is a button of the screen rather than a place of the game."""
    return isinstance(place, tuple) and bool(place) and str(place[0]).startswith(_OWN)
