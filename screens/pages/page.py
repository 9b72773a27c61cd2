"""Base of menu and forms: a painted page, operated by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType

from engine.i18n.text import Text
from screens.key_map import BY_ID, MOVE, PAGE_BACK, PAGE_HELP, KeyCommand
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.prompt import KEY_HINT, Confirmation, KeyHint, TypedLine, paint_key_hints
from screens.pages.scrolling_screen import ScrollingScreen
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, wrap_within
from screens.paint.shapes import RAISED
from screens.paint.text_field import TextField
from screens.renderer.surface import Surface

HEAD: Final = 2
"""Rows above the body: title and line."""

NEWS: Final = 2
FOOT: Final = NEWS + 2
"""Rows below the body: line, messages or typed text, keys."""

MOST_TYPED: Final = 200
"""Default maximum length of text typed at the bottom."""

SEE_TO_TERMINAL: Final = frozenset({"ctrl+l", "ctrl+z"})
"""Keys that redraw the screen or suspend the program, whatever is being typed or asked."""

_MOVES: Final = frozenset({"up", "down", "tab", "shift+tab", "pageup", "pagedown", "home", "end"})
"""Keys that move to another stop and thereby cancel a question about the current one."""

_TURNS: Final = {"left": -1, "right": 1}
"""Keys that change the value of a stop, and the direction."""


class Page(ScrollingScreen):
    """A title, a scrolling body, a line of messages, and the keys.

    Subclasses paint a body of any height and list its *stops*, the places that the cursor visits.
    Keys and mouse call `activate` (Enter, click), `turn` (left, right) and the commands of the
    bindings.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings((*MOVE, PAGE_BACK, PAGE_HELP))

    hovers: ClassVar[bool] = True
    """Whether the cursor follows the mouse, so that a single click activates a stop."""

    at_once: ClassVar[frozenset[Spot]] = frozenset()
    """Stops activated by a single click even if the cursor does not follow the mouse: buttons."""

    def __init__(self, guildhall: PageContext) -> None:
        super().__init__(guildhall)
        self.message = ""
        self.entry: TypedLine | None = None
        self.question: Confirmation | None = None

    # Contents

    def title_text(self) -> Text:
        """Title of the page."""
        raise NotImplementedError

    def aside(self) -> Text | None:
        """Text at the right end of the title line."""
        return None

    def pane_height(self) -> int:
        """Rows below the body that do not scroll."""
        return 0

    def paint_pane(self, canvas: Canvas, rect: Rect) -> None:
        """Paint the rows that do not scroll."""

    def about(self) -> str:
        """Text about the stop under the cursor, shown if there is no message."""
        return ""

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

    # Messages and questions

    def tell(self, text: Text) -> None:
        """Show a message above the keys."""
        self.message = self.say(text)
        self.show()

    def ask(
        self, question: Text, text: str, done: Callable[[str], None], *, most: int = MOST_TYPED
    ) -> None:
        """Ask for text of at most `most` characters at the bottom."""
        self.message = ""
        self.entry = TypedLine(question, TextField.of(text, most), done)
        self.show()

    def ask_again(self, text: Text, question: Confirmation) -> None:
        """Ask for confirmation; any key that is not an answer cancels."""
        self.question = question
        self.tell(text)

    def _leave_question(self) -> None:
        self.question, self.message = None, ""
        self.show()

    # Painting

    def place_caret(self) -> None:
        """Put the terminal's cursor on the caret, or on the stop under the cursor."""
        canvas = self.surface.canvas
        if self.entry is not None:
            width = canvas.width - 4
            self.surface.stand(2 + self.entry.field.caret_column(width), canvas.height - NEWS)
        elif region := canvas.spots.region(self.pointed):
            field = self.fields.get(self.pointed)
            column = field.caret_column(region.width) if field is not None else 0
            self.surface.stand(region.x + column, region.y)

    def paint(self) -> Canvas:
        """Paint frame, body and pane."""
        width, height = self.cells
        canvas = Canvas(width, height, self.theme_now.glyphs)
        self.find_cursor()
        self._paint_frame(canvas)
        pane = self.pane_height()
        room = height - HEAD - FOOT - pane
        self.paint_scrolled(canvas, HEAD, room)
        if pane:
            self.paint_pane(canvas, Rect(0, HEAD + room, width, pane))
        return canvas

    def _paint_frame(self, canvas: Canvas) -> None:
        width, bottom = canvas.width, canvas.height - 1
        x = canvas.put(2, 0, clip(self.say(self.title_text()), width - 4, canvas.glyphs), "title")
        aside = self.aside()
        if aside is not None:
            canvas.put_right(width - 2, 0, clip(self.say(aside), width - x - 4), "dim")
        canvas.ground(Rect(0, 0, width, 1), RAISED)
        canvas.ground(Rect(0, bottom - NEWS, width, NEWS + 1), RAISED)
        if not self.theme_now.tinted:
            canvas.rule(0, 1, width)
            canvas.rule(0, bottom - NEWS - 1, width)
        self._paint_news(canvas, bottom - NEWS)
        asked = self.question or self.entry
        paint_key_hints(canvas, bottom, asked.hints() if asked else self.hints(), self.say)

    def _paint_news(self, canvas: Canvas, y: int) -> None:
        room = canvas.width - 4
        if self.entry is not None:
            canvas.put(2, y, clip(self.say(self.entry.question), room, canvas.glyphs), "strong")
            self.entry.field.paint(canvas, Rect(2, y + 1, room, 1), active=True)
            return
        news = wrap_within(self.message or self.about(), room, NEWS, canvas.glyphs)
        for row, line in enumerate(news):
            canvas.put(2, y + row, line, "warn" if self.message else "text")

    def paint_field(self, canvas: Canvas, box: Rect, place: Spot, hint: Text | None = None) -> None:
        """Paint a field, with the caret if the cursor is there."""
        canvas.spot(place, box)
        said = self.say(hint) if hint is not None else ""
        active = place == self.pointed and self.entry is None
        self.fields[place].paint(canvas, box, active=active, hint=said)

    def point(self, place: Spot) -> None:
        """Move the cursor to a stop, which ends messages and questions about another."""
        if place != self.pointed:
            self.message, self.question = "", None
        super().point(place)

    # Keys and mouse

    def action_back(self) -> None:
        """Go back."""
        self.back()

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
        elif self.turn_by(_TURNS.get(event.key, 0)):
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
        if self.hovers and event.place in self._stops and not asked:
            self.point(event.place)

    def on_surface_refused(self, event: Surface.Refused) -> None:
        """Handle a click on a place that is not a choice of the surface."""
        self.clicked(event.place)

    def clicked(self, place: Spot) -> None:
        """Handle a click on a place."""
        if isinstance(place, tuple) and place[0] == KEY_HINT:
            self.app.simulate_key(place[1])
        elif self.question is not None:
            self._leave_question()
        elif self.click_arrow(place):
            pass
        elif place in self.buttons():
            self.activate(place)
        elif place in self._stops:
            there = self.hovers or place == self.pointed or place in self.at_once
            self.point(place)
            if there and place not in self.fields:
                self.activate(place)
