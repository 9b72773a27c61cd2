"""Speed of the store: appending a pick durably, loading a long match, listing many matches."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.core.event import Event
from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage import match_file
from engine.storage.records import Summary
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played

GOING = Summary(3, 12, 0, False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "games.sqlite3")
    yield store
    store.close()


def test_append_one_event_durably(benchmark: Any, store: SqliteStore):
    match = played("middle_ages", 2, "bench", picks=0)
    id = store.new(match)
    numbers = count(len(match.log) + 1)

    def append() -> None:
        store.append(id, [Event(next(numbers), "pick", 0, "MoveLord", 3)], GOING)

    benchmark(append)
    assert store.records()[0].events == next(numbers) - 1


def test_load_a_thousand_events(benchmark: Any, store: SqliteStore):
    """Matches that together have a thousand events; a single match is shorter."""
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
        match_file.write(match, file)
        file.seek(0)
        _, events = match_file.read(file, "bench")
        return len(list(events))

    assert benchmark(there_and_back) == len(match.log)


@pytest.fixture(scope="module")
def matches(pytestconfig: pytest.Config) -> int:
    """Return the number of matches in a large store: fewer where nothing is measured."""
    return 5000 if pytestconfig.getoption("benchmark_enable") else 2000


def test_find_a_match_among_five_thousand(benchmark: Any, store: SqliteStore, matches: int):
    """Look-up of a match by the beginning of its id; target: at most 1 ms."""
    match = played("middle_ages", 4, "bench", picks=10)
    store.database.execute("PRAGMA synchronous = OFF")
    for _ in range(matches):
        id = store.new(match)
    assert benchmark(store.find, id).id == id


@pytest.fixture(scope="module")
def crowd(
    tmp_path_factory: pytest.TempPathFactory, matches: int
) -> Iterator[tuple[SqliteStore, Person]]:
    """Yield a store with five thousand matches, fifty of them of one person, and twenty waiting
    tables."""
    store = SqliteStore(tmp_path_factory.mktemp("crowd") / "games.sqlite3")
    store.database.execute("PRAGMA synchronous = OFF")
    match = played("middle_ages", 4, "bench", picks=10)
    users = Users(store)
    everybody = [users.register(f"Anna {number}", f"SHA256:{number}") for number in range(400)]
    with store.write_transaction() as connection:
        for number in range(matches):
            id = store.new(match)
            owners = [(id, seat, everybody[(number + 97 * seat) % 400].id) for seat in range(4)]
            connection.executemany(
                "INSERT INTO owner (match, seat, person) VALUES (?, ?, ?)", owners
            )
            connection.execute(
                "INSERT INTO hosted (match, host, code, watch, days, begun)"
                " VALUES (?, ?, 'K7M2', ?, 3, '')",
                (id, owners[0][2], number % 2),
            )
    for host in everybody[:20]:
        WaitingTables(store).create(host, "middle_ages", {}, [host.id, None, None])
    yield store, everybody[0]
    store.close()


def test_one_record_among_five_thousand(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Look-up of a match by its whole id; target: at most 1 ms."""
    store, person = crowd
    id = store.records(person=person.id)[-1].id
    assert benchmark(store.record, id).id == id


def test_own_matches_among_five_thousand(
    benchmark: Any, crowd: tuple[SqliteStore, Person], matches: int
):
    """A person's own matches in the lobby; target: at most 1 ms."""
    store, person = crowd
    found = benchmark(lambda: store.records(person=person.id, over=False, limit=12))
    assert len(found) == 12
    assert len(store.records(person=person.id)) == matches // 100


def test_matches_to_watch_among_five_thousand(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Matches to watch in the lobby; target: at most 1 ms."""
    store, _ = crowd
    assert len(benchmark(store.watchable, 12)) == 12


def test_open_tables_among_five_thousand(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Waiting tables in the lobby; target: at most 1 ms."""
    store, _ = crowd
    assert len(benchmark(WaitingTables(store).open_tables)) == 20


def test_find_person_by_key(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Look-up of a person by the fingerprint of a key, as at every login; target: at most 1 ms."""
    store, person = crowd
    assert benchmark(Users(store).by_key, "SHA256:0") == person


def test_own_waiting_tables_among_five_thousand(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """A person's own waiting tables in the lobby; target: at most 1 ms."""
    store, person = crowd
    assert len(benchmark(WaitingTables(store).of, person)) == 1


def test_abandoned_matches_among_five_thousand(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Matches in the lobby to which a person may come back; target: at most 1 ms."""
    store, person = crowd
    assert benchmark(SeatOwnership(store).left_by, person) == []


def test_online_players(benchmark: Any, crowd: tuple[SqliteStore, Person]):
    """Twenty of four hundred registered people; target: at most 1 ms."""
    store, person = crowd
    watches = [store.subscribe(f"person/{person.id + more}") for more in range(20)]
    assert len(benchmark(Users(store).online, 300)) == 20
    for watch in watches:
        watch.close()
