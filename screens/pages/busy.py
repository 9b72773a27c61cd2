"""A page that does something that takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define

from engine.i18n.text import Text
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of

if TYPE_CHECKING:
    from screens.pages.page import Page


@define(eq=False)
class Busy:
    """The text that a page shows at its cursor while it does something that takes long. The text is
    empty if the page is not busy."""

    page: Page
    text: str = ""

    def show(self, text: Text, do: Callable[[], None]) -> None:
        """Show a text at the cursor and above the keys, then do something that takes long. Keys
        typed meanwhile go to the screen that is on top afterwards; clicks are ignored."""
        page = self.page
        page.guildhall.typeahead.hold()
        self.text, page.prompt.message = page.translate(text), ""
        page.show()
        page.call_after_refresh(self._do, do)

    def _do(self, do: Callable[[], None]) -> None:
        app = self.page.app
        try:
            do()
        finally:
            self.text = ""
            if app.screen is self.page:
                self.page.show()
            app.call_later(self.page.guildhall.typeahead.release)

    def paint(self, body: Canvas, stop: Rect) -> Rect:
        """Paint the text over a stop; return its cells."""
        width = min(max(stop.width, width_of(self.text) + 3), body.width - stop.x)
        row = Rect(stop.x, stop.y, width, 1)
        body.fill(*row)
        body.put_clipped(row.x + 2, row.y, width - 2, self.text)
        return row
