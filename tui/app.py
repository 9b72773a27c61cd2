"""The way into the screens; nothing else of the program imports them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.store import Store
from screens.preferences import Preferences
from tui import own_data, settings
from tui.places import Places

if TYPE_CHECKING:
    from screens.start import Start


def open_app(start: Start, places: Places, preferences: Preferences) -> int:
    """Open the screens and come back when they are closed; the exit code."""
    from screens.app import GuildhallApp, House

    def keep(changed: Preferences) -> None:
        settings.write(places.settings, changed)

    def own(game: str) -> Mapping[str, Any]:
        return own_data.read(places.own_data(game))

    house = House(lambda: open_store(places), places.data, keep, own)
    app = GuildhallApp(house, preferences, start)
    app.run(mouse=preferences.mouse == "on")
    return app.return_code or 0


def open_store(places: Places) -> Store:
    """The user's store; raises BadStore."""
    from engine.sqlite import SqliteStore

    return SqliteStore(places.store)
