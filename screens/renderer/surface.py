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


RIGHT_BUTTON: Final = 3
"""Number of the right mouse button."""


class Surface(Widget, can_focus=True):
    """A widget that shows a canvas. The mouse pointer moves the cursor among selectable places, and
    a click picks one. Keys are left to the screen.

    Unless the size or the style changes, only the part of each row that looks different is redrawn.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Surface { width: 1fr; height: 1fr; }
    """

    @dataclass
    class AtPlace(Message):
        """Base class of messages about a place on the canvas."""

        place: Spot

    class Pointed(AtPlace):
        """The mouse pointer has reached a place, selectable or not."""

    class Picked(AtPlace):
        """A selectable place was clicked."""

    class Clicked(AtPlace):
        """An unselectable place was clicked."""

    class RightClicked(Message):
        """The right mouse button was pressed."""

    @dataclass
    class Scrolled(Message):
        """The wheel was turned by `lines` (negative for upwards) over `place`, or over no place if
        `place` is None."""

        lines: int
        place: Spot | None

    @dataclass
    class Sized(Message):
        """The surface has a new size, in cells, so its canvas should be repainted."""

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
        """Show `canvas` instead of the current canvas. Keep the selectable and highlighted places
        that are on it, and move the cursor to the nearest selectable place if its own is gone."""
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
        """Replace the cells and places of the canvas from (`x`, `y`) on by those of `part`."""
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
                rows = self.rows.lay_overlays_in(
                    range(max(0, y), min(y + part.height, self.canvas.height))
                )
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
        and show those in `closed` as closed unless they are selectable. The keys of the places in
        `faint` are dim. Without `marks`, only the selectable place under the cursor is marked. With
        `canvas`, show that canvas.

        The cursor goes to `cursor` if given, and otherwise stays. If its place is not selectable,
        it goes to the nearest selectable place.
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
        """Return the lines within `crop` of the canvas with its overlays. A surface has neither
        border nor padding."""
        strips = [self.render_line(y) for y in crop.line_range]
        left, right = crop.column_span
        if (left, right) == (0, self.size.width):
            return strips
        return [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the canvas with its overlays. It is blank outside the canvas."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._make_strip(y)
        return strip

    def notify_style_update(self) -> None:
        """Clear the caches of styles and rows if the style of the surface has changed."""
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
        """Return the cells of a one-row region as they were last composed; None if its row has not
        been composed."""
        row, columns = self.painted_rows.get(region.y), slice(region.x, region.right)
        if row is None:
            return None
        return CellSpan(
            region.x, region.y, row.chars[columns], row.roles[columns], self.surface_styles.style
        )

    def _renew(self, rows: Iterable[int] | None = None) -> None:
        """Compose `rows` again, and redraw the cells that look different. By default, lay all
        overlays again and compose all rows. Before anything has been drawn, redraw everything."""
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
        """Put the cursor on `place` or, if that is not selectable or not on the canvas, on the
        nearest selectable place, without redrawing any rows. The terminal's hidden cursor follows,
        because input methods and screen readers use its position."""
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
        """Return the place at a cell of the canvas, preferably a selectable one if several overlap;
        None if the cell belongs to no place."""
        for place in self.rows.legal:
            if any(rect.holds(x, y) for rect in self.canvas.rects(place)):
                return place
        return self.canvas.spots.at(x, y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report a new place under the mouse pointer, and move the cursor there if the place is
        selectable."""
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
        """Report a click with the right button, or the place clicked with the left button, after
        moving the cursor there if the place is selectable."""
        place = self.place_at(event.x, event.y)
        if event.button == RIGHT_BUTTON:
            event.stop()
            self.post_message(self.RightClicked())
            return
        if place is None or event.button != 1:
            return
        event.stop()
        if place in self.rows.legal:
            self.point(place)
            self.post_message(self.Picked(place))
        else:
            self.post_message(self.Clicked(place))

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
        """Record whether the surface has the focus, and show the cursor as active or inactive. This
        replaces Textual's own handlers, which redraw everything."""
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
        """Return the style that the style sheet gives to the surface."""
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
        """Forget all styles and filters, because the style sheet or the theme has changed."""
        self.ground = self._filters = None
        self._styles_of_roles.clear()


class DirectSender:
    """Sender of the changed cells of a surface. If the surface fills the screen and nothing has
    been sent just before, the cells go to the terminal as soon as the current handler ends,
    otherwise through Textual, which is slower."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._unsent: list[Region] = []
        self.visible: Size | None = None
        """Size of the surface; None until it is first known."""

    def send(self, regions: list[Region]) -> None:
        """Send the cells of `regions`, each of which is one row high. Regions sent within one
        handler are combined, if possible."""
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
