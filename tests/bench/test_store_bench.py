"""The store's speed: appending a pick for good, loading a long match, listing many matches."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine import save
from engine.event import Event
from engine.session import Session
from engine.sqlite import SqliteStore
from engine.store import Summary
from tests.engine.played import played

GOING = Summary(3, 12, 0, False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "games.sqlite3")
    yield store
    store.close()


def test_append_one_event_for_good(benchmark: Any, store: SqliteStore):
    match = played("middle_ages", 2, "bench", picks=0)
    id = store.new(match)
    numbers = count(len(match.log) + 1)

    def append() -> None:
        store.append(id, [Event(next(numbers), "pick", 0, "MoveLord", 3)], GOING)

    benchmark(append)
    assert store.records()[0].events == next(numbers) - 1


def test_load_a_thousand_events(benchmark: Any, store: SqliteStore):
    """Matches that together have a thousand events; one match alone is shorter."""
    ids, events = [], 0
    for number in count():
        match = played("middle_ages", 5, f"bench {number}", takes_back=False)
        ids.append(store.new(match))
        events += len(match.log)
        if events >= 1000:
            break

    def load() -> list[Session]:
        return [Session.open(store, id) for id in ids]

    sessions = benchmark(load)
    benchmark.extra_info["events"] = events
    assert sum(len(session.match.log) for session in sessions) == events


def test_list_two_hundred_matches(benchmark: Any, store: SqliteStore):
    match = played("middle_ages", 4, "bench", picks=10)
    for _ in range(200):
        store.new(match)
    assert len(benchmark(store.records)) == 200


def test_write_and_read_a_saved_game(benchmark: Any):
    match = played("middle_ages", 5, "bench")

    def there_and_back() -> int:
        file = io.BytesIO()
        save.write(match, file)
        file.seek(0)
        _, events = save.read(file, "bench")
        return len(list(events))

    assert benchmark(there_and_back) == len(match.log)


def test_find_a_match_among_five_thousand(benchmark: Any, store: SqliteStore):
    """By the beginning of its id; wanted: at most 1 ms."""
    match = played("middle_ages", 4, "bench", picks=10)
    store._base.execute("PRAGMA synchronous = OFF")
    for _ in range(5000):
        id = store.new(match)
    assert benchmark(store.find, id).id == id
