"""Actions of the menu and the lobby, and functions that run and paint them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeGuard

from textual.binding import Binding, BindingType

from engine.i18n.text import Text, verbatim
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of
from screens.paint.shapes import paint_cap

ACTION_PLACE: Final = "do"
"""First item of the places of actions."""

GAME_PLACE: Final = "game"
"""First item of the places of games."""

ROOMY_HEIGHT: Final = 24
"""Minimum height of a page's body in rows at which its panels have borders."""

CAP_WIDTH: Final = 4
"""Width of a key cap and the blank after it."""


NUMBER_BINDINGS: Final[list[BindingType]] = [
    Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
]
"""Keys 1 to 9, which call `action_number` of the page."""


WIDE_PAGE: Final = 120
"""Minimum width in columns of a page that also shows a table."""

MIN_TABLE: Final = 17
"""Minimum height, in rows, of a table on a page."""


class MenuAction(NamedTuple):
    """An action: name, title, function, and description."""

    name: str
    title: Text
    run: Callable[[], None]
    about: Text = verbatim("")


def is_game(place: Spot | None) -> TypeGuard[tuple[str, str]]:
    """Return whether a place is that of a game."""
    return isinstance(place, tuple) and place[0] == GAME_PLACE


def run_action(actions: Sequence[MenuAction], name: str) -> None:
    """Run the action called `name`, if it is available."""
    for action in actions:
        if action.name == name:
            action.run()


def paint_action(canvas: Canvas, line: Rect, cap: str, text: str, role: str = "text") -> None:
    """Paint an action in the row `line`: its key on a cap, and its title `text` in the style
    `role`."""
    paint_cap(canvas, line.x, line.y, cap)
    canvas.put_clipped(line.x + CAP_WIDTH, line.y, line.width - CAP_WIDTH, text, role)


def paint_button(canvas: Canvas, x: int, y: int, place: Spot, text: str) -> int:
    """Paint a button. Return the column after it."""
    canvas.spot(place, Rect(x - 1, y, width_of(text) + 4, 1))
    return canvas.put(x, y, f" {text} ", "cap")
