"""Layout and painting of pages: title, panel, values, text fields, and the stop under the
cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of
from screens.paint.shapes import RAISED, SURFACE
from screens.paint.text_field import TextField
from screens.paint.theme import Glyphs

HEAD_ROWS: Final = 2
"""Number of rows above the body: the title, and a separator, which is blank with a tinted theme."""

MESSAGE_ROWS: Final = 2
"""Minimum number of rows for messages or typed text."""

FOOT_ROWS: Final = MESSAGE_ROWS + 2
"""Minimum number of rows below the body: a separator, messages or typed text, and the keys."""

DECREASE_PLACE: Final = "less"
"""First element of the place of the arrow that decreases a value. The arrow is not a stop."""

INCREASE_PLACE: Final = "more"
"""First element of the place of the arrow that increases a value. The arrow is not a stop."""


class Pane(Protocol):
    """Rows between the body and the prompt of a page. They do not scroll."""

    def height(self) -> int:
        """Return the number of rows."""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Paint the rows in `rect`, which is `height()` rows high."""


def body_height(height: int, pane: Pane | None) -> int:
    """Return the number of rows for the body of a page on a screen of `height` rows: all except the
    head, the foot and the pane."""
    return height - HEAD_ROWS - FOOT_ROWS - (pane.height() if pane is not None else 0)


def panel_body(width: int, height: int, glyphs: Glyphs) -> Canvas:
    """Return a blank body with the background of a panel, except for the first and last columns."""
    body = Canvas(width, height, glyphs)
    body.ground(Rect(1, 0, width - 2, height), SURFACE)
    return body


def free_rows(body: Canvas, height: int) -> int:
    """Return the number of blank rows at the end of a body shown in `height` rows, not counting the
    row that separates its content from the rows below; 0 if the body scrolls."""
    if body.height > height:
        return 0
    used = (y for y in reversed(range(body.height)) if set(body.chars[y]) != {" "})
    return max(0, height - 2 - next(used, -1))


def paint_frame(canvas: Canvas, title: str, aside: str, rows: int, *, lines: bool) -> None:
    """Paint the title, with `aside` at the right end of its row, and the background of the title,
    of the `rows` rows for messages, and of the row for keys. With `lines`, for themes without
    backgrounds, rules separate the title and the messages from the body."""
    width, news = canvas.width, canvas.height - 1 - rows
    x = canvas.put_clipped(2, 0, width - 4, title, "title")
    if aside:
        canvas.put_right(width - 2, 0, clip(aside, width - x - 4), "dim")
    canvas.ground(Rect(0, 0, width, 1), RAISED)
    canvas.ground(Rect(0, news, width, rows + 1), RAISED)
    if lines:
        canvas.rule(0, 1, width)
        canvas.rule(0, news - 1, width)


def paint_value(canvas: Canvas, x: int, y: int, width: int, place: Spot, text: str) -> None:
    """Paint `text`, the value of the stop `place`, between two arrows that change the value. The
    stop, which must already be on the canvas, is extended to the cells of the text."""
    end = x + 2 + min(width_of(text), width - 4)
    canvas.spot(place, Rect(x + 2, y, end - x - 2, 1), anchor=canvas.spots.anchors(place)[0])
    canvas.put(x, y, canvas.glyphs("mark.right"), "key")
    canvas.put_clipped(x + 2, y, width - 4, text, "text")
    canvas.put(end + 1, y, canvas.glyphs("mark.left"), "key")
    canvas.spot((DECREASE_PLACE, place), Rect(x - 1, y, 3, 1))
    canvas.spot((INCREASE_PLACE, place), Rect(end, y, 3, 1))


def paint_field(
    canvas: Canvas, box: Rect, place: Spot, field: TextField, *, active: bool, hint: str = ""
) -> None:
    """Paint a text field in `box`, and make `box` belong to `place`. The caret is shown if
    `active`, and `hint` while the field is empty."""
    canvas.spot(place, box)
    field.paint(canvas, box, active=active, hint=hint)


def mark_stop(canvas: Canvas, rects: Sequence[Rect]) -> None:
    """Show `rects` as the stop under the cursor: in the cursor's style, with a symbol in the first
    cell of each rectangle if that cell is blank."""
    for rect in rects:
        if canvas.chars[rect.y][rect.x] == " ":
            canvas.put(rect.x, rect.y, canvas.glyphs("point.left"))
        canvas.tint(*rect, "text cursor")
