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
        """Open the form that starts a game."""

    def open_saved(self) -> None:
        """Open the matches that can be viewed again."""

    def resume(self, id: str) -> None:
        """Open a match: to continue it, or only to view it if it is finished."""

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Open the replay of the match `source` (an id or the path of a saved game) at position
        `at`, or at its end if `at` is None. If `above`, the current screen stays below and returns
        afterwards."""

    def share_page(
        self, match: Match, id: str | None, target: Path | None = None, *, force: bool = False
    ) -> None:
        """Write a web page of a match to `target` or to a new file, or show how to get one. `id` is
        the match's id in the database, or None for a match from a file. With `force`, an existing
        file is overwritten. Raises GuildhallError."""


class AppContext(Navigation, Protocol):
    """Behaviour that differs between a local user and a guest: first page, destinations, and saving
    of settings."""

    person_id: int
    """Id of the registered person at the screen; 0 for a local user."""

    def lowest_page(self) -> Screen[None]:
        """Return the page below all others."""

    def arrive(self) -> None:
        """Open the first page."""

    def ready(self) -> None:
        """React to the first page becoming visible."""

    def leave(self) -> None:
        """React to the end of the program."""

    def save_preferences(self, preferences: Preferences) -> None:
        """Save the settings. Raises GuildhallError."""

    def save_game_settings(self, preferences: Preferences) -> None:
        """Save only the settings per game: progress in lessons, and whether the coach is on. Raises
        GuildhallError."""

    def why_no_shell(self) -> Text | None:
        """Return the reason why the program cannot be suspended to the shell; None if it can."""

    def crash_message(self, number: str) -> Text:
        """Return the message about a crash, logged under `number`."""

    def has_finished(self, game: str) -> bool:
        """Return whether there is a finished match of a game. Raises GuildhallError."""

    def play_again(self, session: Session, header: Header) -> None:
        """Play the same game again with the players of a match. Raises GuildhallError."""

    def branch(self, match: Match, count: int) -> str:
        """Create a match that continues `match` after its first `count` events. Return its id.
        Raises GuildhallError."""


class TablesOnPages(Protocol):
    """Access to tables for pages, which cannot import the packages that paint tables."""

    def match_like(self, game: str) -> Match | None:
        """Return a sample match of a game in progress; None if there is none. Raises
        GuildhallError."""

    def match_begun(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """Return a new match with `players` seats, in its initial position. Raises
        GuildhallError."""

    def seat_role(self, game: str, seat: int) -> str:
        """Return the style role of a seat at the table of a game."""

    def paint_watched(self, match: Match, width: int, height: int) -> Canvas:
        """Paint the table of a match as spectators see it."""


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
    def context(self) -> Navigation:
        """The available destinations."""

    @property
    def store(self) -> Store:
        """The database, opened on first access. Raises BadStore."""

    @property
    def store_open(self) -> bool:
        """Whether the database has been opened."""

    @property
    def tables(self) -> TablesOnPages:
        """Tables to show on pages."""

    @property
    def typeahead(self) -> TypeAhead:
        """The queue of typed keys."""

    def theme_for(self, preferences: Preferences) -> Theme:
        """Return the theme for `preferences`."""

    def change(self, preferences: Preferences) -> None:
        """Apply settings and save them."""

    def show_over_menu(self, screen: Screen[None]) -> None:
        """Show a screen over the menu, replacing the current one."""

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game at the saved task."""

    def exit(self) -> None:
        """End the program."""
