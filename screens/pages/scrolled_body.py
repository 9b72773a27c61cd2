"""Scrolling of a page's body."""

from __future__ import annotations

from typing import Final

from attrs import define

from screens.paint.canvas import Canvas, Rect, Spot

SCROLL_PLACE: Final = "scroll"
"""First element of the place of an arrow that scrolls the body. The arrow is not a stop."""


@define
class ScrolledBody:
    """The visible part of a body: `room` of its `height` rows, from row `top` on."""

    top: int = 0
    height: int = 0
    room: int = 0

    @property
    def at_end(self) -> bool:
        """Whether the end of the body is visible."""
        return self.top + self.room >= self.height

    def show(self, body: Canvas, room: int, place: Spot | None) -> None:
        """Scroll so that `place`, if the body contains it, is among the `room` visible rows."""
        self.height, self.room = body.height, room
        region = body.spots.region(place) if place is not None else None
        if region is not None:
            if region.y < self.top + 1:
                self.top = region.y - 1
            if region.bottom > self.top + room - 1:
                self.top = region.bottom - room + 1
        self.top = max(0, min(self.top, body.height - room))

    def paint(self, canvas: Canvas, y: int, body: Canvas) -> None:
        """Paint the visible rows from row `y` on, and arrows where the body can be scrolled."""
        width, room = canvas.width, self.room
        if body.height == room:
            canvas.share_rows(body, y)
        else:
            canvas.blit(body, 0, y, Rect(0, self.top, width, room))
        if self.top > 0:
            canvas.put(width - 1, y, canvas.glyphs("more.up"), "key", spot=(SCROLL_PLACE, -1))
        if not self.at_end:
            sign = canvas.glyphs("more.down")
            canvas.put(width - 1, y + room - 1, sign, "key", spot=(SCROLL_PLACE, 1))
