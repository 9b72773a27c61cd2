"""Base class of menus and forms: a painted page, operated by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen

from engine.i18n.language import Translator
from engine.i18n.text import Text
from screens.key_map import BY_ID, MOVE, PAGE_BACK, PAGE_HELP, KeyCommand, key_of
from screens.keys import key_name
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.prompt import KEY_HINT, Confirmation, KeyHint, TypedLine, paint_key_hints
from screens.pages.scrolled_body import LESS, MORE, SCROLL, ScrolledBody
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of, wrap_within
from screens.paint.shapes import RAISED, SURFACE
from screens.paint.text_field import TextField
from screens.paint.theme import Theme
from screens.paint.too_small import is_too_small, paint_too_small
from screens.preferences import Preferences
from screens.renderer.surface import Surface

HEAD: Final = 2
"""Rows above the body: title and line."""

NEWS: Final = 2
"""Rows of messages or typed text."""

FOOT: Final = NEWS + 2
"""Rows below the body: line, messages or typed text, keys."""

MAX_TYPED_LENGTH: Final = 200
"""Default maximum length of text typed at the bottom."""

SEE_TO_TERMINAL: Final = frozenset({"ctrl+l", "ctrl+z"})
"""Keys that redraw the screen or suspend the program, whatever is being typed or asked."""

_MOVES: Final = frozenset({"up", "down", "tab", "shift+tab", "pageup", "pagedown", "home", "end"})
"""Keys that move to another stop and thereby cancel a question about the current one."""

_TURNS: Final = {"left": -1, "right": 1}
"""Keys that change the value of a stop, and the direction."""


class Page(Screen[None]):
    """A page: a title, a scrolling body, a line of messages, and the keys.

    Subclasses paint a body of any height and list its *stops*, the places that the cursor visits.
    Keys and mouse call `activate` (Enter, click), `turn` (left, right) and the commands of the
    bindings.
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
        *bindings((*MOVE, PAGE_BACK, PAGE_HELP)),
    ]

    BLANK = True  # the surface covers it

    hovers: ClassVar[bool] = True
    """Whether the cursor follows the mouse, so that a single click activates a stop."""

    at_once: ClassVar[frozenset[Spot]] = frozenset()
    """Stops activated by a single click even if the cursor does not follow the mouse: buttons."""

    is_panel: ClassVar[bool] = True
    """Whether the body is one panel, rather than having panels of its own."""

    surface: Surface
    """The only widget."""

    def __init__(self, guildhall: PageContext) -> None:
        super().__init__()
        self.guildhall = guildhall
        self.pointed: Spot | None = None
        self.message = ""
        self.entry: TypedLine | None = None
        self.question: Confirmation | None = None
        self.fields: dict[Spot, TextField] = {}
        self.scroll = ScrolledBody()
        self.shown_stops: Sequence[Spot] = ()

    # Contents

    def prepare(self) -> None:
        """Load data before the page is first painted."""

    def reload(self) -> None:
        """Load the data again, and repaint."""
        self.prepare()
        self.show()

    def title_text(self) -> Text:
        """Title of the page."""
        raise NotImplementedError

    def aside(self) -> Text | None:
        """Text at the right end of the title line; None if there is none."""
        return None

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the body on a `new_body`; if it is higher than `height`, it scrolls."""
        raise NotImplementedError

    def new_body(self, width: int, height: int) -> Canvas:
        """A blank body; if it is a panel, with a background of its own."""
        body = Canvas(width, height, self.theme_now.glyphs)
        if self.is_panel:
            body.ground(Rect(1, 0, width - 2, height), SURFACE)
        return body

    def pane_height(self) -> int:
        """Number of rows below the body that do not scroll."""
        return 0

    def paint_pane(self, canvas: Canvas, rect: Rect) -> None:
        """Paint the rows that do not scroll."""

    def about(self) -> str:
        """Text about the stop under the cursor, shown if there is no message."""
        return ""

    def stops(self) -> Sequence[Spot]:
        """The places that the cursor visits, in order."""
        return ()

    def default_stop(self) -> Spot | None:
        """Stop to which the cursor goes if it is at none, or if its stop has disappeared."""
        return self.shown_stops[0] if self.shown_stops else None

    def buttons(self) -> Sequence[Spot]:
        """Clickable places that the cursor does not visit."""
        return ()

    def activate(self, place: Spot) -> None:
        """Handle Enter or a click on a stop, or a click on a button."""

    def turn(self, place: Spot, by: int) -> bool:
        """Change the value of a stop; return False if it has none."""
        return False

    def about_keys(self) -> Text | None:
        """Text about keys that are not commands, shown below the list of commands; None if there
        are no such keys."""
        return None

    def remember_game(self, game: str) -> None:
        """Move the cursor to a game that was opened elsewhere, if the page lists the games."""

    def hints(self) -> Sequence[KeyHint]:
        """Keys for the bottom line, most important first."""
        return ()

    def back(self) -> None:
        """Go back to the page from which this one was opened."""
        self.dismiss()

    def counts(self, command: str) -> bool:
        """Whether a command of the page, given by id, is available."""
        return True

    # Commands by name

    def offers(self) -> Sequence[tuple[KeyCommand, Text]]:
        """The available commands and their meanings."""
        here = {
            active_binding.binding.id
            for active_binding in self.active_bindings.values()
            if active_binding.node is self
        }
        if self.app.screen_stack[0] is self:
            here.discard(PAGE_BACK.id)
        return [(one, one.meaning) for id, one in BY_ID.items() if id in here and self.counts(id)]

    async def do_command(self, id: str) -> None:
        """Run a command by its id, if it is still available."""
        if self.is_current and self.counts(id):
            await self.run_action(BY_ID[id].action)

    # App services

    @property
    def preferences(self) -> Preferences:
        """The current settings."""
        return self.guildhall.preferences

    @property
    def theme_now(self) -> Theme:
        """The current theme."""
        return self.guildhall.look_of(self.preferences)

    @property
    def translator(self) -> Translator:
        """Translator into the current language."""
        return Translator(self.preferences.language)

    @property
    def is_seen(self) -> bool:
        """Whether no other screen covers this page. (`is_current` holds for the one below, too.)"""
        return self.app.screen is self

    def translate(self, text: Text) -> str:
        """A message in the reader's language."""
        return self.translator.translate(text)

    def key_of(self, command: str) -> str:
        """The key of a command, as set by the user."""
        return key_of(command, self.preferences.keys)

    def key_to(self, command: str) -> Text:
        """Name of the key of a command."""
        return key_name(self.key_of(command))

    def hint_of(self, command: str) -> KeyHint:
        """Key hint of a command."""
        meaning = BY_ID[command].short
        assert meaning is not None, "a command for the line of keys says so in a word or two"
        return KeyHint(self.key_of(command), meaning)

    def apply_preferences(self, preferences: Preferences) -> None:
        """Repaint with other settings."""
        if self.is_mounted and self.surface.is_attached:
            self.surface.set_theme(self.theme_now)
            self.show()

    # Messages and questions

    def show_message(self, text: Text) -> None:
        """Show a message above the keys."""
        self.message = self.translate(text)
        self.show()

    def ask(
        self,
        question: Text,
        text: str,
        done: Callable[[str], None],
        *,
        most: int = MAX_TYPED_LENGTH,
    ) -> None:
        """Ask for text of at most `most` characters at the bottom."""
        self.message = ""
        self.entry = TypedLine(question, TextField.of(text, most), done)
        self.show()

    def ask_again(self, text: Text, question: Confirmation) -> None:
        """Ask for confirmation; any key that is not an answer cancels."""
        self.question = question
        self.show_message(text)

    def _leave_question(self) -> None:
        self.question, self.message = None, ""
        self.show()

    # Painting

    def compose(self) -> ComposeResult:
        """Yield the only widget, with the page already painted on it."""
        self.prepare()
        self.surface = Surface(self.picture(), look=self.theme_now, can_focus=False)
        yield self.surface

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Repaint for the new size."""
        self.show()

    @property
    def cells(self) -> Size:
        """Size of the page, which fills the terminal."""
        return self.app.size

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for a page."""
        return is_too_small(*self.cells)

    def show(self) -> None:
        """Repaint the page and update changed cells; a surface without a size yet repaints
        itself later."""
        if self.is_mounted and self.surface.is_attached:
            self.surface.show(self.picture())
            self._place_caret()

    def _place_caret(self) -> None:
        """Put the terminal's cursor on the caret, or on the stop under the cursor."""
        canvas = self.surface.canvas
        if self.entry is not None:
            width = canvas.width - 4
            self.surface.place_cursor(
                2 + self.entry.field.caret_column(width), canvas.height - NEWS
            )
        elif region := canvas.spots.region(self.pointed):
            field = self.fields.get(self.pointed)
            column = field.caret_column(region.width) if field is not None else 0
            self.surface.place_cursor(region.x + column, region.y)

    def picture(self) -> Canvas:
        """Paint the page, or a message that the terminal is too small."""
        if self.too_small:
            return paint_too_small(*self.cells, self.translate, self.theme_now.glyphs)
        width, height = self.cells
        canvas = Canvas(width, height, self.theme_now.glyphs)
        self.shown_stops = self.stops()
        if self.pointed not in self.shown_stops:
            self.pointed = self.default_stop()
        self._paint_frame(canvas)
        pane = self.pane_height()
        room = height - HEAD - FOOT - pane
        body = self.paint_body(width, room)
        self.scroll.show(body, room, self.pointed)
        if self.pointed is not None and self.pointed not in self.fields:
            mark(body, body.rects(self.pointed))
        self.scroll.paint(canvas, HEAD, body)
        if pane:
            self.paint_pane(canvas, Rect(0, HEAD + room, width, pane))
        return canvas

    def _paint_frame(self, canvas: Canvas) -> None:
        width, bottom = canvas.width, canvas.height - 1
        x = canvas.put(
            2, 0, clip(self.translate(self.title_text()), width - 4, canvas.glyphs), "title"
        )
        aside = self.aside()
        if aside is not None:
            canvas.put_right(width - 2, 0, clip(self.translate(aside), width - x - 4), "dim")
        canvas.ground(Rect(0, 0, width, 1), RAISED)
        canvas.ground(Rect(0, bottom - NEWS, width, NEWS + 1), RAISED)
        if not self.theme_now.tinted:
            canvas.rule(0, 1, width)
            canvas.rule(0, bottom - NEWS - 1, width)
        self._paint_news(canvas, bottom - NEWS)
        asked = self.question or self.entry
        paint_key_hints(canvas, bottom, asked.hints() if asked else self.hints(), self.translate)

    def _paint_news(self, canvas: Canvas, y: int) -> None:
        room = canvas.width - 4
        if self.entry is not None:
            canvas.put(
                2, y, clip(self.translate(self.entry.question), room, canvas.glyphs), "strong"
            )
            self.entry.field.paint(canvas, Rect(2, y + 1, room, 1), active=True)
            return
        news = wrap_within(self.message or self.about(), room, NEWS, canvas.glyphs)
        for row, line in enumerate(news):
            canvas.put(2, y + row, line, "warn" if self.message else "text")

    def paint_value(
        self, canvas: Canvas, x: int, y: int, width: int, place: Spot, text: str
    ) -> None:
        """Paint a value between two arrows that change it; its cells belong to the stop."""
        end = x + 2 + min(width_of(text), width - 4)
        canvas.put(x, y, canvas.glyphs("mark.right"), "key")
        canvas.put(x + 2, y, clip(text, width - 4, canvas.glyphs), "text")
        canvas.put(end + 1, y, canvas.glyphs("mark.left"), "key")
        canvas.spot((LESS, place), Rect(x - 1, y, 3, 1))
        canvas.spot((MORE, place), Rect(end, y, 3, 1))

    def paint_field(self, canvas: Canvas, box: Rect, place: Spot, hint: Text | None = None) -> None:
        """Paint a field, with the caret if the cursor is there."""
        canvas.spot(place, box)
        said = self.translate(hint) if hint is not None else ""
        active = place == self.pointed and self.entry is None
        self.fields[place].paint(canvas, box, active=active, hint=said)

    # Moving

    def point(self, place: Spot) -> None:
        """Move the cursor to a stop."""
        if place != self.pointed:
            self.pointed, self.message, self.question = place, "", None
            self.show()

    def action_step(self, by: int) -> None:
        """Move to the next or previous stop, wrapping around; without stops, scroll."""
        if not self.shown_stops:
            self.scroll_body(by)
        elif self.pointed in self.shown_stops:
            at = self.shown_stops.index(self.pointed) + by
            self.point(self.shown_stops[at % len(self.shown_stops)])

    def action_leaf(self, by: int) -> None:
        """Move or scroll by almost a page."""
        room = max(1, self.scroll.room - 2)
        if self.pointed in self.shown_stops:
            at = self.shown_stops.index(self.pointed) + by * room
            self.point(self.shown_stops[max(0, min(len(self.shown_stops) - 1, at))])
        else:
            self.scroll_body(by * room)

    def action_to_end(self, by: int) -> None:
        """Move to the first or last stop, or scroll to the start or end."""
        if self.shown_stops:
            self.point(self.shown_stops[0 if by < 0 else -1])
        else:
            self.scroll_body(by * self.scroll.height)

    def action_turn(self, by: int) -> None:
        """Change the stop under the cursor to its next or previous value."""
        self.turn_pointed(by)

    def turn_pointed(self, by: int) -> bool:
        """Change the stop under the cursor to its next or previous value; return False if it has
        none."""
        if not by or self.pointed is None or not self.turn(self.pointed, by):
            return False
        self.show()
        return True

    def action_take(self) -> None:
        """Activate the stop under the cursor."""
        if self.pointed is not None:
            self.activate(self.pointed)

    def action_back(self) -> None:
        """Return to the previous page."""
        self.back()

    def scroll_body(self, by: int) -> None:
        """Scroll the body by `by` rows."""
        self.open_at(self.scroll.top + by)

    def open_at(self, top: int) -> None:
        """Scroll the body to row `top`, as far as possible."""
        self.scroll.top = top
        self.show()

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Handle a key that the surface has not used."""
        self.process_key(event)

    def process_key(self, event: events.Key) -> None:
        """Answer a question, type into a field, or change a value, before the key is treated as
        a command."""
        if event.key in SEE_TO_TERMINAL:
            return
        if self.too_small:
            event.stop()
        elif self.question is not None and event.key not in _MOVES:
            event.stop()
            answer = self.question.answers.get(event.key)
            self._leave_question()
            if answer is not None:
                answer[1]()
        elif self.entry is not None:
            event.stop()
            self._type(self.entry, event)
        elif self.press_field(event):
            event.stop()
            self.message = ""
            self.show()
        elif self.turn_pointed(_TURNS.get(event.key, 0)):
            event.stop()

    def _type(self, entry: TypedLine, event: events.Key) -> None:
        if event.key == "escape":
            self.entry = None
        elif event.key == "enter":
            self.entry = None
            entry.done(entry.field.text.strip())
        else:
            entry.field.press(event.key, event.character)
        self.show()

    def press_field(self, event: events.Key) -> bool:
        """Type into the field under the cursor; return False if there is none or nothing was
        typed."""
        field = self.fields.get(self.pointed)
        return field is not None and field.press(event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text where the user is typing."""
        if not self.too_small:
            self.handle_paste(event.text)
            self.show()

    def handle_paste(self, text: str) -> None:
        """Insert text into the active field, if there is one."""
        if self.entry is not None:
            self.entry.field.insert(text)
        elif self.pointed in self.fields:
            self.fields[self.pointed].insert(text)

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        """Let the cursor follow the mouse."""
        asked = self.entry is not None or self.question is not None
        if self.hovers and event.place in self.shown_stops and not asked:
            self.point(event.place)

    def on_surface_refused(self, event: Surface.Refused) -> None:
        """Handle a click on a place that is not a choice of the surface."""
        self.clicked(event.place)

    def clicked(self, place: Spot) -> None:
        """Handle a click on a place."""
        match place:
            case (which, str(key)) if which == KEY_HINT:
                self.app.simulate_key(key)
            case _ if self.question is not None:
                self._leave_question()
            case (which, int(by)) if which == SCROLL:
                self.action_leaf(by)
            case (which, stop) if which in (LESS, MORE):
                self.point(stop)
                self.turn(stop, -1 if which == LESS else 1)
                self.show()
            case _ if place in self.buttons():
                self.activate(place)
            case _ if place in self.shown_stops:
                there = self.hovers or place == self.pointed or place in self.at_once
                self.point(place)
                if there and place not in self.fields:
                    self.activate(place)

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        """Scroll, or move the cursor by a stop."""
        if self.shown_stops:
            self.action_step(1 if event.lines > 0 else -1)
        else:
            self.scroll_body(event.lines)


def mark(canvas: Canvas, rects: Sequence[Rect]) -> None:
    """Mark a stop as being under the cursor: reversed, with a symbol if it starts with a blank."""
    for rect in rects:
        if canvas.chars[rect.y][rect.x] == " ":
            canvas.put(rect.x, rect.y, canvas.glyphs("point.left"))
        canvas.tint(*rect, "text cursor")
