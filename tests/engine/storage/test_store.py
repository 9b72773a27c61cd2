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
from tests.engine.played import played
from tests.engine.statements import base_of
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


def test_events_come_back_in_their_order(store: Store):
    assert store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    store.append("a2b3", [event(3), event(4, 7)], GOING)
    assert store.log("a2b3") == (HEADER, [event(1), event(2), event(3), event(4, 7)])


def test_an_id_is_taken_once(store: Store):
    assert store.add("a2b3", HEADER, [event(1)], GOING)
    assert not store.add("a2b3", ALONE, [], GOING)
    assert store.log("a2b3") == (HEADER, [event(1)])


@pytest.mark.parametrize("numbers", [[2], [1], [4], [3, 5], [3, 3], [4, 3]])
def test_events_that_do_not_follow_are_a_conflict(store: Store, numbers: list[int]):
    store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    with pytest.raises(Conflict):
        store.append("a2b3", [event(number) for number in numbers], over(9))
    assert store.log("a2b3")[1] == [event(1), event(2)]
    assert store.records()[0].summary == GOING


def test_of_two_writers_the_second_is_told(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2, 5)], GOING)
    with pytest.raises(Conflict):
        store.append("a2b3", [event(2, 6)], GOING)
    assert store.log("a2b3")[1] == [event(1), event(2, 5)]


def test_a_match_that_is_not_there_is_told(store: Store):
    for call in (
        lambda: store.append("a2b3", [event(1)], GOING),
        lambda: store.log("a2b3"),
        lambda: store.load("a2b3"),
        lambda: store.delete("a2b3"),
        lambda: store.find("a2b3"),
    ):
        with pytest.raises(NoSuchMatch, match="a2b3"):
            call()


