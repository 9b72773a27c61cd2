"""`guildhall login`: the commands of a guest, their answers, and what must not be revealed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import cast

import pytest

import screens.environment
from engine.core.players import Person
from engine.errors import Busy
from engine.i18n.text import words
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from screens.lobby.guest import STORE_NAME, Guest
from screens.preferences import Preferences, written
from tui import guest_session
from tui.cli.main import run
from tui.server.identity import parse_command
from tui.user_paths import UserPaths

KEYS = {name: f"SHA256:{name:x<43}" for name in ("Anna", "Boris", "Clara")}


class ServerOnDisk:
    """A server in a folder, and the output of its guests' commands."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.store = SqliteStore(folder / "games.sqlite3")
        users = Users(self.store)
        self.anna, self.boris = (users.register(name, KEYS[name]) for name in ("Anna", "Boris"))

    def match(self, *players: Person | str, picks: int = 0) -> str:
        tables = WaitingTables(self.store)
        host = self.anna
        places = [one.id if isinstance(one, Person) else one for one in players]
        table = tables.create(host, "middle_ages", seats=places, ordered=True)
        for one in players:
            if isinstance(one, Person):
                tables.join(table.id, one)
        id = tables.start(table.id, host)
        session, dice = Session.open(self.store, id), Random(1)
        while not session.match.over and picks != 0:
            pending = session.match.pending()[0]
            session.choose(
                session.ask(pending.seat), dice.choice(session.match.options(pending.seat))
            )
            picks -= 1
        return id

    def run_login(self, who: str, *words: str) -> tuple[int, str, str]:
        """Run a guest's command. Return the exit code, the output and the errors."""
        key = KEYS.get(who, who)
        code = run(["--home", str(self.folder), "--lang", "en", "login", key, *words])
        captured = self.capsys.readouterr()
        assert str(self.folder) not in captured.out + captured.err
        assert "SHA256" not in captured.out
        return code, captured.out, captured.err


class RecordingApp:
    """An app that only records the store that it is given."""

    return_code = 0

    def __init__(
        self, environment: screens.environment.Environment, guest: Guest, preferences: Preferences
    ) -> None:
        self.environment = environment
        self.preferences = preferences

    def run(self, *, mouse: bool) -> None:
        store = self.environment.open_store()
        assert [one.person.name for one in Users(store).all()] == ["Boris", "Anna"]
        assert self.preferences.language == "ru"
        store.close()


def test_store_is_opened_once_for_settings_and_screens(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch
):
    Users(server.store).save_settings(server.anna, written(Preferences(language="ru")))
    opened: list[Store] = []

    def open_server_store(paths: UserPaths) -> Store:
        opened.append(SqliteStore(paths.store))
        return opened[-1]

    monkeypatch.setattr(guest_session, "open_server_store", open_server_store)
    paths = UserPaths(server.folder, server.folder)
    make_app = cast("guest_session.MakeApp", RecordingApp)
    assert guest_session.run_guest_session(Guest(KEYS["Anna"]), paths, make_app) == 0
    assert len(opened) == 1


