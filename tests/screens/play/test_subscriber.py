"""Screens that subscribe to topics: they read the store after each notification, and unsubscribe
when closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from engine.storage.memory_store import MemoryStore
from engine.storage.pubsub import NullSubscription
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from screens.play import subscriber
from screens.play.subscriber import Subscriptions
from tests.folders import short_folder


class SubscribedScreen(Screen[None]):
    """A screen that counts how often it reads the store."""

    reads = 0

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.subscriptions = Subscriptions(self)

    def on_mount(self) -> None:
        self.subscribe()

    def on_unmount(self) -> None:
        self.subscriptions.stop()

    def subscribe(self) -> None:
        self.subscriptions.subscribe(self.store, "lobby", self.read)

    def read(self) -> None:
        self.reads += 1


class OneScreenApp(App[None]):
    """An app with one screen."""

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.first = screen

    def on_mount(self) -> None:
        self.push_screen(self.first)


@pytest.fixture(params=["disk", "memory"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with short_folder() as folder:
        path = folder / "games.sqlite3"
        store = SqliteStore(path) if request.param == "disk" else MemoryStore()
        yield store
        store.close()


async def test_signal_triggers_a_check_and_many_are_merged(store: Store) -> None:
    screen = SubscribedScreen(store)
    async with OneScreenApp(screen).run_test() as pilot:
        await pilot.pause()
        assert screen.reads == 0
        store.publish("match/a2b3")
        await pilot.pause()
        assert screen.reads == 0
        store.publish("lobby")
        await pilot.pause()
        assert screen.reads == 1
        for _ in range(50):
            store.publish("lobby")
        await pilot.pause()
        assert 2 <= screen.reads <= 4


async def test_closed_screen_stops_listening(store: Store) -> None:
    screen = SubscribedScreen(store)
    async with OneScreenApp(screen).run_test() as pilot:
        await pilot.pause()
        screen.subscribe()
        assert store.bus.subscriber_count("lobby") == 1
        screen.subscriptions.unsubscribe("lobby")
        assert store.bus.subscriber_count("lobby") == 0
        screen.subscribe()
        await pilot.app.pop_screen()
        store.publish("lobby")
        await pilot.pause()
        assert screen.reads == 0
        assert store.bus.subscriber_count("lobby") == 0


async def polls(store: Store) -> bool:
    """Return whether a screen looks more than once although nothing is signalled."""
    screen = SubscribedScreen(store)
    async with OneScreenApp(screen).run_test() as pilot:
        for _ in range(3000):
            await pilot.pause(0.02)
            if screen.reads > 2:
                return True
    return False


async def test_store_is_polled_without_signals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent(MemoryStore):
        def subscribe(self, topic: str) -> Any:
            return NullSubscription()

    monkeypatch.setattr(subscriber, "CHECK_INTERVAL_WITHOUT_NOTIFICATIONS", 0.02)
    assert await polls(Silent())


async def test_missed_signal_is_made_up_for_by_polling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subscriber, "CHECK_INTERVAL", 0.02)
    assert await polls(MemoryStore())
