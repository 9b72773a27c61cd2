"""Chat in the lobby and at waiting tables: the last lines below the page, and all lines on a
page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import frozen
from textual import events
from textual.binding import BindingType

from engine.errors import showing_errors
from engine.i18n.text import Text, plural, words
from engine.lobby.chat import MAX_CHARACTERS, ChatLine
from engine.storage.pubsub import topic_of_talk
from screens import key_map
from screens.lobby.guest_context import GuestContext
from screens.pages.bindings import bindings
from screens.pages.menu_actions import ROOMY_HEIGHT
from screens.pages.page import Page
from screens.pages.page_frame import FOOT_ROWS, HEAD_ROWS, Pane
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.shapes import paint_panel
from screens.play.subscriber import Subscriptions
from screens.preferences import RINGING
from screens.table_view.chat_painting import paint_chat, paint_head

CHAT_PLACE: Final[Spot] = ("talk",)
"""Place of the last chat lines. A click on it shows all lines."""

MAX_CHAT_LINES_COMPACT: Final = 2
"""Maximum number of chat lines below a page on small screens."""

MAX_CHAT_LINES_ROOMY: Final = 5
"""Maximum number of chat lines below a page on large screens."""

LAST_ROW: Final = 1_000_000
"""Number of a row below the end of any page."""


class ChatPage(Page):
    """A page with a chat, whose last lines are shown below the page unless `pane` is None. The
    chat is that of the waiting table with the id `table`, or of the lobby if `table` is None.

    Other players' lines count as new until the player presses a key while all new lines are
    visible, sends a message, or opens the page with all lines.
    """

    command_prefix = "lobby"
    """Prefix of the ids of the page's commands."""

    def __init__(self, context: GuestContext, table: str | None) -> None:
        super().__init__(context.app)
        self.context, self.member = context, context.member
        self.subscriptions = Subscriptions(self)
        self.chat_table = table
        self.chat_lines: Sequence[ChatLine] = ()
        self.visible_lines = 0
        """Number of chat lines that the page shows."""
        self.pane: Pane | None = ChatPane(self)

    # ------------------------------------------------------------------ reading

    def on_unmount(self) -> None:
        self.subscriptions.stop()

    def read_chat(self) -> None:
        """Load the chat. In the lobby, the lines found at the first call count as read. Raises
        GuildhallError."""
        self.chat_lines = self.member.chat.lobby_lines(self.chat_table, self.member.person)
        if self.chat_table is None:
            self.member.unread_in_lobby(self.chat_lines)

    @property
    def is_on_top(self) -> bool:
        """Whether no other screen covers this page. (Textual's `is_current` can also be true for a
        page below another screen.)"""
        return self.app.screen is self

    def refresh_chat(self) -> None:
        """Load and show the chat, unless another page covers this one."""
        if self.is_on_top:
            with showing_errors(self.show_message):
                self.read_chat()
                self.show()

    @property
    def _last_number(self) -> int:
        return self.chat_lines[-1].number if self.chat_lines else 0

    @property
    def new_lines(self) -> int:
        """Number of other players' unread lines."""
        return len(self.member.unread(self.chat_lines, self.chat_table))

    def mark_read(self) -> None:
        if self.chat_lines:
            self.member.last_read[self.chat_table] = self._last_number

    def process_key(self, event: events.Key) -> None:
        """If all unread lines are visible, mark them as read. Then process the key as on any
        page."""
        if not self.too_small and self.new_lines <= self.visible_lines:
            self.mark_read()
        super().process_key(event)

    def call_for_attention(self) -> None:
        """Ring the terminal's bell if the setting for turn alerts includes it."""
        if self.reader.preferences.call in RINGING:
            self.app.bell()

    # ------------------------------------------------------------------ painting

    def show(self) -> None:
        """Paint the page, unless another page covers it."""
        if self.is_on_top:
            super().show()

    @property
    def is_roomy(self) -> bool:
        """Whether the screen is high enough to reserve rows for the chat, so that new lines do not
        move the page."""
        return (
            self.app.size.height - HEAD_ROWS - FOOT_ROWS - MAX_CHAT_LINES_ROOMY - 2 >= ROOMY_HEIGHT
        )

    def role_of(self, line: ChatLine) -> str:
        """Return the role for the name of a line's author: "dim" for the player, "strong" for
        others."""
        return "dim" if line.person == self.member.person.id else "strong"

    def empty_text(self) -> Text:
        """Return the text shown while the chat is empty."""
        if self.chat_table is None:
            return words("No messages in the last 24 hours.")
        return words("No messages yet.")

    # ------------------------------------------------------------------ sending

    def action_step(self, by: int) -> None:
        """Move to the next or previous stop. The cursor does not wrap from the first stop to the
        last."""
        if by > 0 or self.pointed not in self.stops()[:1]:
            super().action_step(by)

    def clicked(self, place: Spot) -> None:
        """Show all chat lines after a click on the last ones, unless a question is open. Process
        other clicks as on any page."""
        if place == CHAT_PLACE and self.prompt.question is None:
            self.action_talk()
        else:
            super().clicked(place)

    def action_say(self) -> None:
        """Ask for a message to everyone in the lobby or at the table, and send it."""
        lobby = words("Message to the lobby:")
        question = lobby if self.chat_table is None else words("Message to the table:")
        self.prompt.ask_text(question, "", self._say, most=MAX_CHARACTERS)

    def _say(self, text: str) -> None:
        if text:
            with showing_errors(self.show_message):
                self.member.chat.post(self.chat_table, self.member.person, text)
                self.read_chat()
                self.mark_read()

    def action_mute(self) -> None:
        """Ask for a name, and mute or unmute the player with this name. The default is the latest
        author other than the reader."""
        own = self.member.person.id
        last = next(
            (message.name for message in reversed(self.chat_lines) if message.person != own), ""
        )
        question = words("Who do you want to mute or unmute? The player will not be told.")
        self.prompt.ask_text(question, last, self._toggle_mute)

    def _toggle_mute(self, name: str) -> None:
        if not name:
            return
        with showing_errors(self.show_message):
            other, muted = self.member.toggle_mute(name)
            self.read_chat()
            unmuted = words("{name} is no longer muted.", name=other)
            self.show_message(words("{name} is muted.", name=other) if muted else unmuted)

    def action_talk(self) -> None:
        """Show the whole chat."""
        self.app.push_screen(ChatScreen(self))


