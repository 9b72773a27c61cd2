"""Golden games: finished games that must load and end the same for ever."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.games import catalogue, load
from engine.storage import match_file
from tests.engine.golden import FOLDER, RULES_NOTED, VARIANTS, golden_games, name, rules_noted


@pytest.mark.made_by("python -m tests.engine.golden rules")
@pytest.mark.parametrize("path", golden_games(), ids=lambda path: str(path.relative_to(FOLDER)))
def test_finished_game_replays_identically(path: Path):
    match = match_file.load(path)
    assert match.over
    assert path.name.startswith(f"rules_{match.header.rules}_")
    assert match.state.rules == match.header.rules
    again = io.BytesIO()
    match_file.write(match, again)
    assert again.getvalue() == path.read_bytes()
    known = json.loads(RULES_NOTED.read_text(encoding="utf-8"))
    silent = set(known[str(path.relative_to(FOLDER))]) - set(rules_noted(match))
    assert not silent


@pytest.mark.made_by("python -m tests.engine.golden {game}")
@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_golden_games_cover_every_number_of_players_under_current_rules(game: str):
    rules = load(game)
    names = {path.name for path in golden_games() if path.parent.name == game}
    wanted = {name(rules.rules, seats) for seats in rules.players}
    wanted |= {name(rules.rules, rules.players[0], one) for one in VARIANTS.get(game, ())}
    assert not wanted - names


def test_golden_games_exist():
    assert golden_games()
