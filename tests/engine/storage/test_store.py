"""The contract of stores, and damage to their files."""

from __future__ import annotations

import gc
import sqlite3
import stat
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.core.chance import Dice
from engine.core.event import Event, Header
from engine.core.score_sheet import Standing
from engine.errors import BadSave, BadStore, Conflict, NoSuchMatch
from engine.match.match import Match
from engine.storage import match_file, schema, sqlite_connection
from engine.storage.memory_store import MemoryStore
from engine.storage.open_store import open_at
from engine.storage.records import Summary
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from tests.engine.bot_matches import played
from tests.engine.statements import database_of
from tests.sqlite_files import sqlite_file

pytestmark = pytest.mark.usefixtures("toy")

HEADER = Header("toy", 1, (("Anna", "person"), ("Boris", "bot:random")), "seed")
ALONE = Header("era", 1, (("Anna", "person"),), "seed", {"length": "short"})
GOING = Summary(1, 2, 0, False)


def over(total: int) -> Summary:
    return Summary(8, 9, -1, True, (Standing(0, 1, total),))


def event(number: int, pick: int = 1) -> Event:
    return Event(number, "pick", 0, "Act", pick)


BOT_ALONE = Header("era", 1, (("Anna", "bot:greedy"),), "seed", {"length": "short"})


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    store = open_at(place)
    yield store
    store.close()


# ---------------------------------------------------------------------- the contract


def test_events_are_returned_in_order(store: Store):
    assert store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    store.append("a2b3", [event(3), event(4, 7)], GOING)
    assert store.log("a2b3") == (HEADER, [event(1), event(2), event(3), event(4, 7)])


def test_match_id_is_unique(store: Store):
    assert store.add("a2b3", HEADER, [event(1)], GOING)
    assert not store.add("a2b3", ALONE, [], GOING)
    assert store.log("a2b3") == (HEADER, [event(1)])


@pytest.mark.parametrize("numbers", [[2], [1], [4], [3, 5], [3, 3], [4, 3]])
def test_gap_in_event_numbers_is_a_conflict(store: Store, numbers: list[int]):
    store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    with pytest.raises(Conflict):
        store.append("a2b3", [event(number) for number in numbers], over(9))
    assert store.log("a2b3")[1] == [event(1), event(2)]
    assert store.records()[0].summary == GOING


def test_second_writer_gets_a_conflict(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2, 5)], GOING)
    with pytest.raises(Conflict):
        store.append("a2b3", [event(2, 6)], GOING)
    assert store.log("a2b3")[1] == [event(1), event(2, 5)]


def test_missing_match_is_reported(store: Store):
    for call in (
        lambda: store.append("a2b3", [event(1)], GOING),
        lambda: store.log("a2b3"),
        lambda: store.load("a2b3"),
        lambda: store.delete("a2b3"),
        lambda: store.find("a2b3"),
    ):
        with pytest.raises(NoSuchMatch, match="a2b3"):
            call()


def test_deleted_match_is_gone(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.add("c4d5", HEADER, [event(1)], GOING)
    store.delete("a2b3")
    assert [record.id for record in store.records()] == ["c4d5"]
    with pytest.raises(NoSuchMatch):
        store.append("a2b3", [event(2)], GOING)
    assert store.add("a2b3", HEADER, [event(1)], GOING)


def test_record_summarises_the_match(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(12))
    (record,) = store.records()
    assert (record.id, record.header, record.events) == ("a2b3", HEADER, 2)
    assert record.summary == over(12)
    assert record.created <= record.changed
    assert record.changed.tzinfo is not None


def test_matches_are_sorted_by_last_change(store: Store):
    for id in ("a2b3", "c4d5", "e6f7"):
        store.add(id, HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2)], GOING)
    assert [record.id for record in store.records()] == ["a2b3", "e6f7", "c4d5"]


