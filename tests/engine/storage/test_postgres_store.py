"""Stores in PostgreSQL: locking, messages about unsuitable databases, and recovery from lost
connections or a restarted server."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import psycopg
import pytest

from engine.core.event import Event, Header
from engine.errors import BadStore, Busy, Doubled, FullDisk, Unwritable
from engine.i18n.text import words
from engine.storage import schema
from engine.storage.open_store import open_at
from engine.storage.records import Summary
from engine.storage.sql_statements import insert
from engine.storage.store import Store
from tests.engine import writers
from tests.postgres import NONE, Server, copy_files, cut, find_files, running

HEADER = Header("era", 1, (("Anna", "person"), ("Boris", "person")), "seed")
GOING = Summary(1, 2, 0, False)

PATIENCE = 200
"""Number of times a condition is checked."""

SOON = 0.1
"""Seconds that writers wait in these tests."""


def event(number: int) -> Event:
    return Event(number, "pick", 0, "Act", 1)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Yield a store with two matches."""
    with closing(open_at(database)) as store:
        for id in ("a2b3", "c4d5"):
            store.add(id, HEADER, [event(1)], GOING)
        store.wait_at_most(SOON)
        yield store


def execute_in(database: str, sql: str) -> None:
    with psycopg.connect(database, autocommit=True) as link:
        link.execute(sql.encode())


# ---------------------------------------------------------------------- locking


def test_writer_locks_only_its_match(store: Store, database: str):
    with closing(open_at(database)) as other, other.write_transaction("a2b3"):
        store.append("c4d5", [event(2)], GOING)
        with pytest.raises(Busy, match=r"is keeping the database .* busy"):
            store.append("a2b3", [event(2)], GOING)
        with pytest.raises(Busy), store.write_transaction():
            pass
        assert len(store.log("a2b3")[1]) == 1
    store.append("a2b3", [event(2)], GOING)


def test_writer_outside_matches_locks_everything(store: Store, database: str):
    with closing(open_at(database)) as other, other.write_transaction():
        for id in ("a2b3", "c4d5"):
            with pytest.raises(Busy):
                store.append(id, [event(2)], GOING)
        assert len(store.records()) == 2


def test_reads_in_one_transaction_are_consistent(store: Store, database: str):
    with closing(open_at(database)) as other, store.read_transaction():
        assert len(store.log("a2b3")[1]) == 1
        other.append("a2b3", [event(2)], GOING)
        assert len(store.log("a2b3")[1]) == 1
    assert len(store.log("a2b3")[1]) == 2


def test_duplicate_row_is_reported(store: Store):
    with pytest.raises(Doubled, match="cannot be used"), store.write_transaction() as connection:
        insert(connection, "event", match="a2b3", number=1, body="")


# ---------------------------------------------------------------------- unsuitable databases


def test_unreachable_server_is_waited_for(tmp_path: Path):
    address = f"postgresql:///games?host={quote(str(tmp_path), safe='')}"
    with pytest.raises(Busy, match=r"postgresql:///games cannot be reached: .+"):
        open_at(address)
    with pytest.raises(Busy, match=r"^The database of this server cannot be reached\.$"):
        open_at(address, display_name=words("of this server"))


@pytest.fixture
def newer(store: Store, database: str) -> Iterator[str]:
    """Yield a database with a newer schema."""
    execute_in(database, "UPDATE guildhall SET form = form + 1")
    yield database
    execute_in(
        database,
        f"UPDATE guildhall SET form = {schema.SCHEMA_VERSION},"
        f" oldest = {schema.OLDEST_COMPATIBLE_VERSION}",
    )


def test_database_of_a_newer_program_is_refused(newer: str):
    execute_in(newer, "UPDATE guildhall SET oldest = form")
    with pytest.raises(BadStore, match="newer version of Guildhall"):
        open_at(newer)


def test_newer_schema_with_only_additions_is_used(newer: str):
    execute_in(newer, "ALTER TABLE match ADD COLUMN more TEXT NOT NULL DEFAULT ''")
    try:
        with closing(open_at(newer)) as store:
            store.append("a2b3", [event(2)], GOING)
            assert store.add("e6f7", HEADER, [event(1)], GOING)
            assert len(store.records()) == 3
    finally:
        execute_in(newer, "ALTER TABLE match DROP COLUMN more")


