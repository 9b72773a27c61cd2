"""Recovery of a damaged store: every match that is still there, as far as it can be played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.errors import AlreadyThere, BadSave, BadStore, Damaged, Unwritable
from engine.lobby.chat import Notes
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage.backup import back_up
from engine.storage.recovery import RecoveredMatch, recover_into
from engine.storage.rolling_backups import backup_folder_of
from engine.storage.session import Session
from engine.storage.sqlite_pages import rows_in
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.engine.storage.test_read_only import leave_as_killed
from tests.engine.storage.test_store import FORM_1
from tests.sqlite_files import sqlite_file

pytestmark = pytest.mark.usefixtures("toy")

PAGE = 4096
NOISE = b"\xaa" * PAGE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "games.sqlite3"


@pytest.fixture
def logs(path: Path, toy: str) -> dict[str, list[str]]:
    """Save matches; return the lines of their events by their ids."""
    store = SqliteStore(path)
    for number in range(6):
        store.new(played("middle_ages", 2 + number % 4, f"{number}", picks=60))
    for number in range(4):
        store.new(played(toy, 2, f"{number}"))
    kept = {record.id: log_of(store.load(record.id)) for record in store.records()}
    store.close()
    return kept


def log_of(match: Match) -> list[str]:
    return [repr(event) for event in match.log]


def events_in(path: Path) -> int:
    return sum(len(row.values) == 4 and str(row.values[2])[:1] == "{" for row in rows_in(path))


def spoilt(path: Path, *pages: int) -> None:
    content = bytearray(path.read_bytes())
    for page in pages:
        content[page * PAGE : (page + 1) * PAGE] = NOISE
    path.write_bytes(content)


def saved(path: Path) -> dict[str, list[str]]:
    """Return the matches of a recovered store; each can be opened to its end."""
    store = SqliteStore(path)
    records = store.records()
    assert [record.damage for record in records] == [None] * len(records)
    found = {record.id: log_of(store.load(record.id)) for record in records}
    assert all(len(found[record.id]) >= record.events for record in records)
    store.close()
    return found


def test_intact_database_is_recovered_completely(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    found = recover_into(path, tmp_path / "new")
    assert saved(tmp_path / "new") == logs
    assert (found.missing, found.without_header) == ([], {})
    assert path.stat().st_mode == (tmp_path / "new").stat().st_mode


def test_damaged_page_loses_only_its_own_rows(path: Path, logs: dict[str, list[str]]) -> None:
    whole = path.read_bytes()
    events = sum(map(len, logs.values()))
    assert events_in(path) == events
    lost = 0
    for page in range(len(whole) // PAGE):
        path.write_bytes(whole)
        spoilt(path, page)
        lost += events - events_in(path)
    assert lost == events, "each event is on one page"


def test_users_without_matches_are_recovered(
    populated: SqliteStore, path: Path, tmp_path: Path
) -> None:
    anna = Users(populated).register("Anna", "SHA256:a")
    populated.close()
    recover_into(path, tmp_path / "saved.sqlite3")
    saved = SqliteStore(tmp_path / "saved.sqlite3")
    assert Users(saved).by_key("SHA256:a") == anna
    saved.close()


@pytest.mark.parametrize("seed", range(8))
def test_recovered_logs_are_prefixes(
    path: Path, logs: dict[str, list[str]], tmp_path: Path, seed: int
) -> None:
    rng = Random(seed)
    whole = path.read_bytes()
    if seed % 2:
        path.write_bytes(whole[: rng.randrange(PAGE, len(whole))])
    else:
        spoilt(path, *rng.choices(range(len(whole) // PAGE), k=seed // 2 + 1))
    found = recover_into(path, tmp_path / "new")
    kept = saved(tmp_path / "new")
    assert kept.keys() <= logs.keys()
    for one in found.matches:
        assert one.recovered <= len(kept[one.id])
        assert kept[one.id][: one.recovered] == logs[one.id][: one.recovered]
        assert one.expected <= len(logs[one.id])
    assert kept.keys() | found.without_header.keys() <= logs.keys()


def test_database_without_its_first_page_is_recovered(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    spoilt(path, 0)
    with pytest.raises(Damaged):
        SqliteStore(path)
    recover_into(path, tmp_path / "new")
    assert saved(tmp_path / "new") == logs


def test_write_ahead_log_is_recovered(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    leave_as_killed(path)
    found = recover_into(path, tmp_path / "new")
    assert len(found.matches) == len(logs) + 1
    assert logs.items() < saved(tmp_path / "new").items()


def test_recovered_match_ends_before_the_first_missing_event(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    id = next(id for id, log in logs.items() if len(log) > 40)
    with sqlite_file(path) as connection:
        connection.execute("DELETE FROM event WHERE match = ? AND number = 21", (id,))
    connection.close()
    found = recover_into(path, tmp_path / "new")
    assert found.missing == [RecoveredMatch(id, 20, len(logs[id]))]
    store = SqliteStore(tmp_path / "new")
    record = store.record(id)
    assert (record.events, record.summary.over) == (20, False)
    assert log_of(store.load(id))[:20] == logs[id][:20]
    assert record.summary.owing == tuple(
        sorted(pending.seat for pending in store.load(id).pending()),
    )
    store.close()


@pytest.mark.parametrize("lost", ["event", "match"])
def test_missing_data_comes_from_the_newest_backup(
    path: Path, logs: dict[str, list[str]], tmp_path: Path, lost: str
) -> None:
    backup_folder_of(path).mkdir()
    back_up(path, backup_folder_of(path) / "2026-01-09.sqlite3")
    store = SqliteStore(path)
    id, deleted = store.records(over=False)[0].id, store.records(over=True)[0].id
    session = Session.open(store, id)
    pending = session.match.pending()[0]
    session.choose(session.ask(pending.seat), session.match.options(pending.seat)[0])
    store.delete(deleted)
    now = log_of(store.load(id))
    store.close()
    with sqlite_file(path) as connection:
        key = "match" if lost == "event" else "id"
        some = "AND number BETWEEN 3 AND 20" if lost == "event" else ""
        connection.execute(f"DELETE FROM {lost} WHERE {key} = ? {some}", (id,))
    connection.close()
    found = recover_into(path, tmp_path / "new")
    assert (found.missing, found.without_header) == ([], {})
    kept = saved(tmp_path / "new")
    assert kept[id] == now
    assert kept.keys() == logs.keys() - {deleted}


def test_empty_database_is_recovered_from_the_backup(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    backup_folder_of(path).mkdir()
    back_up(path, backup_folder_of(path) / "2026-01-09.sqlite3")
    path.write_bytes(b"")
    recover_into(path, tmp_path / "new")
    assert saved(tmp_path / "new") == logs


def test_matches_without_header_are_named(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    id = next(iter(logs))
    with sqlite_file(path) as connection:
        connection.execute("DELETE FROM match WHERE id = ?", (id,))
    connection.close()
    found = recover_into(path, tmp_path / "new")
    assert found.without_header == {id: len(logs[id])}
    assert id not in saved(tmp_path / "new")


def test_database_of_an_older_program_is_recovered(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    with sqlite_file(path) as connection:
        connection.executescript(FORM_1)
    connection.close()
    assert [one.id for one in recover_into(path, tmp_path / "new").matches] == ["a2b3"]
    store = SqliteStore(tmp_path / "new")
    assert store.log("a2b3")[1][0].value == 1
    store.close()


@pytest.fixture
def populated(path: Path) -> Iterator[SqliteStore]:
    """Yield a server's store with two people and a match of theirs."""
    store = SqliteStore(path)
    yield store
    store.close()