def test_match_is_found_by_id_prefix(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    store.add("a2c4", HEADER, [], GOING)
    assert store.find("A2B3 ").id == "a2b3"
    assert store.find("a2c").id == "a2c4"
    with pytest.raises(NoSuchMatch, match=r"a2c4, a2b3|a2b3, a2c4"):
        store.find("a2")
    with pytest.raises(NoSuchMatch):
        store.find("")


def test_complete_id_is_found_although_it_is_also_a_prefix(store: Store):
    for id in ("a2b3", "a2b3c4"):
        store.add(id, HEADER, [], GOING)
    assert store.find("a2b3").id == "a2b3"
    assert store.find("a2b3c").id == "a2b3c4"


def test_record_needs_the_complete_id(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    store.add("a2b3c4", HEADER, [], GOING)
    assert store.record("a2b3").id == "a2b3"
    assert [one.id for one in store.beginning("a2b3")] == ["a2b3c4", "a2b3"]
    assert store.beginning("b") == []
    with pytest.raises(NoSuchMatch):
        store.record("a2")


def test_event_keeps_its_time(store: Store):
    known = event(2)
    known.at = datetime(2026, 1, 9, 18, 30, 0, 125_000, tzinfo=UTC)
    store.add("a2b3", HEADER, [event(1), known], GOING)
    _, session = store.log("a2b3")
    assert [one.at for one in session] == [None, known.at]


def test_events_are_timed_by_the_clock_of_the_store(store: Store, monkeypatch: pytest.MonkeyPatch):
    noon = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    times = (noon + timedelta(seconds=second) for second in range(10_000))
    monkeypatch.setattr(store, "clock", lambda: next(times))
    session = Session.begin(store, "toy", [("Anna", "person"), ("Boris", "person")], seed="7")
    pending = session.match.pending()[0]
    pick = pending.decision.sample(session.match.state, Dice(b"time"))
    before = next(times)
    session.choose(session.ask(pending.seat), pick)
    session.undo(pending.seat)
    session.redo(pending.seat)
    after = next(times)
    *first, _, back, again = session.match.log
    kept = [one.at for one in store.log(session.id)[1]]
    assert kept == [one.at for one in session.match.log] == sorted(map(moment, kept))
    assert before < moment(back.at) < moment(again.at) < after
    assert all(moment(one.at) < after for one in first)


def moment(at: datetime | None) -> datetime:
    """Return a known time."""
    assert at is not None
    return at


def test_best_results_are_those_of_solo_games(store: Store):
    store.add("a2b3", ALONE, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(40))
    store.add("c4d5", ALONE, [event(1)], GOING)
    store.append("c4d5", [event(2)], over(55))
    store.add("e6f7", HEADER, [event(1)], GOING)
    store.append("e6f7", [event(2)], over(99))
    store.add("g8h9", BOT_ALONE, [event(1)], GOING)
    store.append("g8h9", [event(2)], over(98))
    store.delete("c4d5")
    best = store.best("era", {"length": "short"})
    assert [(one.match, one.name, one.total) for one in best] == [
        ("c4d5", "Anna", 55),
        ("a2b3", "Anna", 40),
    ]
    assert store.best("era", {"length": "long"}) == []
    assert store.best("era", {"length": "short"}, {"food": 3}) == []


def test_best_result_uses_the_current_name(store: Store):
    store.add("a2b3", ALONE, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(40))
    store.set_player("a2b3", 0, "person", "Player 1")
    assert store.record("a2b3").header.names == ("Player 1",)
    assert [one.name for one in store.best("era", {"length": "short"})] == ["Player 1"]


def test_undone_end_is_no_result(store: Store):
    store.add("a2b3", ALONE, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(40))
    store.append("a2b3", [event(3)], GOING)
    assert store.best("era", {"length": "short"}) == []
    store.append("a2b3", [event(4)], over(41))
    assert [one.total for one in store.best("era", {"length": "short"})] == [41]


def test_match_survives_saving_and_loading(store: Store, toy: str):
    match = played(toy, 3, "store", picks=40)
    id = store.new(match)
    again = store.load(id)
    assert again.header == match.header
    assert again.log == match.log
    assert again.state == match.state


def test_export_import_export_gives_the_same_bytes(store: Store, toy: str, tmp_path: Path):
    id = store.new(played(toy, 2, "export"))
    match_file.export(store.load(id), tmp_path / "one.jsonl")
    match_file.export(
        store.load(store.adopt(match_file.load(tmp_path / "one.jsonl"))), tmp_path / "two.jsonl"
    )
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_imported_match_gets_a_new_seed(store: Store, toy: str, tmp_path: Path):
    id = store.new(played(toy, 2, "export", picks=20))
    match_file.export(store.load(id), tmp_path / "one.jsonl")
    other = store.load(store.adopt(match_file.load(tmp_path / "one.jsonl")))
    assert other.header.seed not in (None, "export")
    assert other.log == store.load(id).log
    assert other.pending()


def test_branch_starts_like_its_match_with_other_chance(store: Store, toy: str):
    match = played(toy, 2, "branch")
    count = len(match.line) // 2
    branch = store.load(store.branch(match, count))
    assert branch.header.seed != "branch"
    events = [(event.kind, event.seat, event.step, event.value) for event in branch.line]
    assert events[:count] == [
        (event.kind, event.seat, event.step, event.value) for event in match.line[:count]
    ]
    assert branch.pending()


def test_match_ids_are_short_and_unique(store: Store, toy: str):
    match = Match.begin(toy, HEADER.seats, seed="1")
    ids = {store.new(match) for _ in range(40)}
    assert len(ids) == 40
    assert all(len(id) == 4 and id.isalnum() and id.islower() for id in ids)


# ---------------------------------------------------------------------- the disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def test_connections_see_each_others_changes(path: Path):
    one, two = SqliteStore(path), SqliteStore(path)
    one.add("a2b3", HEADER, [event(1)], GOING)
    two.append("a2b3", [event(2)], GOING)
    assert one.log("a2b3")[1] == [event(1), event(2)]


def test_concurrent_writers_get_distinct_numbers(path: Path):
    writers, rounds = 4, 25
    SqliteStore(path).add("a2b3", HEADER, [], GOING)
    won: list[tuple[int, int]] = []
    ready = threading.Barrier(writers)

    def write(writer: int) -> None:
        store = SqliteStore(path)
        for number in range(1, rounds + 1):
            ready.wait()
            try:
                store.append("a2b3", [event(number, writer)], GOING)
            except Conflict:
                continue
            won.append((number, writer))
        store.close()

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number for number, _ in won) == list(range(1, rounds + 1))
    _, events = SqliteStore(path).log("a2b3")
    assert [(one.number, one.value) for one in events] == sorted(won)


def test_primary_key_prevents_duplicate_event_numbers(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    with sqlite_file(path) as connection:
        connection.execute("UPDATE match SET events = 1")
    with pytest.raises(Conflict):
        store.append("a2b3", [event(2, 9)], GOING)
    with sqlite_file(path) as connection:
        connection.execute("UPDATE match SET events = 2")
    assert store.log("a2b3")[1] == [event(1), event(2)]


def test_unreferenced_memory_store_is_closed():
    store = MemoryStore()
    connection = store.database
    store.itself = store  # type: ignore[attr-defined]
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_commit_waits_for_the_disk(path: Path):
    connection = SqliteStore(path).database
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_damaged_database_is_reported_and_left_alone(path: Path, content: bytes):
    path.write_bytes(content)
    with pytest.raises(BadStore, match="damaged"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_overwritten_page_is_reported(path: Path, toy: str):
    store = SqliteStore(path)
    id = store.new(played(toy, 2, "page"))
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(BadStore, match="damaged"):
        SqliteStore(path).load(id)


FORM_1 = """
CREATE TABLE match (id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,
    header TEXT NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL, events INTEGER NOT NULL,
    round INTEGER NOT NULL, turn INTEGER NOT NULL, active INTEGER NOT NULL, over INTEGER NOT NULL,
    result TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;
CREATE TABLE best (match TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL,
    data TEXT NOT NULL, name TEXT NOT NULL, total INTEGER NOT NULL, finished TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE INDEX best_of ON best (game, options, data, total DESC);
INSERT INTO match VALUES ('a2b3', 'toy', 1,
    '{"guildhall":1,"game":"toy","rules":1,"seats":[["Anna","person"],["Boris","bot:random"]]}',
    '2026-01-09T18:30:00+00:00', '2026-01-09T18:31:00+00:00', 1, 1, 2, 0, 0, '[]');
INSERT INTO event VALUES ('a2b3', 1, '{"n":1,"seat":0,"step":"Act","pick":1}');
PRAGMA application_id = 1195920452;
PRAGMA user_version = 1;
"""


def test_first_schema_is_migrated(path: Path):
    with sqlite_file(path) as connection:
        connection.executescript(FORM_1)
    connection.close()
    for _ in range(2):
        store = SqliteStore(path)
        _, (first, *_) = store.log("a2b3")
        assert (first, first.at) == (event(1), None)
        store.close()
    store = SqliteStore(path)
    store.append("a2b3", [event(2)], GOING)
    assert store.record("a2b3").events == 2
    assert schema.schema_version(database_of(store)) == schema.SCHEMA_VERSION


def test_concurrent_migrations_are_safe(path: Path):
    with sqlite_file(path) as connection:
        connection.executescript(FORM_1)
    connection.close()
    barrier = threading.Barrier(4)
    opened: list[int] = []

    def open_() -> None:
        barrier.wait()
        store = SqliteStore(path)
        opened.append(len(store.log("a2b3")[1]))
        store.close()

    threads = [threading.Thread(target=open_) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened == [1] * 4


def test_database_of_a_newer_program_is_refused(path: Path):
    SqliteStore(path).close()
    with sqlite_file(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    with pytest.raises(BadStore, match="newer"):
        SqliteStore(path)


def test_unknown_schema_version_is_damage(path: Path):
    SqliteStore(path).close()
    with sqlite_file(path) as connection:
        connection.execute("PRAGMA user_version = -1")
    connection.close()
    with pytest.raises(BadStore, match="damaged"):
        SqliteStore(path)


def test_database_file_is_private_to_its_owner(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1)], GOING)
    files = list(path.parent.glob("games.sqlite3*"))
    assert len(files) > 1
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_versioned_database_without_tables_is_left_alone(path: Path):
    with sqlite_file(path) as connection:
        connection.execute("PRAGMA user_version = 1")
    with pytest.raises(BadStore, match="is not a Guildhall database"):
        SqliteStore(path)


def test_database_of_another_program_is_left_alone(path: Path):
    with sqlite_file(path) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(BadStore, match="is not a Guildhall database"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_impossible_folder_is_reported(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore):
        SqliteStore(tmp_path / "file" / "games.sqlite3")


def test_busy_database_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch):
    SqliteStore(path).add("a2b3", HEADER, [event(1)], GOING)
    monkeypatch.setattr(sqlite_connection, "WRITE_LOCK_TIMEOUT", 0.01)
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadStore, match="busy"):
        store.append("a2b3", [event(2)], GOING)
    other.execute("ROLLBACK")
    other.close()
    store.append("a2b3", [event(2)], GOING)


def test_full_disk_is_reported_and_nothing_half_written(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1)], GOING)
    (pages,) = store.database.execute("PRAGMA page_count").fetchone()
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    big = Event(3, "pick", 0, "Act", "x" * 100_000)
    with pytest.raises(BadStore, match="full"):
        store.append("a2b3", [event(2), big], GOING)
    assert store.log("a2b3")[1] == [event(1)]


def test_tampered_event_is_reported_with_its_line(path: Path, toy: str):
    store = SqliteStore(path)
    match = played(toy, 2, "tampered")
    id = store.new(match)
    with sqlite_file(path) as connection:
        connection.execute("UPDATE event SET body = 'nonsense' WHERE number = 9")
    with pytest.raises(BadSave) as caught:
        store.load(id)
    assert (caught.value.source, caught.value.line) == (id, 10)
    assert caught.value.good is not None
    assert caught.value.good.log[:8] == match.log[:8]


def test_tampered_header_damages_only_its_own_match(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [], GOING)
    store.add("c4d5", HEADER, [], GOING)
    with sqlite_file(path) as connection:
        connection.execute("UPDATE match SET header = '{}' WHERE id = 'a2b3'")
    damages = {record.id: record.damage for record in store.records()}
    assert (damages.pop("c4d5"), list(damages)) == (None, ["a2b3"])
    assert damages["a2b3"] is not None
    with pytest.raises(BadSave, match="This is not a Guildhall saved game"):
        store.log("a2b3")
