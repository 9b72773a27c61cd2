"""Commands for admins: users, games that wait for a move, backups."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage import backup
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tui.cli.main import run

RunCommand = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    def run_command(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        code = run(["--home", str(tmp_path), "--lang", lang, *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "games.sqlite3")
    yield store
    store.close()


@pytest.fixture
def anna(store: SqliteStore) -> Person:
    return Users(store).register("Anna", "SHA256:Anna")


@pytest.fixture
def boris(store: SqliteStore) -> Person:
    return Users(store).register("Boris", "SHA256:Boris")


def match(store: SqliteStore, host: Person, guest: Person) -> str:
    tables = WaitingTables(store)
    table = tables.create(host, "middle_ages", seats=[host.id, guest.id], ordered=True)
    tables.join(table.id, guest)
    return tables.start(table.id, host)


# ---------------------------------------------------------------------- people


def test_users_list_of_an_empty_server(run_command: RunCommand):
    assert run_command("users", "list") == (0, "Nobody is registered on this server yet.\n", "")


def test_users_are_listed_without_their_keys(run_command: RunCommand, anna: Person, boris: Person):
    run_command("users", "promote", "anna")
    run_command("users", "ban", "Boris")
    code, out, _ = run_command("users", "list")
    lines = {line.split()[0]: line for line in out.splitlines()[1:]}
    assert code == 0
    assert "admin" in lines["Anna"]
    assert "banned" in lines["Boris"]
    assert "SHA256" not in out


def test_admin_can_be_appointed(run_command: RunCommand, store: SqliteStore, anna: Person):
    assert run_command("users", "promote", "Anna") == (0, "Anna is now an admin.\n", "")
    assert Users(store).get(anna.id).admin
    assert run_command("users", "demote", "Anna")[0] == 0
    assert not Users(store).get(anna.id).admin


def test_user_can_be_banned_and_unbanned(run_command: RunCommand, store: SqliteStore, anna: Person):
    assert run_command("users", "ban", "Anna")[:2] == (0, "Anna is banned.\n")
    assert Users(store).get(anna.id).banned
    assert run_command("users", "unban", "Anna")[:2] == (0, "Anna is no longer banned.\n")
    assert not Users(store).get(anna.id).banned


def test_user_can_be_renamed(
    run_command: RunCommand, store: SqliteStore, anna: Person, boris: Person
):
    id = match(store, anna, boris)
    assert run_command("users", "rename", "Anna", "Annabel")[:2] == (
        0,
        "Anna is now called Annabel.\n",
    )
    assert store.record(id).header.names[0] == "Annabel"
    code, _, err = run_command("users", "rename", "Annabel", "boris")
    assert (code, "is taken" in err) == (1, True)


def test_one_time_code_adds_a_new_key(run_command: RunCommand, store: SqliteStore, anna: Person):
    code, out, _ = run_command("users", "one-time-code", "Anna")
    assert code == 0
    assert "within 15 minutes" in out
    assert Users(store).redeem(out.split()[-1], "SHA256:two") == anna


def test_deleting_a_user_needs_force(
    run_command: RunCommand, store: SqliteStore, anna: Person, boris: Person
):
    id = match(store, anna, boris)
    code, out, err = run_command("users", "delete", "Anna")
    assert (code, out) == (1, "")
    assert "--force" in err
    assert Users(store).named("Anna") == anna
    assert run_command("users", "delete", "Anna", "--force")[:2] == (0, "Anna has been deleted.\n")
    assert store.record(id).header.names[0] == "Player 1"
    assert Users(store).by_key("SHA256:Anna") is None


def test_invite_code_is_printed_and_replaced(run_command: RunCommand, store: SqliteStore):
    _, word, _ = run_command("users", "invite-code")
    assert word.strip() == Users(store).invite_code()
    _, other, _ = run_command("users", "new-invite-code")
    assert other.strip() == Users(store).invite_code() != word.strip()


@pytest.mark.parametrize("act", ["promote", "demote", "ban", "unban", "one-time-code", "delete"])
def test_unknown_user_is_an_error(run_command: RunCommand, act: str):
    code, out, err = run_command("users", act, "Clara", "--force")
    assert (code, out) == (1, "")
    assert "Nobody here is called Clara." in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("ban",), "needs 1 name"),
        (("ban", "Anna", "Boris"), "needs 1 name"),
        (("rename", "Anna"), "needs 2 names"),
        (("list", "Anna"), "takes no names"),
    ],
)
def test_wrong_number_of_names_is_an_error(
    run_command: RunCommand, arguments: tuple[str, ...], expected: str
):
    code, _, err = run_command("users", *arguments)
    assert code == 2
    assert expected in err


def test_unknown_users_subcommand_is_wrong_usage(run_command: RunCommand):
    assert run_command("users", "dance")[0] == 2


# ---------------------------------------------------------------------- turns


def test_turns_lists_matches_waiting_for_a_player(
    run_command: RunCommand, store: SqliteStore, anna: Person, boris: Person
):
    id = match(store, anna, boris)
    asked = store.record(id).owners[store.record(id).summary.owing[0]]
    first, second = ("Anna", "Boris") if asked == anna.id else ("Boris", "Anna")
    code, out, _ = run_command("turns", first)
    assert (code, id in out) == (0, True)
    assert len(out.splitlines()) == 1
    assert run_command("turns", second)[:2] == (1, "")
    assert run_command("turns")[:2] == (1, "")
    assert "Nobody here is called" in run_command("turns", "Clara")[2]


def test_matches_on_this_computer_wait_for_people(run_command: RunCommand, store: SqliteStore):
    seats = [("Anna", "person"), ("Boris", "bot:random")]
    session = Session.begin(store, "era", seats, seed="1")
    Session.begin(store, "middle_ages", [("A", "bot:random"), ("B", "bot:random")], seed="1")
    code, out, _ = run_command("turns")
    assert code == 0
    (line,) = out.splitlines()
    assert line.startswith(f"{session.id}  ")
    assert "Anna to move." in line


# ---------------------------------------------------------------------- backup


def test_backup_is_a_database_that_only_its_owner_can_read(
    run_command: RunCommand, store: SqliteStore, anna: Person, boris: Person, tmp_path: Path
):
    id = match(store, anna, boris)
    target = tmp_path / "elsewhere" / "copy.sqlite3"
    target.parent.mkdir()
    code, out, _ = run_command("backup", str(target))
    assert (code, str(target) in out) == (0, True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [one.name for one in target.parent.iterdir()] == ["copy.sqlite3"]
    copy = SqliteStore(target)
    assert copy.log(id) == store.log(id)
    assert Users(copy).by_key("SHA256:Anna") == anna
    copy.close()


def test_backup_overwrites_only_by_force(run_command: RunCommand, anna: Person, tmp_path: Path):
    target = tmp_path / "copy.sqlite3"
    target.write_text("mine")
    code, _, err = run_command("backup", str(target))
    assert (code, "already exists" in err, target.read_text()) == (1, True, "mine")
    assert run_command("backup", str(target), "--force")[0] == 0
    assert target.read_bytes().startswith(b"SQLite format 3")


def test_backup_never_overwrites_the_database_itself(
    run_command: RunCommand, store: SqliteStore, anna: Person
):
    code, _, err = run_command("backup", str(store.path), "--force")
    assert (code, "already exists" in err) == (1, True)
    assert Users(store).get(anna.id) == anna


def test_impossible_backup_is_reported(run_command: RunCommand, anna: Person, tmp_path: Path):
    code, _, err = run_command("backup", str(tmp_path / "nowhere" / "copy"))
    assert (code, "Cannot write" in err) == (1, True)
    elsewhere = run(["--home", str(tmp_path / "empty"), "backup", str(tmp_path / "copy")])
    assert elsewhere == 1
    assert not (tmp_path / "copy").exists()
    assert not (tmp_path / "empty" / "games.sqlite3").exists()


def test_failed_backup_leaves_no_file(
    run_command: RunCommand, anna: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(store: Path, spare: Path) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(backup, "copy_database", fail)
    before = sorted(tmp_path.iterdir())
    assert run_command("backup", str(tmp_path / "copy"))[0] == 1
    assert sorted(tmp_path.iterdir()) == before


def test_matches_continue_during_a_backup(
    run_command: RunCommand, store: SqliteStore, anna: Person, boris: Person, tmp_path: Path
):
    ids = [match(store, anna, boris) for _ in range(3)]
    stop, played = threading.Event(), []

    def play() -> None:
        own = SqliteStore(store.path)
        session = Session.open(own, ids[0])
        while not stop.is_set() and not session.match.over:
            pending = session.match.pending()[0]
            session.choose(session.ask(pending.seat), session.match.options(pending.seat)[0])
            played.append(len(session.match.log))
        own.close()

    player = threading.Thread(target=play)
    player.start()
    for number in range(5):
        assert run_command("backup", str(tmp_path / f"copy{number}"))[0] == 0
    stop.set()
    player.join()
    assert played
    for number in range(5):
        copy = SqliteStore(tmp_path / f"copy{number}")
        assert [record.damage for record in copy.records()] == [None] * 3
        assert len(copy.load(ids[0]).log) <= played[-1]
        copy.close()