class BusyDatabase:
    """A database that has no free connection the first `times` times that it is opened, or ever."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: float) -> None:
        self.tries, self.now = 0, 0.0
        self._times = times
        monkeypatch.setattr(guest_session, "open_server_store", self._open)
        monkeypatch.setattr(guest_session, "sleep", self._sleep)
        monkeypatch.setattr(guest_session, "monotonic", lambda: self.now)

    def _open(self, paths: UserPaths) -> Store:
        self.tries += 1
        if self.tries <= self._times:
            raise Busy(words("The database {file} has no free connections.", file=STORE_NAME))
        return SqliteStore(paths.store)

    def _sleep(self, seconds: float) -> None:
        self.now += seconds


def test_full_database_is_reported_once_and_retried(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch
):
    busy = BusyDatabase(monkeypatch, times=3)
    expected = "guildhall: The database of this server has no free connections. Trying again ...\n"
    assert server.run_login("Anna", "turns") == (1, "", expected)
    assert (busy.tries, busy.now) == (4, 3 * guest_session.RETRY_INTERVAL)


def test_waiting_for_a_connection_has_an_end(server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch):
    busy = BusyDatabase(monkeypatch, times=inf)
    code, out, complained = server.run_login("Anna", "turns")
    assert (code, out) == (1, "")
    expected = "guildhall: The database of this server has no free connections."
    assert complained.splitlines() == [f"{expected} Trying again ...", expected]
    assert (
        guest_session.OPEN_TIMEOUT
        < busy.now
        <= guest_session.OPEN_TIMEOUT + guest_session.RETRY_INTERVAL
    )


@pytest.fixture
def server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[ServerOnDisk]:
    server = ServerOnDisk(tmp_path, capsys)
    yield server
    server.store.close()


def test_turns_prints_one_line_per_waiting_table(server: ServerOnDisk) -> None:
    assert server.run_login("Anna", "turns") == (1, "", "")
    ids = [server.match(server.anna, server.boris, picks=picks) for picks in range(4)]
    owing = {id: server.store.record(id).summary.owing for id in ids}
    for seat, who in enumerate(("Anna", "Boris")):
        wanted = {id for id in ids if seat in owing[id]}
        code, out, _ = server.run_login(who, "turns")
        assert code == (0 if wanted else 1)
        assert {line.split()[0] for line in out.splitlines()} == wanted
        assert all("Middle Ages" in line and "your turn" in line for line in out.splitlines())


def test_rematch_invitation_is_listed_among_turns(server: ServerOnDisk) -> None:
    table = WaitingTables(server.store).create(
        server.anna, "era", seats=[server.anna.id, server.boris.id]
    )
    code, out, _ = server.run_login("Boris", "turns")
    assert code == 0
    assert table.code in out
    assert "Anna invites you" in out


def test_own_finished_match_can_be_exported(server: ServerOnDisk) -> None:
    going = server.match(server.anna, server.boris, picks=3)
    over = server.match(server.anna, server.boris, picks=-1)
    alone = server.match(server.anna, "bot:greedy")
    for id, code in ((going, 1), (over, 0), (alone, 0)):
        found, out, err = server.run_login("Anna", "export", id)
        assert found == code
        if code:
            assert "You can only export your own finished" in err
            assert out == ""
        else:
            header = json.loads(out.splitlines()[0])
            assert "Anna" in json.dumps(header)


def test_finished_match_can_be_exported_as_html(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = server.match(server.anna, server.boris, picks=-1)
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", f"export {over} --html")
    code, out, _ = server.run_login("Anna")
    assert (code, out[:15]) == (0, "<!doctype html>")
    assert parse_command(f"export {over} --html") == ("export", over, "--html")
    assert parse_command("turns --html") is None
    assert parse_command(f"export {over} --force") is None
    going = server.match(server.anna, server.boris, picks=4)
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", f"export {going} --html")
    assert server.run_login("Anna")[0] == 1


def test_match_of_others_cannot_be_exported(server: ServerOnDisk) -> None:
    Users(server.store).register("Clara", KEYS["Clara"])
    over = server.match(server.anna, server.boris, picks=-1)
    assert server.run_login("Clara", "export", over)[0] == 1
    assert server.run_login("Clara", "export", "zz99")[0] == 1


def test_one_time_code_for_another_key_works_once(server: ServerOnDisk) -> None:
    code, out, _ = server.run_login("Anna", "key", "add")
    assert code == 0
    word = out.splitlines()[-1]
    users = Users(server.store)
    assert users.redeem(word, KEYS["Clara"]) == server.anna
    assert users.by_key(KEYS["Clara"]) == server.anna


def test_unknown_key_and_banned_player_get_no_data(server: ServerOnDisk) -> None:
    for words_sent in (("turns",), ("export", "k7m2"), ("key", "add")):
        assert server.run_login("Clara", *words_sent)[0] == 1
    Users(server.store).ban("Boris")
    assert "does not know your key" in server.run_login("Boris", "turns")[2]


@pytest.mark.parametrize(
    "words_sent",
    ["rm -rf /", "turns; id", "export ../../etc/passwd", "join", "key delete", "join 'a", "$(id)"],
)
def test_ssh_original_command_is_never_executed(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch, words_sent: str
) -> None:
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", words_sent)
    code, out, err = server.run_login("Anna")
    assert code == 1
    assert out == ""
    assert "You can use: join CODE" in err


@pytest.mark.parametrize("is_admin", [True, False])
def test_help_names_the_admin_commands_to_admins_only(
    server: ServerOnDisk, *, is_admin: bool
) -> None:
    Users(server.store).make_admin("Anna", is_admin)
    code, out, _ = server.run_login("Anna", "help")
    assert code == 0
    assert "join CODE" in out
    assert ("users mute NAME" in out) == is_admin
    code, _, err = server.run_login("Anna", "server", "stop")
    assert code == 1
    assert ("Only the user who runs the server" in err) == is_admin


def test_ssh_original_command_is_used_without_arguments(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", "turns")
    assert server.run_login("Anna") == (1, "", "")


@pytest.mark.parametrize("words_sent", [(), ("join", "K7M2"), ("watch", "k7m2"), ("lines",)])
def test_session_without_terminal_uses_line_mode(
    server: ServerOnDisk, words_sent: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = os.pipe()
    monkeypatch.setattr("screens.line_mode.line_driver.run_line_session.__defaults__", (ours,))
    os.write(theirs, b"help\nquit\n")
    code, out, err = server.run_login("Anna", *words_sent)
    os.close(ours)
    os.close(theirs)
    assert (code, err) == (0, "")
    assert "join CODE: join the table with that code." in out
    assert "\x1b" not in out


def test_invalid_fingerprint_is_refused(server: ServerOnDisk) -> None:
    for key in ("Anna", "SHA256:short", "SHA256:" + "x" * 42 + ";"):
        assert server.run_login(key, "turns")[0] == 1


def test_crash_is_reported_by_its_number(
    server: ServerOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> int:
        raise ZeroDivisionError(str(server.folder))

    monkeypatch.setitem(vars_of_guests(), "turns", mistaken)
    code, _, err = server.run_login("Anna", "turns")
    assert code == 1
    number = err.split("this error number: ")[1].split(".")[0]
    assert f"--- {number}\n" in (server.folder / "guildhall.log").read_text()


def vars_of_guests() -> dict[str, Callable[..., int]]:
    from tui import guest_session

    return guest_session.ANSWER_COMMANDS


def test_damaged_database_or_settings_reveal_no_path(server: ServerOnDisk) -> None:
    (server.folder / "settings.toml").write_text("][")
    server.store.close()
    for name in ("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm"):
        (server.folder / name).unlink(missing_ok=True)
    (server.folder / "games.sqlite3").write_bytes(b"no store" * 1000)
    code, _, err = server.run_login("Anna", "turns")
    assert code == 1
    assert "of this server" in err


def test_hangup_during_output_is_not_a_crash(tmp_path: Path):
    ours, theirs = socket.socketpair()
    with theirs:
        ours.close()
        result = subprocess.run(
            [sys.executable, "-m", "tui", "login", KEYS["Anna"], "lines", "--home", str(tmp_path)],
            stdin=theirs.fileno(),
            stdout=theirs.fileno(),
            stderr=subprocess.PIPE,
            check=False,
        )
    assert result.returncode != 0
    assert result.stderr == b""
    assert not (tmp_path / "guildhall.log").exists()
