"""The admin's notification command tells absent players that a match waits for them; play continues
whatever it does."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.core.players import Person
from engine.errors import BadAddress, BadSetup
from engine.lobby.notifications import AGAIN_AFTER, MAIL, NTFY, Notifications
from engine.lobby.seat_owners import SeatOwnership
from engine.storage.memory_store import MemoryStore
from engine.storage.pubsub import topic_of_person
from engine.storage.sqlite_store import SqliteStore
from screens.preferences import Preferences, written
from tests.engine.lobby.test_deadlines import start_match as start_match_over_days
from tests.engine.lobby.test_notifications import move, start_match
from tests.engine.lobby_server import LobbyServer, anna, boris
from tests.tui.ssh import server_process
from tests.tui.ssh.server_process import wait_until
from tui.notify_command import MAX_LOGGED_OUTPUT
from tui.server.notification_dispatch import Notifier, NotifierSettings, notifier_settings

__all__ = ["anna", "boris"]


@pytest.fixture
def server() -> LobbyServer:
    return LobbyServer(MemoryStore())


CONNECT_COMMAND = "ssh -p 2222 games.example.org"
EXAMPLE = Path(__file__).parents[3] / "deploy" / "guildhall-notify"


def script(folder: Path, text: str) -> Path:
    """Write a Python program of the admin's, and return its file."""
    path = folder / "tell"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(stat.S_IRWXU)
    return path


def recording_program(folder: Path) -> Path:
    """Write a program that records its input, and return its file."""
    return script(
        folder,
        f"import sys\nopen({str(folder / 'told')!r}, 'ab').write(sys.stdin.buffer.read())\n",
    )


def notified(folder: Path) -> list[dict[str, Any]]:
    """Return the lines that the program has recorded."""
    path = folder / "told"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


class NotifierRun:
    """Notifier of a server that runs a program, and the errors that it reports."""

    def __init__(self, server: LobbyServer, *command: Path | str) -> None:
        self.errors: list[str] = []
        settings = NotifierSettings(tuple(map(str, command)), (MAIL,), 10, CONNECT_COMMAND)
        server.store.bus.topics_with_subscribers = lambda start: []  # type: ignore[method-assign]
        self.notifier = Notifier(server.store, settings, self.errors.append)


@pytest.fixture
def reached(server: LobbyServer, anna: Person) -> Notifications:
    """Return notifications that reach Anna by mail."""
    notices = Notifications(server.store)
    notices.set_kinds([MAIL])
    notices.set_address(anna, MAIL, "anna@example.org")
    return notices