def test_a_deleted_match_is_gone(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.add("c4d5", HEADER, [event(1)], GOING)
    store.delete("a2b3")
    assert [record.id for record in store.records()] == ["c4d5"]
    with pytest.raises(NoSuchMatch):
        store.append("a2b3", [event(2)], GOING)
    assert store.add("a2b3", HEADER, [event(1)], GOING)


def test_the_record_says_how_a_match_stands(store: Store):
    store.add("a2b3", HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(12))
    (record,) = store.records()
    assert (record.id, record.header, record.events) == ("a2b3", HEADER, 2)
    assert record.summary == over(12)
    assert record.created <= record.changed
    assert record.changed.tzinfo is not None


def test_the_match_played_last_comes_first(store: Store):
    for id in ("a2b3", "c4d5", "e6f7"):
        store.add(id, HEADER, [event(1)], GOING)
    store.append("a2b3", [event(2)], GOING)
    assert [record.id for record in store.records()] == ["a2b3", "e6f7", "c4d5"]


def test_an_id_is_found_by_its_beginning(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    store.add("a2c4", HEADER, [], GOING)
    assert store.find("A2B3 ").id == "a2b3"
    assert store.find("a2c").id == "a2c4"
    with pytest.raises(NoSuchMatch, match=r"a2c4, a2b3|a2b3, a2c4"):
        store.find("a2")
    with pytest.raises(NoSuchMatch):
        store.find("")


def test_a_whole_id_is_found_though_another_begins_so(store: Store):
    for id in ("a2b3", "a2b3c4"):
        store.add(id, HEADER, [], GOING)
    assert store.find("a2b3").id == "a2b3"
    assert store.find("a2b3c").id == "a2b3c4"


def test_a_record_is_found_by_the_whole_id(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    store.add("a2b3c4", HEADER, [], GOING)
    assert store.record("a2b3").id == "a2b3"
    assert [one.id for one in store.beginning("a2b3")] == ["a2b3c4", "a2b3"]
    assert store.beginning("b") == []
    with pytest.raises(NoSuchMatch):
        store.record("a2")


def test_an_event_keeps_the_time_when_it_happened(store: Store):
    known = event(2)
    known.at = datetime(2026, 1, 9, 18, 30, 0, 125_000, tzinfo=UTC)
    store.add("a2b3", HEADER, [event(1), known], GOING)
    _, session = store.log("a2b3")
    assert [one.at for one in session] == [None, known.at]


def test_what_happens_in_a_match_has_the_time_of_the_stores_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    noon = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    times = (noon + timedelta(seconds=second) for second in range(10_000))
    monkeypatch.setattr(store, "clock", lambda: next(times))
    session = Session.begin(store, "toy", [("Anna", "person"), ("Boris", "person")], seed="7")
    owed = session.match.pending()[0]
    pick = owed.decision.sample(session.match.state, Dice(b"time"))
    before = next(times)
    session.choose(session.ask(owed.seat), pick)
    session.undo(owed.seat)
    session.redo(owed.seat)
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


def test_best_results_are_those_of_one_person_alone(store: Store):
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


def test_a_best_result_goes_by_the_name_of_its_match(store: Store):
    store.add("a2b3", ALONE, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(40))
    store.give_seat("a2b3", 0, "person", "Player 1")
    assert store.record("a2b3").header.names == ("Player 1",)
    assert [one.name for one in store.best("era", {"length": "short"})] == ["Player 1"]


def test_an_end_that_was_taken_back_is_no_result(store: Store):
    store.add("a2b3", ALONE, [event(1)], GOING)
    store.append("a2b3", [event(2)], over(40))
    store.append("a2b3", [event(3)], GOING)
    assert store.best("era", {"length": "short"}) == []
    store.append("a2b3", [event(4)], over(41))
    assert [one.total for one in store.best("era", {"length": "short"})] == [41]


def test_a_match_is_loaded_as_it_was(store: Store, toy: str):
    match = played(toy, 3, "store", picks=40)
    id = store.new(match)
    again = store.load(id)
    assert again.header == match.header
    assert again.log == match.log
    assert again.state == match.state


def test_export_import_and_the_same_bytes_again(store: Store, toy: str, tmp_path: Path):
    id = store.new(played(toy, 2, "export"))
    match_file.export(store.load(id), tmp_path / "one.jsonl")
    match_file.export(
        store.load(store.adopt(match_file.load(tmp_path / "one.jsonl"))), tmp_path / "two.jsonl"
    )
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_an_imported_match_goes_on_with_a_seed_of_its_own(store: Store, toy: str, tmp_path: Path):
    id = store.new(played(toy, 2, "export", picks=20))
    match_file.export(store.load(id), tmp_path / "one.jsonl")
    other = store.load(store.adopt(match_file.load(tmp_path / "one.jsonl")))
    assert other.header.seed not in (None, "export")
    assert other.log == store.load(id).log
    assert other.pending()


def test_a_branch_begins_like_its_match_and_has_another_fate(store: Store, toy: str):
    match = played(toy, 2, "branch")
    count = len(match.line) // 2
    branch = store.load(store.branch(match, count))
    assert branch.header.seed != "branch"
    events = [(event.kind, event.seat, event.step, event.value) for event in branch.line]
    assert events[:count] == [
        (event.kind, event.seat, event.step, event.value) for event in match.line[:count]
    ]
    assert branch.pending()


def test_ids_are_short_and_never_the_same(store: Store, toy: str):
    match = Match.begin(toy, HEADER.seats, seed="1")
    ids = {store.new(match) for _ in range(40)}
    assert len(ids) == 40
    assert all(len(id) == 4 and id.isalnum() and id.islower() for id in ids)


# ---------------------------------------------------------------------- the disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def test_what_one_connection_appends_another_sees(path: Path):
    one, two = SqliteStore(path), SqliteStore(path)
    one.add("a2b3", HEADER, [event(1)], GOING)
    two.append("a2b3", [event(2)], GOING)
    assert one.log("a2b3")[1] == [event(1), event(2)]


def test_of_many_writers_at_once_exactly_one_wins_each_number(path: Path):
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


def test_the_primary_key_alone_lets_no_number_be_written_twice(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1), event(2)], GOING)
    with sqlite_file(path) as base:
        base.execute("UPDATE match SET events = 1")
    with pytest.raises(Conflict):
        store.append("a2b3", [event(2, 9)], GOING)
    with sqlite_file(path) as base:
        base.execute("UPDATE match SET events = 2")
    assert store.log("a2b3")[1] == [event(1), event(2)]


def test_a_store_in_memory_that_nobody_has_any_more_is_closed():
    store = MemoryStore()
    base = store.database
    store.itself = store  # type: ignore[attr-defined]
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        base.execute("SELECT 1")


def test_a_commit_waits_for_the_disk(path: Path):
    base = SqliteStore(path).database
    assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert base.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_damaged_store_is_told_and_left_as_it_is(path: Path, content: bytes):
    path.write_bytes(content)
    with pytest.raises(BadStore, match="damaged"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_a_page_that_was_overwritten_is_told(path: Path, toy: str):
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


def test_a_store_of_the_first_form_is_brought_to_todays(path: Path):
    with sqlite_file(path) as base:
        base.executescript(FORM_1)
    base.close()
    for _ in range(2):
        store = SqliteStore(path)
        _, (first, *_) = store.log("a2b3")
        assert (first, first.at) == (event(1), None)
        store.close()
    store = SqliteStore(path)
    store.append("a2b3", [event(2)], GOING)
    assert store.record("a2b3").events == 2
    assert schema.schema_version(base_of(store)) == schema.SCHEMA


def test_two_programs_bring_a_store_to_todays_form_at_once(path: Path):
    with sqlite_file(path) as base:
        base.executescript(FORM_1)
    base.close()
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


def test_the_store_of_a_newer_program_is_refused(path: Path):
    SqliteStore(path).close()
    with sqlite_file(path) as base:
        base.execute(f"PRAGMA user_version = {schema.SCHEMA + 1}")
    with pytest.raises(BadStore, match="newer"):
        SqliteStore(path)


def test_a_form_that_no_store_has_is_damage(path: Path):
    SqliteStore(path).close()
    with sqlite_file(path) as base:
        base.execute("PRAGMA user_version = -1")
    base.close()
    with pytest.raises(BadStore, match="damaged"):
        SqliteStore(path)


def test_a_store_is_read_by_its_owner_alone(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1)], GOING)
    files = list(path.parent.glob("games.sqlite3*"))
    assert len(files) > 1
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_numbered_database_without_tables_is_left_alone(path: Path):
    with sqlite_file(path) as base:
        base.execute("PRAGMA user_version = 1")
    with pytest.raises(BadStore, match="is not a Guildhall database"):
        SqliteStore(path)


