"""Notification settings of a guest: address, frequency, and the games that send notifications."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.errors import showing_errors
from engine.i18n.text import Text, verbatim, words
from engine.lobby.notifications import AT_ONCE, DAILY, FREQUENCIES, MAIL, MAX_LENGTH, NTFY
from screens.lobby.guest_context import GuestContext
from screens.match_summary import game_of, players_of
from screens.pages.game_form import next_of
from screens.pages.page import Page
from screens.pages.page_frame import paint_value, panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of

if TYPE_CHECKING:
    from engine.lobby.notifications import Address
    from engine.storage.records import Record

KIND_PLACE: Final = "kind"
FREQUENCY_PLACE: Final = ("frequency",)
TABLE_PLACE: Final = "table"

LABEL_COLUMN: Final = 4
VALUE_COLUMN: Final = 22
STATE_COLUMN: Final = 46
"""First column of the values that say whether a match sends notifications."""

MAX_TABLES: Final = 200

KIND_NAMES: Final[Mapping[str, Text]] = {
    MAIL: words("Email"),
    NTFY: words("ntfy topic"),
}
"""Names of the kinds of address. Other kinds are shown by their id."""

FREQUENCY_TEXTS: Final[Mapping[str, Text]] = {
    AT_ONCE: words("once per turn"),
    DAILY: words("once a day, for all games"),
}


def address_text(address: Address | None) -> Text:
    """Return an address as text, or "not set" if there is none."""
    return words("not set") if address is None else verbatim(address.text)


class NotificationSettingsScreen(Page):
    """Page with the available kinds of address, the frequency of notifications, and the player's
    running games."""

    cursor_follows_mouse = False

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context.app)
        self.notices, self.person = context.member.notices, context.member.person
        self._kinds: Sequence[str] = ()
        self._address: Address | None = None
        self._records: Sequence[Record] = ()
        self._quiet: frozenset[str] = frozenset()

    def prepare(self) -> None:
        with showing_errors(self.show_message), self.notices.store.read_transaction():
            self._kinds = self.notices.kinds()
            self._address = self.notices.address(self.person)
            self._quiet = self.notices.quiet_matches(self.person)
            self._records = self.notices.store.records(
                person=self.person.id, over=False, limit=MAX_TABLES
            )

    # Painting

    def title_text(self) -> Text:
        return words("Notifications")

    def stops(self) -> Sequence[Spot]:
        kinds = [(KIND_PLACE, kind) for kind in self._kinds]
        if self._address is None:
            return kinds
        return [*kinds, FREQUENCY_PLACE, *((TABLE_PLACE, record.id) for record in self._records)]

    def paint_body(self, width: int, height: int) -> Canvas:
        rows = len(self._kinds) + len(self._records) + 12
        canvas = panel_body(width, max(height, rows), self.reader.theme.glyphs)
        meaning = words(
            "When a game has been waiting for you for a while and you are not here, this server "
            "sends a message to this address. You can have one address. To remove it, leave the "
            "line empty."
        )
        y = (
            canvas.put_lines(
                LABEL_COLUMN, 1, width - 2 * LABEL_COLUMN, self.translate(meaning), "dim"
            )
            + 1
        )
        for kind in self._kinds:
            self._paint_kind(canvas, y, kind)
            y += 1
        if self._address is None:
            return canvas
        canvas.put(LABEL_COLUMN, y + 1, self.translate(words("How often")), "text")
        canvas.spot(FREQUENCY_PLACE, Rect(LABEL_COLUMN - 2, y + 1, VALUE_COLUMN - LABEL_COLUMN, 1))
        often = self.translate(FREQUENCY_TEXTS.get(self._address.often, FREQUENCY_TEXTS[AT_ONCE]))
        paint_value(canvas, VALUE_COLUMN, y + 1, width - VALUE_COLUMN - 2, FREQUENCY_PLACE, often)
        for n, record in enumerate(self._records, y + 3):
            self._paint_record(canvas, n, record)
        return canvas

    def _paint_kind(self, canvas: Canvas, y: int, kind: str) -> None:
        address = self._address if self._address and self._address.kind == kind else None
        text = clip(
            self.translate(address_text(address)), canvas.width - VALUE_COLUMN - 4, canvas.glyphs
        )
        canvas.put(LABEL_COLUMN, y, self.translate(KIND_NAMES.get(kind, verbatim(kind))), "text")
        canvas.spot((KIND_PLACE, kind), Rect(VALUE_COLUMN - 2, y, width_of(text) + 4, 1))
        canvas.put(VALUE_COLUMN, y, text, "text" if address is None else "strong")

    def _paint_record(self, canvas: Canvas, y: int, record: Record) -> None:
        place = (TABLE_PLACE, record.id)
        which = words("{game}: {players}", game=game_of(record), players=players_of(record))
        canvas.put_clipped(
            LABEL_COLUMN, y, STATE_COLUMN - LABEL_COLUMN - 2, self.translate(which), "text"
        )
        canvas.spot(place, Rect(LABEL_COLUMN - 2, y, STATE_COLUMN - LABEL_COLUMN, 1))
        state = (
            words("notifications off") if record.id in self._quiet else words("notifications on")
        )
        paint_value(
            canvas, STATE_COLUMN, y, canvas.width - STATE_COLUMN - 2, place, self.translate(state)
        )

    def hints(self) -> Sequence[KeyHint]:
        back = KeyHint("escape", words("back"))
        if isinstance(self.pointed, tuple) and self.pointed[0] == KIND_PLACE:
            return [KeyHint("enter", words("change address")), back]
        return [KeyHint("right", words("next value")), back]

    # Actions

    def activate(self, place: Spot) -> None:
        if isinstance(place, tuple) and place[0] == KIND_PLACE:
            self._ask_address(place[1])
        else:
            self.change_value(place, 1)

    def change_value(self, place: Spot, by: int) -> bool:
        """Change the frequency, or turn a game's notifications on or off. Return False at any other
        stop."""
        if not isinstance(place, tuple) or place[0] == KIND_PLACE or self._address is None:
            return False
        with showing_errors(self.show_message):
            if place == FREQUENCY_PLACE:
                self.notices.set_often(self.person, next_of(FREQUENCIES, self._address.often, by))
            else:
                self.notices.set_quiet(self.person, place[1], place[1] not in self._quiet)
        self.reload()
        return True

    def _ask_address(self, kind: str) -> None:
        address = self._address
        before = address.text if address is not None and address.kind == kind else ""
        question = words("Your address ({kind}):", kind=KIND_NAMES.get(kind, verbatim(kind)))
        self.prompt.ask_text(
            question, before, partial(self._save_address, kind, before), most=MAX_LENGTH
        )

    def _save_address(self, kind: str, before: str, text: str) -> None:
        with showing_errors(self.show_message):
            if text.strip():
                address = self.notices.set_address(self.person, kind, text)
                self.show_message(words("Notifications now go to {address}.", address=address.text))
            elif before:
                self.notices.turn_off(self.person)
                self.show_message(words("Notifications are now off."))
        self.reload()