def test_older_schema_is_migrated(store: Store, database: str):
    execute_in(database, "DROP TABLE claim, errand, ear, host")
    execute_in(database, "ALTER TABLE guildhall DROP COLUMN oldest; UPDATE guildhall SET form = 8")
    with closing(open_at(database)) as again:
        assert len(again.records()) == 2
        with again.read_transaction() as connection:
            assert connection.execute("SELECT form, oldest FROM guildhall").fetchone() == (9, 9)
            assert connection.execute("SELECT count(*) FROM ear").fetchone() == (0,)


def test_time_is_that_of_the_database(elsewhere: Callable[[str, str], str]):
    clock = (
        "CREATE SCHEMA fast; CREATE FUNCTION fast.clock_timestamp() RETURNS timestamptz"
        " LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 day' $$"
    )
    address = elsewhere("UTF8", clock)
    with closing(open_at(f"{address}&options=-csearch_path%3Dfast,pg_catalog")) as store:
        ahead = store.clock() - datetime.now(UTC)
        assert timedelta(hours=23) < ahead < timedelta(hours=25)


@pytest.fixture
def elsewhere(postgres_alone: str) -> Iterator[Callable[[str, str], str]]:
    """Return a function that creates databases with an encoding and content, and returns their
    URLs."""
    made: list[str] = []

    def make(encoding: str, content: str) -> str:
        name = f"other_{os.getpid()}_{len(made)}"
        sql = f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
        execute_in(postgres_alone, sql)
        made.append(name)
        address = re.sub(r"/\w+\?", f"/{name}?", postgres_alone)
        execute_in(address, content)
        return address

    yield make
    for name in made:
        execute_in(postgres_alone, f"DROP DATABASE {name}")


@pytest.mark.parametrize(
    ("encoding", "content", "expected"),
    [
        ("UTF8", "CREATE TABLE match (id INTEGER)", "is not a Guildhall database"),
        ("UTF8", "DROP SCHEMA public", "is not a Guildhall database"),
        ("LATIN1", "SELECT 1", "stores text as LATIN1"),
    ],
)
def test_foreign_database_is_refused(
    elsewhere: Callable[[str, str], str], encoding: str, content: str, expected: str
):
    address = elsewhere(encoding, content)
    with pytest.raises(BadStore, match=expected):
        open_at(address)


def test_read_only_database_is_read(store: Store, database: str):
    address = f"{database}&options=-cdefault_transaction_read_only%3Don"
    with closing(open_at(address)) as reader:
        assert reader.only_read is not None
        assert len(reader.records()) == 2
        with pytest.raises(Unwritable, match="is read-only"):
            reader.append("a2b3", [event(2)], GOING)


