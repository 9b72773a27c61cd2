"""The widget that shows a canvas, has a cursor on places, and reports what is picked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.paint.animation import Veil
from screens.paint.canvas import MARKS, Canvas, Hint, Rect, Spot
from screens.paint.theme import Theme, theme
from screens.renderer.diff_renderer import CellSpan, DiffApp
from screens.renderer.overlay import (
    NO_LABELS,
    CellRow,
    Closed,
    Cursor,
    Flash,
    Legal,
    Overlay,
    heading_row,
)
from screens.renderer.spatial_navigation import Direction, SpatialNavigation

if TYPE_CHECKING:
    from textual.color import Color
    from textual.filter import LineFilter

WHEEL_LINES = 3
"""Number of lines scrolled per notch of the mouse wheel."""


OTHER_BUTTON: Final = 3
"""The right mouse button."""


class Surface(Widget, can_focus=True):
    """A painted board: arrows and mouse move among selectable places; Enter, Space and click pick.

    After any change only the cells that look different are redrawn.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Surface { width: 1fr; height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "steer('up')", show=False, id="board.up"),
        Binding("down", "steer('down')", show=False, id="board.down"),
        Binding("left", "steer('left')", show=False, id="board.left"),
        Binding("right", "steer('right')", show=False, id="board.right"),
        Binding("enter", "pick", show=False, id="board.pick"),
        Binding("space", "pick", show=False, id="board.pick_too"),
    ]

    class Told(Message):
        """A message of a surface; `surface` is its sender."""

        def __init__(self, surface: Surface) -> None:
            super().__init__()
            self.surface = surface

        @property
        def control(self) -> Surface:
            """The surface, for selectors of `@on`."""
            return self.surface

    class AtPlace(Told):
        """A message about a place."""

        def __init__(self, surface: Surface, place: Spot) -> None:
            super().__init__(surface)
            self.place = place

    class Pointed(AtPlace):
        """The cursor or mouse pointer has reached a place, selectable or not."""

    class Picked(AtPlace):
        """A selectable place was chosen."""

    class Refused(AtPlace):
        """A place was clicked that is not selectable now."""

    class Turned(Told):
        """The right mouse button was pressed."""

    class Scrolled(Told):
        """The wheel was turned by `lines` over a place, downwards if positive."""

        def __init__(self, surface: Surface, lines: int, place: Spot | None) -> None:
            super().__init__(surface)
            self.lines = lines
            self.place = place

    class Sized(Told):
        """The surface has another size, so its canvas should be repainted."""

        def __init__(self, surface: Surface, width: int, height: int) -> None:
            super().__init__(surface)
            self.width = width
            self.height = height

    def __init__(
        self,
        canvas: Canvas | None = None,
        *,
        look: Theme = theme(),  # noqa: B008 - a frozen value
        can_focus: bool = True,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.can_focus = can_focus
        self._canvas = canvas or Canvas(0, 0, look.glyphs)
        self._laid: dict[Rect, tuple[dict[Spot, list[Rect]], dict[Spot, Hint]]] = {}
        self._look = look
        self._legal: dict[Spot, None] = {}
        self._closed_places: frozenset[Spot] = frozenset()
        self._flashed: tuple[Spot | Rect, ...] = ()
        self._cursor: Spot | None = None
        self._hovered: Spot | None = None
        self._compass: SpatialNavigation | None = None
        self._labels = NO_LABELS
        self._overlays: dict[int, list[Overlay]] = {}
        self._cursor_overlays: list[Overlay] = []
        self._rows: dict[int, CellRow] = {}
        self._still_rows: dict[int, CellRow] = {}
        """Rows without the cursor, valid until canvas or overlays change."""
        self._veil: Veil = {}
        self._strips: dict[int, Strip] = {}
        self._unsent: list[Region] = []
        self._seen: Size | None = None
        """Visible size, once something is visible."""
        self._styles_of_roles: dict[str, Style] = {}
        self._ground: Style | None = None
        self._filters: tuple[Sequence[LineFilter], Color] | None = None

    # What is shown

    @property
    def canvas(self) -> Canvas:
        """The canvas shown."""
        return self._canvas

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._look

    @property
    def cursor(self) -> Spot | None:
        """The place under the cursor, if any."""
        return self._cursor

    @property
    def legal(self) -> tuple[Spot, ...]:
        """The selectable places."""
        return tuple(self._legal)

    def show(self, canvas: Canvas) -> None:
        """Show another canvas. Selectable places, cursor and highlights stay if still present."""
        before = self._canvas
        self._set_canvas(canvas)
        self._compass = None
        self._set_cursor(self._cursor)
        if self._rows and not (self._legal or self._closed_places or self._flashed):
            rows = canvas.rows_unlike(before)
            self._forget_still(rows)
            self._renew(rows)
        else:
            self._renew()

    def set_out(
        self,
        canvas: Canvas,
        legal: Iterable[Spot],
        *,
        closed: Iterable[Spot] = (),
        cursor: Spot | None = None,
        labels: Mapping[Spot, str] = NO_LABELS,
    ) -> None:
        """Show another canvas and let these places be picked on it: `show` and `offer` in one."""
        self._set_canvas(canvas)
        self.offer(legal, closed=closed, cursor=cursor, labels=labels)

    def _set_canvas(self, canvas: Canvas) -> None:
        if (canvas.width, canvas.height) != (self._canvas.width, self._canvas.height):
            self._rows.clear()
        self._canvas = canvas
        self._laid = {}

    def replace(self, part: Canvas, x: int, y: int) -> None:
        """Show another canvas in a part of the current one, which is modified."""
        rect, spots = part.rect.moved(x, y), (part.spots, part.hints)
        rows: Iterable[int]
        if spots == self._laid.get(rect):
            rows = self._canvas.replace_cells(part, x, y)
            self._forget_still(rows)
        else:
            changed, rows = self._canvas.replace(part, x, y)
            self._laid = {rect: spots} if changed else {**self._laid, rect: spots}
            self._forget_still(rows)
            if changed:
                self._compass = None
                rows = range(max(0, y), min(y + part.height, self._canvas.height))
                self._lay_overlays_of(rows)
                if not self._cursor_stays():
                    self._set_cursor(self._cursor)
        self._renew(rows)

    def offer(
        self,
        legal: Iterable[Spot],
        *,
        closed: Iterable[Spot] = (),
        cursor: Spot | None = None,
        labels: Mapping[Spot, str] = NO_LABELS,
    ) -> None:
        """Let these places be picked, each with its key in its mark if it has one in `labels`, and
        show others as closed.

        The cursor goes to `cursor` if given, else stays, or else goes to the nearest selectable
        place.
        """
        self._legal = dict.fromkeys(legal)
        self._labels = labels
        self._closed_places = frozenset(closed) - self._legal.keys()
        self._compass = None
        self._set_cursor(self._cursor if cursor is None else cursor)
        self._renew()

    def point(self, place: Spot | None) -> None:
        """Move the cursor to a selectable place; ignore other places."""
        if place in self._legal and place != self._cursor:
            rows = self._cursor_rows()
            self._set_cursor(place)
            self._renew(rows | self._cursor_rows())

    @property
    def flashed(self) -> tuple[Spot | Rect, ...]:
        """What is highlighted."""
        return self._flashed

    def flash(self, what: Iterable[Spot | Rect]) -> None:
        """Highlight changes, given as places or rectangles, until the next call."""
        before, self._flashed = self._flashed, tuple(what)
        if before != self._flashed:
            self._renew()

    def veil(self, cells: Veil) -> None:
        """Show these cells over the canvas, below markers and cursor, until the next call."""
        rows = sorted(self._veil.keys() | cells.keys())
        if rows:
            self._veil = cells
            self._forget_still(rows)
            self._renew(rows)

    def wear(self, look: Theme) -> None:
        """Use another palette. (Another glyph set needs a canvas painted with it.)"""
        self._look = look
        self._forget_styles()
        self.refresh()

    # Drawing

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The canvas's width, for style sheets with `auto`."""
        return self._canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The canvas's height, for style sheets with `auto`."""
        return self._canvas.height

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of the canvas with its overlays; a surface has neither border nor padding."""
        strips = [self.render_line(y) for y in crop.line_range]
        left, right = crop.column_span
        if (left, right) == (0, self.size.width):
            return strips
        return [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """A line of the canvas with its overlays."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._make_strip(y)
        return strip

    def notify_style_update(self) -> None:
        """Clear the caches of colours if the style sheet has changed them."""
        super().notify_style_update()
        if self._ground != self.rich_style:
            self._forget_styles()

    def _make_strip(self, y: int) -> Strip:
        if not 0 <= y < self._canvas.height:
            return Strip.blank(self.size.width, self._base())
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._compose_row(y)
        segments: list[Segment] = []
        x = 0
        for role, cells in groupby(row.roles):
            end = x + len(list(cells))
            segments.append(Segment("".join(row.chars[x:end]), self._style(role)))
            x = end
        width = self.size.width
        strip = Strip(segments, x)
        return strip if x == width else strip.adjust_cell_length(width, self._base())

    def _compose_row(self, y: int) -> CellRow:
        """A row of the canvas with all overlays."""
        still = self._still_rows.get(y)
        if still is None:
            still = self._still_rows[y] = self._compose_still(y)
        cursors = [overlay for overlay in self._cursor_overlays if y in overlay.rows()]
        if not cursors:
            return still
        row = still.copy()
        for overlay in cursors:
            overlay.draw(y, row)
        return row

    def _compose_still(self, y: int) -> CellRow:
        """A row of the canvas with all overlays except the cursor."""
        row = CellRow(self._canvas.chars[y].copy(), self._canvas.painted(y))
        for x, char, role in self._veil.get(y, ()):
            row.chars[x], row.roles[x] = char, role
        for overlay in self._overlays.get(y, ()):
            overlay.draw(y, row)
        return row

    def _renew(self, rows: Iterable[int] | None = None) -> None:
        """Compose rows again (all by default) and redraw what looks different."""
        if rows is None:
            self._lay_overlays()
            rows = range(self._canvas.height)
        if not self._rows:
            self._strips.clear()
            self.refresh(layout=self.styles.auto_dimensions)
            return
        regions: list[Region] = []
        for y in rows:
            old, new = self._rows.get(y), self._compose_row(y)
            if old is None:
                columns: tuple[int, int] | None = (0, self.size.width)
            else:
                columns = new.difference(old)
            if columns is not None:
                self._rows[y] = new
                self._strips.pop(y, None)
                regions.append(Region(columns[0], y, columns[1] - columns[0], 1))
        if regions:
            self._have_drawn(regions)

    def _have_drawn(self, regions: list[Region]) -> None:
        """Redraw cells: through Textual when it has time or, if only the surface is visible, as
        soon as the current handler ends."""
        if self._seen is None or not isinstance(self.app, DiffApp):
            self.refresh(*regions)
            return
        if not self._unsent:
            self.call_next(self._send)
        self._unsent += regions

    def _send(self) -> None:
        """Send changed cells immediately, or leave them to Textual if that is not possible."""
        app = self.app
        regions, self._unsent = self._unsent, []
        known = all(region.y in self._rows for region in regions)
        alone = app.screen is self.screen and self._seen == app.size
        assert isinstance(app, DiffApp)
        if not (known and alone and app.show_at_once(map(self._span, regions))):
            self.refresh(*regions)

    def _span(self, region: Region) -> CellSpan:
        row, columns = self._rows[region.y], slice(region.x, region.right)
        styles = [self._style(role) for role in row.roles[columns]]
        return CellSpan(region.x, region.y, row.chars[columns], styles)

    def _forget_still(self, rows: Iterable[int]) -> None:
        for y in rows:
            self._still_rows.pop(y, None)

    def _lay_overlays(self) -> None:
        self._still_rows.clear()
        self._overlays = {}
        for overlay in self._find_overlays():
            for y in overlay.rows():
                self._overlays.setdefault(y, []).append(overlay)

    def _lay_overlays_of(self, rows: range) -> None:
        """Lay the overlays of some rows again, where places have changed; of all rows if one of
        those overlays goes on above or below them."""
        laid = [overlay for y in rows for overlay in self._overlays.get(y, ())]
        found = list(self._find_overlays(rows))
        if any(set(overlay.rows()) - set(rows) for overlay in (*laid, *found)):
            self._lay_overlays()
            return
        for y in rows:
            self._overlays.pop(y, None)
        for overlay in found:
            for y in overlay.rows():
                self._overlays.setdefault(y, []).append(overlay)
        self._forget_still(rows)

    def _find_overlays(self, rows: range | None = None) -> Iterator[Overlay]:
        """Yield the overlays, below the cursor, that touch any of the rows (by default, all)."""
        canvas = self._canvas

        def near(rects: Iterable[Rect]) -> Iterable[Rect]:
            if rows is None:
                return rects
            return [rect for rect in rects if rect.y < rows.stop and rect.bottom > rows.start]

        for place in self._closed_places:
            yield from (Closed(canvas, rect) for rect in near(canvas.rects(place)))
        for place in self._legal:
            if anchors := near(canvas.anchors(place)):
                shade, label = canvas.shade(place), self._labels.get(place, "")
                yield from (Legal(canvas, rect, shade, label) for rect in anchors)
        for what in self._flashed:
            shade = MARKS if isinstance(what, Rect) else canvas.shade(what)
            rects = [what] if isinstance(what, Rect) else canvas.rects(what)
            for rect in near(rects):
                if visible := rect.clipped(canvas.rect):
                    yield Flash(canvas, visible, shade)

    def _style(self, role: str) -> Style:
        style = self._styles_of_roles.get(role)
        if style is None:
            style = self._filtered(self._sheet_style() + self._look.style(role))
            self._styles_of_roles[role] = style
        return style

    def _base(self) -> Style:
        """The style of cells beyond the canvas."""
        return self._filtered(self._sheet_style())

    def _sheet_style(self) -> Style:
        """The colours of the widget in the style sheet."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def _filtered(self, style: Style) -> Style:
        """A style after the app's filters."""
        if self._filters is None:
            self._filters = self.get_line_filters(), self.background_colors[1]
        segments, (filters, ground) = [Segment(" ", style)], self._filters
        for line_filter in filters:
            segments = line_filter.apply(segments, ground)
        return segments[0].style or Style.null()

    def _forget_styles(self) -> None:
        self._ground = self._filters = None
        self._styles_of_roles.clear()
        self._rows.clear()
        self._strips.clear()

    # The cursor

    def _places(self) -> SpatialNavigation:
        """Navigation between the selectable places on the canvas."""
        if self._compass is None:
            stations = ((place, self._canvas.station(place)) for place in self._legal)
            self._compass = SpatialNavigation(
                {place: station for place, station in stations if station}
            )
        return self._compass

    def _set_cursor(self, place: Spot | None) -> None:
        """Put the cursor on a place, or on the nearest selectable one."""
        if place not in self._legal or place not in self._canvas.spots:
            before = Rect(0, 0, 1, 1)
            if self._cursor_overlays:
                before = Rect.around(overlay.rect for overlay in self._cursor_overlays)
            place = self._places().nearest(before)
        self._cursor = place
        self._lay_cursor()

    def _cursor_stays(self) -> bool:
        """Whether the place under the cursor is where the cursor is drawn."""
        drawn = [overlay.rect for overlay in self._cursor_overlays]
        return self._cursor in self._legal and self._canvas.anchors(self._cursor) == drawn != []

    def _lay_cursor(self) -> None:
        role = "cursor" if self.has_focus or not self.can_focus else "cursor.away"
        self.stand_at(self._cursor)
        self._cursor_overlays = (
            [] if self._cursor is None else self._canvas_cursor(self._cursor, role)
        )

    def stand_at(self, place: Spot | None) -> None:
        """Move the terminal's hidden cursor to a place: input methods open there, and screen
        readers read from there."""
        anchors = self._canvas.anchors(place) if place is not None else []
        if anchors and self.is_attached:
            self.stand(anchors[0].x, heading_row(self._canvas, anchors[0]))

    def stand(self, x: int, y: int) -> None:
        """Move the terminal's hidden cursor to a cell of the canvas."""
        self.app.cursor_position = self.content_region.offset + Offset(x, y)

    def _canvas_cursor(self, place: Spot, role: str) -> list[Overlay]:
        canvas = self._canvas
        hint = canvas.hints.get(place)
        whole = hint is not None and hint.anchor is not None
        label = self._labels.get(place, "")
        anchors = canvas.anchors(place)
        return [Cursor(canvas, rect, role, whole=whole, label=label) for rect in anchors]

    def _cursor_rows(self) -> set[int]:
        return {y for overlay in self._cursor_overlays for y in overlay.rows()}

    def ahead(self, direction: str) -> Spot | None:
        """The next selectable place in a direction; the current one if there is no other."""
        if self._cursor is None:
            return None
        return self._places().step(self._cursor, Direction(direction))

    def action_steer(self, direction: str) -> None:
        """Move the cursor to the next selectable place in a direction."""
        place = self.ahead(direction)
        if place is None:
            raise SkipAction
        if place != self._cursor:
            self.point(place)
            self.post_message(self.Pointed(self, place))

    def action_pick(self) -> None:
        """Pick the place under the cursor."""
        if self._cursor is None:
            raise SkipAction
        self.post_message(self.Picked(self, self._cursor))

    # The pointer

    def place_at(self, x: int, y: int) -> Hashable | None:
        """The place under a cell of the canvas; if several overlap, a selectable one first."""
        for place in self._legal:
            if any(rect.holds(x, y) for rect in self._canvas.rects(place)):
                return place
        return self._canvas.at(x, y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the place under the mouse pointer."""
        place = self.place_at(event.x, event.y)
        if place == self._hovered:
            return
        self._hovered = place
        if place is not None:
            self.point(place)
            self.post_message(self.Pointed(self, place))

    def on_leave(self) -> None:
        """Forget the place under the mouse pointer."""
        self._hovered = None

    def on_click(self, event: events.Click) -> None:
        """Pick the place that was clicked."""
        place = self.place_at(event.x, event.y)
        if event.button == OTHER_BUTTON:
            event.stop()
            self.post_message(self.Turned(self))
            return
        if place is None or event.button != 1:
            return
        event.stop()
        if place in self._legal:
            self.point(place)
            self.post_message(self.Picked(self, place))
        else:
            self.post_message(self.Refused(self, place))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Report the wheel."""
        self._report_wheel(event, -WHEEL_LINES)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Report the wheel."""
        self._report_wheel(event, WHEEL_LINES)

    def _report_wheel(self, event: events.MouseEvent, lines: int) -> None:
        event.prevent_default().stop()
        self.post_message(self.Scrolled(self, lines, self.place_at(event.x, event.y)))

    # Size and focus

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a canvas of the new size."""
        self._strips.clear()
        self._seen = event.size
        self.post_message(self.Sized(self, event.size.width, event.size.height))

    def on_focus(self, event: events.Focus) -> None:
        """Show the cursor as active; nothing else is redrawn."""
        self._set_focus(event, True)
        if self.parent is not None:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Show the cursor as inactive."""
        self._set_focus(event, False)
        if self.parent is not None:
            self.parent.post_message(events.DescendantBlur(self))

    def _set_focus(self, event: events.Event, focused: bool) -> None:
        """Set the focus as Textual's own handler does, without redrawing everything."""
        event.prevent_default()
        self.has_focus = focused
        self._lay_cursor()
        self._renew(self._cursor_rows())
