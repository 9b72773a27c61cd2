"""External bots named on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contests.game_result import read_game_result
from engine.games import load
from screens.start import StartNew
from tests.engine.bots.programs import admitted, python
from tests.tui.cli.commanding import Guildhall

FIRST = 'say(answer=said["ask"], option=0)'


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the programs that a test has registered."""
    with admitted({}):
        yield


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_external_bot_plays_against_built_in_bot(guildhall: Guildhall, tmp_path: Path, jobs: str):
    mine, kept = python(tmp_path, FIRST), tmp_path / "kept.jsonl"
    contest = ("simulate", "middle_ages", "--bots", "mine,random", "--games", "4", "--jobs", jobs)
    result = guildhall(*contest, "--program", f"mine={mine}", "--results", kept)
    assert (result.code, result.err) == (0, "")
    assert [line.split()[0] for line in result.out.splitlines()[4:6]] == ["mine", "random"]
    bouts = [read_game_result(line) for line in kept.read_text().splitlines()]
    assert len(bouts) == 4
    assert not any(map(any, (bout.lost for bout in bouts)))
    assert all(len(bout.ms[0]) for bout in bouts)


def test_late_and_invalid_moves_of_external_bot_are_counted(guildhall: Guildhall, tmp_path: Path):
    mine, kept = python(tmp_path, "sys.exit()"), tmp_path / "kept.jsonl"
    contest = ("simulate", "middle_ages", "--bots", "mine,random", "--games", "2", "--jobs", "1")
    result = guildhall(*contest, "--program", f"mine={mine}", "--results", kept)
    bouts = [read_game_result(line) for line in kept.read_text().splitlines()]
    lost = sum(sum(bout.lost) for bout in bouts)
    assert lost == sum(len(bout.ms[bout.bots.index("mine")]) for bout in bouts)
    assert (
        f"{lost} moves of mine were made at random because they were late or invalid." in result.out
    )


def test_external_bot_plays_at_a_table(guildhall: Guildhall, tmp_path: Path, opened: list):
    mine = python(tmp_path, FIRST)
    result = guildhall("play", "deus", "--seats", "A,bot:mine", "--program", f"mine={mine}")
    assert (result.code, result.err) == (0, "")
    assert opened[0][0] == StartNew("deus", (("A", "person"), ("mine", "bot:mine")))


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        ("mine", "mine does not name a program. Write NAME=FILE."),
        ("mine=", "mine= does not name a program. Write NAME=FILE."),
        ("mine=/no/such", "There is no program /no/such."),
        ("greedy={}", "There is already a bot called greedy."),
        (
            "Mine={}",
            "Mine is not a valid name. A bot's name can have up to 32 characters, and only a to z "
            "and _ are allowed.",
        ),
        ("mine={}.txt", "is not executable. Run chmod +x on it."),
    ],
)
def test_invalid_program_is_refused(
    guildhall: Guildhall, tmp_path: Path, opened: list, named: str, complaint: str
):
    mine = python(tmp_path, FIRST)
    mine.with_suffix(".txt").touch()
    result = guildhall("play", "deus", "--seats", "A,bot:mine", "--program", named.format(mine))
    assert result.code == 1
    assert complaint in result.err
    assert not opened


def test_only_the_command_line_names_programs(guildhall: Guildhall, opened: list):
    result = guildhall("play", "deus", "--seats", "A,bot:mine")
    assert result.code == 1
    assert "There is no bot called mine" in result.err


@pytest.mark.parametrize("game", ["middle_ages", "era", "troyes", "knights", "deus"])
def test_components_json_is_what_external_bots_receive(guildhall: Guildhall, game: str):
    result = guildhall("components", game, "--json")
    assert result.code == 0
    box = json.loads(result.out)
    assert box
    assert load(game).folder.joinpath("components.toml").exists()
