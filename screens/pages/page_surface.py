"""The widget of a page: mouse, and the terminal's cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from screens.pages.page_frame import NEWS
from screens.pages.prompt import Prompt
from screens.pages.scrolled_body import ScrolledBody
from screens.paint.canvas import Canvas, Spot
from screens.paint.text_field import TextField
from screens.paint.theme import Theme
from screens.renderer.surface import Surface


class PaintedPage(Protocol):
    """A page as its widget sees it."""

    prompt: Prompt
    scroll: ScrolledBody
    pointed: Spot | None
    shown_stops: Sequence[Spot]

    @property
    def hovers(self) -> bool:
        """Whether the cursor follows the mouse."""

    @property
    def fields(self) -> Mapping[Spot, TextField]:
        """The text fields by place."""

    def picture(self) -> Canvas:
        """Paint the page."""

    def show(self) -> None:
        """Repaint the page."""

    def point(self, place: Spot) -> None:
        """Move the cursor to a stop."""

    def clicked(self, place: Spot) -> None:
        """Handle a click on a place."""

    def action_step(self, by: int) -> None:
        """Move to the next or previous stop."""


class PageSurface(Surface):
    """The only widget of a page, created with the page already painted on it."""

    def __init__(self, page: PaintedPage, look: Theme) -> None:
        super().__init__(page.picture(), look=look, can_focus=False)
        self.page = page

    def show(self, canvas: Canvas) -> None:
        """Show the page painted anew, with the terminal's cursor on the caret, or on the stop under
        the page's cursor."""
        super().show(canvas)
        entry, pointed = self.page.prompt.entry, self.page.pointed
        if entry is not None:
            column = entry.field.caret_column(canvas.width - 4)
            self.place_cursor(2 + column, canvas.height - NEWS)
        elif pointed is not None and (region := canvas.spots.region(pointed)):
            field = self.page.fields.get(pointed)
            column = field.caret_column(region.width) if field is not None else 0
            self.place_cursor(region.x + column, region.y)

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Repaint for the new size."""
        self.page.show()

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        """Let the cursor follow the mouse."""
        page = self.page
        if page.hovers and event.place in page.shown_stops and not page.prompt.is_open:
            page.point(event.place)

    def on_surface_refused(self, event: Surface.Refused) -> None:
        """Handle a click on a place that is not a choice of the surface."""
        self.page.clicked(event.place)

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        """Move the cursor by a stop, or scroll."""
        if self.page.shown_stops:
            self.page.action_step(1 if event.lines > 0 else -1)
        else:
            self.page.scroll.top += event.lines
            self.page.show()
