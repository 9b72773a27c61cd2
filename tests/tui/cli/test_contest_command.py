"""`guildhall simulate` with several bots: the table, the results file, and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.storage import match_file
from tests.tui.cli.commanding import Guildhall

DUEL = ("simulate", "middle_ages", "--bots", "greedy,random", "--jobs", "1")


def table(out: str) -> list[list[str]]:
    """Return the rows of the bots, without columns that depend on the machine."""
    return [line.split()[:-2] for line in out.splitlines()[3:6]]


@pytest.mark.parametrize(
    ("language", "head", "heads", "hint"),
    [
        (
            "en",
            "Middle Ages, 2 players: 6 games.",
            "Bot Games Wins % 95% expected",
            "the result is only a rough indication",
        ),
        ("ru", "Средние века, 2 игрока: 6 партий.", "Бот Игры Победы % 95 % ровно", "лишь намёк"),
    ],
)
def test_bots_are_compared_in_both_languages(
    guildhall: Guildhall, language: str, head: str, heads: str, hint: str
) -> None:
    result = guildhall("--lang", language, *DUEL, "--games", "5")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == head
    assert " ".join(lines[3].split()).startswith(heads)
    rows = [line.split() for line in lines[4:6]]
    assert [row[:2] for row in rows] == [["greedy", "6"], ["random", "6"]]
    assert sum(float(row[2]) for row in rows) == 6
    assert [row[5] for row in rows] == ["50.0", "50.0"]
    assert rows[0][8] == rows[1][8].replace("-", "+")
    assert max(map(len, lines)) < 80
    assert hint in result.out


def test_saved_results_give_the_same_table_without_replaying(
    guildhall: Guildhall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "duel.jsonl"
    first = table(guildhall(*DUEL, "--games", "6", "--results", file).out)
    kept = file.read_bytes()
    assert kept.count(b"\n") == 6
    assert table(guildhall(*DUEL, "--games", "6").out) == first
    monkeypatch.setattr("engine.contests.contest.Contest.play", None)
    assert table(guildhall(*DUEL, "--games", "6", "--results", file).out) == first
    assert table(guildhall("simulate", "middle_ages", "--from-results", file, file).out) == first
    assert file.read_bytes() == kept


def test_result_files_with_other_settings_are_refused(guildhall: Guildhall, tmp_path: Path) -> None:
    file, empty = tmp_path / "duel.jsonl", tmp_path / "empty"
    guildhall(*DUEL, "--games", "2", "--results", file)
    empty.touch()
    for arguments, reason in [
        (
            (*DUEL, "--seed", "1", "--results", file),
            "duel.jsonl, line 1: These settings of this game",
        ),
        ((*DUEL, "--players", "3", "--results", file), "settings of this game are different: bots"),
        (("simulate", "deus", "--from-results", file), "settings of this game are different: game"),
        (("simulate", "deus", "--from-results", empty), "No games have been finished yet"),
        (("simulate", "deus", "--from-results", tmp_path / "no"), "no: There is no such file."),
        ((*DUEL, "--results", "/dev/null"), "/dev/null is not a file"),
        ((*DUEL, "--results", tmp_path / "no" / "file"), "Cannot write"),
        (
            ("simulate", "deus", "--players", "2", "--bots", "random,greedy,random"),
            "more bots than",
        ),
    ]:
        result = guildhall(*arguments)
        assert (result.code, result.out) == (1, "")
        assert reason in result.err
    result = guildhall(*DUEL, "--results", file, "--export", tmp_path)
    assert result.code == 2


def test_number_of_seats_defaults_to_number_of_bots(guildhall: Guildhall) -> None:
    result = guildhall("simulate", "era", "--bots", "random,greedy", "--games", "1", "--jobs", "1")
    assert "2 players: 2 games." in result.out


def test_contest_games_can_be_exported(guildhall: Guildhall, tmp_path: Path) -> None:
    assert guildhall(*DUEL, "--games", "3", "--export", tmp_path / "games").code == 0
    matches = [match_file.load(file) for file in sorted((tmp_path / "games").iterdir())]
    assert [match.header.seed for match in matches] == ["0/0", "0/0", "0/1", "0/1"]
    assert [match.header.seats[0][1] for match in matches] == ["bot:greedy", "bot:random"] * 2
