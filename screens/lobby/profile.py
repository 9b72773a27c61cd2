"""The profile of a guest: name, keys, notifications, and the deletion of the account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.errors import showing_errors
from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.users import CODE_LIFETIME, MAX_KEYS
from screens.lobby.guest_context import GuestContext
from screens.lobby.notification_settings import NotificationSettingsScreen, address_text
from screens.match_summary import day_of
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint, KeyQuestion
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of

if TYPE_CHECKING:
    from engine.lobby.notifications import Address
    from engine.lobby.users import PublicKey

RENAME_PLACE: Final = ("rename",)
ADD_KEY_PLACE: Final = ("add",)
KEY_PLACE: Final = "key"
NOTIFICATIONS_PLACE: Final = ("notifications",)
DELETE_PLACE: Final = ("delete",)

LABEL_COLUMN: Final = 4
VALUE_COLUMN: Final = 22


class ProfileScreen(Page):
    """Page to change the player's name, keys and notifications, and to delete the account."""

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context.app)
        self.context, self.member = context, context.member
        self._keys: Sequence[PublicKey] = ()
        self._code = ""
        self._can_notify = False
        self._address: Address | None = None

    def prepare(self) -> None:
        person, notices = self.member.person, self.member.notices
        with showing_errors(self.show_message):
            self._keys = self.member.people.keys(person)
            self._can_notify = bool(notices.kinds())
            self._address = notices.address(person)

    # Painting

    def title_text(self) -> Text:
        return words("Your profile")

    def stops(self) -> Sequence[Spot]:
        notifications = [NOTIFICATIONS_PLACE] if self._can_notify else []
        return [
            RENAME_PLACE,
            *((KEY_PLACE, n) for n in range(len(self._keys))),
            ADD_KEY_PLACE,
            *notifications,
            DELETE_PLACE,
        ]

    def paint_body(self, width: int, height: int) -> Canvas:
        canvas = panel_body(
            width,
            max(height, len(self._keys) + (20 if self._can_notify else 16)),
            self.reader.theme.glyphs,
        )
        self._paint_line(canvas, 1, RENAME_PLACE, words("Name"), verbatim(self.member.person.name))
        y = self._paint_remark(canvas, 2, words("The name others see, in all games.")) + 1
        for n, key in enumerate(self._keys):
            title = words("Your keys") if n == 0 else verbatim("")
            self._paint_line(canvas, y, (KEY_PLACE, n), title, self._key_text(key))
            y += 1
        self._paint_line(canvas, y, ADD_KEY_PLACE, verbatim(""), words("add another key"))
        y = self._paint_remark(canvas, y + 1, self._how_to_add())
        if self._code:
            canvas.put(VALUE_COLUMN, y, f" {self._code} ", "cap")
            y += 2
        if self._can_notify:
            address = address_text(self._address)
            self._paint_line(canvas, y + 1, NOTIFICATIONS_PLACE, words("Notifications"), address)
            whether = words("when a game is waiting for you and you are not here")
            y = self._paint_remark(canvas, y + 2, whether)
        self._paint_line(
            canvas, y + 1, DELETE_PLACE, words("Delete account"), words("delete my account")
        )
        forgetting = words(
            "In games, your name is replaced by a number and your seats become free. Your keys "
            "and settings are deleted."
        )
        self._paint_remark(canvas, y + 2, forgetting)
        return canvas

    def _paint_line(self, canvas: Canvas, y: int, place: Spot, title: Text, value: Text) -> None:
        text = self.translate(value)
        canvas.put(LABEL_COLUMN, y, self.translate(title), "text")
        canvas.spot(place, Rect(VALUE_COLUMN - 2, y, width_of(text) + 4, 1))
        canvas.put(VALUE_COLUMN, y, text, "strong")

    def _paint_remark(self, canvas: Canvas, y: int, text: Text) -> int:
        """Paint a remark below the value that it is about. Return the row after the remark."""
        width = canvas.width - VALUE_COLUMN - 4
        return canvas.put_lines(VALUE_COLUMN, y, width, self.translate(text), "dim")

    def _key_text(self, key: PublicKey) -> Text:
        """Return a text by which the player recognizes a key: its label, if any, the date on which
        it was added, and whether the player is using it now."""
        since = words("since {day}", day=day_of(key.added))
        is_this = key.fingerprint == self.member.guest.fingerprint
        if is_this:
            since = words("since {day}, the one you are using now", day=day_of(key.added))
        return words("{label} {since}", label=key.label, since=since) if key.label else since

    def _how_to_add(self) -> Text:
        if not self._code:
            return words(
                "You get a one-time code to connect with another key. You can have {most} keys.",
                most=MAX_KEYS,
            )
        return plural(
            "Connect with the other key within {n} minute and type this code there:",
            "Connect with the other key within {n} minutes and type this code there:",
            int(CODE_LIFETIME.total_seconds() // 60),
        )

    def hints(self) -> Sequence[KeyHint]:
        known: dict[Spot, Text] = {
            RENAME_PLACE: words("change name"),
            ADD_KEY_PLACE: words("get a code for another key"),
            NOTIFICATIONS_PLACE: words("where, and for which games"),
            DELETE_PLACE: words("delete my account"),
        }
        meaning = known.get(self.pointed, words("remove this key"))
        return [KeyHint("enter", meaning), KeyHint("escape", words("to the lobby"))]

    # Actions

    def activate(self, place: Spot) -> None:
        """Rename the player, add a key, open the notification settings, remove a key, or delete the
        account. The last two need a confirmation."""
        if place == RENAME_PLACE:
            self.prompt.ask_text(words("Your new name:"), self.member.person.name, self._rename)
        elif place == ADD_KEY_PLACE:
            self.add_key()
        elif place == NOTIFICATIONS_PLACE:
            self.app.push_screen(NotificationSettingsScreen(self.context), lambda _: self.reload())
        elif place == DELETE_PLACE:
            self._confirm(
                words("Delete your account on this server for good?"), self._delete_account
            )
        elif isinstance(place, tuple):
            drop = partial(self._remove_key, place[1])
            self._confirm(
                words("Remove this key? You will no longer be able to connect with it."), drop
            )

    def _confirm(self, question: Text, act: Callable[[], None]) -> None:
        yes = (words("yes, for good"), act)
        self.prompt.ask_key(question, KeyQuestion({"enter": yes}, words("no")))

    def _rename(self, name: str) -> None:
        with showing_errors(self.show_message):
            self.member.people.rename(self.member.person.name, name)
            self.member.reload_person()
            self.show_message(words("Your name is now {name}.", name=self.member.person.name))

    def add_key(self) -> None:
        """Create and show a one-time code for another key. The previous code becomes invalid."""
        self.point(ADD_KEY_PLACE)
        with showing_errors(self.show_message):
            self._code = self.member.people.new_one_time_code(self.member.person)
            self.show()

    def _remove_key(self, number: int) -> None:
        with showing_errors(self.show_message):
            self.member.people.drop_key(self.member.person, self._keys[number].fingerprint)
            self.prepare()
            self.show_message(words("The key has been removed."))

    def _delete_account(self) -> None:
        with showing_errors(self.show_message):
            self.member.people.erase(self.member.person)
            self.context.end_session(words("Your account has been deleted. Goodbye."))