@frozen(eq=False)
class ChatPane:
    """The last chat lines, below a page."""

    page: ChatPage

    def height(self) -> int:
        page = self.page
        return (
            MAX_CHAT_LINES_ROOMY + 2
            if page.is_roomy
            else 1 + min(MAX_CHAT_LINES_COMPACT, max(1, len(page.chat_lines)))
        )

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Paint the last lines and, in the heading, the number of new lines or, if there are none,
        the keys of the chat."""
        page, new = self.page, self.page.new_lines
        rect = Rect(2, rect.y, rect.width - 4, rect.height)
        fact = plural("{n} new message", "{n} new messages", new) if new else self._keys()
        title, fact_text = page.translate(words("Chat")), page.translate(fact)
        role = "warn bold" if new else "dim"
        inner = paint_panel(canvas, rect, title, fact_text, fact_role=role, border=page.is_roomy)
        canvas.spot(CHAT_PLACE, rect)
        if not page.chat_lines:
            nothing = page.translate(page.empty_text())
            canvas.put_clipped(inner.x, inner.y, inner.width, nothing, "dim")
        if page.is_roomy:
            page.visible_lines = self._paint_whole(canvas, inner)
            return
        page.visible_lines = inner.height
        for row, line in enumerate(page.chat_lines[-inner.height :]):
            x = paint_head(canvas, inner.x, inner.y + row, line, page.role_of(line))
            canvas.put_clipped(x, inner.y + row, inner.right - x, line.text, "text")

    def _paint_whole(self, canvas: Canvas, inner: Rect) -> int:
        """Paint the last lines that fit in full, and return their number."""
        glyphs, lines = self.page.reader.theme.glyphs, self.page.chat_lines
        room = Rect(0, 0, inner.width, 0)
        for count in range(min(inner.height, len(lines)), 0, -1):
            whole = paint_chat(lines[-count:], room, glyphs, self.page.role_of)
            if whole.height <= inner.height:
                canvas.blit(whole, inner.x, inner.y)
                return count
        return 0

    def _keys(self) -> Text:
        names = (f"{self.page.command_prefix}.{name}" for name in ("say", "talk"))
        say, read = map(self.page.reader.key_name_of, names)
        return words("{say} to write, {read} to read all", say=say, read=read)


class ChatScreen(ChatPage):
    """Page with all chat lines, scrolled to the last."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.LOBBY_CHAT_COMMANDS)

    def __init__(self, below: ChatPage) -> None:
        super().__init__(below.context, below.chat_table)
        self.chat_lines, self.scroll.top, self.pane = below.chat_lines, LAST_ROW, None

    def on_mount(self) -> None:
        """Subscribe to the chat and mark it as read. The page below still follows the other
        topics."""
        self.subscriptions.subscribe(
            self.page_context.store, topic_of_talk(self.chat_table), self.refresh_chat
        )
        self.mark_read()

    def read_chat(self) -> None:
        """Load the chat and mark it as read. A page that is scrolled to the end stays at the
        end."""
        at_end = self.scroll.at_end
        super().read_chat()
        self.mark_read()
        if at_end:
            self.scroll.top = LAST_ROW

    def title_text(self) -> Text:
        if self.chat_table is None:
            return words("Lobby chat")
        return words("Chat at this table")

    def paint_body(self, width: int, height: int) -> Canvas:
        rect = Rect(3, 0, width, max(height, 1))
        canvas = paint_chat(self.chat_lines, rect, self.reader.theme.glyphs, self.role_of)
        if not self.chat_lines:
            canvas.put(rect.x, 0, self.translate(self.empty_text()), "dim")
        return canvas

    def hints(self) -> Sequence[KeyHint]:
        keys = [
            self.reader.hint_of("lobby.say"),
            KeyHint(self.reader.key_of("lobby.mute"), words("mute")),
        ]
        return [*keys, KeyHint("escape", words("back"))]

    def action_talk(self) -> None:
        """Close the page: the key that opens it also closes it."""
        self.action_back()
