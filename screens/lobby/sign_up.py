"""Sign-up of new players, and adding another key to an existing account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve
from textual import events

from engine.core.players import MAX_CHARACTERS
from engine.errors import GuildhallError, NotAllowed
from engine.i18n.language import LANGUAGES
from engine.i18n.text import Text, words
from screens.lobby.guest import welcome
from screens.lobby.guest_context import GuestContext
from screens.lobby.lobby_model import TOO_MANY_GUESSES, SignUp
from screens.pages.game_form import next_of
from screens.pages.menu_actions import paint_button
from screens.pages.page import Page
from screens.pages.page_frame import paint_field, paint_value
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of
from screens.paint.shapes import paint_panel
from screens.paint.text_field import TextField

LANGUAGE_PLACE: Final = ("language",)
CODE_PLACE: Final = ("invite code",)
NAME_PLACE: Final = ("name",)
REGISTER_PLACE: Final = ("register",)
ONE_TIME_CODE_PLACE: Final = ("one-time code",)
ADD_KEY: Final = ("add key",)

MAX_CODE_LENGTH: Final = 40
MAX_WIDTH: Final = 76
FIELD_WIDTH: Final = MAX_CHARACTERS + 8
"""Maximum width of a text field."""


class SignUpScreen(Page):
    """Page for players whose key is unknown."""

    cursor_follows_mouse = False
    single_click_stops = frozenset({REGISTER_PLACE, ADD_KEY})

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context.app)
        self.context, self.member = context, context.member
        self.fields = {
            CODE_PLACE: TextField.of("", MAX_CODE_LENGTH),
            NAME_PLACE: TextField.of("", MAX_CHARACTERS),
            ONE_TIME_CODE_PLACE: TextField.of("", MAX_CODE_LENGTH),
        }
        self.sign_up = SignUp(context.member)
        self._linked_table = self.sign_up.linked_table_text()

    def prepare(self) -> None:
        """Move the cursor to the first text field."""
        self.pointed = next(place for place in self.stops() if place in self.fields)

    # Painting

    def title_text(self) -> Text:
        return words("Guildhall")

    def aside(self) -> Text:
        return words("six board games with their full rules")

    def stops(self) -> Sequence[Spot]:
        invite_code = [CODE_PLACE] if self.member.guest.needs_invite_code else []
        new = [*invite_code, NAME_PLACE, REGISTER_PLACE] if self.sign_up.is_open else []
        return [LANGUAGE_PLACE, *new, ONE_TIME_CODE_PLACE, ADD_KEY]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the greeting, the waiting table to which the player's link or command leads (if
        any), the language, a panel for new players, and a panel for registered players with another
        key."""
        canvas = Canvas(width, max(height, 18), self.reader.theme.glyphs)
        wide = min(width - 4, MAX_WIDTH)
        x = (width - wide) // 2
        y = max(0, (height - 18) // 3)
        title = words("Already registered, with another key")
        if self.member.guest.by_browser:
            title = words("Already registered, in another browser or over SSH")
        canvas.put(x, y, self.translate(welcome(self.member.guest)), "strong")
        if self._linked_table is not None:
            canvas.put_clipped(x, y + 1, wide, self.translate(self._linked_table), "text")
        self._paint_language(canvas, x, y + 1 + (self._linked_table is not None))
        upper, lower = Rect(x, y + 3, wide, 9), Rect(x, y + 13, wide, 5)
        self._paint_new(canvas, paint_panel(canvas, upper, self.translate(words("New here"))))
        self._paint_known(canvas, paint_panel(canvas, lower, self.translate(title)))
        return canvas

    def _paint_language(self, canvas: Canvas, x: int, y: int) -> None:
        title = self.translate(words("Language"))
        canvas.put(x, y, title, "text")
        at = x + width_of(title) + 2
        language = LANGUAGES[self.reader.preferences.language]
        canvas.spot(LANGUAGE_PLACE, Rect(at + 1, y, width_of(language) + 2, 1))
        paint_value(canvas, at, y, 30, LANGUAGE_PLACE, language)

    def _paint_new(self, canvas: Canvas, room: Rect) -> None:
        if not self.sign_up.is_open:
            closed_text = words("This server is not accepting new players. Ask its admin.")
            canvas.put_lines(room.x, room.y, room.width, self.translate(closed_text), "text")
            return
        y = room.y
        if self.member.guest.needs_invite_code:
            hint = words("ask this server's admin for it")
            self._paint_line(canvas, room, y, CODE_PLACE, words("Invite code"), hint)
            y += 2
        hint = words("as others will see it")
        self._paint_line(canvas, room, y, NAME_PLACE, words("Your name"), hint)
        paint_button(canvas, room.x + 1, y + 2, REGISTER_PLACE, self.translate(words("Register")))
        known = words("From now on your key identifies you. You have no password.")
        canvas.put_lines(room.x, room.bottom - 1, room.width, self.translate(known), "dim")

    def _paint_known(self, canvas: Canvas, room: Rect) -> None:
        hint = words("works only once")
        title = words("Code from your other key")
        explanation = words("get it with: {line}", line=self.member.guest.line_to("key", "add"))
        if self.member.guest.by_browser:
            title = words("One-time code")
            explanation = words("Open “Your profile” in the lobby there to get a code.")
        self._paint_line(canvas, room, room.y, ONE_TIME_CODE_PLACE, title, hint)
        canvas.put_lines(room.x, room.y + 1, room.width, self.translate(explanation), "dim")
        add = words("Add this browser") if self.member.guest.by_browser else words("Add this key")
        paint_button(canvas, room.x + 1, room.y + 2, ADD_KEY, self.translate(add))

    def _paint_line(
        self, canvas: Canvas, room: Rect, y: int, place: Spot, title: Text, hint: Text
    ) -> None:
        canvas.put(room.x, y, self.translate(title), "strong" if place == self.pointed else "text")
        box = min(FIELD_WIDTH, room.width // 2)
        paint_field(
            canvas,
            Rect(room.right - box, y, box, 1),
            place,
            self.fields[place],
            active=place == self.pointed,
            hint=self.translate(hint),
        )

    def hints(self) -> Sequence[KeyHint]:
        by_browser = self.member.guest.by_browser
        add = words("add this browser") if by_browser else words("add this key")
        known: dict[Spot, KeyHint] = {
            LANGUAGE_PLACE: KeyHint("right", words("next value")),
            NAME_PLACE: KeyHint("enter", words("register")),
            REGISTER_PLACE: KeyHint("enter", words("register")),
            ONE_TIME_CODE_PLACE: KeyHint("enter", add),
            ADD_KEY: KeyHint("enter", add),
        }
        main_hint = known.get(self.pointed, KeyHint("enter", words("next")))
        return [
            main_hint,
            KeyHint("tab", words("next line")),
            KeyHint("escape", words("disconnect")),
        ]

    # Filling in

    def press_field(self, event: events.Key) -> bool:
        """Pass a key to the field under the cursor. If the cursor is on a button, Backspace or a
        printable character other than a space first moves it to the field above. Return whether a
        field has used the key."""
        above: dict[Spot | None, Spot] = {REGISTER_PLACE: NAME_PLACE, ADD_KEY: ONE_TIME_CODE_PLACE}
        line = above.get(self.pointed)
        if line is not None and (event.key == "backspace" or _is_letter(event)):
            self.pointed = line
        return super().press_field(event)

    def activate(self, place: Spot) -> None:
        """If `place` is a button or the field for a name or a one-time code, submit its panel.
        Otherwise, change the value at `place` or go to the next line."""
        if place in (REGISTER_PLACE, NAME_PLACE):
            self._register()
        elif place in (ADD_KEY, ONE_TIME_CODE_PLACE):
            self._add_key()
        elif not self.change_value(place, 1):
            self.action_step(1)

    def change_value(self, place: Spot, by: int) -> bool:
        if place != LANGUAGE_PLACE:
            return False
        language = next_of(list(LANGUAGES), self.reader.preferences.language, by)
        self.page_context.change(evolve(self.reader.preferences, language=language))
        return True

    def _register(self) -> None:
        name = self.fields[NAME_PLACE].text.strip()
        try:
            if not self.sign_up.accepts(self.fields[CODE_PLACE].text):
                self._handle_wrong_code(words("That is not a valid invite code."), CODE_PLACE)
                return
            person = self.sign_up.register(name)
        except GuildhallError as error:
            self.pointed = NAME_PLACE
            self.show_message(error.text)
        else:
            self.context.admit(person)

    def _add_key(self) -> None:
        try:
            person = self.sign_up.redeem(self.fields[ONE_TIME_CODE_PLACE].text)
        except NotAllowed as error:
            self._handle_wrong_code(error.text, ONE_TIME_CODE_PLACE)
        except GuildhallError as error:
            self.pointed = ONE_TIME_CODE_PLACE
            self.show_message(error.text)
        else:
            self.context.admit(person)

    def _handle_wrong_code(self, text: Text, place: Spot) -> None:
        """Count a wrong code, and show `text` about it, with the cursor at `place`. Too many wrong
        codes end the session."""
        if self.sign_up.count_guess():
            self.context.end_session(TOO_MANY_GUESSES)
            return
        self.pointed = place
        self.show_message(text)

    def action_back(self) -> None:
        self.page_context.exit()


def _is_letter(event: events.Key) -> bool:
    return event.is_printable and not (event.character or " ").isspace()
