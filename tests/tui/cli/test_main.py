"""The command line: usage, destinations, errors and exit codes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from engine.i18n import language
from engine.i18n.language import LANGUAGES
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import BROKEN_PIPE, INTERRUPTED
from screens.preferences import Preferences
from screens.start import StartMatch, StartMenu, StartReplay
from tests.engine.bot_matches import played
from tests.tui.cli.commanding import Guildhall
from tui import settings_file
from tui.cli import main

ROOT = Path(__file__).parents[3]

COMMANDS = [
    "play",
    "list",
    "resume",
    "replay",
    "export",
    "import",
    "show",
    "simulate",
    "highscores",
    "stats",
    "rules",
    "components",
    "serve",
    "server",
    "users",
    "turns",
    "backup",
    "migrate",
    "recover",
    "login",
    "review",
    "learn",
]


def test_help_names_every_command(guildhall: Guildhall):
    result = guildhall("--help")
    assert result.code == 0
    assert result.err == ""
    assert all(f"\n  {command} " in result.out for command in COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_two_screens_and_common_commands_are_first(
    guildhall: Guildhall, language: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    lines = guildhall("--help", "--lang", language).out.splitlines()
    assert len(lines) < 2 * 24
    assert max(len(line) for line in lines) < 80
    names = [found[1] for line in lines if (found := re.match(r"  ([a-z]+) ", line))]
    assert names[:4] == ["play", "resume", "list", "learn"]
    assert set(names) >= set(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_every_language(
    guildhall: Guildhall, command: str, language: str
):
    result = guildhall(command, "--help", "--lang", language)
    assert result.code == 0
    assert f"guildhall {command}" in result.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["play"],
        ["show"],
        ["list", "--lang", "xx"],
        ["show", "x", "--at", "-1"],
        ["show", "x", "--at", "soon"],
        ["simulate", "middle_ages", "--games", "0"],
        ["play", "middle_ages", "--seed", ""],
        ["list", "--frobnicate"],
        ["--hom", "x", "list"],
    ],
)
def test_wrong_usage_exits_with_code_2(guildhall: Guildhall, arguments: list[str]):
    result = guildhall(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "usage: guildhall" in result.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "ludo"], "There is no game called ludo. Choose from middle_ages"),
        (["play", "middle_ages", "--seats", "Anna"], "for 2 to 5 players, not 1"),
        (["play", "middle_ages", "--seats", "Anna,Anna"], "same name"),
        (["play", "middle_ages", "--seats", "Anna,"], "needs a name"),
        (["play", "middle_ages", "--seats", "Anna,bot:clever"], "no bot called clever"),
        (["play", "middle_ages", "--seats", "Anna,B=C"], "neither a name nor a bot"),
        (["play", "middle_ages", "--option", "a"], "has no value"),
        (["play", "middle_ages", "--option", "a=b"], "no option a. Choose from hints."),
        (["play", "deus", "--option", "pieces=5"], "Choose from usual, 10, 9, 8, 7, 6."),
        (["play", "deus", "--option", "pieces"], "Write KEY=VALUE"),
        (["play", "ludo"], "Choose from middle_ages, era, troyes, catan, knights, deus."),
        (["play", "era", "--seats", "bot:x"], "Choose from random, easy, medium, strong."),
        (["resume"], "no unfinished game"),
        (["resume", "a2b3"], "There is no saved game a2b3."),
        (["replay", "a2b3"], "There is no saved game a2b3."),
        (["show", "a2b3"], "There is no saved game a2b3."),
        (["show", "./nothing.jsonl"], "nothing.jsonl: There is no such file."),
        (["export", "a2b3", "x.jsonl"], "There is no saved game a2b3."),
        (["import", "nothing.jsonl"], "nothing.jsonl: There is no such file."),
        (["simulate", "middle_ages", "--bots", "clever"], "no bot called clever"),
        (["simulate", "middle_ages", "--players", "6"], "for 2 to 5 players, not 6"),
        (["rules", "ludo"], "There is no game called ludo"),
        (["rules", "middle_ages", "MID-99.9"], "There is no rule MID-99.9"),
        (["rules", "middle_ages", "99"], "from 1 to "),
        (["components", "ludo"], "There is no game called ludo"),
    ],
)
def test_failure_is_reported_in_one_sentence(
    guildhall: Guildhall, opened, arguments: list[str], reason: str
):
    result = guildhall(*arguments)
    assert result.code == 1
    assert result.out == ""
    assert reason in result.err
    assert result.err.startswith("guildhall: ")
    assert result.err.count("\n") == 1
    assert opened == []


@pytest.mark.parametrize(
    ("command", "choices"),
    [
        ("list --lang xx", LANGUAGES),
        ("list --theme xx", ["dark", "light", "high_contrast", "colour_blind"]),
        ("list --colours xx", ["auto", "true", "256", "16", "none"]),
        ("list --glyphs xx", ["unicode", "ascii"]),
        ("serve --registration xx", ["invite", "open", "closed"]),
        ("serve --port 70000", ["0", "65535"]),
        ("export K7M2 x.html --size 1x1", ["80x22", "400x150"]),
        ("server xx", ["status", "check", "reload", "stop", "say"]),
        ("users xx", ["list", "ban", "one-time-code", "new-invite-code"]),
    ],
)
def test_invalid_value_error_lists_the_choices(
    guildhall: Guildhall, command: str, choices: Sequence[str]
):
    result = guildhall(*command.split())
    assert result.code == 2
    assert all(choice in result.err.splitlines()[-1] for choice in choices)


def test_optional_word_list_may_be_empty(guildhall: Guildhall):
    result = guildhall("server")
    assert result.code == 2
    assert result.err.endswith("required: REQUEST\n")
    assert "needs a message" in guildhall("server", "say").err


def test_play_without_terminal_starts_no_match(guildhall: Guildhall, store: SqliteStore):
    for arguments in ([], ["play", "middle_ages"]):
        result = guildhall(*arguments)
        assert result.code == 1
        assert "need a terminal" in result.err
    assert store.records() == []


# ---------------------------------------------------------------------- opening the screens


def test_without_a_command_the_menu_opens(guildhall: Guildhall, opened):
    assert guildhall().code == 0
    assert opened == [(StartMenu(), Preferences())]


def test_play_opens_the_screens_with_a_new_match(guildhall: Guildhall, opened):
    guildhall(
        "play", "middle_ages", "--seats", "Anna, Boris,bot:greedy,bot:greedy,Marta=bot:random",
        "--seed", "7", "--lang", "ru",
    )  # fmt: skip
    ((new, preferences),) = opened
    assert preferences == Preferences(language="ru")
    assert (new.game, new.options, new.seed) == ("middle_ages", {}, "7")
    assert new.seats[:2] == (("Anna", "person"), ("Boris", "person"))
    assert [player for _, player in new.seats[2:4]] == ["bot:greedy"] * 2
    assert new.seats[4] == ("Marta", "bot:random")


def test_play_without_seats_is_a_person_against_a_bot(guildhall: Guildhall, opened):
    guildhall("play", "middle_ages")
    new = opened[0][0]
    assert [player for _, player in new.seats] == ["person", "bot:medium"]
    assert new.seed is None


def test_resume_finds_a_match_by_id_prefix(guildhall: Guildhall, opened, store: SqliteStore):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    assert guildhall("resume", id[:3]).code == 0
    assert opened == [(StartMatch(id), Preferences())]


def test_resume_without_an_id_opens_the_last_unfinished_match(guildhall: Guildhall, opened, store):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    store.new(played("middle_ages", 2, "2"))
    guildhall("resume")
    assert opened == [(StartMatch(id), Preferences())]


def test_resume_without_an_id_ignores_server_matches(
    guildhall: Guildhall, opened, store: SqliteStore
):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    anna = Users(store).register("Anna", "SHA256:Anna")
    tables = WaitingTables(store)
    theirs = tables.create(anna, "middle_ages", seats=[anna.id, "bot:random"])
    tables.start(theirs.id, anna)
    guildhall("resume")
    guildhall("resume", theirs.id)
    assert [start for start, _ in opened] == [StartMatch(id), StartMatch(theirs.id)]


def test_resume_opens_a_match_for_some_players_or_spectators(
    guildhall: Guildhall, opened, store: SqliteStore
):
    match = Match.begin(
        "middle_ages",
        [("Anna", "person"), ("Boris", "person"), ("Clara", "bot:greedy")],
        seed="1",
    )
    id = store.new(match)
    assert guildhall("resume", id, "--as", "boris").code == 0
    assert guildhall("resume", "--as", "Boris", "--as", "Anna").code == 0
    assert guildhall("resume", id, "--watch").code == 0
    assert [start.seats for start, _ in opened] == [{1}, {0, 1}, frozenset()]
    for name in ("Clara", "Dora"):
        result = guildhall("resume", id, "--as", name)
        assert result.code == 1
        assert f"Nobody called {name} is playing. The players are Anna, Boris." in result.err
    assert guildhall("resume", id, "--as", "Anna", "--watch").code == 2


def test_replay_opens_a_file_or_a_match(
    guildhall: Guildhall, opened, game_file: Path, store: SqliteStore
):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    guildhall("replay", game_file, "--at", "12")
    guildhall("replay", id)
    starts = [start for start, _ in opened]
    assert starts == [StartReplay(str(game_file), 12), StartReplay(id, None)]


def test_replay_opens_the_good_part_of_a_damaged_file(
    guildhall: Guildhall, opened, damaged_file: Path
):
    result = guildhall("replay", damaged_file)
    assert "game.jsonl, line 30: " in result.err
    assert opened == [(StartReplay(str(damaged_file), None), Preferences())]


def test_options_for_one_run_come_before_or_after_the_command(
    guildhall: Guildhall, opened, home: Path
):
    settings_file.write(home / "settings.toml", Preferences(theme="light", confirm="never"))
    guildhall("--glyphs", "ascii", "--lang", "ru")
    guildhall("--theme", "dark", "resume", "--no-mouse")
    guildhall("play", "middle_ages", "--no-mouse")
    assert [preferences for _, preferences in opened] == [
        Preferences(language="ru", theme="light", confirm="never", glyphs="ascii"),
        Preferences(theme="light", confirm="never", mouse="off"),
    ]


def test_unreadable_settings_are_reported_and_defaults_used(
    guildhall: Guildhall, opened, home: Path
):
    home.mkdir()
    (home / "settings.toml").write_text("nonsense")
    result = guildhall()
    assert result.code == 0
    assert "settings.toml, so the defaults are used" in result.err
    assert opened == [(StartMenu(), Preferences())]


# ---------------------------------------------------------------------- as a process


def started(*arguments: str, **options) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tui", *arguments],
        cwd=ROOT,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def test_closed_output_pipe_is_no_error():
    reader, writer = os.pipe()
    process = started("rules", "middle_ages", stdout=writer)
    os.close(writer)
    os.close(reader)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (BROKEN_PIPE, b"")


def test_interrupt_exits_with_130_silently():
    outer, inner = os.openpty()
    process = started(
        "simulate",
        "middle_ages",
        "--games",
        "500000",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stderr=inner,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(inner)
    seen = b""
    while b"Playing" not in seen:
        seen += os.read(outer, 4096)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):
        while chunk := os.read(outer, 4096):
            seen += chunk
    os.close(outer)
    process.communicate()
    assert process.returncode == INTERRUPTED
    assert b"Traceback" not in seen
    assert b"Interrupt" not in seen


def test_simulation_progress_is_shown_in_a_terminal_only():
    arguments = ("simulate", "middle_ages", "--games", "200")
    outer, inner = os.openpty()
    process = started(*arguments, stderr=inner, env={**os.environ, "TERM": "xterm-256color"})
    os.close(inner)
    seen = b""
    with suppress(OSError):  # the terminal is gone with the process
        while chunk := os.read(outer, 4096):
            seen += chunk
    os.close(outer)
    process.communicate()
    assert process.returncode == 0
    assert b"Playing" in seen
    _, errors = started(*arguments).communicate()
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_full_disk_behind_stdout_is_reported_in_one_sentence():
    with Path("/dev/full").open("wb") as full:
        process = started("rules", "middle_ages", stdout=full)
        _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.startswith(b"guildhall: The command failed: ")
    assert errors.count(b"\n") == 1


def test_characters_the_terminal_lacks_are_replaced():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    process = started("rules", "middle_ages", "5.16", "--lang", "ru", env=environment)
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert out.startswith(b"???????. ??")


def test_command_line_starts_without_importing_the_screens():
    code = (
        "import sys; from tui.cli.main import run; run(['list']);"
        "sys.exit(any(name.split('.')[0] == 'textual' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_uncompiled_language_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    language.translations.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(language, "LOCALE", tmp_path)
        code = main.run(["list", "--lang", "ru"])
    language.translations.cache_clear()
    assert code == 0
    assert "messages.py compile" in capsys.readouterr().err
    assert main.run(["list", "--lang", "ru"]) == 0
    assert "messages.py" not in capsys.readouterr().err