async def test_notification_contains_everything(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    preferences = Preferences(language="ru", keys={"lobby.profile": "f9"})
    server.people.save_settings(anna, written(preferences))
    id = start_match(server, anna, boris)
    since = server.now
    server.advance_clock(minutes=10)
    run = NotifierRun(server, recording_program(tmp_path))
    for _ in range(3):
        await run.notifier.notify_due()
    (notice,) = notified(tmp_path)
    (table,) = notice["tables"]
    hosted = SeatOwnership(server.store).terms(id)
    assert hosted is not None
    assert table["join"] == f"ssh -t -p 2222 games.example.org join {hosted.code}"
    assert table["join"] in notice["text"]
    assert (table["id"], table["game"]) == (id, "middle_ages")
    assert table["players"] == ["Anna", "Boris"]
    assert table["since"] == f"{since:%Y-%m-%dT%H:%M:%S}.000Z"
    facts = {key: notice[key] for key in ("what", "person", "language", "kind", "to", "more")}
    assert facts == {
        "what": "turn",
        "person": "Anna",
        "language": "ru",
        "kind": MAIL,
        "to": "anna@example.org",
        "more": 0,
    }
    assert "ход" in notice["subject"]
    assert notice["text"].endswith("клавиша F9.")
    assert not run.errors


async def test_restart_repeats_and_loses_no_notification(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    reached.set_address(boris, MAIL, "boris@example.org")
    first, second = start_match(server, anna, boris), start_match(server, boris, anna)
    server.advance_clock(minutes=9)
    await NotifierRun(server, recording_program(tmp_path)).notifier.notify_due()
    assert notified(tmp_path) == []
    server.advance_clock(minutes=1)
    for _ in range(3):
        await NotifierRun(server, recording_program(tmp_path)).notifier.notify_due()
    assert {(one["person"], one["tables"][0]["id"]) for one in notified(tmp_path)} == {
        ("Anna", first),
        ("Boris", second),
    }
    assert len(notified(tmp_path)) == 2


async def test_reminder_has_the_remaining_time_and_its_own_id(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    start_match_over_days(server, anna, boris, hours=24)
    for hours in (1, 17, 1):
        server.advance_clock(hours=hours)
        await NotifierRun(server, recording_program(tmp_path)).notifier.notify_due()
    first, second = notified(tmp_path)
    assert first["subject"] == "Middle Ages: it is your turn"
    assert "(23 hours left)" in first["text"]
    assert second["subject"] == "Middle Ages: your turn, 6 hours left"
    assert second["tables"][0]["until"] == "2026-05-02T12:00:00.000Z"
    assert first["tables"] == second["tables"]
    assert first["id"] != second["id"]


async def test_recently_active_player_is_not_notified(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    start_match(server, anna, boris)
    run = NotifierRun(server, recording_program(tmp_path))
    server.advance_clock(minutes=30)
    here = [topic_of_person(anna.id)]
    server.store.bus.topics_with_subscribers = lambda start: here  # type: ignore[method-assign]
    await run.notifier.notify_due()
    here.clear()
    server.advance_clock(minutes=9)
    await run.notifier.notify_due()
    assert notified(tmp_path) == []
    server.advance_clock(minutes=1)
    await run.notifier.notify_due()
    assert len(notified(tmp_path)) == 1


async def test_waiting_tables_are_counted(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    monkeypatch.setattr("tui.server.notification_dispatch.MAX_TABLES", 1)
    for _ in range(3):
        start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    await NotifierRun(server, recording_program(tmp_path)).notifier.notify_due()
    (notice,) = notified(tmp_path)
    assert (len(notice["tables"]), notice["more"]) == (1, 2)
    assert "2 more games" in notice["text"]


FAULTS = {
    "fails": ("import sys; sys.exit('no such user')", "exit code 1: no such user"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "exit code -9"),
    "floods": (
        "import os\nwhile True: os.write(1, b'x' * 9999); os.write(2, b'y' * 9999)",
        "ended",
    ),
    "hangs": ("import time; time.sleep(999)", "ended, having taken"),
    "forks and hangs": ("import os, time; os.fork(); time.sleep(999)", "ended, having taken"),
    "reads nothing": ("", ""),
    "says odd things": ("import os; os.write(2, b'\\xff\\x1b[2J\\n\\n'); exit(3)", "exit code 3"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_failing_notifier_is_logged(
    fault: str,
    server: LobbyServer,
    anna: Person,
    boris: Person,
    reached: Notifications,
    tmp_path: Path,
):
    text, expected = FAULTS[fault]
    id = start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    run = NotifierRun(server, script(tmp_path, text))
    run.notifier.most_seconds = 2.0 if "ended" in expected else 60.0
    await run.notifier.notify_due()
    assert len(run.errors) == bool(expected)
    for line in run.errors:
        assert expected in line
        assert "Anna" in line
        assert line.isprintable()
        assert len(line) < MAX_LOGGED_OUTPUT + 200
    move(server.store, id, anna)


async def test_missing_notifier_is_logged_and_retried(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    run = NotifierRun(server, tmp_path / "gone")
    await run.notifier.notify_due()
    await run.notifier.notify_due()
    assert len(run.errors) == 1
    server.now += AGAIN_AFTER
    recording_program(tmp_path).rename(tmp_path / "gone")
    await run.notifier.notify_due()
    assert len(notified(tmp_path)) == 1
    assert len(run.errors) == 1


async def test_one_failed_notification_does_not_delay_others(
    server: LobbyServer, anna: Person, boris: Person, reached: Notifications, tmp_path: Path
):
    reached.set_address(boris, MAIL, "boris@example.org")
    start_match(server, anna, boris)
    start_match(server, boris, anna)
    server.advance_clock(minutes=10)
    path = recording_program(tmp_path)
    text = path.read_text(encoding="utf-8")
    run = NotifierRun(
        server,
        script(
            tmp_path,
            "import sys, json\nfrom io import BytesIO\nline = sys.stdin.buffer.read()\n"
            "if json.loads(line)['person'] == 'Anna': sys.exit('no')\n"
            + text.split("\n", 2)[2].replace("sys.stdin.buffer.read()", "line"),
        ),
    )
    await run.notifier.notify_due()
    assert [one["person"] for one in notified(tmp_path)] == ["Boris"]
    assert len(run.errors) == 1


async def test_running_notifier_outlives_the_server(tmp_path: Path):
    """Once started, the notifier does not depend on the server."""
    text = f"import sys, time\ntime.sleep(0.3)\nopen({str(tmp_path / 'told')!r}, 'w')"
    path = script(tmp_path, f"{text}.write(sys.stdin.read())\n")
    start = "StartedCommand.with_line([sys.argv[1]], '{}')"
    program = f"import sys\nfrom tui.notify_command import StartedCommand\n{start}\n"
    subprocess.run([sys.executable, "-W", "ignore", "-c", program, str(path)], check=True)
    await wait_until(
        lambda: (tmp_path / "told").exists() and notified(tmp_path) == [{}], "the line"
    )


@pytest.mark.parametrize("command", ["", " ", "'", "guildhall-nobody-has-this", "/no/such -x"])
def test_missing_notifier_prevents_the_start(command: str):
    with pytest.raises(BadSetup):
        notifier_settings(command, [MAIL], 10)


def test_notifier_needs_kinds_of_address():
    with pytest.raises(BadSetup):
        notifier_settings(sys.executable, [], 10)
    with pytest.raises(BadAddress):
        notifier_settings(sys.executable, ["-x"], 10)


def test_notifier_command_is_not_run_by_a_shell():
    settings = notifier_settings(f"{sys.executable} -c 'a b' ';' '$(x)'", [NTFY, MAIL, NTFY], 10)
    assert settings.command == (sys.executable, "-c", "a b", ";", "$(x)")
    assert settings.kinds == (NTFY, MAIL)
    assert NotifierSettings.load(settings.dump()) == settings


# ---------------------------------------------------------------------- the examples in deploy

ODD = ["-x", "--", "-oQ/tmp", "a@b.org\nBcc: c@d.org", "file:/etc/passwd", "http://127.0.0.1"]
ODD += ["anna@example.org", "../x", "a\0b", "$(id)", "анна"]


def mail_request(text: str, kind: str) -> str:
    subject = "Era: it is your turn"
    return json.dumps({"kind": kind, "to": text, "subject": subject, "text": "Эра\nssh -t x"})


def run_example(line: str, environment: Mapping[str, str]) -> int:
    kept = {name: os.environ[name] for name in ("PATH",)}
    return subprocess.run(
        [sys.executable, str(EXAMPLE)],
        input=line.encode(),
        env={**kept, **environment},
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=server_process.PATIENCE,
    ).returncode


@pytest.mark.parametrize("text", ODD)
def test_example_passes_mail_addresses_after_two_hyphens(text: str, tmp_path: Path):
    sent = tmp_path / "sent"
    note = "import sys, json\njson.dump([sys.argv[1:], sys.stdin.read()], open({!r}, 'w'))"
    environment = {
        "GUILDHALL_SENDMAIL": str(script(tmp_path, note.format(str(sent)))),
        "GUILDHALL_MAIL_FROM": "house@example.org",
    }
    code = run_example(mail_request(text, MAIL), environment)
    if not sent.exists():
        assert code != 0
        assert text != "anna@example.org"
        return
    arguments, message = json.loads(sent.read_text(encoding="utf-8"))
    assert arguments == ["-i", "--", text]
    assert "\nBcc" not in message
    assert message.startswith("From: house@example.org\nTo: ")


@pytest.fixture
def ntfy() -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    """Run a server. Yield its address, and its requests: paths and bodies."""
    requests: list[tuple[str, Any]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            requests.append((self.path, json.loads(body)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    listener = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=listener.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{listener.server_port}/", requests
    listener.shutdown()
    thread.join()
    listener.server_close()


def test_example_passes_topics_in_the_body(ntfy: tuple[str, list[tuple[str, Any]]]):
    address, requests = ntfy
    for text in ODD:
        assert run_example(mail_request(text, NTFY), {"GUILDHALL_NTFY": address}) == 0
    assert [path for path, _ in requests] == ["/"] * len(ODD)
    assert [body["topic"] for _, body in requests] == ODD
    assert {body["message"] for _, body in requests} == {"Эра\nssh -t x"}


def test_example_fails_for_unknown_kind():
    assert run_example(mail_request("anna", "chat"), {}) != 0
    assert run_example("", {}) != 0


# ---------------------------------------------------------------------- in a server that is open


async def test_running_server_notifies_players(tmp_path: Path):
    settings = NotifierSettings((str(recording_program(tmp_path)),), (MAIL,), 0)
    with server_process.running_server(
        tmp_path / "server", notifier_settings=settings, workers=1
    ) as server:
        people = [server.register(name, server_process.new_key()) for name in ("Anna", "Boris")]
        with closing(SqliteStore(server.folder / "games.sqlite3")) as store:
            notices = Notifications(store)
            await wait_until(lambda: notices.kinds() == (MAIL,), "kinds of address")
            for one in people:
                notices.set_address(one, MAIL, f"{one.name}@example.org")
        code = server.start_match("middle_ages", *people)
        os.kill(server.status()["thinkers"], signal.SIGKILL)
        await wait_until(lambda: bool(notified(tmp_path)), "what is told")
        (notice,) = notified(tmp_path)
        assert notice["to"] == f"{notice['person']}@example.org"
        assert notice["tables"][0]["join"].endswith(f" join {code}")
        assert f"-p {server.port}" in notice["text"]
