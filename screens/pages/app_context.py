"""Interface of the app, as used by pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from engine.core.event import Header
    from engine.i18n.text import Text
    from engine.match.match import Match
    from engine.storage.session import Session
    from engine.storage.store import Store
    from screens.environment import Environment
    from screens.paint.canvas import Canvas
    from screens.paint.theme import Theme
    from screens.preferences import Preferences
    from screens.terminal.typeahead import TypeAhead


class Navigation(Protocol):
    """Actions with which pages open other pages or export a match. They differ between a local user
    and a guest."""

    has_lobby: bool
    """Whether there is a lobby instead of the menu, as for guests."""

    def open_form(self, game: str) -> None:
        """Open the form for a new match or, for a guest, a new table, with `game` selected."""

    def open_saved(self) -> None:
        """Open the list of all saved matches or, for a guest, of their own finished ones."""

    def resume(self, id: str) -> None:
        """Open the match `id`: to continue it, or only to view it if it is finished or damaged, or
        if a guest has no seat in it. Show an error if that is not possible."""

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Open the replay of a match after its first `at` events, or at its end if `at` is None.
        `source` is the match's id or, for a local user, possibly the path of a saved game. With
        `above`, a match from the database is shown over the current screen, which returns
        afterwards. Errors are shown."""

    def share_page(
        self, match: Match, id: str | None, target: Path | None = None, *, force: bool = False
    ) -> None:
        """Start to write a web page of a match to `target` or to a new file, or show a guest how to
        get the page. `id` is the match's id in the database, or None for a match from a file. With
        `force`, an existing file is overwritten. Raises GuildhallError."""


class AppContext(Navigation, Protocol):
    """Behaviour that differs between a local user and a guest: first page, destinations, and saving
    of settings."""

    person_id: int
    """Id of the registered person at the screen; 0 for a local user, and for a guest until they are
    admitted."""

    def lowest_page(self) -> Screen[None]:
        """Create the page below all others: the menu or the lobby."""

    def arrive(self) -> None:
        """Identify a guest, and open the page with which the user starts, unless it is the lowest
        page."""

    def ready(self) -> None:
        """React to the first page becoming visible."""

    def leave(self) -> None:
        """React to the end of the program."""

    def save_preferences(self, preferences: Preferences) -> None:
        """Save the settings. Raises GuildhallError."""

    def save_game_settings(self, preferences: Preferences) -> None:
        """Save the settings per game: progress in lessons, and whether the coach is on. For a
        guest, all settings are saved. Raises GuildhallError."""

    def why_no_shell(self) -> Text | None:
        """Return the reason why the program cannot be suspended to the shell; None if it can."""

    def crash_message(self, number: str) -> Text:
        """Return the message about a crash, logged under `number`."""

    def has_finished(self, game: str) -> bool:
        """Return whether there is a finished match of `game`. For a guest, only their own matches
        count. Raises GuildhallError."""

    def play_again(self, session: Session, header: Header) -> None:
        """Start another match of the same game with the same players. `session` and `header` are
        those of the previous match. For a guest, go to the waiting table where these players meet.
        Raises GuildhallError."""

    def branch(self, match: Match, count: int) -> str:
        """Create a match that continues `match` after the first `count` events of its line of play.
        Return the id of the new match. Raises GuildhallError."""


class TablesOnPages(Protocol):
    """Access to tables for pages, which cannot import the packages that paint tables."""

    def sample_match(self, game: str) -> Match | None:
        """Return a sample match of a game, stopped while it is in progress; None if the game has
        none. Raises GuildhallError."""

    def new_match(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """Return a new match with `players` seats, in its initial position. Raises
        GuildhallError."""

    def seat_role(self, game: str, seat: int) -> str:
        """Return the style role of a seat at the table of a game."""

    def paint_for_spectators(self, match: Match, width: int, height: int) -> Canvas:
        """Return the table of a match as spectators see it. The canvas is shared: do not change
        it."""


@runtime_checkable
class ListsGames(Protocol):
    """A page that lists the games."""

    def remember_game(self, game: str) -> None:
        """Move the cursor to a game that was opened elsewhere."""


class PageContext(Protocol):
    """The app as seen by a page."""

    preferences: Preferences

    @property
    def environment(self) -> Environment:
        """Everything supplied from outside the app."""

    @property
    def navigation(self) -> Navigation:
        """The actions that open other pages."""

    @property
    def store(self) -> Store:
        """The database, opened on first access. Raises BadStore."""

    @property
    def store_open(self) -> bool:
        """Whether the database has been opened."""

    @property
    def tables(self) -> TablesOnPages:
        """Access to the tables that pages show."""

    @property
    def typeahead(self) -> TypeAhead:
        """The queue of typed keys."""

    def theme_for(self, preferences: Preferences) -> Theme:
        """Return the theme chosen in `preferences`, at the terminal's colour depth."""

    def change(self, preferences: Preferences) -> None:
        """Apply settings and save them."""

    def show_over_menu(self, screen: Screen[None]) -> None:
        """Show a screen directly above the menu or lobby, in place of all screens there."""

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game at the saved task, or at the start if all tasks are done. Show
        a message if the game has no lesson."""

    def exit(self) -> None:
        """End the program."""
