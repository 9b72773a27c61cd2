"""What a page may ask of the app around it, and where it may lead from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.match.match import Match
    from engine.storage.store import Store
    from screens.environment import Environment
    from screens.paint.canvas import Canvas
    from screens.paint.theme import Theme
    from screens.preferences import Preferences


class Navigation(Protocol):
    """Where pages lead: not to the same for somebody at this computer and for a guest."""

    has_lobby: bool
    """Whether there is a lobby in the place of the menu: for guests."""

    def open_form(self, game: str) -> None:
        """The form with which a game begins."""

    def open_saved(self) -> None:
        """The matches that may be looked at again."""

    def begin(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        *,
        coached: bool | None = None,
    ) -> None:
        """Begin a new match and show its table, with the coach or without, or as it is set; raises
        GuildhallError if it cannot begin."""

    def resume(self, id: str) -> None:
        """Go on with a match; one that is over is only shown."""

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Replay a match from a position on; `above` what is shown now, which comes back
        afterwards."""


class PageContext(Protocol):
    """The app as a page sees it."""

    preferences: Preferences

    @property
    def environment(self) -> Environment:
        """What is given from outside."""

    @property
    def context(self) -> Navigation:
        """Where else one can go."""

    @property
    def store(self) -> Store:
        """Where the games are kept, opened when it is first asked for; raises BadStore."""

    @property
    def store_open(self) -> bool:
        """Whether the store has been looked into."""

    def look_of(self, preferences: Preferences) -> Theme:
        """The palette and the signs of these settings."""

    def change(self, preferences: Preferences) -> None:
        """Take other settings, at once and for the next time."""

    def coaches(self, game: str) -> bool:
        """Whether a game has its coach, as it is set."""

    def match_like(self, game: str) -> Match | None:
        """A match of a game that is well under way, if there is one; raises GuildhallError."""

    def match_begun(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """A match that nobody has chosen anything in yet; raises GuildhallError."""

    def paint_watched(self, match: Match, width: int, height: int) -> Canvas:
        """The table of a match as all may see it."""

    def open_rules(self, game: str) -> None:
        """The rulebook of a game."""

    def open_statistics(self, game: str) -> None:
        """How everybody has fared."""

    def open_lessons(self) -> None:
        """The lessons that there are."""

    def open_lesson(self, game: str) -> None:
        """The lesson of a game, where somebody has left it."""

    def open_settings(self) -> None:
        """The settings."""

    def exit(self) -> None:
        """End the program."""