def test_the_database_of_another_program_is_left_alone(path: Path):
    with sqlite_file(path) as base:
        base.execute("CREATE TABLE recipe (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(BadStore, match="is not a Guildhall database"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore):
        SqliteStore(tmp_path / "file" / "games.sqlite3")


def test_a_writer_that_keeps_the_store_busy_is_told(path: Path, monkeypatch: pytest.MonkeyPatch):
    SqliteStore(path).add("a2b3", HEADER, [event(1)], GOING)
    monkeypatch.setattr(sqlite_connection, "PATIENCE", 0.01)
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadStore, match="busy"):
        store.append("a2b3", [event(2)], GOING)
    other.execute("ROLLBACK")
    other.close()
    store.append("a2b3", [event(2)], GOING)


def test_a_full_disk_is_told_and_nothing_is_half_written(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [event(1)], GOING)
    (pages,) = store.database.execute("PRAGMA page_count").fetchone()
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    big = Event(3, "pick", 0, "Act", "x" * 100_000)
    with pytest.raises(BadStore, match="full"):
        store.append("a2b3", [event(2), big], GOING)
    assert store.log("a2b3")[1] == [event(1)]


def test_an_event_that_was_tampered_with_is_told_by_its_line(path: Path, toy: str):
    store = SqliteStore(path)
    match = played(toy, 2, "tampered")
    id = store.new(match)
    with sqlite_file(path) as base:
        base.execute("UPDATE event SET body = 'nonsense' WHERE number = 9")
    with pytest.raises(BadSave) as caught:
        store.load(id)
    assert (caught.value.source, caught.value.line) == (id, 10)
    assert caught.value.good is not None
    assert caught.value.good.log[:8] == match.log[:8]


def test_a_header_that_was_tampered_with_damages_only_its_own_match(path: Path):
    store = SqliteStore(path)
    store.add("a2b3", HEADER, [], GOING)
    store.add("c4d5", HEADER, [], GOING)
    with sqlite_file(path) as base:
        base.execute("UPDATE match SET header = '{}' WHERE id = 'a2b3'")
    damages = {record.id: record.damage for record in store.records()}
    assert (damages.pop("c4d5"), list(damages)) == (None, ["a2b3"])
    assert damages["a2b3"] is not None
    with pytest.raises(BadSave, match="This is not a Guildhall saved game"):
        store.log("a2b3")
