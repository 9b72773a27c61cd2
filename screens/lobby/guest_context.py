"""Interface to the session of a guest, as used by pages that only guests see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.players import Person
    from engine.i18n.text import Text
    from screens.lobby.lobby_model import AtMatch, AtWaitingTable, Lobby
    from screens.lobby.member import Member
    from screens.pages.app_context import PageContext


class GuestContext(Protocol):
    """The session of a guest on the server."""

    @property
    def app(self) -> PageContext:
        """The app that shows the session's pages."""

    @property
    def member(self) -> Member:
        """The guest's identity and data."""

    @property
    def tables(self) -> Lobby:
        """The model of the lobby."""

    def admit(self, person: Person) -> None:
        """Let `person` into the lobby, with their saved settings, and run the command given when
        connecting. Without a command, open the running match that is waiting for the player, if no
        other table is waiting for the player."""

    def end_session(self, text: Text) -> None:
        """End the session with a message."""

    def show_in_lobby(self, text: Text) -> None:
        """Show a message on the lobby page, which other pages may cover."""

    def open_form(self, game: str) -> None:
        """Open the form for a new table, with `game` selected."""

    def open_saved(self) -> None:
        """Open the page with the player's finished games."""

    def show_place(self, *words: str) -> None:
        """Record that the command `words` (empty for the lobby) leads back to the current page, and
        tell the server."""

    def open_profile(self, *, adds_key: bool = False) -> None:
        """Open the player's profile. With `adds_key`, the page shows a new one-time code for
        another key."""

    def open_admin(self) -> None:
        """Open the page for admins."""

    def open_waiting(self, id: str) -> None:
        """Show the waiting table `id`, or go to its match if the match has started."""

    def resume(self, id: str) -> None:
        """Go to the match `id` in the player's own seats, or as a spectator if the player has none.
        For errors and for matches that are over, see `go_to`."""

    def go_to(self, find: Callable[[str], AtWaitingTable | AtMatch], key: str) -> None:
        """Go to the table that `find` returns for `key`, which is a code or id, or show why that is
        not possible. A match that is over is replayed instead, if the player has a seat in it."""
