"""Interface to the session of a guest, as used by pages that only guests see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.core.players import Person
    from engine.i18n.text import Text
    from screens.lobby.lobby_model import Lobby
    from screens.lobby.member import Member
    from screens.pages.app_context import PageContext


class GuestContext(Protocol):
    """The session of a guest on the server."""

    @property
    def app(self) -> PageContext:
        """The app around it."""

    @property
    def member(self) -> Member:
        """The guest's identity and data."""

    @property
    def tables(self) -> Lobby:
        """The model of the lobby."""

    def admit(self, person: Person) -> None:
        """Let a player into the lobby, and run the command typed when connecting."""

    def send_away(self, text: Text) -> None:
        """End the session with a message."""

    def call_for_attention(self) -> None:
        """Ring the terminal's bell, if turned on."""

    def tell_in_lobby(self, text: Text) -> None:
        """Show a message in the lobby, below all other pages."""

    def open_form(self, game: str) -> None:
        """Open the form for a new table."""

    def open_saved(self) -> None:
        """Open the player's finished games."""

    def take_key_offer(self) -> bool:
        """Whether a second key is to be offered now, which is done once."""

    def show_place(self, *words: str) -> None:
        """Tell the server where the person is, by the words that lead there; none for the lobby."""

    def open_profile(self) -> None:
        """Open the player's profile."""

    def open_admin(self) -> None:
        """Open the page for admins."""

    def join(self, code: str) -> None:
        """Join the table with this code, or go to the match it has started."""

    def sit_down(self, id: str) -> None:
        """Join a waiting table and show it. Raises GuildhallError."""

    def open_waiting(self, id: str) -> None:
        """Show a waiting table, or the match if it has started."""

    def resume(self, id: str) -> None:
        """Go to the player's own seat in a match."""

    def watch(self, id: str) -> None:
        """Watch a match as a spectator."""

    def leave_match(self, id: str, bot: str | None) -> None:
        """Give up the seat in a match, to a bot or to anyone who joins."""

    def come_back(self, id: str) -> None:
        """Return to a match that the player has left."""

    def take_seat(self, id: str) -> None:
        """Take over a free seat in a match."""
