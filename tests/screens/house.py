"""The whole app for tests: a store in memory, a clock that stands still, what was kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve
from textual.events import Paste
from textual.pilot import Pilot

from engine.storage.memory import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Record
from screens.app import GuildhallApp, House
from screens.pages.page import Page
from screens.preferences import Preferences
from screens.start import Start, StartMenu

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

TYPED = 12
"""How many letters of a text are typed."""


class FrozenStore(MemoryStore):
    """A store whose matches have ids and times of the test's choosing."""

    def keep(self, session: Session, id: str, changed: datetime) -> None:
        """Give a match of this store another id and another time."""
        record, log = self._records.pop(session.id), self._logs.pop(session.id)
        self._records[id] = evolve(record, id=id, created=changed, changed=changed)
        self._logs[id] = log

    def record(self, id: str) -> Record:
        """The record of a match."""
        return self._records[id]


def played(
    store: FrozenStore,
    id: str,
    *names: str,
    picks: int = 0,
    ago: timedelta = timedelta(0),
    players: Mapping[int, str] | None = None,
) -> None:
    """Put a match into the store, in which so many picks were made by lot; -1: to its end."""
    seats = [(name, (players or {}).get(n, "person")) for n, name in enumerate(names)]
    session = Session.begin(store, "middle_ages", seats, seed=id)
    play_by_lot(session, Random(id), picks)
    store.keep(session, id, NOON - ago)


def play_by_lot(session: Session, random: Random, picks: int) -> None:
    """Let so many picks be made by lot; -1: to the end."""
    while not session.match.over and picks != 0:
        owed = session.match.owed()[0]
        session.choose(session.ask(owed.seat), random.choice(session.match.options(owed.seat)))
        picks -= 1


def some_games() -> FrozenStore:
    """A store with two games that are being played and one that is over."""
    store = FrozenStore()
    played(store, "k7m2", "Anna", "Boris", picks=30, ago=timedelta(minutes=5))
    bots = {1: "bot:greedy", 2: "bot:random"}
    played(store, "b3c4", "Anna", "Clara", "David", picks=-1, ago=timedelta(hours=3), players=bots)
    played(store, "h8t5", "Emma", "Felix", "Greta", picks=4, ago=timedelta(days=2))
    return store


class Kept:
    """An app and what it kept outside."""

    def __init__(
        self,
        folder: Path,
        store: FrozenStore | None = None,
        start: Start = StartMenu(),  # noqa: B008 - a frozen value
        **preferences: Any,
    ) -> None:
        self.store = store if store is not None else FrozenStore()
        self.preferences: list[Preferences] = []
        house = House(lambda: self.store, folder, self.preferences.append, clock=lambda: NOON)
        self.app = GuildhallApp(house, Preferences(**preferences), start)


def text(app: GuildhallApp) -> str:
    """What the page shows."""
    screen: Any = app.screen
    shown: str = screen.surface.canvas.text()
    return shown


def page(app: GuildhallApp) -> Page:
    """The page that is shown."""
    assert isinstance(app.screen, Page)
    return app.screen


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys and wait until all is drawn."""
    await pilot.press(*keys)
    await pilot.pause()


async def type_in(pilot: Pilot[Any], words: str) -> None:
    """Type text, letter by letter; of a long one the most is pasted."""
    from textual.keys import _character_to_key

    typed, pasted = words[:TYPED], words[TYPED:]
    await press(pilot, *(_character_to_key(letter) for letter in typed))
    if pasted:
        pilot.app.post_message(Paste(pasted))
        await pilot.pause()


async def click(pilot: Pilot[Any], place: Any) -> None:
    """Click the middle of a place of the page."""
    screen: Any = pilot.app.screen
    region = place if hasattr(place, "right") else screen.surface.canvas.region(place)
    assert region is not None, f"{place} is not on the page"
    await pilot.click("Surface", offset=(region.x + region.width // 2, region.y))
    await pilot.pause()


async def walk_to(pilot: Pilot[Any], place: Any) -> None:
    """Press the down arrow until the pointer stands on a place."""
    for _ in range(80):
        if pilot.app.screen.pointed == place:  # type: ignore[attr-defined]
            return
        await press(pilot, "down")
    raise AssertionError(f"{place} cannot be reached")
