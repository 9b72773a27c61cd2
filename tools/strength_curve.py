"""Measure how the strength of the strong bot depends on the number of playouts in its search
budget.

    python -m tools.strength_curve deus --players 2 --against medium --playouts 192 --games 100 \
        --keep FOLDER

plays a contest and writes the results of its games to a file in the folder,
GAME-PLAYERS-PLAYOUTS-AGAINST.jsonl, like `guildhall simulate --results`. An interrupted run is
resumed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from attrs import evolve

from engine.contests.contest import BotScores, Contest
from engine.contests.game_result import ResultsLog
from engine.games import load

HERO: Final = "strong"


def contest(game: str, seats: int, against: str, playouts: int) -> Contest:
    """Return a contest of the strong bot against bots of the kind `against`. From then on, the
    strong bot uses `playouts` playouts in all matches of this game in this process. All budgets get
    the same deals, which are not used for anything else."""
    rules = load(game)
    type(rules).thinking = evolve(rules.thinking, playouts=playouts)
    bots = (HERO, *[against] * (seats - 1))
    return Contest.between(game, bots, seats, seed=f"curve-{game}", options={}, data={})


def main() -> None:
    """Play the games that are missing from a file, and print the strong bot's results."""
    parser = argparse.ArgumentParser(
        description="measure how playing strength depends on the number of playouts"
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="medium")
    parser.add_argument("--playouts", type=int, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--keep", type=Path, required=True)
    asked = parser.parse_args()
    name = f"{asked.game}-{asked.players}-{asked.playouts}-{asked.against}.jsonl"
    asked.keep.mkdir(parents=True, exist_ok=True)
    planned = contest(asked.game, asked.players, asked.against, asked.playouts)
    scores = BotScores()
    for result in planned.run(
        planned.rounded(asked.games), results_log=ResultsLog(asked.keep / name)
    ):
        scores.add(result)
    score = scores.of[HERO]
    low, high = score.interval
    won = float(score.wins) / score.games
    print(name, f"{won:.0%} of {score.games} ({low:.0%} to {high:.0%}), {score.time(0.5):.0f} ms")


if __name__ == "__main__":
    main()
