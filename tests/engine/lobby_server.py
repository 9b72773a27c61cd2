"""A server with some people, a store in memory, and a clock set by tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from attrs import define, field

from engine.core.players import Person
from engine.lobby.join_codes import JoinCodes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.memory_store import MemoryStore
from engine.storage.open_store import open_at
from engine.storage.store import Store


@define
class LobbyServer:
    """A store, its people, and the published topics."""

    store: Store
    now: datetime = datetime(2026, 5, 1, 12, tzinfo=UTC)
    published: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.store.clock = lambda: self.now
        self.store.publish = lambda *topics: self.published.extend(topics)  # type: ignore[method-assign]

    @property
    def people(self) -> Users:
        return Users(self.store)

    @property
    def tables(self) -> WaitingTables:
        return WaitingTables(self.store)

    @property
    def codes(self) -> JoinCodes:
        return JoinCodes(self.store)

    def register(self, name: str) -> Person:
        return self.people.register(name, f"SHA256:{name}")

    def advance_clock(self, **time: float) -> None:
        self.now += timedelta(**time)

    def published_topics(self) -> set[str]:
        """Return the topics published since the last call."""
        topics = set(self.published)
        self.published.clear()
        return topics


@pytest.fixture(params=["memory", "postgres"])
def server(request: pytest.FixtureRequest) -> Iterator[LobbyServer]:
    in_memory = request.param == "memory"
    store = MemoryStore() if in_memory else open_at(request.getfixturevalue("database"))
    yield LobbyServer(store)
    store.close()


@pytest.fixture
def anna(server: LobbyServer) -> Person:
    return server.register("Anna")


@pytest.fixture
def boris(server: LobbyServer) -> Person:
    return server.register("Boris")


@pytest.fixture
def carla(server: LobbyServer) -> Person:
    return server.register("Carla")
