"""What the commands work with: the places of somebody's own things, the settings, the store."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define

from engine.errors import GuildhallError
from engine.i18n.language import Tongue
from engine.i18n.text import Text, printable, words
from screens.preferences import Preferences
from tui.places import Places

if TYPE_CHECKING:
    from engine.storage.store import Store
    from screens.start import Start


@define
class OwnHouse:
    """What the commands work with. The store is opened when it is first asked for."""

    places: Places
    preferences: Preferences
    tongue: Tongue
    _store: Store | None = None

    @property
    def store(self) -> Store:
        """The user's store; raises BadStore."""
        if self._store is None:
            from engine.storage.sqlite import SqliteStore

            self._store = SqliteStore(self.places.store)
        return self._store

    def close(self) -> None:
        """Give the store back."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def say(self, text: Text, names: Sequence[str] = ()) -> str:
        """A message in the person's language."""
        return Tongue(self.preferences.language, names).say(text)

    def print(self, text: Text) -> None:
        """Print a message."""
        print(printable(self.say(text)))

    def own_data(self, game: str) -> dict[str, Any]:
        """The user's own component values of a game; raises BadSetup."""
        from tui import own_data

        return own_data.read(self.places.own_data(game))

    def need_terminal(self) -> None:
        """Raises CannotOpen if there is no terminal to draw on."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise CannotOpen(
                words("The screens need a terminal; “show” and “simulate” do without one.")
            )

    def open(self, start: Start) -> int:
        """Open the screens; raises CannotOpen without a terminal."""
        self.need_terminal()
        from tui.app import open_app

        self.close()
        return open_app(start, self.places, self.preferences)


class CannotOpen(GuildhallError):
    """There is no terminal to draw on."""
