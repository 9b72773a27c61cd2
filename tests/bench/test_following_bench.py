"""Speed of following another program: reading new events, applying them, and publishing.

Targets: a pick of another program is applied within 0.5 ms, ten subscribers are notified within 0.2
ms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.storage.pubsub import topic_of
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.folders import short_folder
from tests.laws.driving import Driver, new_match

GAMES = [("middle_ages", 5), ("era", 4), ("troyes", 4), ("deus", 4), ("knights", 4)]
ROUNDS = 50


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    """Yield a store whose path leaves room for the names of sockets."""
    with short_folder() as folder:
        store = SqliteStore(folder / "games.sqlite3")
        yield store
        store.close()


def two_sessions(store: SqliteStore, game: str, seats: int) -> tuple[Session, Session]:
    id = store.new(new_match(game, seats, 1))
    return Session.open(store, id), Session.open(store, id)


def choose(session: Session, driver: Driver) -> None:
    pending = driver.pending(session.match)
    session.choose(session.ask(pending.seat), driver.pick(session.match, pending))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_apply_pick_of_another_session(benchmark: Any, store: SqliteStore, game: str, seats: int):
    one, two = two_sessions(store, game, seats)
    driver = Driver(1)
    benchmark.pedantic(two.catch_up, setup=lambda: choose(one, driver), rounds=ROUNDS, iterations=1)
    assert two.match.log == one.match.log


def test_poll_without_new_events(benchmark: Any, store: SqliteStore):
    one, _ = two_sessions(store, "era", 4)
    assert benchmark(one.catch_up) == []


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_choose_save_and_notify(benchmark: Any, store: SqliteStore, game: str, seats: int):
    one, _ = two_sessions(store, game, seats)
    watch = store.subscribe(topic_of(one.id))
    driver = Driver(1)
    benchmark.pedantic(lambda: choose(one, driver), rounds=ROUNDS, iterations=1)
    watch.close()


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_mark_checkpoint(benchmark: Any, store: SqliteStore, game: str, seats: int):
    """Overhead of every pick for being revertible if it cannot be saved."""
    one, _ = two_sessions(store, game, seats)
    benchmark(one.match.checkpoint)


@pytest.mark.parametrize("bells", [0, 1, 10, 100])
def test_publish_signals(benchmark: Any, store: SqliteStore, bells: int):
    watches = [store.subscribe("lobby") for _ in range(bells)]
    benchmark(store.publish, "lobby")
    assert store.bus.subscriber_count("lobby") == bells
    for watch in watches:
        watch.close()


def test_subscribe_and_unsubscribe(benchmark: Any, store: SqliteStore):
    benchmark(lambda: store.subscribe("match/a2b3").close())
