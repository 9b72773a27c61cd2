"""The command line: what it prints, how it fails, and with which exit code."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engine import save
from engine.game import Entry, register, unregister
from engine.gatherings import Gatherings
from engine.language import LANGUAGES
from engine.match import Match
from engine.people import People
from engine.sqlite import SqliteStore
from engine.text import Names
from screens.preferences import Preferences
from screens.start import Start, StartMatch, StartMenu, StartReplay
from tests.engine.played import played
from tui import cli, commands, settings
from tui.places import Places

ROOT = Path(__file__).parents[2]

COMMANDS = [
    "play",
    "list",
    "resume",
    "replay",
    "export",
    "import",
    "show",
    "simulate",
    "best",
    "stats",
    "rules",
    "data",
    "serve",
    "server",
    "people",
    "turns",
    "backup",
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("GUILDHALL_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.fixture
def store(home: Path) -> SqliteStore:
    return SqliteStore(Places.of(str(home)).store)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    save.export(played("middle_ages", 3, "cli"), path)
    return path


@pytest.fixture
def damaged_file(game_file: Path) -> Path:
    """A saved game in which line 30 makes no sense."""
    lines = game_file.read_text().splitlines(keepends=True)
    lines[29] = "nonsense\n"
    game_file.write_text("".join(lines))
    return game_file


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Start, Preferences]]:
    """What is opened on a terminal that only seems to be there."""
    opened: list[tuple[Start, Preferences]] = []

    def open_app(start: Start, places: Places, preferences: Preferences) -> int:
        opened.append((start, preferences))
        return 0

    monkeypatch.setattr("tui.app.open_app", open_app)
    monkeypatch.setattr(commands.House, "need_terminal", lambda house: None)
    return opened


Guildhall = Callable[..., "Said"]


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def guildhall(capsys: pytest.CaptureFixture[str]) -> Guildhall:
    def guildhall(*arguments: object) -> Said:
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Said(code, out, err)

    return guildhall


def test_help_names_every_command_and_gives_examples(guildhall: Guildhall):
    said = guildhall("--help")
    assert said.code == 0
    assert said.err == ""
    assert all(f"\n    {command} " in said.out for command in COMMANDS)
    assert "guildhall play middle_ages --seats Anna,Boris,bot:greedy" in said.out
    assert max(len(line) for line in said.out.splitlines()) <= 100


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_every_language(
    guildhall: Guildhall, command: str, language: str
):
    said = guildhall(command, "--help", "--lang", language)
    assert said.code == 0
    assert f"guildhall {command}" in said.out


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
def test_wrong_usage_is_told_with_exit_code_2(guildhall: Guildhall, arguments: list[str]):
    said = guildhall(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert "usage: guildhall" in said.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "ludo"], "There is no game ludo; there are middle_ages"),
        (["play", "middle_ages", "--seats", "Anna"], "played by 2 to 5, not by 1"),
        (["play", "middle_ages", "--seats", "Anna,Anna"], "same name"),
        (["play", "middle_ages", "--seats", "Anna,"], "needs a name"),
        (["play", "middle_ages", "--seats", "Anna,bot:clever"], "no bot clever"),
        (["play", "middle_ages", "--seats", "Anna,B=C"], "neither a name nor a bot"),
        (["play", "middle_ages", "--option", "a"], "has no value"),
        (["play", "middle_ages", "--option", "a=b"], "no option a=b"),
        (["resume"], "no unfinished match"),
        (["resume", "a2b3"], "There is no saved match a2b3."),
        (["replay", "a2b3"], "There is no saved match a2b3."),
        (["show", "a2b3"], "There is no saved match a2b3."),
        (["show", "./nothing.jsonl"], "nothing.jsonl: There is no such file."),
        (["show", "."], "It is a folder."),
        (["export", "a2b3", "x.jsonl"], "There is no saved match a2b3."),
        (["import", "nothing.jsonl"], "nothing.jsonl: There is no such file."),
        (["simulate", "middle_ages", "--bot", "clever"], "no bot clever"),
        (["simulate", "middle_ages", "--players", "6"], "played by 2 to 5, not by 6"),
        (["rules", "ludo"], "There is no game ludo"),
        (["rules", "middle_ages", "MID-99.9"], "There is no rule MID-99.9"),
        (["data", "ludo"], "There is no game ludo"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    guildhall: Guildhall, opened, arguments: list[str], reason: str
):
    said = guildhall(*arguments)
    assert said.code == 1
    assert said.out == ""
    assert reason in said.err
    assert said.err.startswith("guildhall: ")
    assert said.err.count("\n") == 1
    assert opened == []


def test_a_game_that_is_only_announced_says_so(guildhall: Guildhall):
    register(Entry("tavla", Names("Tavla", "Тавла"), range(2, 3)))
    try:
        assert "Tavla cannot be played yet." in guildhall("play", "tavla").err
        assert "rules of Tavla are not here yet" in guildhall("rules", "tavla").err
    finally:
        unregister("tavla")


def test_without_a_terminal_nothing_is_begun(guildhall: Guildhall, store: SqliteStore):
    for arguments in ([], ["play", "middle_ages"]):
        said = guildhall(*arguments)
        assert said.code == 1
        assert "need a terminal" in said.err
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


def test_play_without_seats_is_a_person_against_greedy_bots(guildhall: Guildhall, opened):
    guildhall("play", "middle_ages")
    new = opened[0][0]
    assert [player for _, player in new.seats] == ["person", "bot:greedy"]
    assert new.seed is None


def test_resume_opens_a_match_by_the_beginning_of_its_id(
    guildhall: Guildhall, opened, store: SqliteStore
):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    assert guildhall("resume", id[:3]).code == 0
    assert opened == [(StartMatch(id), Preferences())]


def test_resume_without_an_id_opens_the_last_unfinished_match(guildhall: Guildhall, opened, store):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    store.new(played("middle_ages", 2, "2"))
    guildhall("resume")
    assert opened == [(StartMatch(id), Preferences())]


def test_resume_without_an_id_leaves_alone_what_people_play_in_the_house(
    guildhall: Guildhall, opened, store: SqliteStore
):
    id = store.new(played("middle_ages", 2, "1", picks=9))
    anna = People(store).register("Anna", "SHA256:Anna")
    tables = Gatherings(store)
    theirs = tables.begin_one(anna, "middle_ages", places=[anna.id, "bot:random"])
    tables.start(theirs.id, anna)
    guildhall("resume")
    guildhall("resume", theirs.id)
    assert [start for start, _ in opened] == [StartMatch(id), StartMatch(theirs.id)]


def test_resume_opens_a_match_for_some_of_its_players_or_to_watch(
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
        said = guildhall("resume", id, "--as", name)
        assert said.code == 1
        assert f"Nobody called {name} plays here; there are Anna, Boris." in said.err
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
    said = guildhall("replay", damaged_file)
    assert "game.jsonl, line 30: " in said.err
    assert opened == [(StartReplay(str(damaged_file), None), Preferences())]


def test_options_for_one_run_come_before_or_after_the_command(
    guildhall: Guildhall, opened, home: Path
):
    settings.write(home / "settings.toml", Preferences(theme="light", confirm="never"))
    guildhall("--glyphs", "ascii", "--lang", "ru")
    guildhall("--theme", "dark", "resume", "--no-mouse")
    guildhall("play", "middle_ages", "--no-mouse")
    assert [preferences for _, preferences in opened] == [
        Preferences(language="ru", theme="light", confirm="never", glyphs="ascii"),
        Preferences(theme="light", confirm="never", mouse="off"),
    ]


def test_unreadable_settings_are_told_and_the_command_goes_on(
    guildhall: Guildhall, opened, home: Path
):
    home.mkdir()
    (home / "settings.toml").write_text("nonsense")
    said = guildhall()
    assert said.code == 0
    assert "settings.toml cannot be read" in said.err
    assert opened == [(StartMenu(), Preferences())]


# ---------------------------------------------------------------------- matches and files


def test_list_shows_what_is_kept(guildhall: Guildhall, store: SqliteStore):
    assert "No match is kept yet" in guildhall("list").out
    going = store.new(played("middle_ages", 2, "1", picks=30))
    over = store.new(played("middle_ages", 3, "2"))
    said = guildhall("list")
    head, first, second = said.out.splitlines()
    assert head.split()[:3] == ["ID", "Game", "Players"]
    assert first.startswith(over)
    assert " won (" in first or " shared it (" in first
    assert second.startswith(going)
    assert "Anna, Boris" in second
    assert "round " in second
    assert "Средние века" in guildhall("list", "--lang", "ru").out


def test_a_damaged_match_is_listed_and_shown_as_far_as_it_is_good(
    guildhall: Guildhall, store: SqliteStore, opened: list[tuple[Start, Preferences]]
) -> None:
    cut, lost, whole = (store.new(played("middle_ages", 3, "cli", picks=30)) for _ in range(3))
    with sqlite3.connect(store.path) as base:
        base.execute("DELETE FROM event WHERE match = ? AND number > 20", (cut,))
        base.execute("UPDATE match SET header = 'x' WHERE id = ?", (lost,))
    listed = guildhall("list")
    assert listed.code == 0
    for id, said in ((cut, "The end is missing"), (lost, "not a line of a saved game")):
        row = next(line for line in listed.out.splitlines() if id in line)
        assert "damaged: " in row
        assert said in row
    shown = guildhall("show", cut)
    assert shown.code == 1
    assert "position 20 of 20" in shown.out
    assert f"{cut}, line 22: The end is missing" in shown.err
    assert guildhall("show", lost).code == 1
    assert guildhall("export", cut, "-").code == 1
    assert guildhall("show", whole).code == 0
    assert guildhall("resume").code == 0
    assert opened[-1][0] == StartMatch(whole)


def test_export_and_import(guildhall: Guildhall, store: SqliteStore, tmp_path: Path):
    id = store.new(played("middle_ages", 2, "1", picks=30))
    path = tmp_path / "out.jsonl"
    assert guildhall("export", id, path).code == 0
    said = guildhall("import", path)
    assert said.code == 0
    new = next(record.id for record in store.records() if record.id != id)
    assert new in said.out
    assert store.load(new).log == store.load(id).log


def test_export_overwrites_only_when_told_to(
    guildhall: Guildhall, store: SqliteStore, tmp_path: Path
):
    id = store.new(played("middle_ages", 2, "1", picks=30))
    path = tmp_path / "out.jsonl"
    path.write_text("mine")
    said = guildhall("export", id, path)
    assert (said.code, path.read_text()) == (1, "mine")
    assert "left as it is" in said.err or "left as it was" in said.err
    assert guildhall("export", id, path, "--force").code == 0
    assert save.load(path).log == store.load(id).log


def test_what_people_still_hide_from_one_another_is_shown_only_by_force(
    guildhall: Guildhall, store: SqliteStore, tmp_path: Path
):
    seats = [("Anna", "person"), ("Boris", "person")]
    shared = store.new(Match.begin("era", seats, seed="hidden"))
    alone = store.new(Match.begin("era", [("Anna", "person"), ("Bot", "bot:greedy")], seed="own"))
    for arguments in (("show", shared, "--seat", "Anna"), ("export", shared, tmp_path / "a.jsonl")):
        said = guildhall(*arguments)
        assert said.code == 1
        assert "Several people still play this match" in said.err
        assert guildhall(*arguments, "--force").code == 0
    assert guildhall("export", shared, "-").code == 1
    assert guildhall("show", shared).code == 0
    assert guildhall("show", alone, "--seat", "Anna").code == 0
    assert guildhall("export", alone, tmp_path / "b.jsonl").code == 0


def test_a_damaged_file_is_not_imported_unless_in_part(guildhall: Guildhall, damaged_file, store):
    said = guildhall("import", damaged_file)
    assert said.code == 1
    assert "game.jsonl, line 30: " in said.err
    assert store.records() == []
    said = guildhall("import", damaged_file, "--partial")
    assert said.code == 1
    assert "game.jsonl, line 30: " in said.err
    (record,) = store.records()
    assert record.id in said.out
    assert record.events >= 28


def test_show_prints_a_position_in_words(guildhall: Guildhall, game_file: Path):
    end, begin = guildhall("show", game_file), guildhall("show", game_file, "--at", "0")
    assert (end.code, begin.code) == (0, 0)
    assert "The game is over" in end.out
    assert "position 0 of " in begin.out
    assert "Anna" in end.out
    assert "Средние века" in guildhall("show", game_file, "--lang", "ru").out


def test_show_knows_the_positions_and_the_players(guildhall: Guildhall, game_file: Path):
    said = guildhall("show", game_file, "--at", "9999")
    assert said.code == 1
    assert "There is no position 9999; the last is " in said.err
    assert guildhall("show", game_file, "--seat", "Anna").code == 0
    assert "there are Anna, Boris, Vera" in guildhall("show", game_file, "--seat", "Eva").err


def test_show_of_a_damaged_file_prints_the_last_good_position(
    guildhall: Guildhall, damaged_file: Path
):
    before = damaged_file.read_bytes()
    said = guildhall("show", damaged_file)
    assert said.code == 1
    assert "Middle Ages: position " in said.out
    assert "game.jsonl, line 30: " in said.err
    assert damaged_file.read_bytes() == before


def test_show_tells_the_story(guildhall: Guildhall, game_file: Path):
    plain = guildhall("show", game_file, "--at", "20")
    story = guildhall("show", game_file, "--at", "20", "--story")
    assert len(story.out.splitlines()) > len(plain.out.splitlines()) + 10


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_show_draws_the_table(guildhall: Guildhall, game_file: Path, glyphs: str):
    said = guildhall("show", game_file, "--at", "30", "--board", "--glyphs", glyphs)
    assert said.code == 0
    assert "Anna" in said.out
    assert "\x1b" not in said.out
    assert said.out.isascii() == (glyphs == "ascii")
    assert max(len(line) for line in said.out.splitlines()) <= 100


def test_what_a_file_brings_along_never_reaches_the_terminal_raw(
    guildhall: Guildhall, tmp_path: Path
):
    path = tmp_path / "evil.jsonl"
    path.write_text('{"guildhall":1,"\\u001b[2J":1}\n')
    said = guildhall("show", path)
    assert said.code == 1
    assert "\x1b" not in said.err
    assert len(said.err) < 500


# ---------------------------------------------------------------------- games


def test_simulate_counts_games(guildhall: Guildhall):
    said = guildhall(
        "simulate",
        "middle_ages",
        "--games",
        "12",
        "--players",
        "3",
        "--bot",
        "random",
        "--seed",
        "1",
    )
    assert said.code == 0
    assert "Middle Ages, 3 players: 12 games, " in said.out
    assert "moves/s" in said.out
    rows = [line.split() for line in said.out.splitlines()[-4:]]
    wins = [int(row[2]) for row in rows[:3]]
    shared = [int(row[3]) for row in rows[:3]]
    assert sum(wins) <= 12 <= sum(wins) + sum(shared)
    assert rows[3][0] == "all"


def test_simulate_gives_the_same_table_for_the_same_seed(guildhall: Guildhall):
    def table(seed: str) -> list[str]:
        arguments = ["--games", "5", "--bot", "greedy,random", "--seed", seed]
        return guildhall("simulate", "middle_ages", *arguments).out.splitlines()[2:]

    assert table("1") == table("1") != table("2")


def test_rules_prints_the_guide_a_chapter_or_what_tells_a_rule(guildhall: Guildhall):
    every = guildhall("rules", "middle_ages").out
    chapter = guildhall("rules", "middle_ages", "5").out
    rule = guildhall("rules", "middle_ages", "5.16").out
    assert rule.startswith("Barracks. You attack every player")
    assert rule.endswith("(5.16-5.22)\n")
    assert rule.count("\n") == 1
    assert rule in chapter
    assert rule in every
    assert "Вы атакуете" in guildhall("rules", "middle_ages", "MID-5.16", "--lang", "ru").out


def test_rules_prints_the_specification_where_nothing_else_tells_a_rule(guildhall: Guildhall):
    assert guildhall("rules", "middle_ages", "13.1").out.startswith("MID-13.1  Only one decision")


def test_data_says_where_and_what_and_checks_it(guildhall: Guildhall, home: Path):
    said = guildhall("data", "middle_ages")
    path = Places.of(str(home)).own_data("middle_ages")
    assert said.code == 0
    assert str(path) in said.out
    assert "There is no such file now" in said.out
    assert "[[plot_tiles.list]]" in said.out
    assert "plot_tiles.list.field_01: " in said.out
    path.parent.mkdir(parents=True)
    path.write_text('[[plot_tiles.list]]\nid = "field_01"\nnumber = 2\n')
    assert "can be played with it" in guildhall("data", "middle_ages").out
    path.write_text('[[plot_tiles.list]]\nid = "field_99"\nnumber = 2\n')
    said = guildhall("data", "middle_ages")
    assert said.code == 1
    assert "field_99" in said.err


def test_a_mistake_of_the_program_is_a_sentence_and_a_log(
    guildhall: Guildhall, home: Path, monkeypatch: pytest.MonkeyPatch
):
    def mistake(house, args):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(commands, "list_", mistake)
    said = guildhall("list")
    assert said.code == 1
    assert "has made a mistake" in said.err
    assert "ZeroDivisionError: oh" in (home / "guildhall.log").read_text()


# ---------------------------------------------------------------------- as a process


def started(*arguments: str, **options) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tui", *arguments],
        cwd=ROOT,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def test_a_reader_that_has_enough_is_no_error():
    reader, writer = os.pipe()
    process = started("rules", "middle_ages", stdout=writer)
    os.close(writer)
    os.close(reader)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (cli.BROKEN_PIPE, b"")


def test_an_interrupt_ends_with_130_and_no_word():
    process = started(
        "simulate",
        "middle_ages",
        "--games",
        "50000",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == cli.INTERRUPTED
    assert errors == b""


def test_a_terminal_sees_how_far_a_simulation_is_and_a_pipe_does_not():
    arguments = ("simulate", "middle_ages", "--games", "200")
    outer, inner = os.openpty()
    process = started(*arguments, stderr=inner)
    os.close(inner)
    seen = b""
    with suppress(OSError):  # the terminal is gone with the process
        while chunk := os.read(outer, 4096):
            seen += chunk
    assert process.wait() == 0
    assert b"Playing" in seen
    _, errors = started(*arguments).communicate()
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_behind_stdout_is_one_sentence():
    with Path("/dev/full").open("wb") as full:
        process = started("rules", "middle_ages", stdout=full)
        _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.startswith(b"guildhall: It did not work: ")
    assert errors.count(b"\n") == 1


def test_letters_that_the_terminal_has_not_are_replaced():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    process = started("rules", "middle_ages", "5.16", "--lang", "ru", env=environment)
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert out.startswith(b"???????. ??")


def test_the_command_line_starts_without_the_screens():
    code = (
        "import sys; from tui.cli import run; run(['list']);"
        "sys.exit(any(name.split('.')[0] == 'textual' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_best_says_that_nobody_has_played_alone_yet(guildhall: Guildhall) -> None:
    run = guildhall("best", "era")
    assert run.code == 0
    assert "Nobody" in run.out


def test_stats_says_that_no_game_was_finished_yet(guildhall: Guildhall) -> None:
    run = guildhall("stats")
    assert (run.code, run.out) == (0, "No game was finished yet.\n")


def test_stats_counts_finished_games_by_player_and_bot(
    guildhall: Guildhall, store: SqliteStore
) -> None:
    store.new(played("middle_ages", 2, "7"))
    run = guildhall("stats", "middle_ages")
    assert run.code == 0
    title, heads, *rows = run.out.splitlines()
    assert title == "Middle Ages"
    assert heads.split() == ["Player", "Played", "Wins", "Best", "Average", "Last"]
    assert [row.split()[:3] for row in rows] == [["Random", "(bot)", "2"]]
    assert guildhall("stats", "ludo").code == 1
