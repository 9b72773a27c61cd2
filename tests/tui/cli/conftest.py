"""Fixtures for the tests of the command line: a separate folder, and saved games."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.storage import match_file
from engine.storage.sqlite_store import SqliteStore
from screens.preferences import Preferences
from screens.start import Start
from tests.engine.bot_matches import played
from tests.tui.cli.commanding import CommandResult, Guildhall
from tui.cli import main
from tui.cli.context import CommandContext
from tui.user_paths import UserPaths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty folder for games and settings, and English."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GUILDHALL_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.fixture
def store(home: Path) -> SqliteStore:
    """Return the store in that folder."""
    return SqliteStore(UserPaths.of(str(home)).store)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """Return the file of a saved game of three players."""
    path = tmp_path / "game.jsonl"
    match_file.export(played("middle_ages", 3, "cli"), path)
    return path


@pytest.fixture
def damaged_file(game_file: Path) -> Path:
    """Return the file of a saved game whose line 30 is damaged."""
    lines = game_file.read_text().splitlines(keepends=True)
    lines[29] = "nonsense\n"
    game_file.write_text("".join(lines))
    return game_file


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Start, Preferences]]:
    """Record the screens that are opened, as if there were a terminal."""
    opened: list[tuple[Start, Preferences]] = []

    def open_app(
        start: Start, paths: UserPaths, preferences: Preferences, *, drafts: bool = False
    ) -> int:
        opened.append((start, preferences))
        return 0

    monkeypatch.setattr("tui.launch.open_app", open_app)
    monkeypatch.setattr(CommandContext, "need_terminal", lambda context, **_: None)
    return opened


@pytest.fixture
def guildhall(capsys: pytest.CaptureFixture[str]) -> Guildhall:
    """Return a function that runs a command."""

    def guildhall(*arguments: object) -> CommandResult:
        code = main.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return CommandResult(code, out, err)

    return guildhall
