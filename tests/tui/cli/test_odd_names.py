"""Unexpected names, arguments and streams: an error message each, and never a raw control
character."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.event import Json, frozen_value
from engine.errors import AlreadyThere, BadSave, BadSetup, CannotWrite, NoSuchPlace
from engine.files import path_of
from engine.storage import match_file
from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import FAILED
from screens.preferences import Preferences
from tests.engine.bot_matches import played
from tests.sqlite_files import sqlite_file
from tui import own_components, settings_file
from tui.user_paths import UserPaths

ROOT = Path(__file__).parents[3]
RED = "\x1b[31mx\x9b0m\x07"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def run(
    home: Path | str | None, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    known = {key: value for key, value in os.environ.items() if key != "GUILDHALL_HOME"}
    return subprocess.run(
        [sys.executable, "-m", "tui", *arguments, *([] if home is None else ["--home", str(home)])],
        cwd=ROOT,
        env={**known, "LC_ALL": "C.UTF-8", "LANGUAGE": "", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def is_clean(output: str) -> bool:
    return all(one.isprintable() or one == "\n" for one in output)


# ---------------------------------------------------------------------- control characters


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", RED),
        ("list", f"--{RED}"),
        (RED,),
        ("show", RED),
        ("play", RED),
        ("play", "middle_ages", "--seed", RED),
        ("play", "middle_ages", "--seats", f"{RED},Boris"),
        ("rules", "middle_ages", RED),
        ("components", "middle_ages"),
        ("import", RED),
        ("simulate", "middle_ages", "--bots", RED),
        ("list", "--lang", "ru", RED),
    ],
)
def test_typed_control_characters_never_reach_the_terminal(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = run(tmp_path / RED, *arguments)
    assert is_clean(done.stdout)
    assert is_clean(done.stderr)
    assert done.stdout or done.stderr


def test_file_names_are_printed_without_control_characters(home: Path, tmp_path: Path) -> None:
    store = SqliteStore(UserPaths.of(str(home)).store)
    id = store.new(played("middle_ages", 2, "odd", picks=3))
    store.close()
    done = run(home, "export", id, str(tmp_path / RED))
    assert (done.returncode, done.stderr) == (0, "")
    assert is_clean(done.stdout)
    assert (tmp_path / RED).exists()


def test_foreign_match_id_is_printed_without_control_characters(home: Path) -> None:
    store = SqliteStore(UserPaths.of(str(home)).store)
    match = played("middle_ages", 2, "odd", picks=3)
    store.new(match)
    store.close()
    with sqlite_file(UserPaths.of(str(home)).store) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE match SET id = ?", (RED,))
    assert is_clean(run(home, "list").stdout)


# ---------------------------------------------------------------------- brackets


@pytest.mark.parametrize("depth", [9, 500, 900])
def test_deeply_nested_pick_is_refused(depth: int) -> None:
    line = f'{{"n":1,"seat":0,"step":"Step","pick":{"[" * depth}{"]" * depth}}}'
    with pytest.raises(BadSave, match="too many nested brackets"):
        match_file.parse_event(line, 2)


def test_deepest_allowed_nesting_of_a_pick_is_accepted() -> None:
    value: Json = 1
    for _ in range(8):
        value = [value]
    assert frozen_value(value) == ((((((((1,),),),),),),),)


@pytest.mark.parametrize("depth", [9, 500, 900])
@pytest.mark.parametrize("brackets", ["[]", '{"a":}'])
def test_deeply_nested_header_is_refused(depth: int, brackets: str) -> None:
    deep = brackets[:-1] * depth + "1" + brackets[-1] * depth
    line = (
        '{"guildhall":1,"game":"middle_ages","rules":1,"seats":[["A","person"],["B","person"]],'
        f'"options":{{}},"data":{{"x":{deep}}}}}'
    )
    with pytest.raises(BadSave):
        match_file.parse_header(line)


def test_deeply_nested_settings_and_own_data_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("a = " + "[" * 5000)
    found, complaint = settings_file.read(path, {})
    assert found == Preferences()
    assert complaint is not None
    with pytest.raises(BadSetup, match="too many nested brackets"):
        own_components.read(path)


# ---------------------------------------------------------------------- names of files


def test_home_folder_of_unknown_user_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NoSuchPlace, match="~nosuch"):
        path_of("~nosuch/x")
    for home, environment in (("~nosuch/x", {}), (None, {"GUILDHALL_HOME": "~nosuch/x"})):
        done = run(home, "list", **environment)
        assert done.returncode == FAILED
        assert done.stderr.count("\n") == 1
        assert "~nosuch/x" in done.stderr


def test_missing_home_folder_error_suggests_guildhall_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(NoSuchPlace, match="GUILDHALL_HOME"):
        UserPaths.of(None, {})


def test_symlink_loop_cannot_be_written(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    match = played("middle_ages", 2, "odd", picks=3)
    for force in (False, True):
        with pytest.raises(CannotWrite, match="loop"):
            match_file.export(match, loop, force=force)
    with pytest.raises(BadSave):
        match_file.load(loop)


def test_read_only_location_is_reported_with_the_file_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(CannotWrite, match=r"game.*Read-only"):
        match_file.export(played("middle_ages", 2, "odd", picks=3), tmp_path / "game")


def test_too_long_file_name_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite):
        match_file.export(played("middle_ages", 2, "odd", picks=3), tmp_path / ("x" * 300))


def test_force_overwrites_files_but_never_folders(tmp_path: Path) -> None:
    match = played("middle_ages", 2, "odd", picks=3)
    target = tmp_path / "game"
    target.write_text("mine")
    with pytest.raises(AlreadyThere):
        match_file.export(match, target)
    match_file.export(match, target, force=True)
    assert match_file.load(target).log == match.log
    with pytest.raises(CannotWrite) as caught:
        match_file.export(match, tmp_path, force=True)
    assert not isinstance(caught.value, AlreadyThere)


def test_named_pipe_does_not_block(home: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadSave, match="not a file"):
        match_file.load(pipe)
    assert run(home, "import", str(pipe)).returncode == FAILED
    with pytest.raises(BadSetup):
        own_components.read(pipe)
    assert settings_file.read(pipe, {})[1] is not None


# ---------------------------------------------------------------------- streams and sizes


@pytest.mark.parametrize("command", ["rules middle_ages", "list", "--help"])
def test_closed_stdout_is_a_failure(home: Path, command: str) -> None:
    shell = f'exec "$@" {command} >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, "sh", sys.executable, "-m", "tui", "--home", str(home)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == FAILED
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["rules middle_ages", "list", "--help", "play --help"])
def test_full_disk_is_a_failure(home: Path, command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tui", *command.split(), "--home", str(home)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == FAILED
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def test_closed_stderr_is_harmless(home: Path) -> None:
    for command, code in (("show nothing", FAILED), ("--nothing", 2)):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "tui", *command.split(), "--home", str(home)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=full,
                check=False,
            )
        assert (done.returncode, done.stdout) == (code, b"")


def test_picture_size_is_limited(home: Path) -> None:
    store = SqliteStore(UserPaths.of(str(home)).store)
    id = store.new(played("middle_ages", 2, "odd", picks=3))
    store.close()
    done = run(home, "show", id, "--board", COLUMNS="5000", LINES="5000")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) <= 151
    assert max(map(len, lines)) <= 400
