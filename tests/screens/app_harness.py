"""The whole app for tests: a store in memory, a fixed clock, and what was saved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from textual.events import Paste
from textual.pilot import Pilot

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.records import Summary
from engine.storage.session import Session
from engine.storage.sqlite_connection import SqliteDatabase
from screens.app import GuildhallApp
from screens.environment import Environment
from screens.local_app import local_app
from screens.pages.page import Page
from screens.preferences import Preferences
from screens.start import Start, StartMenu

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

TYPED = 12
"""Number of letters typed before the rest of a text is pasted."""


class SharedStore(MemoryStore):
    """A store shared by several apps, with a clock set by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOON
        self.clock = lambda: self.now

    def close(self) -> None:
        """Stay open, because other apps use the store."""

    def later(self, **time: float) -> None:
        """Advance the clock."""
        self.now += timedelta(**time)


def played(
    store: SharedStore,
    id: str,
    *names: str,
    picks: int = 0,
    ago: timedelta = timedelta(0),
    players: Mapping[int, str] | None = None,
) -> None:
    """Save a match with `picks` random picks (-1: to its end)."""
    seats = [(name, (players or {}).get(n, "person")) for n, name in enumerate(names)]
    store.now = NOON - ago
    match = Match.begin("middle_ages", seats, seed=id)
    assert store.add(id, match.header, match.log, Summary.of(match))
    play_at_random(Session(store, id, match), Random(id), picks)
    store.now = NOON


def play_at_random(session: Session, random: Random, picks: int) -> None:
    """Make `picks` random picks (-1: to the end)."""
    while not session.match.over and picks != 0:
        pending = session.match.pending()[0]
        session.choose(
            session.ask(pending.seat), random.choice(session.match.options(pending.seat))
        )
        picks -= 1


def some_games() -> SharedStore:
    """Return a new store with two running games and a finished one."""
    store = SharedStore()
    assert isinstance(store.database, SqliteDatabase)
    store.database.deserialize(_some_games())
    return store


@cache
def _some_games() -> bytes:
    """Return the database that `some_games` copies, because playing the games takes a hundred times
    as long."""
    store = SharedStore()
    played(store, "k7m2", "Anna", "Boris", picks=30, ago=timedelta(minutes=5))
    bots = {1: "bot:greedy", 2: "bot:random"}
    played(store, "b3c4", "Anna", "Clara", "David", picks=-1, ago=timedelta(hours=3), players=bots)
    played(store, "h8t5", "Emma", "Felix", "Greta", picks=4, ago=timedelta(days=2))
    assert isinstance(store.database, SqliteDatabase)
    return store.database.serialize()


class AppHarness:
    """An app with a store, and the preferences it has saved."""

    def __init__(
        self,
        folder: Path,
        store: SharedStore | None = None,
        start: Start = StartMenu(),  # noqa: B008 - a frozen value
        **preferences: Any,
    ) -> None:
        self.store = store if store is not None else SharedStore()
        self.preferences: list[Preferences] = []
        environment = Environment(
            lambda: self.store, folder, self.preferences.append, clock=lambda: NOON
        )
        self.app = local_app(environment, Preferences(**preferences), start)


def text(app: GuildhallApp) -> str:
    """Return the text of the page."""
    screen: Any = app.screen
    shown: str = screen.surface.canvas.text()
    return shown


def page(app: GuildhallApp) -> Page:
    """Return the current page."""
    assert isinstance(app.screen, Page)
    return app.screen


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys and wait until everything is drawn."""
    await pilot.press(*keys)
    await pilot.pause()


async def type_in(pilot: Pilot[Any], words: str) -> None:
    """Type a text letter by letter. Most of a long text is pasted."""
    from textual.keys import _character_to_key

    typed, pasted = words[:TYPED], words[TYPED:]
    await press(pilot, *(_character_to_key(letter) for letter in typed))
    if pasted:
        pilot.app.post_message(Paste(pasted))
        await pilot.pause()


async def click(pilot: Pilot[Any], place: Any) -> None:
    """Click the middle of a place of the page."""
    screen: Any = pilot.app.screen
    region = place if hasattr(place, "right") else screen.surface.canvas.spots.region(place)
    assert region is not None, f"{place} is not on the page"
    await pilot.click("Surface", offset=(region.x + region.width // 2, region.y))
    await pilot.pause()


async def walk_to(pilot: Pilot[Any], place: Any) -> None:
    """Press Tab until the cursor is on a place."""
    for _ in range(80):
        if pilot.app.screen.pointed == place:  # type: ignore[attr-defined]
            return
        await press(pilot, "tab")
    raise AssertionError(f"{place} cannot be reached")
