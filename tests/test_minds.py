"""The page about the bots shows the results in docs/minds.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs.make_minds import KEY, PAGE, add, chances_file, load, made, summarize
from engine.games import catalogue
from engine.search.win_chances import CHANCES_FILE, THIRDS

RESULTS = load()


@pytest.mark.made_by("python -m docs.make_minds")
def test_docs_tables_match_the_results():
    page = PAGE.read_text("utf-8")
    assert made(page, RESULTS) == page


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: "-".join(map(str, result.values())))
def test_results_are_plausible(result):
    assert result["games"] > 0
    assert result["game"] in result["seed"]
    if result["kind"] == "chances":
        assert len(result["thirds"]) == THIRDS
        assert all(0 <= score <= 2 for score in result["thirds"])
    else:
        assert 0 <= result["wins"] <= result["games"]
        assert 0 < result["fair"] < result["games"]
        assert result["ms"] == sorted(result["ms"])


def test_each_contest_has_one_result():
    keys = [tuple(result.get(field) for field in KEY) for result in RESULTS]
    assert len(set(keys)) == len(keys) > 30
    assert add(RESULTS, ()) == RESULTS


@pytest.mark.made_by("python -m docs.make_minds")
def test_chances_in_docs_are_those_measured():
    for game in catalogue():
        file = game.folder / CHANCES_FILE
        assert chances_file(RESULTS, game) == (file.read_text("utf-8") if file.exists() else "")


def test_a_file_of_games_becomes_a_result(tmp_path: Path):
    line = {
        "game": "deus",
        "rules": 1,
        "players": 2,
        "options": {},
        "data": "",
        "bots": ["medium", "easy"],
        "picks": 4,
        "turns": 2,
        "rounds": 1,
        "ms": [[1.0, 2.0], [9.0, 9.0]],
    }
    games = [
        {**line, "seed": "report-deus/0", "rotation": 0, "totals": [30, 20], "places": [1, 2]},
        {**line, "seed": "report-deus/1", "rotation": 0, "totals": [25, 30], "places": [2, 1]},
    ]
    path = tmp_path / "deus-2-medium-easy.jsonl"
    path.write_text("".join(f"{json.dumps(game)}\n" for game in games), "utf-8")
    result = summarize("contest", path)
    assert result == {
        "kind": "contest",
        "game": "deus",
        "players": 2,
        "bot": "medium",
        "against": "easy",
        "seed": "report-deus",
        "games": 2,
        "wins": 1.0,
        "fair": 1.0,
        "margin": 2.5,
        "ms": [1.0, 2.0],
    }
    older = {**result, "games": 1}
    assert add([older], [result]) == [result]
