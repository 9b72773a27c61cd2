"""The strong bot with a different search budget."""

from pathlib import Path

import pytest

from engine.contests.game_result import ResultsLog, gather
from engine.core.bot_support import SearchBudget
from engine.games import load
from tools.strength_curve import contest


def test_all_budgets_meet_the_same_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = load("middle_ages")
    monkeypatch.setattr(type(game), "thinking", SearchBudget(moments=3))
    seeds = []
    for playouts in (8, 16):
        file = ResultsLog(tmp_path / f"{playouts}.jsonl")
        bouts = list(contest("middle_ages", 2, "medium", playouts).run(2, results_log=file))
        assert game.thinking == SearchBudget(playouts=playouts, moments=3)
        assert list(gather([file], "middle_ages")) == bouts
        assert [one.bots for one in bouts] == [("strong", "medium"), ("medium", "strong")]
        seeds.append([one.seed for one in bouts])
    assert seeds[0] == seeds[1]
