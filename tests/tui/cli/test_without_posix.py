"""Everything that needs no server, with the modules, signals and calls hidden that only POSIX has
(`tests/without_posix`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.bots.programs import python

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is simulated on Linux")

ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": f"{ROOT / 'tests' / 'without_posix'}{os.pathsep}{ROOT}",
    "TEXTUAL_DRIVER": "textual.drivers.headless_driver:HeadlessDriver",
    "LC_ALL": "C.UTF-8",
}

A_TABLE = """
import asyncio, sys
from pathlib import Path
from engine.storage.sqlite_store import SqliteStore
from screens.environment import Environment
from screens.local_app import local_app
from screens.preferences import Preferences
from screens.start import StartMatch

folder = Path(sys.argv[1])
environment = Environment(lambda: SqliteStore(folder / "games.sqlite3"), folder)
app = local_app(environment, Preferences(), StartMatch(sys.argv[2]))

async def main():
    async with app.run_test(size=(120, 40)) as pilot:
        while app.played is None:
            await pilot.pause(0.05)
        before = len(app.played.match.log)
        while len(app.played.match.log) < before + 6:
            await pilot.press("enter")
        await pilot.press("q")

asyncio.run(main())
print(app.failure)
"""
"""Play a saved match against a bot in the headless driver, until six more events are saved."""


def guildhall(folder: Path, *arguments: str, typed: str = "") -> str:
    """Run a command that succeeds without POSIX, and return its output."""
    done = _run(folder, *arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", "--home", str(folder), *arguments],
        input=typed.replace("\n", "\r\n"),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=ENVIRONMENT,
    )


def test_posix_modules_are_hidden_in_these_tests(tmp_path: Path):
    code = """
import builtins, engine
for name in ("termios", "fcntl", "resource", "pwd"):
    try:
        exec(f"import {name}", {"__name__": "tui", "__file__": "tui/x.py"})
    except ModuleNotFoundError:
        continue
    raise SystemExit(name)
told = {"__name__": "tui", "__file__": "tui/x.py"}
exec("import os, signal, socket, select, sys", told)
hidden = ("os.fork", "os.killpg", "signal.SIGHUP", "socket.AF_UNIX", "select.poll")
print([one for one in hidden if eval(f"hasattr({one.replace('.', ', ' + chr(34))}\\")", told)])
print(eval("sys.platform", told))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=ENVIRONMENT
    )
    assert (done.stdout, done.stderr) == ("[]\nwin32\n", "")


def play_match(folder: Path, bot: str, typed: str) -> str:
    """Play a match against a bot in line mode, and return its id."""
    seats = ("--seats", f"Anna,bot:{bot}", "--seed", "4")
    out = guildhall(folder, "play", "middle_ages", "--lines", *seats, typed=typed)
    assert "Anna places the lord" in out
    return str(json.loads(guildhall(folder, "list", "--json"))[0]["id"])


def test_match_is_played_reviewed_exported_and_imported(tmp_path: Path):
    id = play_match(tmp_path, "greedy", "1\n" * 400)
    [saved] = json.loads(guildhall(tmp_path, "list", "--json"))
    assert saved["over"]
    assert "Anna" in guildhall(tmp_path, "show", id)
    guildhall(tmp_path, "export", id, "game.jsonl")
    exported = (tmp_path / "game.jsonl").read_bytes()
    with_crlf = exported.replace(b"\n", b"\r\n")
    (tmp_path / "crlf.jsonl").write_bytes(with_crlf)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    guildhall(elsewhere, "import", str(tmp_path / "crlf.jsonl"))
    [imported] = json.loads(guildhall(elsewhere, "list", "--json"))
    assert imported["result"] == saved["result"]
    guildhall(tmp_path, "export", id, "--html", "game.html")
    assert "Anna" in (tmp_path / "game.html").read_text(encoding="utf-8")


def test_searching_bot_runs_in_its_own_process(tmp_path: Path):
    play_match(tmp_path, "strong", "1\n1\nquit\n")
    [saved] = json.loads(guildhall(tmp_path, "list", "--json"))
    assert saved["events"] >= 6


def test_table_is_played_in_the_headless_driver(tmp_path: Path):
    id = play_match(tmp_path, "greedy", "1\nquit\n")
    done = subprocess.run(
        [sys.executable, "-c", A_TABLE, str(tmp_path), id],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=ENVIRONMENT,
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("None\n", "")
    assert not (tmp_path / "guildhall.log").exists()


def test_simulated_games_run_in_spawned_processes(tmp_path: Path):
    arguments = ("simulate", "middle_ages", "--games", "8", "--jobs", "2", "--seed", "4")
    assert guildhall(tmp_path, *arguments, "--results", "many.jsonl")
    assert len((tmp_path / "many.jsonl").read_text(encoding="utf-8").splitlines()) == 8


def test_external_bots_play(tmp_path: Path):
    bot = python(tmp_path, "say(answer=said['ask'], pick=said['options'][0])")
    out = guildhall(
        *(tmp_path, "simulate", "middle_ages", "--games", "1", "--bots", "bot:mine"),
        *("--program", f"mine={bot}"),
    )
    assert "mine" in out


@pytest.mark.parametrize("arguments", [(), ("learn", "middle_ages"), ("replay", "x")])
def test_screens_open_or_explain_why_not(tmp_path: Path, arguments: tuple[str, ...]):
    done = _run(tmp_path, *arguments)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "guildhall.log").exists()


def test_settings_and_component_data_may_have_windows_line_ends(tmp_path: Path):
    (tmp_path / "settings.toml").write_bytes(b'language = "ru"\r\nglyphs = "ascii"\r\n')
    assert "партий" in guildhall(tmp_path, "list")


def test_backups_statistics_and_lessons(tmp_path: Path):
    play_match(tmp_path, "greedy", "1\nquit\n")
    guildhall(tmp_path, "backup", "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").stat().st_size > 0
    guildhall(tmp_path, "stats")
    assert "Task 1 of" in guildhall(tmp_path, "learn", "catan", "--lines", typed="quit\n")
    assert "Catan" in guildhall(tmp_path, "rules", "catan")


def test_serve_is_refused_in_one_sentence(tmp_path: Path):
    done = _run(tmp_path, "serve")
    assert (done.returncode, done.stderr) == (1, "guildhall: A server can run only on Linux.\n")
    for command in ("status", "check", "stop"):
        done = _run(tmp_path, "server", command)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert not (tmp_path / "guildhall.log").exists()
