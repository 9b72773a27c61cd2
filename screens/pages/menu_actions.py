"""What the menu and the lobby of a house have in common: things to do, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual.binding import Binding, BindingType

from engine.i18n.text import Text, verbatim
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of
from screens.paint.shapes import paint_cap

DO: Final = "do"
"""The first word of a place that stands for something to do."""

ROOMY: Final = 24
"""From so many rows of the body on panels have borders."""

CAP: Final = 4
"""The width of a key and the blank after it."""


NUMBERS: Final[list[BindingType]] = [
    Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
]
"""The keys of games that can be begun; all else has letters."""


WIDE: Final = 120
"""From so many columns on a page shows a table too."""

LEAST_TABLE: Final = 17
"""Tables are painted for so many rows at least, as on the smallest terminal."""


class MenuAction(NamedTuple):
    """Something to do besides playing: its name, its title, what does it and what it is about."""

    name: str
    title: Text
    do: Callable[[], None]
    about: Text = verbatim("")


def do(todos: Sequence[MenuAction], name: str) -> None:
    """Do what has this name, if it can be done now."""
    for todo in todos:
        if todo.name == name:
            todo.do()


def paint_doing(canvas: Canvas, line: Rect, cap: str, text: str, role: str = "text") -> None:
    """Something to do: its key, and what it is."""
    paint_cap(canvas, line.x, line.y, cap)
    canvas.put(line.x + CAP, line.y, clip(text, line.width - CAP, canvas.glyphs), role)


def paint_button(canvas: Canvas, x: int, y: int, place: Spot, text: str) -> int:
    """A button; the column after it."""
    canvas.spot(place, Rect(x - 1, y, width_of(text) + 4, 1))
    return canvas.put(x, y, f" {text} ", "cap")