def test_users_keep_their_keys_and_seats(populated: SqliteStore, tmp_path: Path) -> None:
    users = Users(populated)
    anna, boris = (users.register(name, f"SHA256:{name:x<43}") for name in ("Anna", "Boris"))
    tables = WaitingTables(populated)
    table = tables.create(anna, "middle_ages", seats=[anna.id, boris.id], ordered=True)
    for one in (anna, boris):
        tables.join(table.id, one)
    id = tables.start(table.id, anna)
    word = users.invite_code()
    assert populated.owners(id) == (anna.id, boris.id)
    assert recover_into(populated.path, tmp_path / "new").people == 2
    new = SqliteStore(tmp_path / "new")
    assert new.owners(id) == (anna.id, boris.id)
    assert Users(new).by_key(f"SHA256:{'Anna':x<43}") == anna
    assert Users(new).invite_code() == word
    new.close()
    with populated.write_transaction() as connection:
        connection.execute("DELETE FROM person WHERE id = ?", (anna.id,))
    recover_into(populated.path, tmp_path / "new", force=True)
    new = SqliteStore(tmp_path / "new")
    assert new.owners(id) == (None, boris.id)
    new.close()


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_not_a_database(path: Path, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    path.parent.mkdir()
    pages = [bytes([rng.choice((2, 10, 13)), 0, 0, 0, 200]) + rng.randbytes(PAGE - 5)]
    path.write_bytes(b"SQLite format 3\0" + rng.randbytes(PAGE - 16) + b"".join(pages * 20))
    found = recover_into(path, tmp_path / "new")
    assert (found.matches, found.without_header, found.people) == ([], {}, 0)


def test_recovery_never_overwrites_the_database_and_other_files_only_by_force(
    path: Path, logs: dict[str, list[str]], tmp_path: Path
) -> None:
    (tmp_path / "new").write_text("mine")
    with pytest.raises(AlreadyThere):
        recover_into(path, tmp_path / "new")
    with pytest.raises(AlreadyThere):
        recover_into(path, path, force=True)
    with pytest.raises(BadStore, match="There is no database"):
        recover_into(tmp_path / "nothing", tmp_path / "other")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["home", "new"]


# ---------------------------------------------------------------------- reading without recovery


def test_damaged_database_is_read_as_far_as_possible(
    path: Path, logs: dict[str, list[str]]
) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 9 // 10])
    with pytest.raises(Damaged):
        SqliteStore(path).records()
    store = SqliteStore(path, recovering=True)
    records = store.records()
    assert records
    assert store.only_read is not None
    assert "guildhall recover" in store.only_read.plain()
    found = {record.id: _as_far_as_good(store, record.id) for record in records}
    assert any(found[id] == logs[id] for id in found)
    assert all(found[id] == logs[id][: len(found[id])] for id in found)
    with pytest.raises(Unwritable, match="damaged"):
        store.delete(records[0].id)
    store.close()
    assert path.read_bytes() == whole[: len(whole) * 9 // 10]


def _as_far_as_good(store: SqliteStore, id: str) -> list[str]:
    try:
        return log_of(store.load(id))
    except BadSave as error:
        return log_of(error.good)


def test_damage_found_later_is_tolerated_too(path: Path, logs: dict[str, list[str]]) -> None:
    """The page from which all events are found is lost."""
    store = SqliteStore(path, recovering=True)
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'event'"
    (root,) = store.database.execute(sql).fetchone()
    store.close()
    spoilt(path, root - 1)
    store = SqliteStore(path, recovering=True)
    before, ids, after = store.only_read, {one.id for one in store.records()}, store.only_read
    assert before is None
    assert ids == logs.keys()
    assert after is not None
    store.close()


def test_unreadable_database_is_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 1000)
    with pytest.raises(Damaged):
        SqliteStore(path, recovering=True)


def test_time_limit_and_notes_of_a_table_are_recovered(
    populated: SqliteStore, tmp_path: Path
) -> None:
    users, tables = Users(populated), WaitingTables(populated)
    anna, boris = (users.register(name, f"SHA256:{name}") for name in ("Anna", "Boris"))
    places = [anna.id, boris.id]
    table = tables.create(anna, "middle_ages", {}, places, hours=72, steps_in=True)
    tables.join(table.id, boris)
    id = tables.start(table.id, anna)
    Notes(populated).save(id, boris, "Wait for the mill")
    form = SeatOwnership(populated).terms(id)
    populated.close()
    recover_into(populated.path, tmp_path / "saved.sqlite3")
    saved = SqliteStore(tmp_path / "saved.sqlite3")
    assert Notes(saved).of(id, boris) == "Wait for the mill"
    assert SeatOwnership(saved).terms(id) == form
    saved.close()
