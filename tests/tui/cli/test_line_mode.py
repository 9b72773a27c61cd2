"""`--lines` on the command line: starting, continuing, lessons, and when line mode is selected
automatically."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import WRONG_USAGE
from tests.screens.line_mode.line_tables import BOT
from tests.wire import Terminal

WITHOUT_TEXTUAL = """
import sys

class NotHere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("textual", "rich"):
            raise ImportError(name)

sys.meta_path.insert(0, NotHere())
from tui.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


def guildhall(
    folder: Path, *arguments: str, typed: bytes = b"", env: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command where neither Textual nor Rich is installed; return code, output and errors."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_TEXTUAL, "--home", str(folder), *arguments],
        input=typed,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_match_is_started_and_continued(tmp_path: Path):
    seats = ("--seats", "Anna,bot:random", "--seed", "4")
    code, out, err = guildhall(
        tmp_path, "play", "middle_ages", "--lines", *seats, typed=b"hint\n1\n\xff\xfe\nquit\n"
    )
    assert (code, err) == (0, "")
    assert "Anna places the lord" in out
    assert "There is nothing called" in out
    id = out.rsplit("guildhall resume ", 1)[1].split()[0]
    code, out, err = guildhall(tmp_path, "resume", id, "--lines", "--lang", "ru", typed=b"1")
    assert (code, err) == (0, "")
    assert "Последнее, что произошло:" in out
    assert out.splitlines()[-1].startswith("Всё сохранено.")
    assert "\x1b" not in out


def test_lesson_continues_after_quitting(tmp_path: Path):
    code, out, err = guildhall(tmp_path, "learn", "middle_ages", "--lines", typed=b"hint\n1\n")
    assert (code, err) == (0, "")
    assert "Task 1 of " in out
    code, out, err = guildhall(tmp_path, "learn", "middle_ages", "--lines", typed=b"quit\n")
    assert "Task 1 of " in out or "Task 2 of " in out
    assert "guildhall learn middle_ages --lines" in out


def test_players_of_a_lesson_have_the_names_of_its_texts(tmp_path: Path):
    _, out, _ = guildhall(tmp_path, "learn", "catan", "--lines", "--lang", "ru", typed=b"quit\n")
    assert "Анна ставит поселение" in out
    assert "Anna" not in out


def test_game_of_registered_players_is_opened_with_a_warning(tmp_path: Path):
    with closing(SqliteStore(tmp_path / "games.sqlite3")) as store:
        anna = Users(store).register("Anna", "SHA256:" + "a" * 43)
        tables = WaitingTables(store)
        table = tables.create(anna, "middle_ages", seats=[anna.id, "bot:easy"])
        id = tables.start(table.id, anna)
    _, out, _ = guildhall(tmp_path, "resume", id, "--lines")
    assert out.startswith("Players on your server are playing this game.")


def test_line_mode_player_joins_a_shared_match(tmp_path: Path):
    seats = ("--seats", "Anna,Boris", "--seed", "4")
    _, out, _ = guildhall(tmp_path, "play", "middle_ages", "--lines", *seats, typed=b"quit\n")
    id = out.rsplit("guildhall resume ", 1)[1].split()[0]
    asked, other = ("Anna", "Boris") if "\nAnna: " in out else ("Boris", "Anna")
    _, out, _ = guildhall(tmp_path, "resume", id, "--lines", "--as", other, typed=b"")
    assert f"{asked} is choosing." in out
    _, out, _ = guildhall(tmp_path, "resume", id, "--lines", "--as", asked, typed=b"1\n")
    assert f"{asked} places the lord" in out


@pytest.mark.parametrize(
    ("env", "settings"), [({"TERM": "dumb"}, ""), ({"TERM": "xterm"}, 'shown = "lines"\n')]
)
def test_dumb_terminal_and_settings_select_line_mode(
    tmp_path: Path, env: Mapping[str, str], settings: str
):
    (tmp_path / "settings.toml").write_text(settings)
    code, out, err = guildhall(tmp_path, "play", "middle_ages", typed=b"quit\n", env=env)
    assert (code, err) == (0, "")
    assert "1. " in out


def test_error_without_terminal_mentions_line_mode(tmp_path: Path):
    code, _, err = guildhall(tmp_path, "play", "middle_ages", env={"TERM": "xterm"})
    assert code == 1
    assert "--lines" in err


@pytest.mark.parametrize(
    ("words_typed", "expected"),
    [
        ([], 'make play ARGS="play GAME --lines"'),
        (["replay", "ID"], 'make play ARGS="show ID --at N"'),
        (["--lang", "ru", "replay", "ID"], 'make play ARGS="show ID --at N"'),
    ],
)
def test_dumb_terminal_gets_plain_text_with_the_command_of_the_launcher(
    tmp_path: Path, words_typed: Sequence[str], expected: str
):
    with closing(SqliteStore(tmp_path / "games.sqlite3")) as store:
        id = Session.begin(store, "middle_ages", BOT, seed="1").id
    words = [id if word == "ID" else word for word in words_typed]
    command = [sys.executable, "-m", "tui", "--home", str(tmp_path), *words]
    launcher = {"LC_ALL": "C.UTF-8", "GUILDHALL_STARTED_AS": 'make play ARGS="{}"'}
    with Terminal(command, environment=launcher, term="dumb") as terminal:
        assert terminal.ended() == WRONG_USAGE
        seen = terminal.read(quiet=0.05, patience=0.15).decode()
    assert expected in " ".join(seen.split())
    assert "\x1b" not in seen
