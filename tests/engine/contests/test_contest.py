"""Contests of bots: fair seats, saved and resumed games, scores."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest
from attrs import evolve

from engine.contests.contest import BotScore, BotScores, Contest, wilson
from engine.contests.game_result import (
    GameResult,
    ResultsLog,
    gather,
    read_game_result,
    sum_of,
    turned,
)
from engine.errors import BadSave, BadSetup, CannotWrite
from engine.storage.match_file import sentence

BOUT = GameResult(
    "toy", 1, {}, "", "s/0", 0, ("a", "b"), (7, 5), (1, 2), 9, 4, 2, ((0.5, 1.0), (2.0,)), (0, 0)
)


def contest(seed: str = "0", bots: Sequence[str] = ("greedy", "random"), seats: int = 2) -> Contest:
    return Contest.between("middle_ages", bots, seats, seed=seed, options={}, data={})


def without_times(bouts: Sequence[GameResult]) -> list[GameResult]:
    return [evolve(bout, ms=()) for bout in bouts]


def in_file(path: Path) -> list[GameResult]:
    return without_times([read_game_result(line) for line in path.read_text().splitlines()])


# ---------------------------------------------------------------------- seats


@pytest.mark.parametrize(
    ("bots", "seatings"),
    [("ab", 2), ("abb", 3), ("abab", 2), ("abc", 3), ("aabb", 4), ("aa", 1), ("a", 1)],
)
def test_every_bot_sits_in_every_seat_equally_often(bots: str, seatings: int):
    every = turned(bots)
    assert len(every) == len(set(every)) == seatings
    for bot in set(bots):
        seats = [sum(one[seat] == bot for one in every) for seat in range(len(bots))]
        assert len(set(seats)) == 1
        assert sum(seats) == seatings * bots.count(bot)


def test_bots_rotate_over_the_same_deal():
    bouts = list(contest(bots=["greedy", "random"], seats=3).run(6))
    assert [bout.seed for bout in bouts] == ["0/0"] * 3 + ["0/1"] * 3
    assert [bout.rotation for bout in bouts] == [0, 1, 2] * 2
    assert bouts[0].bots == ("greedy", "random", "greedy")
    assert len({bout.bots for bout in bouts[:3]}) == 3
    for seat in range(3):
        assert Counter(bout.bots[seat] for bout in bouts) == {"greedy": 4, "random": 2}


def test_games_are_rounded_up_to_full_rotations():
    assert [contest().rounded(games) for games in (1, 2, 3)] == [2, 2, 4]
    assert contest(bots=["greedy"]).rounded(3) == 3


def test_more_bots_than_seats_and_unknown_bots_are_refused():
    with pytest.raises(BadSetup, match="more bots than seats"):
        contest(bots=["greedy", "random", "random"])
    with pytest.raises(BadSetup, match="no bot called clever"):
        contest(bots=["greedy", "clever"])


def test_contest_does_not_depend_on_number_of_processes():
    alone = list(contest().run(8))
    assert without_times(list(contest().run(8, jobs=2))) == without_times(alone)
    for bout in alone:
        assert [len(times) for times in bout.ms] != [0, 0]
        assert sum(map(len, bout.ms)) == bout.picks
        assert (bout.turns, bout.rounds) == (34, 16)


# ---------------------------------------------------------------------- files


def test_result_line_describes_its_game(tmp_path: Path):
    assert read_game_result(BOUT.line()) == BOUT
    assert sum_of({}) == "" != sum_of({"a": {"b": 1}}) != sum_of({"a": {"b": 2}})


def test_stopped_run_is_resumed(tmp_path: Path):
    whole, part = ResultsLog(tmp_path / "whole"), ResultsLog(tmp_path / "part")
    assert len(list(contest().run(8, results_log=whole))) == 8
    stopped = contest().run(8, results_log=part)
    for _ in range(3):
        next(stopped)
    before = part.path.read_text()
    with part.path.open("a") as file:
        file.write(before.splitlines()[0][:50])
    bouts = list(contest().run(8, results_log=part))
    assert part.path.read_text().startswith(before)
    assert in_file(part.path) == in_file(whole.path) == without_times(bouts)
    kept = part.path.read_bytes()
    assert len(list(contest().run(8, results_log=part))) == 8
    assert part.path.read_bytes() == kept


PLAY = """
from pathlib import Path
from engine.contests.contest import Contest
from engine.contests.game_result import ResultsLog
if __name__ == "__main__":
    contest = Contest.between(
        "middle_ages", ["greedy", "random"], 2, seed="0", options={}, data={}
    )
    for _ in contest.run(400, jobs=2, results_log=ResultsLog(Path("games"))):
        pass
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system cannot kill so")
def test_killed_run_leaves_no_process_and_is_resumed(tmp_path: Path):
    games = tmp_path / "games"
    program = tmp_path / "play.py"
    program.write_text(PLAY)
    process = subprocess.Popen(
        [sys.executable, str(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        stdout=subprocess.PIPE,
    )
    until = time.monotonic() + 30
    while not (games.exists() and games.read_bytes().count(b"\n") > 3):
        assert time.monotonic() < until
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=20)  # its stdout is closed when the last of its children has ended
    played = games.read_bytes().count(b"\n")
    assert 3 < played < 400
    games_in_all = played + played % 2 + 4
    list(contest().run(games_in_all, results_log=ResultsLog(games)))
    assert in_file(games) == without_times(list(contest().run(games_in_all)))


INTERRUPTED = f"""
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))
{PLAY}"""


@pytest.mark.skipif(get_all_start_methods()[0] != "fork", reason="processes start without a fork")
def test_interrupt_works_while_processes_start(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == -signal.SIGINT
    assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (Contest.between("deus", ["greedy", "random"], 2, seed="0", options={}, data={}), "game"),
        (contest(seed="1"), "seed"),
        (contest(bots=["random"]), "bots"),
        (contest(seats=4), "bots"),
    ],
)
def test_games_with_other_settings_are_refused(tmp_path: Path, other: Contest, differs: str):
    results_log = ResultsLog(tmp_path / "games")
    list(contest().run(2, results_log=results_log))
    before = results_log.path.read_bytes()
    with pytest.raises(BadSave, match=rf"this game are different: .*{differs}") as raised:
        other.run(2, results_log=results_log)
    assert sentence(raised.value).plain().startswith("games, line 1: ")
    assert results_log.path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[" * 5000,
        "1",
        "{}",
        BOUT.line().replace("[7,5]", "[7]"),
        BOUT.line().replace("[7,5]", '[7,"x"]'),
        BOUT.line().replace("[7,5]", f"[7,1{'0' * 400}]"),
        BOUT.line().replace("[1,2]", "[2,2]"),
        BOUT.line().replace("[0.5,1.0]", "[NaN]"),
        BOUT.line().replace("[0.5,1.0]", "0"),
    ],
)
def test_malformed_result_line_is_reported(tmp_path: Path, line: str):
    path = tmp_path / "games"
    path.write_text(f"{BOUT.line()}\n{line}\n")
    with pytest.raises(BadSave, match="This line is not the result of a game between") as raised:
        list(gather([ResultsLog(path)], "toy"))
    assert raised.value.line == 2