def test_temporarily_read_only_database_is_written_again(store: Store, database: str):
    name = database.partition("?")[0].rpartition("/")[2]
    execute_in(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        cut(database)
        with pytest.raises(Unwritable, match="is read-only"):
            store.append("a2b3", [event(2)], GOING)
        assert len(store.records()) == 2
    finally:
        back = f"ALTER DATABASE {name} RESET default_transaction_read_only"
        execute_in(f"{database}&options=-cdefault_transaction_read_only%3Doff", back)
    cut(database)
    store.append("a2b3", [event(2)], GOING)
    assert len(store.log("a2b3")[1]) == 2


def test_slow_statement_is_cancelled(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.storage.postgres_store.STATEMENT_TIMEOUT", 0.1)
    with closing(open_at(database)) as store:
        with (
            pytest.raises(Busy, match="is taking too long to answer"),
            store.read_transaction() as connection,
        ):
            connection.execute("SELECT pg_sleep(10)")
        assert store.records() == []


def test_text_columns_use_the_c_collation(store: Store):
    with store.read_transaction() as connection:
        rows = connection.execute(
            "SELECT table_name, column_name, collation_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND data_type = 'text'"
            " AND table_name <> 'guildhall'"
        ).fetchall()
    assert len(rows) > 50
    assert {collation for _, _, collation in rows} == {"C"}


def test_concurrent_programs_create_tables_once(elsewhere: Callable[[str, str], str]):
    address = elsewhere("UTF8", "SELECT 1")
    opened: list[Store] = []
    both = [threading.Thread(target=lambda: opened.append(open_at(address))) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    first, second = opened
    assert first.add("a2b3", HEADER, [event(1)], GOING)
    assert [record.id for record in second.records()] == ["a2b3"]
    first.close()
    second.close()


# ---------------------------------------------------------------------- lost connections


def test_lost_connection_is_reopened(store: Store, database: str):
    cut(database)
    store.append("a2b3", [event(2)], GOING)
    cut(database)
    assert len(store.log("a2b3")[1]) == 2


def reaches_connections(store: Store, others: int) -> bool:
    """Whether there soon are that many other connections: the server closes one a moment after it
    was left."""
    for _ in range(PATIENCE):
        if store.others() == others:
            return True
        sleep(0.05)
    return False


def test_idle_store_holds_no_connection(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
):
    with closing(open_at(database)) as other:
        other.rest()
        assert store.others() == 1
        monkeypatch.setattr("engine.storage.postgres_store.IDLE_TIMEOUT", 0.0)
        with other.read_transaction():
            other.rest()
            assert store.others() == 1
        other.rest()
        assert reaches_connections(store, 0)
        other.append("a2b3", [event(2)], GOING)
        assert store.others() == 1


def test_interrupted_write_is_rolled_back(store: Store, database: str):
    def lose() -> None:
        with store.write_transaction("a2b3"):
            store.append("a2b3", [event(2)], GOING)
            cut(database)

    with pytest.raises(Busy, match="cannot be reached"):
        lose()
    assert len(store.log("a2b3")[1]) == 1
    store.append("a2b3", [event(2)], GOING)


@pytest.fixture
def server() -> Iterator[Server]:
    """Yield a server of the test's own, which syncs to disk."""
    if find_files() is None:
        pytest.skip(NONE)
    with running(safe=True) as server:
        yield server


@pytest.mark.skipif(os.getuid() != 0, reason="only root has to be somebody else")
def test_root_starts_the_server_as_an_existing_user(server: Server):
    before = pwd.getpwall()
    owner = Path(f"/proc/{server.process}").stat().st_uid
    assert owner != 0
    assert owner in {one.pw_uid for one in before}
    assert pwd.getpwall() == before


def test_copied_programs_of_the_server_find_their_libraries(tmp_path: Path):
    files = find_files()
    if files is None:
        pytest.skip(NONE)
    programs = copy_files(files, tmp_path)
    assert tmp_path in programs.parents
    done = subprocess.run([programs / "initdb", "--version"], capture_output=True, text=True)
    assert "PostgreSQL" in done.stdout, done.stderr


def test_missing_password_error_names_pgpass(server: Server, monkeypatch: pytest.MonkeyPatch):
    execute_in(
        server.address,
        "CREATE ROLE guest LOGIN PASSWORD 'right'; GRANT ALL ON SCHEMA public TO guest",
    )
    server.ask_for_passwords("guest")
    address = server.address.replace("guildhall@", "guest@")
    for wrong in ("", "wrong"):
        monkeypatch.setenv("PGPASSWORD", wrong)
        with pytest.raises(BadStore, match="the password file") as caught:
            open_at(address)
        assert not isinstance(caught.value, Busy)
    monkeypatch.setenv("PGPASSWORD", "right")
    open_at(address).close()


def test_other_refusals_are_reported_in_the_words_of_the_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    for statement in (
        "CREATE ROLE nina LOGIN PASSWORD 'right'",
        "CREATE ROLE gone NOLOGIN PASSWORD 'right'",
        "CREATE DATABASE shut ALLOW_CONNECTIONS false",
        "CREATE DATABASE closed",
        "REVOKE CONNECT ON DATABASE closed FROM PUBLIC",
    ):
        execute_in(server.address, statement)
    server.ask_for_passwords("nina,gone")
    monkeypatch.setenv("PGPASSWORD", "right")
    for role, name, why in (
        ("nina", "gamez", 'database "gamez" does not exist'),
        ("nina", "shut", 'database "shut" is not currently accepting connections'),
        ("nina", "closed", 'permission denied for database "closed"'),
        ("gone", "postgres", 'role "gone" is not permitted to log in'),
        ("guildhall", "gamez", 'database "gamez" does not exist'),
    ):
        address = server.address.replace("guildhall@", f"{role}@")
        address = address.replace("/postgres?", f"/{name}?")
        with pytest.raises(Busy, match=f" cannot be reached: {why}\\.$"):
            open_at(address)
        with pytest.raises(Busy, match=r"^The database of this server cannot be reached\.$"):
            open_at(address, display_name=words("of this server"))


def test_failure_is_reported_for_each_of_several_servers(tmp_path: Path):
    with pytest.raises(Busy) as caught:
        open_at("postgresql://127.0.0.1:1,127.0.0.1:2/games")
    for port in (1, 2):
        assert f'"127.0.0.1", port {port} failed: Connection refused' in str(caught.value)


def test_lack_of_connections_is_a_temporary_error(server: Server, monkeypatch: pytest.MonkeyPatch):
    execute_in(
        server.address,
        "CREATE ROLE late LOGIN PASSWORD 'right' CONNECTION LIMIT 0;"
        " GRANT ALL ON SCHEMA public TO late",
    )
    server.ask_for_passwords("late")
    monkeypatch.setenv("PGPASSWORD", "right")
    address = server.address.replace("guildhall@", "late@")
    with pytest.raises(Busy, match="has no free connections"):
        open_at(address)
    execute_in(server.address, "ALTER ROLE late CONNECTION LIMIT -1")
    open_at(address).close()


@pytest.mark.long
def test_silent_server_times_out(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.storage.postgres_connection.SILENCE_TIMEOUT", 1.0)
    with closing(open_at(server.address)) as store:
        store.add("a2b3", HEADER, [event(1)], GOING)
        server.hold()
        began = monotonic()
        with pytest.raises(Busy, match="does not answer"):
            store.append("a2b3", [event(2)], GOING)
        with pytest.raises(Busy, match="cannot be reached"):
            store.records()
        waited = monotonic() - began
        with pytest.raises(Busy):
            store.records()
        assert monotonic() - began < waited + 1, "the event loop is not blocked"
        server.hold(False)
        retry_until_done(lambda: store.append("a2b3", [event(2)], GOING))
        assert [one.number for one in store.log("a2b3")[1]] == [1, 2]


@pytest.mark.long
@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk")
def test_full_disk_rolls_back_and_recovers(server: Server):
    with small_disk(server) as place:
        execute_in(server.address, f"CREATE TABLESPACE small LOCATION '{place}'")
        execute_in(server.address, "CREATE DATABASE small TABLESPACE small TEMPLATE template0")
        address = server.address.replace("/postgres?", "/small?")
        with closing(open_at(address)) as store:
            store.add("a2b3", HEADER, [event(1)], GOING)
            execute_in(address, "CREATE TABLE filler AS SELECT repeat(md5('x'), 200) AS text")
            with pytest.raises(psycopg.errors.DiskFull):
                for_ever(lambda: execute_in(address, "INSERT INTO filler SELECT text FROM filler"))
            with pytest.raises(FullDisk, match="the disk is full"):
                for_ever(lambda: store.append("a2b3", many_more(store), GOING))
            more = many_more(store)
            kept = [one.number for one in store.log("a2b3")[1]]
            assert kept == list(range(1, more[0].number))
            assert store.record("a2b3").events == len(kept)
            execute_in(address, "DROP TABLE filler")
            store.append("a2b3", more, GOING)
            assert len(store.log("a2b3")[1]) == len(kept) + len(more)
        execute_in(server.address, "DROP DATABASE small")
        execute_in(server.address, "DROP TABLESPACE small")


@contextmanager
def small_disk(server: Server) -> Iterator[Path]:
    """Yield a folder of the server's on a small disk."""
    disk = server.folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", disk], check=False)
    if mounted.returncode:
        pytest.skip("cannot create a small disk here")
    try:
        place = disk / "place"
        place.mkdir(mode=0o700)
        owner = server.folder.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
        yield place
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def many_more(store: Store) -> list[Event]:
    """Return many events that continue those of a match."""
    kept = len(store.log("a2b3")[1])
    return [event(kept + one) for one in range(1, 2000)]


def for_ever(do: Callable[[], object]) -> None:
    while True:
        do()


def retry_until_done(do: Callable[[], object]) -> None:
    """Retry something until it succeeds."""
    while True:
        try:
            do()
        except Busy:
            sleep(0.05)
        else:
            return


@pytest.mark.long
def test_killed_server_loses_nothing(server: Server):
    running = writers.begin(server.address, 4, 30)
    for _ in range(3):
        sleep(5)
        server.kill()
        sleep(1)
        server.start()
    results = writers.end(running)
    with closing(open_at(server.address)) as store:
        for writer, one in enumerate(results):
            kept = [event.number for event in store.log(f"w{writer}")[1]]
            assert kept == list(range(1, len(kept) + 1))
            assert set(one.numbers) <= set(kept)
            assert one.busy > 0
            assert one.numbers[-1] == len(kept)
