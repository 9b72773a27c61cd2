"""What a page may ask that only guests see: who plays here, and the ways in the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.core.players import Person
    from engine.i18n.text import Text
    from screens.lobby.member import Member
    from screens.pages.app_context import PageContext


class GuestContext(Protocol):
    """The stay of a guest in the house."""

    @property
    def app(self) -> PageContext:
        """The app around it."""

    @property
    def member(self) -> Member:
        """Who it is."""

    def admit(self, person: Person) -> None:
        """Let somebody into the lobby, and on to where the words lead that were typed outside."""

    def send_away(self, text: Text) -> None:
        """End the session with a sentence."""

    def call_for_attention(self) -> None:
        """Ring the terminal's bell, where it is set to be rung."""

    def tell_in_lobby(self, text: Text) -> None:
        """Say something on the page that lies below all others."""

    def open_form(self, game: str) -> None:
        """The form for a new table."""

    def open_saved(self) -> None:
        """The person's own games that are over."""

    def take_key_offer(self) -> bool:
        """Whether a second key is to be offered now, which is done once."""

    def show_place(self, *words: str) -> None:
        """Tell the server where the person is, by the words that lead there; none for the lobby."""

    def open_profile(self) -> None:
        """The person's name, keys, and the way to be forgotten."""

    def join(self, code: str) -> None:
        """Sit down at the table of a code, or go to the match that has come of it."""

    def sit_down(self, id: str) -> None:
        """Sit down at a table that waits and show it; raises GuildhallError."""

    def open_waiting(self, id: str) -> None:
        """The table that waits; the table itself, if the match has begun."""

    def resume(self, id: str) -> None:
        """Go to one's own seat at a match."""

    def look_on(self, id: str) -> None:
        """Look on at a match as everybody may see it."""

    def leave_match(self, id: str, bot: str | None) -> None:
        """Leave a match for good, to a bot or to whoever comes."""

    def come_back(self, id: str) -> None:
        """Go on with a match that one has left."""

    def take_place(self, id: str) -> None:
        """Sit down at a match in the place of somebody who has left."""