def test_unusable_result_files_are_reported(tmp_path: Path):
    with pytest.raises(BadSave, match="no such file"):
        list(gather([ResultsLog(tmp_path / "nothing")], "toy"))
    with pytest.raises(BadSave, match="not a file"):
        list(gather([ResultsLog(tmp_path)], "toy"))
    for path in (tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(CannotWrite):
            contest().run(2, results_log=ResultsLog(path))


def test_files_of_several_seeds_are_combined_without_duplicates(tmp_path: Path):
    results_logs = [ResultsLog(tmp_path / seed) for seed in "01"]
    for results_log in results_logs:
        list(contest(seed=results_log.path.name).run(2, results_log=results_log))
    with results_logs[1].path.open("a") as file:
        file.write("{cut")
    bouts = list(gather([*results_logs, results_logs[0]], "middle_ages"))
    assert [bout.seed for bout in bouts] == ["0/0", "0/0", "1/0", "1/0"]
    with pytest.raises(BadSave, match="settings of this game are different: game"):
        list(gather(results_logs, "deus"))


# ---------------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("wins", "games", "interval"),
    [
        (50, 100, (0.4038, 0.5962)),
        (45, 48, (0.8316, 0.9785)),
        (0, 10, (0.0, 0.2775)),
        (10, 10, (0.7225, 1.0)),
        (0.5, 1, (0.0546, 0.9454)),
    ],
)
def test_interval_is_the_wilson_interval(
    wins: float, games: int, interval: tuple[float, float]
) -> None:
    assert wilson(wins, games) == pytest.approx(interval, abs=5e-5)


def test_wins_places_totals_and_margins_are_counted_by_bot():
    scores = BotScores()
    scores.add(BOUT)
    scores.add(evolve(BOUT, rotation=1, bots=("b", "a"), totals=(6, 6), places=(1, 1)))
    a, b = scores.of["a"], scores.of["b"]
    assert (scores.games, scores.picks, scores.turns, scores.rounds) == (2, 18, 8, 4)
    assert (a.games, float(a.wins), float(a.fair), a.places, a.totals, a.margins) == (
        2,
        1.5,
        1,
        2,
        13,
        2,
    )
    assert (b.games, float(b.wins), float(b.fair), b.places, b.totals, b.margins) == (
        2,
        0.5,
        1,
        3,
        11,
        -2,
    )
    assert (a.time(0.5), a.time(0.95)) == (1.0, 2.0)


def test_fair_share_grows_with_number_of_seats():
    scores = BotScores()
    scores.add(
        GameResult(
            "toy", 1, {}, "", "s/0", 0, ("a", "b", "b"), (4, 9, 9), (3, 1, 1), 0, 1, 1, ((),) * 3
        )
    )
    assert (scores.of["a"].fair, scores.of["b"].fair) == (Fraction(1, 3), Fraction(2, 3))
    assert (scores.of["b"].games, scores.of["b"].seats, float(scores.of["b"].wins)) == (1, 2, 1)
    assert (scores.of["a"].margins, scores.of["b"].margins) == (-5, 10)
    assert BotScore("c").time(0.5) == 0
