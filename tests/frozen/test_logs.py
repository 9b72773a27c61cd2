"""Saved games: those with steps that golden games lack, and the names in those that are new."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frozen.reaching import DATA, GAMES, guildhall, recorded
from tests.frozen.recording import joined, log_names, logs_of, random_logs


@pytest.mark.parametrize("path", sorted(DATA.glob("logs/*")), ids=lambda path: path.stem)
def test_saved_game_is_imported_and_exported_byte_for_byte(path: Path, home: Path):
    assert guildhall(home, "import", path).code == 0
    (match,) = guildhall(home, "list", "--json").json
    assert match["damage"] is None
    given = guildhall(home, "export", match["id"], "-", "--force")
    assert given.code == 0, given.err
    assert given.bytes == path.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_new_logs_use_only_known_names(game: str, home: Path):
    known = recorded("names.json")[game]
    logs = random_logs(game, home, 2, 3, "new")
    assert len(logs) == 3
    found = joined(map(log_names, logs))
    assert not set(found) - set(known)
    for step, words in found.items():
        assert not set(words) - set(known[step]), step


@pytest.mark.parametrize("game", GAMES)
def test_all_names_of_saved_games_are_recorded(game: str):
    known = recorded("names.json")[game]
    logs = [path.read_text(encoding="utf-8").splitlines() for path in logs_of(game)]
    found = joined(map(log_names, logs))
    for step, words in found.items():
        assert set(words) <= set(known[step]), step
