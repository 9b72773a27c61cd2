"""Base class of menus and forms: a painted page, operated by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from attrs import define
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.i18n.text import Text
from screens.key_map import MOVE_COMMANDS, PAGE_BACK, PAGE_HELP
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.page_frame import (
    DECREASE_PLACE,
    HEAD_ROWS,
    INCREASE_PLACE,
    MESSAGE_ROWS,
    Pane,
    body_height,
    free_rows,
    mark_stop,
    paint_frame,
)
from screens.pages.prompt import KEY_HINT, KeyHint, Prompt
from screens.pages.reader_settings import ReaderSettings
from screens.pages.scrolled_body import SCROLL_PLACE, ScrolledBody
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of
from screens.paint.text_field import TextField
from screens.paint.theme import Theme
from screens.paint.too_small import is_too_small, paint_too_small
from screens.preferences import Preferences
from screens.renderer.surface import Surface

TERMINAL_KEYS: Final = frozenset({"ctrl+l", "ctrl+z"})
"""Keys that redraw the screen or suspend the program, even while the user is typing or answering a
question."""


class Page(Screen[None]):
    """A page: a title, a scrolling body, a prompt, and the keys.

    Subclasses paint a body of any height and return its *stops*, the places that the cursor visits.
    Keys and mouse call `activate` (Enter, click), `change_value` (left, right) and the commands of
    the bindings.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("shift+tab", "step(-1)", show=False),
        Binding("tab", "step(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "page(-1000)", show=False),
        Binding("end", "page(1000)", show=False),
        Binding("enter", "activate", show=False),
        Binding("space", "activate", show=False),
        *bindings((*MOVE_COMMANDS, PAGE_BACK, PAGE_HELP)),
    ]

    BLANK = True  # the surface covers it

    cursor_follows_mouse: ClassVar[bool] = True
    """Whether the cursor follows the mouse pointer, so that a single click activates a stop."""

    single_click_stops: ClassVar[frozenset[Spot]] = frozenset()
    """Stops that a single click activates even if the cursor does not follow the mouse pointer,
    such as buttons."""

    about_keys: ClassVar[Text | None] = None
    """Text about keys that are not commands, shown below the commands in the command palette."""

    pane: Pane | None = None
    """Rows between the body and the prompt."""

    surface: Surface
    """The only widget of the page."""

    def __init__(self, page_context: PageContext) -> None:
        super().__init__()
        self.page_context = page_context
        self.reader = ReaderSettings(page_context)
        self.translate = self.reader.translate
        self.prompt = Prompt(self.translate, self.show)
        self.pointed: Spot | None = None
        self.fields: dict[Spot, TextField] = {}
        self.search_field: TextField | None = None
        """Field that takes typed text wherever the cursor is."""
        self.scroll = ScrolledBody()
        self.shown_stops: Sequence[Spot] = ()
        self.busy = Busy(self)

    # Contents

    def prepare(self) -> None:
        """Load the data of the page, before the first paint and at each `reload`."""

    def reload(self) -> None:
        """Load the data again, and repaint."""
        self.prepare()
        self.show()

    def title_text(self) -> Text:
        raise NotImplementedError

    def aside(self) -> Text | None:
        """Return a text at the right end of the title line; None if there is none."""
        return None

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the body. If it is higher than `height`, it scrolls."""
        raise NotImplementedError

    def about(self) -> str:
        """Return a text about the stop under the cursor, which is shown if there is no message."""
        return ""

    def stops(self) -> Sequence[Spot]:
        """Return the places that the cursor visits, in order."""
        return ()

    def default_stop(self) -> Spot | None:
        """Return the stop to which the cursor goes if it is at no stop, or if its stop has
        disappeared; None if there are no stops."""
        return self.shown_stops[0] if self.shown_stops else None

    def activate(self, place: Spot) -> None:
        """Respond to Enter or a click on the stop `place`."""

    def change_value(self, place: Spot, by: int) -> bool:
        """Change the value of a stop to the value `by` positions after it. Return False if the stop
        has no value."""
        return False

    def hints(self) -> Sequence[KeyHint]:
        """Return the keys for the bottom line, most important first."""
        return ()

    def is_available(self, command: str) -> bool:
        """Return whether the page's command with the id `command` is available."""
        return True

    # Settings and messages

    def apply_preferences(self, preferences: Preferences) -> None:
        """Apply changed settings and repaint. Remove the message, which may be in the previous
        language."""
        self.prompt.message = ""
        if self.is_mounted and self.surface.is_attached:
            self.surface.set_theme(self.reader.theme)
            self.show()

    def show_message(self, text: Text) -> None:
        """Show a message above the keys."""
        self.prompt.show_message(text)

    # Painting

    def compose(self) -> ComposeResult:
        """Yield the only widget, with the page already painted on it."""
        self.prepare()
        self.surface = PageSurface(self, self.reader.theme)
        yield self.surface

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for a page."""
        return is_too_small(*self.app.size)

    def show(self) -> None:
        """Repaint the page, and send the changed cells. A surface that has no size yet repaints
        itself later."""
        if self.is_mounted and self.surface.is_attached:
            self.surface.show(self.picture())

    def picture(self) -> Canvas:
        """Return the painted page, or a message that the terminal is too small. Update the stops,
        the cursor and the scrolling of the page."""
        (width, height), theme = self.app.size, self.reader.theme
        if self.too_small:
            return paint_too_small(width, height, self.translate, theme.glyphs)
        canvas = Canvas(width, height, theme.glyphs)
        self.shown_stops = self.stops()
        if self.pointed not in self.shown_stops:
            self.pointed = self.default_stop()
        aside = self.aside()
        title = self.translate(self.title_text())
        room = body_height(height, self.pane)
        body = self.paint_body(width, room)
        about, free = self.busy.text or self.about(), 0 if self.pane else free_rows(body, room)
        news = self.prompt.rows(about, width, MESSAGE_ROWS + free)
        self.scroll.show(body, room, self.pointed)
        if self.pointed is not None and self.pointed not in self.fields:
            rects = body.rects(self.pointed)
            if self.busy.text and rects:
                rects = [self.busy.paint(body, rects[0])]
            mark_stop(body, rects)
        self.scroll.paint(canvas, HEAD_ROWS, body)
        if self.pane is not None:
            self.pane.paint(canvas, Rect(0, HEAD_ROWS + room, width, self.pane.height()))
        aside_text = self.translate(aside) if aside else ""
        paint_frame(canvas, title, aside_text, news, lines=not theme.tinted)
        self.prompt.paint(canvas, about, self.hints(), news)
        return canvas

    # Moving

    def point(self, place: Spot) -> None:
        """Move the cursor to a stop. If it was elsewhere, remove the message and the question, and
        repaint."""
        if place != self.pointed:
            self.pointed = place
            self.prompt.cancel()

    def action_step(self, by: int) -> None:
        """Move to the next or previous stop, wrapping around. If there are no stops, scroll."""
        if not self.shown_stops:
            self.scroll.top += by
            self.show()
        elif self.pointed in self.shown_stops:
            at = self.shown_stops.index(self.pointed) + by
            self.point(self.shown_stops[at % len(self.shown_stops)])

    def action_page(self, by: int) -> None:
        """Move or scroll by almost `by` pages, but not beyond the first or last stop or row."""
        rows = by * max(1, self.scroll.room - 2)
        if self.pointed in self.shown_stops:
            at = self.shown_stops.index(self.pointed) + rows
            self.point(self.shown_stops[max(0, min(len(self.shown_stops) - 1, at))])
        else:
            self.scroll.top += rows
            self.show()

    def action_turn(self, by: int) -> None:
        """Change the stop under the cursor to its next or previous value."""
        if self.pointed is not None and self.change_value(self.pointed, by):
            self.show()

    def action_activate(self) -> None:
        if self.pointed is not None:
            self.activate(self.pointed)

    def action_back(self) -> None:
        """Close the page, and return to the page below it."""
        self.dismiss()

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Process a key. Subclasses override `process_key`, because Textual calls the `on_key` of
        every base class."""
        self.process_key(event)

    def process_key(self, event: events.Key) -> None:
        """Pass a key to the open prompt, or else to the search field or the field under the cursor.
        Unused keys remain commands, unless the terminal is too small for the page. In that case,
        all keys except `TERMINAL_KEYS` are ignored."""
        if event.key in TERMINAL_KEYS:
            return
        if self.too_small or self.prompt.press(event):
            event.stop()
        elif self.press_field(event):
            event.stop()
            self.prompt.message = ""
            self.show()

    def press_field(self, event: events.Key) -> bool:
        """Pass a key to the search field, or else to the field under the cursor. Return whether a
        field has used the key."""
        field = self.search_field or self.fields.get(self.pointed)
        return field is not None and field.press(event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the text that the prompt asks for, or else into the search field
        or the field under the cursor."""
        entry = self.prompt.entry
        field = entry.field if entry else self.search_field or self.fields.get(self.pointed)
        if field is not None and not self.too_small:
            field.insert(event.text)
            self.show()

    def clicked(self, place: Spot) -> None:
        """Carry out a click: press the key of a hint, cancel a question, scroll, change a value, or
        move the cursor to a stop and, unless a second click is required, activate the stop. Clicks
        are ignored during a slow operation."""
        if self.busy.text:
            return
        match place:
            case (which, str(key)) if which == KEY_HINT:
                self.app.simulate_key(key)
            case _ if self.prompt.question is not None:
                self.prompt.cancel()
            case (which, int(by)) if which == SCROLL_PLACE:
                self.action_page(by)
            case (which, stop) if which in (DECREASE_PLACE, INCREASE_PLACE):
                self.point(stop)
                self.change_value(stop, -1 if which == DECREASE_PLACE else 1)
                self.show()
            case _ if place in self.shown_stops:
                activates = (
                    self.cursor_follows_mouse
                    or place == self.pointed
                    or place in self.single_click_stops
                )
                self.point(place)
                if activates and place not in self.fields:
                    self.activate(place)


class PageSurface(Surface):
    """The only widget of a page, created with the page already painted on it."""

    def __init__(self, page: Page, theme: Theme) -> None:
        super().__init__(page.picture(), initial_theme=theme, can_focus=False)
        self.page = page

    def show(self, canvas: Canvas) -> None:
        """Show the repainted page, with the terminal's cursor on the caret, or on the stop under
        the page's cursor."""
        super().show(canvas)
        entry, pointed = self.page.prompt.entry, self.page.pointed
        if entry is not None:
            column = entry.field.caret_column(canvas.width - 4)
            self.place_cursor(2 + column, canvas.height - MESSAGE_ROWS)
        elif pointed is not None and (region := canvas.spots.region(pointed)):
            field = self.page.fields.get(pointed)
            column = field.caret_column(region.width) if field is not None else 0
            self.place_cursor(region.x + column, region.y)

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Repaint for the new size."""
        self.page.show()

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        """Move the page's cursor with the mouse pointer, if the page allows this and nothing is
        being asked."""
        page = self.page
        if (
            page.cursor_follows_mouse
            and event.place in page.shown_stops
            and not page.prompt.is_open
        ):
            page.point(event.place)

    def on_surface_clicked(self, event: Surface.Clicked) -> None:
        """Pass a click to the page. All clicks arrive here, because the surface of a page has no
        selectable places."""
        self.page.clicked(event.place)

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        """Move the cursor by one stop, or scroll if there are no stops."""
        if self.page.shown_stops:
            self.page.action_step(1 if event.lines > 0 else -1)
        else:
            self.page.scroll.top += event.lines
            self.page.show()


@define(eq=False)
class Busy:
    """Text that a page shows at its cursor during a slow operation; empty at other times."""

    page: Page
    text: str = ""

    def show(self, text: Text, do: Callable[[], None]) -> None:
        """Show `text` at the cursor and above the keys, then call `do`, which may be slow. Keys
        typed meanwhile go to the screen that is on top afterwards; clicks are ignored."""
        page = self.page
        page.page_context.typeahead.hold()
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
            app.call_later(self.page.page_context.typeahead.release)

    def paint(self, body: Canvas, stop: Rect) -> Rect:
        """Paint the text over the rectangle `stop`. Return the rectangle of the text."""
        width = min(max(stop.width, width_of(self.text) + 3), body.width - stop.x)
        row = Rect(stop.x, stop.y, width, 1)
        body.fill(*row)
        body.put_clipped(row.x + 2, row.y, width - 2, self.text)
        return row
