"""Output of the commands about matches, files and games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

from engine.errors import GuildhallError
from engine.games import catalogue
from engine.match.match import Match
from engine.search.review import Review, reviewed
from engine.storage import match_file
from engine.storage.saved_review import save_review, saved_review
from engine.storage.sqlite_store import SqliteStore
from screens.exit_codes import INTERRUPTED
from screens.preferences import Preferences
from screens.start import Start, StartMatch, StartNew, StartReplay
from tests.engine.bot_matches import played
from tests.sqlite_files import sqlite_file
from tests.tui.cli.commanding import Guildhall
from tui.cli import commands, review_command
from tui.user_paths import UserPaths

# ---------------------------------------------------------------------- matches and files


def test_list_shows_saved_games(guildhall: Guildhall, store: SqliteStore):
    assert "“guildhall play middle_ages” starts one" in guildhall("list").out
    going = store.new(played("middle_ages", 2, "1", picks=30))
    over = store.new(played("middle_ages", 3, "2"))
    result = guildhall("list")
    head, first, second = result.out.splitlines()
    assert head.split()[:3] == ["ID", "Game", "Players"]
    assert first.startswith(over)
    assert " won (" in first or "shared the win" in first
    assert second.startswith(going)
    assert "Anna, Boris" in second
    assert "round " in second
    assert "Средние века" in guildhall("list", "--lang", "ru").out


def test_damaged_match_is_listed_and_shown_up_to_the_damage(
    guildhall: Guildhall, store: SqliteStore, opened: list[tuple[Start, Preferences]]
) -> None:
    cut, lost, whole = (store.new(played("middle_ages", 3, "cli", picks=30)) for _ in range(3))
    with sqlite_file(store.path) as connection:
        connection.execute("DELETE FROM event WHERE match = ? AND number > 20", (cut,))
        connection.execute("UPDATE match SET header = 'x' WHERE id = ?", (lost,))
    listed = guildhall("list")
    assert listed.code == 0
    for id, expected in ((cut, "The end is missing"), (lost, "not a valid line of a saved game")):
        row = next(line for line in listed.out.splitlines() if id in line)
        assert "damaged: " in row
        assert expected in row
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
    result = guildhall("import", path)
    assert result.code == 0
    new = next(record.id for record in store.records() if record.id != id)
    assert new in result.out
    assert store.load(new).log == store.load(id).log


def test_export_overwrites_only_by_force(guildhall: Guildhall, store: SqliteStore, tmp_path: Path):
    id = store.new(played("middle_ages", 2, "1", picks=30))
    path = tmp_path / "out.jsonl"
    path.write_text("mine")
    result = guildhall("export", id, path)
    assert (result.code, path.read_text()) == (1, "mine")
    assert "was not changed" in result.err
    assert guildhall("export", id, path, "--force").code == 0
    assert match_file.load(path).log == store.load(id).log


def test_hidden_information_is_shown_only_by_force(
    guildhall: Guildhall, store: SqliteStore, tmp_path: Path
):
    seats = [("Anna", "person"), ("Boris", "person")]
    shared = store.new(Match.begin("era", seats, seed="hidden"))
    alone = store.new(Match.begin("era", [("Anna", "person"), ("Bot", "bot:greedy")], seed="own"))
    for arguments in (("show", shared, "--seat", "Anna"), ("export", shared, tmp_path / "a.jsonl")):
        result = guildhall(*arguments)
        assert result.code == 1
        assert "Several people are still playing this game" in result.err
        assert guildhall(*arguments, "--force").code == 0
    assert guildhall("export", shared, "-").code == 1
    assert guildhall("show", shared).code == 0
    assert guildhall("show", alone, "--seat", "Anna").code == 0
    assert guildhall("export", alone, tmp_path / "b.jsonl").code == 0


def test_html_page_never_shows_hidden_information(
    guildhall: Guildhall, store: SqliteStore, tmp_path: Path
):
    over = store.new(played("middle_ages", 2, "page", takes_back=False))
    path = tmp_path / "game.html"
    result = guildhall("export", over, path, "--size", "80x24", "--lang", "ru")
    assert (result.code, result.err) == (0, "")
    assert path.read_text().startswith('<!doctype html>\n<html lang="ru">')
    assert guildhall("export", over, path).code == 1
    assert guildhall("export", over, path, "--force", "--size", "80x24").code == 0
    printed = guildhall("export", over, "-", "--html", "--size", "80x24", "--seat", "Boris").out
    assert printed.startswith("<!doctype html>")
    assert guildhall("export", over, path, "--seat", "Nobody", "--force").code == 1
    assert guildhall("export", over, path, "--size", "12x7").code == 2
    seats = [("Anna", "person"), ("Boris", "person")]
    shared = store.new(Match.begin("era", seats, seed="hidden"))
    for more in ((), ("--force",), ("--seat", "Anna", "--force")):
        result = guildhall("export", shared, tmp_path / "shared.html", *more)
        assert result.code == 1
        assert "once the game is over" in result.err
    assert not (tmp_path / "shared.html").exists()


def test_position_is_written_as_picture(guildhall: Guildhall, store: SqliteStore, tmp_path: Path):
    id = store.new(played("middle_ages", 2, "7"))
    path = tmp_path / "table.svg"
    assert guildhall("show", id, "--svg", path).code == 0
    assert path.read_text().startswith("<svg ")
    assert guildhall("show", id, "--svg", path).code == 1
    assert "\x1b[" in guildhall("show", id, "--ansi", "--colours", "256").out
    assert "\x1b[" not in guildhall("show", id, "--board").out


def test_damaged_file_is_imported_only_with_partial(guildhall: Guildhall, damaged_file, store):
    result = guildhall("import", damaged_file)
    assert result.code == 1
    assert "game.jsonl, line 30: " in result.err
    assert store.records() == []
    result = guildhall("import", damaged_file, "--partial")
    assert result.code == 1
    assert "game.jsonl, line 30: " in result.err
    (record,) = store.records()
    assert record.id in result.out
    assert record.events >= 28


def test_show_prints_a_position_in_words(guildhall: Guildhall, game_file: Path):
    end, begin = guildhall("show", game_file), guildhall("show", game_file, "--at", "0")
    assert (end.code, begin.code) == (0, 0)
    assert "The game is over" in end.out
    assert "position 0 of " in begin.out
    assert "Anna" in end.out
    assert "Средние века" in guildhall("show", game_file, "--lang", "ru").out


def test_show_refuses_unknown_positions_and_players(guildhall: Guildhall, game_file: Path):
    result = guildhall("show", game_file, "--at", "9999")
    assert result.code == 1
    assert "There is no position 9999. The last one is " in result.err
    assert guildhall("show", game_file, "--seat", "Anna").code == 0
    assert "The players are Anna, Boris, Vera" in guildhall("show", game_file, "--seat", "Eva").err


def test_show_of_a_damaged_file_prints_the_last_good_position(
    guildhall: Guildhall, damaged_file: Path
):
    before = damaged_file.read_bytes()
    result = guildhall("show", damaged_file)
    assert result.code == 1
    assert "Middle Ages: position " in result.out
    assert "game.jsonl, line 30: " in result.err
    assert damaged_file.read_bytes() == before


def test_show_log_prints_the_log(guildhall: Guildhall, game_file: Path):
    plain = guildhall("show", game_file, "--at", "20")
    story = guildhall("show", game_file, "--at", "20", "--log")
    assert len(story.out.splitlines()) > len(plain.out.splitlines()) + 10


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_show_draws_the_table(guildhall: Guildhall, game_file: Path, glyphs: str):
    result = guildhall("show", game_file, "--at", "30", "--board", "--glyphs", glyphs)
    assert result.code == 0
    assert "Anna" in result.out
    assert "\x1b" not in result.out
    assert result.out.isascii() == (glyphs == "ascii")
    assert max(len(line) for line in result.out.splitlines()) <= 100


def test_control_characters_of_a_file_never_reach_the_terminal(
    guildhall: Guildhall, tmp_path: Path
):
    path = tmp_path / "evil.jsonl"
    path.write_text('{"guildhall":1,"\\u001b[2J":1}\n')
    result = guildhall("show", path)
    assert result.code == 1
    assert "\x1b" not in result.err
    assert len(result.err) < 500


# ---------------------------------------------------------------------- games


def test_simulate_counts_games(guildhall: Guildhall):
    result = guildhall(
        "simulate",
        "middle_ages",
        "--games",
        "12",
        "--players",
        "3",
        "--bots",
        "random",
        "--seed",
        "1",
    )
    assert result.code == 0
    assert "Middle Ages, 3 players: 12 games, " in result.out
    assert "moves/s" in result.out
    rows = [line.split() for line in result.out.splitlines()[-4:]]
    wins = [int(row[2]) for row in rows[:3]]
    shared = [int(row[3]) for row in rows[:3]]
    assert sum(wins) <= 12 <= sum(wins) + sum(shared)
    assert rows[3][0] == "all"


def test_simulate_gives_the_same_table_for_the_same_seed(guildhall: Guildhall):
    def table(seed: str) -> list[str]:
        arguments = ["--games", "5", "--bots", "random", "--seed", seed]
        return guildhall("simulate", "middle_ages", *arguments).out.splitlines()[2:]

    assert table("1") == table("1") != table("2")


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_simulated_games_can_be_shown_replayed_and_imported(
    guildhall: Guildhall,
    opened: list[tuple[Start, Preferences]],
    tmp_path: Path,
    bots: str,
) -> None:
    folder = tmp_path / "some" / "games"
    arguments = ("simulate", "middle_ages", "--games", "3", "--bots", bots, "--export", folder)
    result = guildhall(*arguments)
    assert result.code == 0
    files = [folder / f"middle_ages-{number}.jsonl" for number in (1, 2, 3)]
    assert sorted(folder.iterdir()) == files
    assert f"3 games are in {folder}: “guildhall replay {files[0]}” replays" in result.out
    for number, file in enumerate(files):
        match = match_file.load(file)
        assert (match.over, match.header.seed) == (True, f"0/{number}")
        assert any(event.digest for event in match.log)
        assert "The game is over" in guildhall("show", file).out
    assert guildhall("replay", files[1], "--at", "5").code == 0
    assert opened[-1][0] == StartReplay(str(files[1]), 5)
    assert "Imported as game" in guildhall("import", files[2]).out


def test_existing_saved_games_are_overwritten_only_by_force(
    guildhall: Guildhall, tmp_path: Path
) -> None:
    there = tmp_path / "middle_ages-2.jsonl"
    there.write_text("mine")
    arguments = ("simulate", "middle_ages", "--games", "2", "--export", tmp_path)
    result = guildhall(*arguments)
    assert result.code == 1
    assert f"{there} already exists" in result.err
    assert list(tmp_path.glob("*.jsonl")) == [there]
    assert there.read_text() == "mine"
    assert guildhall(*arguments, "--force").code == 0
    assert match_file.load(there).over


def test_rules_prints_the_guide_a_chapter_or_one_rule(guildhall: Guildhall):
    every = guildhall("rules", "middle_ages").out
    chapter = guildhall("rules", "middle_ages", "5").out
    rule = guildhall("rules", "middle_ages", "5.16").out
    assert rule.startswith("Barracks. You attack every player")
    assert rule.endswith("(5.16-5.22)\n")
    assert rule.count("\n") == 1
    assert rule in chapter
    assert rule in every
    assert "Вы атакуете" in guildhall("rules", "middle_ages", "MID-5.16", "--lang", "ru").out


def test_rules_prints_a_row_of_a_table_in_words(guildhall: Guildhall):
    result = guildhall("rules", "troyes", "7.4", "--lang", "ru").out
    assert result == "Ересь: каждый теряет 2 влияния. (7.4)\n"


def test_rules_prints_current_component_values(guildhall: Guildhall, home: Path):
    path = UserPaths.of(str(home)).own_data("troyes")
    path.parent.mkdir(parents=True)
    path.write_text('[[event_cards]]\nid = "heresy"\n[event_cards.effect]\namount = 5\n')
    result = guildhall("rules", "troyes", "7.4", "--lang", "ru").out
    assert result == "Ересь: каждый теряет 5 влияния. (7.4)\n"


def test_rules_falls_back_to_the_specification(guildhall: Guildhall):
    assert guildhall("rules", "middle_ages", "WE-1").out.startswith("WE-1  ")


def test_components_prints_path_and_values_and_checks_own_data(guildhall: Guildhall, home: Path):
    result = guildhall("components", "middle_ages")
    path = UserPaths.of(str(home)).own_data("middle_ages")
    assert result.code == 0
    assert str(path) in result.out
    assert "The file does not exist yet" in result.out
    assert "[[plot_tiles.list]]" in result.out
    assert "plot_tiles.list.field_01: " in result.out
    path.parent.mkdir(parents=True)
    path.write_text('[[plot_tiles.list]]\nid = "field_01"\nnumber = 2\n')
    assert "exists and is valid" in guildhall("components", "middle_ages").out
    path.write_text('[[plot_tiles.list]]\nid = "field_99"\nnumber = 2\n')
    result = guildhall("components", "middle_ages")
    assert result.code == 1
    assert "field_99" in result.err


def test_components_shows_a_map_that_may_vary(guildhall: Guildhall, home: Path):
    result = guildhall("components", "knights")
    path = UserPaths.of(str(home)).own_data("knights")
    assert result.code == 0
    assert str(path) in result.out
    assert "terrain_by_hex = [" in result.out
    assert 'beginner_type = "generic"' in result.out
    assert "glyph" not in result.out, "only the map may differ"
    written = result.out[result.out.index("    [[") :]
    path.parent.mkdir(parents=True)
    path.write_text(written.replace('"mountains"', '"fields"', 1))
    assert "exists and is valid" in guildhall("components", "knights").out
    path.write_text(written.replace('"mountains"', '"swamp"', 1))
    result = guildhall("components", "knights")
    assert result.code == 1
    assert "terrain_by_hex" in result.err


def test_crash_prints_a_sentence_and_writes_a_log(
    guildhall: Guildhall, home: Path, monkeypatch: pytest.MonkeyPatch
):
    def mistake(context, args):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(commands, "list_", mistake)
    result = guildhall("list")
    assert result.code == 1
    assert "has crashed" in result.err
    assert "ZeroDivisionError: oh" in (home / "guildhall.log").read_text()


# ---------------------------------------------------------------------- a damaged store


@pytest.fixture
def torn(store: SqliteStore) -> tuple[Path, str]:
    """Return a store whose last pages are missing, and an undamaged match in it."""
    ids = [store.new(played("middle_ages", 2, f"{number}", picks=60)) for number in range(6)]
    store.close()
    store.path.write_bytes(store.path.read_bytes()[:-8192])
    torn = SqliteStore(store.path, recovering=True)
    for id in ids:
        with suppress(GuildhallError):
            torn.load(id)
            torn.close()
            return store.path, id
    raise AssertionError("no match is whole")


def test_damaged_database_can_still_be_listed_shown_and_exported(
    guildhall: Guildhall, torn: tuple[Path, str], tmp_path: Path
) -> None:
    path, id = torn
    for command in ("list", f"show {id}", f"export {id} {tmp_path / 'game'}", "stats"):
        result = guildhall(*command.split())
        assert (result.code, bool(result.out)) == (0, True)
        assert result.err.startswith(f"guildhall: The database {path} is damaged. This is what can")
        assert result.err.count("\n") == 1
    assert match_file.load(tmp_path / "game").log
    result = guildhall("import", tmp_path / "game")
    assert (result.code, "is damaged" in result.err, result.err.count("\n")) == (1, True, 1)
    assert "is damaged" in guildhall("backup", tmp_path / "copy").err


def test_recover_reports_missing_data(
    guildhall: Guildhall, torn: tuple[Path, str], tmp_path: Path
) -> None:
    path, id = torn
    new = tmp_path / "new"
    result = guildhall("recover", new)
    assert result.code == 1
    assert " of them complete." in result.out
    assert "recovered steps: " in result.out
    assert id not in result.out
    assert str(path) in result.out
    assert "already exists" in guildhall("recover", new).err
    again = guildhall("recover", tmp_path / "again", "--from", new)
    assert (again.code, again.out.count("\n")) == (0, 2)
    path.unlink()
    new.rename(path)
    assert id in guildhall("list").out


# ---------------------------------------------------------------------- drafts


@pytest.mark.parametrize(("arguments", "drafts"), [([], False), (["--drafts"], True)])
def test_menu_lists_drafts_on_request(
    guildhall: Guildhall,
    opened: list[tuple[Start, Preferences]],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    drafts: bool,
):
    asked = []

    def open_app(*_: object, drafts: bool) -> int:
        asked.append(drafts)
        return 0

    monkeypatch.setattr("tui.launch.open_app", open_app)
    assert guildhall(*arguments).code == 0
    assert asked == [drafts]


def test_draft_is_found_by_name_but_not_advertised(guildhall: Guildhall, pig: str):
    assert "Pig, 2 players: 2 games" in guildhall("simulate", pig, "--games", 2, "--jobs", 1).out
    assert "The number rolled is added to the pot." in guildhall("rules", pig).out
    others = ", ".join(one.id for one in catalogue())
    assert guildhall("simulate", "pigs").err.endswith(f"Choose from {others}.\n")
    assert "pig" not in guildhall("components").out


def test_review_is_printed_and_saved(guildhall: Guildhall, store: SqliteStore) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    id = store.new(match)
    result = guildhall("review", id)
    assert (result.code, result.err) == (0, "")
    assert "and won." in result.out.splitlines()[0]
    assert "moves were compared with other choices." in result.out
    saved = saved_review(store, id, match.header)
    assert saved is not None
    assert saved.whole
    assert guildhall("review", id).out == result.out
    begun = evolve(saved, whole=False, progress=0.9, tried=saved.tried - 1)
    save_review(store, id, match.header, begun.to_json())
    assert guildhall("review", id).out == result.out
    going = store.new(played("middle_ages", 2, "going", picks=9))
    assert guildhall("review", going).code == 1


def test_interrupted_review_is_saved_as_far_as_it_came(
    guildhall: Guildhall, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    id = store.new(match)

    def interrupted(match: Match, begun: Review) -> Iterator[Review]:
        yield from islice(reviewed(match, begun), 5)
        raise KeyboardInterrupt

    monkeypatch.setattr(review_command, "reviewed", interrupted)
    assert guildhall("review", id).code == INTERRUPTED
    saved = saved_review(store, id, match.header)
    assert saved is not None
    assert (len(saved.points), saved.whole) == (5, False)


def test_real_dice_is_an_option_of_games_that_throw_dice(
    guildhall: Guildhall, opened: list[tuple[Start, Preferences]]
) -> None:
    assert guildhall("play", "troyes", "--seats", "Anna,Boris", "--real-dice").code == 0
    begun = opened[0][0]
    assert isinstance(begun, StartNew)
    assert begun.options == {"dice": "typed"}
    result = guildhall("play", "middle_ages", "--real-dice")
    assert result.code == 1
    assert "Middle Ages has no dice." in result.err
