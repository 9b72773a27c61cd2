"""`resume ID --as NAME --notify COMMAND`: the command is run when the player's turn begins."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.i18n.language import Translator
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from tui.cli import main
from tui.turn_notifications import TurnNotifier

PEOPLE = (("Anna", "person"), ("Boris", "person"))


def recording_program(folder: Path, more: str = "") -> str:
    """Write a program that records its input. Return its file."""
    path, output = folder / "notice", str(folder / "told")
    path.write_text(
        f"#!{sys.executable}\nimport sys, os, time\n"
        f"open({output!r}, 'ab').write(sys.stdin.buffer.read())\n{more}\n",
        encoding="utf-8",
    )
    path.chmod(stat.S_IRWXU)
    return str(path)


def notified(folder: Path) -> list[dict[str, Any]]:
    path = folder / "told"
    return [json.loads(one) for one in path.read_text().splitlines()] if path.exists() else []


def move(session: Session, seat: int) -> None:
    """Choose for a seat until another seat must choose."""
    while seat in [one.seat for one in session.match.pending()]:
        asked = session.ask(seat)
        session.choose(asked, asked.options[0])


def new_session(store: Store) -> tuple[Session, int]:
    """Start a match of two people. Return its session, and the seat that must choose."""
    session = Session.begin(store, "middle_ages", PEOPLE, seed="1")
    return session, session.match.pending()[0].seat


def notifier_of(session: Session, seat: int, command: str) -> tuple[TurnNotifier, list[str]]:
    wrong: list[str] = []
    of = TurnNotifier(session.store, session.id, [seat], (command,), Translator("en"), wrong.append)
    of.check_turn()
    return of, wrong


def test_turn_is_notified_once(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session, first = new_session(store)
    of, wrong = notifier_of(session, 1 - first, recording_program(tmp_path))
    assert notified(tmp_path) == []
    move(session, first)
    of.check_turn()
    of.check_turn()
    (line,) = notified(tmp_path)
    name = PEOPLE[1 - first][0]
    assert (line["guildhall"], line["what"], line["person"]) == (1, "turn", name)
    assert line["subject"] == "Middle Ages: it is your turn"
    (table,) = line["tables"]
    assert (table["id"], table["players"]) == (session.id, ["Anna", "Boris"])
    assert table["join"] == f"guildhall resume {session.id} --as {name}"
    assert not wrong
    store.close()


def test_player_who_was_already_asked_is_not_notified(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session, first = new_session(store)
    of, _ = notifier_of(session, first, recording_program(tmp_path))
    asked = session.ask(first)
    session.choose(asked, asked.options[0])
    of.check_turn()
    assert notified(tmp_path) == []
    store.close()


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ("sys.exit('no such topic')", "exit code 1: no such topic"),
        ("time.sleep(60)", "having taken 0.3 seconds"),
        ("while True: os.write(2, b'x' * 4096)", "xxx"),
    ],
)
def test_failing_command_is_reported_once(tmp_path: Path, more: str, wrong: str):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session, first = new_session(store)
    of, complaints = notifier_of(session, 1 - first, recording_program(tmp_path, more))
    of.most_seconds = 0.3 if "code" not in wrong else 20.0
    move(session, first)
    of.check_turn()
    (complaint,) = complaints
    assert wrong in complaint
    assert len(complaint) < 500
    store.close()


def test_missing_command_is_reported(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session, first = new_session(store)
    of, complaints = notifier_of(session, 1 - first, str(tmp_path / "gone"))
    move(session, first)
    of.check_turn()
    assert "gone" in complaints[0]
    store.close()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--as", "Anna", "--notify", "no-such-command-here"), "The notification command"),
        (("--as", "Anna", "--notify", ""), "must not be empty"),
        (("--as", "Anna", "--notify", "'"), "The notification command"),
        (("--notify", sys.executable), "Use --as"),
    ],
)
def test_invalid_notification_command_is_reported_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
):
    store = SqliteStore(tmp_path / "games.sqlite3")
    id = new_session(store)[0].id
    store.close()
    code = main.run(["--home", str(tmp_path), "--lang", "en", "resume", id, "--lines", *arguments])
    assert code != 0
    assert why in capsys.readouterr().err


def test_turn_notifications_in_line_mode(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session, first = new_session(store)
    name = PEOPLE[1 - first][0]
    words = ["--home", str(tmp_path), "resume", session.id, "--lines", "--as", name]
    run = "import sys; from tui.cli.main import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", run, *words, "--notify", recording_program(tmp_path)]
    table = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert table.stdout is not None
        while b"is choosing" not in table.stdout.readline():
            assert table.poll() is None
        move(session, first)
        deadline = time.monotonic() + 60
        while not notified(tmp_path):
            assert time.monotonic() < deadline
            os.sched_yield()
        table.communicate(b"quit\n", timeout=60)
        assert table.returncode == 0
    finally:
        if table.poll() is None:
            table.send_signal(signal.SIGKILL)
            table.wait()
    store.close()
