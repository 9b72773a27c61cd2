"""The finished matches of a guest, to view and replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from engine.i18n.text import Text, words
from screens import key_map
from screens.lobby.guest_context import GuestContext
from screens.pages.bindings import bindings
from screens.pages.matches import MatchesPage
from screens.pages.prompt import KeyHint

if TYPE_CHECKING:
    from engine.storage.records import Record


class OwnGamesScreen(MatchesPage):
    """Page with the player's own finished matches."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.SAVED_GAMES_COMMANDS[:1])

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context.app)
        self.context, self.member = context, context.member

    def find_records(self) -> Sequence[Record]:
        return self.page_context.store.records(person=self.member.person.id, over=True)

    def empty_text(self) -> Text:
        return words(
            "You have not finished any games on this server yet. Finished games will appear here."
        )

    def title_text(self) -> Text:
        return words("Finished games")

    def hints(self) -> Sequence[KeyHint]:
        back = KeyHint("escape", words("to the lobby"))
        if not self.records:
            return [back]
        return [
            KeyHint("enter", words("view the result")),
            self.reader.hint_of("saved.replay"),
            back,
        ]

    def action_replay(self) -> None:
        if self.record is not None:
            self.page_context.navigation.replay(self.record.id, 0)
