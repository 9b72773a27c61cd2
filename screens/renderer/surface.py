"""Widget that shows a canvas, moves a cursor between places, and reports picks."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.paint.animation import Veil
from screens.paint.canvas import Canvas, Hint, Rect, Spot
from screens.paint.theme import Theme, theme
from screens.renderer.composed_rows import ComposedRows
from screens.renderer.diff_renderer import CellSpan, DiffApp
from screens.renderer.overlay import (
    NO_LABELS,
    CellRow,
    heading_row,
)

if TYPE_CHECKING:
    from textual.color import Color
    from textual.filter import LineFilter

WHEEL_LINES = 3
"""Number of lines scrolled per notch of the mouse wheel."""


OTHER_BUTTON: Final = 3
"""Number of the right mouse button."""


class Surface(Widget, can_focus=True):
    """A painted board. The mouse pointer moves among selectable places, and a click picks one.
    Screens handle keys.

    After any change only the cells that look different are redrawn.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Surface { width: 1fr; height: 1fr; }
    """

    @dataclass
    class AtPlace(Message):
        """A message about a place."""

        place: Spot

    class Pointed(AtPlace):
        """The cursor or mouse pointer has reached a place, selectable or not."""

    class Picked(AtPlace):
        """A selectable place was chosen."""

    class Refused(AtPlace):
        """An unselectable place was clicked."""

    class Turned(Message):
        """The right mouse button was pressed."""

    @dataclass
    class Scrolled(Message):
        """The wheel was turned over `place` by `lines`, which are negative for upwards."""

        lines: int
        place: Spot | None

    @dataclass
    class Sized(Message):
        """The surface has a new size, so its canvas should be repainted."""

        width: int
        height: int

    def __init__(
        self,
        canvas: Canvas | None = None,
        *,
        initial_theme: Theme = theme(),  # noqa: B008 - a frozen value
        can_focus: bool = True,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.can_focus = can_focus
        self.rows = ComposedRows(canvas or Canvas(0, 0, initial_theme.glyphs))
        self.surface_styles = SurfaceStyles(self, initial_theme)
        self.cursor: Spot | None = None
        """The place under the cursor, if any."""
        self._laid: dict[Rect, tuple[dict[Spot, list[Rect]], dict[Spot, Hint]]] = {}
        self._hovered: Spot | None = None
        self.painted_rows: dict[int, CellRow] = {}
        self._strips: dict[int, Strip] = {}
        self._sender = DirectSender(self)

    # Contents

    @property
    def canvas(self) -> Canvas:
        return self.rows.canvas

    @property
    def legal(self) -> tuple[Spot, ...]:
        """The selectable places."""
        return tuple(self.rows.legal)

    def show(self, canvas: Canvas) -> None:
        """Show another canvas. Selectable places, cursor and highlights stay if the canvas still
        has them."""
        before = self.canvas
        self._set_canvas(canvas)
        self.rows.compass = None
        self.set_cursor(self.cursor)
        if self.painted_rows and not (self.rows.legal or self.rows.closed or self.rows.flashed):
            rows = canvas.rows_unlike(before)
            self.rows.forget(rows)
            self._renew(rows)
        else:
            self._renew()

    def _set_canvas(self, canvas: Canvas) -> None:
        if (canvas.width, canvas.height) != (self.canvas.width, self.canvas.height):
            self.painted_rows.clear()
        self.rows.canvas = canvas
        self._laid = {}

    def replace(self, part: Canvas, x: int, y: int) -> None:
        """Replace the part of the current canvas at (`x`, `y`) with another canvas."""
        rect, spots = part.rect.moved(x, y), (part.spots, part.spots.hints)
        rows: Iterable[int]
        if spots == self._laid.get(rect):
            rows = self.canvas.replace_cells(part, x, y)
            self.rows.forget(rows)
        else:
            changed, rows = self.canvas.replace(part, x, y)
            self._laid = {rect: spots} if changed else {**self._laid, rect: spots}
            self.rows.forget(rows)
            if changed:
                self.rows.compass = None
                rows = self.rows.lay_in(range(max(0, y), min(y + part.height, self.canvas.height)))
                if not self.rows.has_cursor_at(self.cursor):
                    self.set_cursor(self.cursor)
        self._renew(rows)

    def offer(
        self,
        legal: Iterable[Spot],
        *,
        canvas: Canvas | None = None,
        closed: Iterable[Spot] = (),
        cursor: Spot | None = None,
        labels: Mapping[Spot, str] = NO_LABELS,
        faint: Collection[Spot] = (),
        marks: bool = True,
    ) -> None:
        """Make the places in `legal` selectable, each labelled with its key in `labels`, if any,
        and show those in `closed` as closed. The keys of the places in `faint` are dim. Without
        `marks`, only the cursor is shown. With `canvas`, show that canvas.

        The cursor goes to `cursor` if given. Otherwise it stays or, if its place is gone, goes to
        the nearest selectable place.
        """
        if canvas is not None:
            self._set_canvas(canvas)
        self.rows.offer(legal, labels, closed, faint=faint, marks=marks)
        self.set_cursor(self.cursor if cursor is None else cursor)
        self._renew(range(self.canvas.height))

    def point(self, place: Spot | None) -> None:
        """Move the cursor to a selectable place. Ignore other places."""
        if place in self.rows.legal and place != self.cursor:
            rows = self.rows.cursor_rows()
            self.set_cursor(place)
            self._renew(rows | self.rows.cursor_rows())

    def flash(self, what: Iterable[Spot | Rect]) -> None:
        """Highlight changes, given as places or rectangles, until the next call."""
        before, self.rows.flashed = self.rows.flashed, tuple(what)
        if before != self.rows.flashed:
            self._renew()

    def veil(self, cells: Veil) -> None:
        """Show `cells` over the canvas, below markers and cursor, until the next call."""
        rows = sorted(self.rows.veil.keys() | cells.keys())
        if rows:
            self.rows.veil = cells
            self.rows.forget(rows)
            self._renew(rows)

    def set_theme(self, theme: Theme) -> None:
        """Use another palette. (Another glyph set needs a canvas that has been painted with it.)"""
        self.surface_styles.theme = theme
        self._forget_styles()
        self.refresh()

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines of the canvas with its overlays. A surface has neither border nor
        padding."""
        strips = [self.render_line(y) for y in crop.line_range]
        left, right = crop.column_span
        if (left, right) == (0, self.size.width):
            return strips
        return [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return a line of the canvas with its overlays."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._make_strip(y)
        return strip

    def notify_style_update(self) -> None:
        """Clear the caches of colours if the style sheet has changed them."""
        super().notify_style_update()
        if self.surface_styles.ground != self.rich_style:
            self._forget_styles()

    def _forget_styles(self) -> None:
        self.surface_styles.forget()
        self.painted_rows.clear()
        self._strips.clear()

    def _make_strip(self, y: int) -> Strip:
        if not 0 <= y < self.canvas.height:
            return Strip.blank(self.size.width, self.surface_styles.base())
        row = self.painted_rows.get(y)
        if row is None:
            row = self.painted_rows[y] = self.rows.compose(y)
        segments: list[Segment] = []
        x = 0
        for role, cells in groupby(row.roles):
            end = x + len(list(cells))
            segments.append(Segment("".join(row.chars[x:end]), self.surface_styles.style(role)))
            x = end
        width = self.size.width
        strip = Strip(segments, x)
        return strip if x == width else strip.adjust_cell_length(width, self.surface_styles.base())

    def span(self, region: Region) -> CellSpan | None:
        """Return the cells of a one-row region as they were last drawn; None if they have not been
        drawn."""
        row, columns = self.painted_rows.get(region.y), slice(region.x, region.right)
        if row is None:
            return None
        return CellSpan(
            region.x, region.y, row.chars[columns], row.roles[columns], self.surface_styles.style
        )

    def _renew(self, rows: Iterable[int] | None = None) -> None:
        """Compose rows (by default, all rows) again, and redraw the cells that look different."""
        if rows is None:
            self.rows.lay()
            rows = range(self.canvas.height)
        if not self.painted_rows:
            self._strips.clear()
            self.refresh()
            return
        regions: list[Region] = []
        for y in rows:
            old, new = self.painted_rows.get(y), self.rows.compose(y)
            if old is None:
                columns: tuple[int, int] | None = (0, self.size.width)
            else:
                columns = new.difference(old)
            if columns is not None:
                self.painted_rows[y] = new
                self._strips.pop(y, None)
                regions.append(Region(columns[0], y, columns[1] - columns[0], 1))
        if regions:
            self._sender.send(regions)

    # The cursor

    def set_cursor(self, place: Spot | None) -> None:
        """Put the cursor on a place, or on the nearest selectable one. The terminal's hidden cursor
        follows, because input methods open there and screen readers read from there."""
        if place not in self.rows.legal or place not in self.canvas.spots:
            place = self.rows.nearest()
        self.cursor = place
        active = self.has_focus or not self.can_focus
        anchors = self.rows.lay_cursor(place, "cursor" if active else "cursor.away")
        if anchors and self.is_attached:
            self.place_cursor(anchors[0].x, heading_row(self.canvas, anchors[0]))

    def place_cursor(self, x: int, y: int) -> None:
        """Move the terminal's hidden cursor to a cell of the canvas."""
        self.app.cursor_position = self.content_region.offset + Offset(x, y)

    # The pointer

    def place_at(self, x: int, y: int) -> Hashable | None:
        """Return the place under a cell of the canvas, preferably a selectable one if several
        overlap; None if there is none."""
        for place in self.rows.legal:
            if any(rect.holds(x, y) for rect in self.canvas.rects(place)):
                return place
        return self.canvas.spots.at(x, y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the place under the mouse pointer."""
        place = self.place_at(event.x, event.y)
        if place == self._hovered:
            return
        self._hovered = place
        if place is not None:
            self.point(place)
            self.post_message(self.Pointed(place))

    def on_leave(self) -> None:
        """Forget the place under the mouse pointer."""
        self._hovered = None

    def on_click(self, event: events.Click) -> None:
        """Report the place that was clicked, or a press of the right mouse button."""
        place = self.place_at(event.x, event.y)
        if event.button == OTHER_BUTTON:
            event.stop()
            self.post_message(self.Turned())
            return
        if place is None or event.button != 1:
            return
        event.stop()
        if place in self.rows.legal:
            self.point(place)
            self.post_message(self.Picked(place))
        else:
            self.post_message(self.Refused(place))

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def report_wheel(self, event: events.MouseEvent) -> None:
        """Report a turn of the wheel, with the place under the mouse pointer."""
        event.prevent_default().stop()
        lines = -WHEEL_LINES if isinstance(event, events.MouseScrollUp) else WHEEL_LINES
        self.post_message(self.Scrolled(lines, self.place_at(event.x, event.y)))

    # Size and focus

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a canvas of the new size."""
        self._strips.clear()
        self._sender.visible = event.size
        self.post_message(self.Sized(event.size.width, event.size.height))

    @on(events.Focus)
    @on(events.Blur)
    def show_focus(self, event: events.Event) -> None:
        """Show the cursor as active or inactive. Textual's own handlers do the same, but redraw
        everything."""
        event.prevent_default()
        self.has_focus = isinstance(event, events.Focus)
        self.set_cursor(self.cursor)
        self._renew(self.rows.cursor_rows())
        if self.parent is not None:
            event_class = events.DescendantFocus if self.has_focus else events.DescendantBlur
            self.parent.post_message(event_class(self))


class SurfaceStyles:
    """The styles of the roles on a surface, after the style sheet and filters have been applied."""

    def __init__(self, surface: Surface, theme: Theme) -> None:
        self._surface = surface
        self.theme = theme
        self.ground: Style | None = None
        self._styles_of_roles: dict[str, Style] = {}
        self._filters: tuple[Sequence[LineFilter], Color] | None = None

    def style(self, role: str) -> Style:
        style = self._styles_of_roles.get(role)
        if style is None:
            style = self._filtered(self._sheet_style() + self.theme.style(role))
            self._styles_of_roles[role] = style
        return style

    def base(self) -> Style:
        """Return the style of cells beyond the canvas."""
        return self._filtered(self._sheet_style())

    def _sheet_style(self) -> Style:
        """Return the colours that the style sheet gives to the widget."""
        if self.ground is None:
            self.ground = self._surface.rich_style
        return self.ground

    def _filtered(self, style: Style) -> Style:
        """Apply the app's filters to a style."""
        if self._filters is None:
            self._filters = self._surface.get_line_filters(), self._surface.background_colors[1]
        segments, (filters, ground) = [Segment(" ", style)], self._filters
        for line_filter in filters:
            segments = line_filter.apply(segments, ground)
        return segments[0].style or Style.null()

    def forget(self) -> None:
        """Forget all styles, because the style sheet, the theme or the filters have changed."""
        self.ground = self._filters = None
        self._styles_of_roles.clear()


class DirectSender:
    """Sender of the changed cells of a surface. If only the surface is visible, they are sent as
    soon as the current handler ends, otherwise through Textual."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._unsent: list[Region] = []
        self.visible: Size | None = None
        """Visible size of the surface, once something is visible."""

    def send(self, regions: list[Region]) -> None:
        """Send the cells of one-row regions: directly when the current handler ends, if only the
        surface is visible, otherwise through Textual."""
        if self.visible is None or not isinstance(self._surface.app, DiffApp):
            self._surface.refresh(*regions)
            return
        if not self._unsent:
            self._surface.post_message(events.Callback(self._send_unsent))
        self._unsent += regions

    def _send_unsent(self) -> None:
        surface, app = self._surface, self._surface.app
        regions, self._unsent = self._unsent, []
        assert isinstance(app, DiffApp)
        spans = [span for region in regions if (span := surface.span(region)) is not None]
        alone = app.screen is surface.screen and self.visible == app.size
        if not (len(spans) == len(regions) and alone and app.show_at_once(spans)):
            surface.refresh(*regions)
