"""Screen with a scrolling body and places in it that the cursor visits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType

from screens.pages.app_context import PageContext
from screens.pages.painted_screen import PaintedScreen
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of
from screens.paint.shapes import SURFACE
from screens.paint.text_field import TextField
from screens.renderer.surface import Surface

LESS: Final = "less"
MORE: Final = "more"
SCROLL: Final = "scroll"
"""First words of places that are not stops: the arrows beside a value, those of a body that
scrolls."""


class ScrollingScreen(PaintedScreen):
    """A body of any height with *stops*: the places that the cursor visits.

    Subclasses paint the body and list its stops. Keys call `activate` (Enter) and `turn` (left,
    right) on the stop under the cursor; without stops they scroll.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("shift+tab", "step(-1)", show=False),
        Binding("tab", "step(1)", show=False),
        Binding("pageup", "leaf(-1)", show=False),
        Binding("pagedown", "leaf(1)", show=False),
        Binding("home", "to_end(-1)", show=False),
        Binding("end", "to_end(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("space", "take", show=False),
    ]

    is_panel: ClassVar[bool] = True
    """Whether the body is one panel, rather than having panels of its own."""

    def __init__(self, guildhall: PageContext) -> None:
        super().__init__(guildhall)
        self.pointed: Spot | None = None
        self.fields: dict[Spot, TextField] = {}
        self.top = 0
        self._stops: Sequence[Spot] = ()
        self._height = 0
        self._room = 0

    # The body

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the body; if it is higher than `height`, it scrolls."""
        raise NotImplementedError

    def stops(self) -> Sequence[Spot]:
        """The places that the cursor visits, in order."""
        return ()

    def default_stop(self) -> Spot | None:
        """Stop for a cursor that is at no stop, or no longer."""
        return self._stops[0] if self._stops else None

    def buttons(self) -> Sequence[Spot]:
        """Clickable places that the cursor does not visit."""
        return ()

    def activate(self, place: Spot) -> None:
        """Handle Enter or a click on a stop, or a click on a button."""

    def turn(self, place: Spot, by: int) -> bool:
        """Change the value of a stop; False if it has none."""
        return False

    # Painting

    def find_cursor(self) -> None:
        """List the stops anew; a cursor that is at none of them goes to the default one."""
        self._stops = self.stops()
        if self.pointed not in self._stops:
            self.pointed = self.default_stop()

    def paint_scrolled(self, canvas: Canvas, y: int, room: int) -> None:
        """Paint `room` rows of the body from row `y` on, with the stop under the cursor in sight
        and arrows where more can be scrolled to."""
        width = canvas.width
        body = self.paint_body(width, room)
        self._room, self._height = room, body.height
        self._scroll_into_sight(body, room)
        if self.pointed is not None and self.pointed not in self.fields:
            mark(body, body.rects(self.pointed))
        if self.is_panel:
            canvas.ground(Rect(1, y, width - 2, room), SURFACE)
        if body.height == room and not self.is_panel:
            canvas.take_rows(body, y)
        else:
            canvas.blit(body, 0, y, Rect(0, self.top, width, room))
        if self.top > 0:
            canvas.put(width - 1, y, canvas.glyphs("more.up"), "key", spot=(SCROLL, -1))
        if self.top + room < body.height:
            sign = canvas.glyphs("more.down")
            canvas.put(width - 1, y + room - 1, sign, "key", spot=(SCROLL, 1))

    def _scroll_into_sight(self, body: Canvas, room: int) -> None:
        region = body.spots.region(self.pointed) if self.pointed is not None else None
        if region is not None:
            if region.y < self.top + 1:
                self.top = region.y - 1
            if region.bottom > self.top + room - 1:
                self.top = region.bottom - room + 1
        self.top = max(0, min(self.top, body.height - room))

    def paint_value(
        self, canvas: Canvas, x: int, y: int, width: int, place: Spot, text: str
    ) -> None:
        """Paint a value between two arrows that change it; its cells belong to the stop."""
        canvas.put(x, y, canvas.glyphs("mark.right"), "key", spot=(LESS, place))
        canvas.put(x + 2, y, clip(text, width - 4, canvas.glyphs), "text")
        end = x + 2 + min(width_of(text), width - 4)
        canvas.put(end + 1, y, canvas.glyphs("mark.left"), "key", spot=(MORE, place))

    # Moving

    def point(self, place: Spot) -> None:
        """Move the cursor to a stop."""
        if place != self.pointed:
            self.pointed = place
            self.show()

    def action_step(self, by: int) -> None:
        """Move to the next or previous stop, wrapping around; without stops, scroll."""
        if not self._stops:
            self.scroll_body(by)
        elif self.pointed in self._stops:
            at = self._stops.index(self.pointed) + by
            self.point(self._stops[at % len(self._stops)])

    def action_leaf(self, by: int) -> None:
        """Move or scroll by almost a page."""
        room = max(1, self._room - 2)
        if self.pointed in self._stops:
            at = self._stops.index(self.pointed) + by * room
            self.point(self._stops[max(0, min(len(self._stops) - 1, at))])
        else:
            self.scroll_body(by * room)

    def action_to_end(self, by: int) -> None:
        """Move to the first or last stop, or scroll to the start or end."""
        if self._stops:
            self.point(self._stops[0 if by < 0 else -1])
        else:
            self.scroll_body(by * self._height)

    def action_turn(self, by: int) -> None:
        """Take the next value of the stop under the pointer or the one before."""
        self.turn_by(by)

    def turn_by(self, by: int) -> bool:
        """Take the next value of the stop under the pointer or the one before; False if it has
        none."""
        if not by or self.pointed is None or not self.turn(self.pointed, by):
            return False
        self.show()
        return True

    def action_take(self) -> None:
        """Activate the stop under the cursor."""
        if self.pointed is not None:
            self.activate(self.pointed)

    @property
    def at_end(self) -> bool:
        """Whether the end of the body is visible."""
        return self.top + self._room >= self._height

    def scroll_body(self, by: int) -> None:
        """Scroll the body by `by` rows."""
        self.open_at(self.top + by)

    def open_at(self, top: int) -> None:
        """Scroll the body to row `top`, as far as possible."""
        self.top = top
        self.show()

    def press_field(self, event: events.Key) -> bool:
        """Type into the field under the cursor; False if there is none or nothing was typed."""
        field = self.fields.get(self.pointed)
        return field is not None and field.press(event.key, event.character)

    # Mouse

    def click_arrow(self, place: Spot) -> bool:
        """Handle a click on an arrow beside a value or the body; False for any other place."""
        match place:
            case (which, int(by)) if which == SCROLL:
                self.action_leaf(by)
            case (which, stop) if which in (LESS, MORE):
                self.point(stop)
                self.turn(stop, -1 if which == LESS else 1)
                self.show()
            case _:
                return False
        return True

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        """Scroll, or move the cursor by a stop."""
        if self._stops:
            self.action_step(1 if event.lines > 0 else -1)
        else:
            self.scroll_body(event.lines)


def mark(canvas: Canvas, rects: Sequence[Rect]) -> None:
    """Mark a stop as being under the cursor: reversed, with a symbol if it starts with a blank."""
    for rect in rects:
        if canvas.chars[rect.y][rect.x] == " ":
            canvas.put(rect.x, rect.y, canvas.glyphs("point.left"))
        canvas.tint(*rect, "text cursor")
