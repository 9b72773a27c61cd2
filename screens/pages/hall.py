"""What the menu and the lobby of a house have in common: things to do, each with its key."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from engine.i18n.text import Text
from screens.keys import key_name
from screens.pages.page import Page
from screens.paint.canvas import Canvas, Rect, clip
from screens.paint.shapes import paint_cap

DO: Final = "do"
"""The first word of a place that stands for something to do."""

ROOMY: Final = 24
"""From so many rows of the body on panels have borders."""

CAP: Final = 4
"""The width of a key and the blank after it."""


class Hall(Page):
    """A page from which one goes to games: those that can be begun have numbers, all else has
    letters."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
    ]

    is_panel = False

    where: ClassVar[str]
    """Where the commands of this page belong, in the table of all commands."""

    def key_to(self, name: str) -> Text:
        """The key of something to do."""
        return key_name(self.key_of(f"{self.where}.{name}"))

    def paint_doing(
        self, canvas: Canvas, line: Rect, cap: str, text: str, role: str = "text"
    ) -> None:
        """Something to do: its key, and what it is."""
        paint_cap(canvas, line.x, line.y, cap)
        canvas.put(line.x + CAP, line.y, clip(text, line.width - CAP, canvas.glyphs), role)
